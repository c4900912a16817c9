/** A server of a folder's files on this machine. */
export function serveFiles(folder: string): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const path = decodeURIComponent(new URL(request.url).pathname);
      try {
        return new Response(await Deno.readFile(folder + path));
      } catch {
        return new Response("", { status: 404 });
      }
    },
  );
}
