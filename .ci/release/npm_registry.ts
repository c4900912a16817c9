/** A package as `npm pack` has packed it. */
export interface PackedPackage {
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly name: string;
    readonly version: string;
  };
  readonly tarball: string;
}

/** A registry of npm on this machine with these packages and no others. */
export function serveRegistry(
  packages: readonly PackedPackage[],
): Deno.HttpServer<Deno.NetAddr> {
  const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const path = decodeURIComponent(new URL(request.url).pathname).slice(1);
      for (const { manifest, tarball } of packages) {
        const { name, version } = manifest;
        const file = `${name}/-/${version}.tgz`;
        if (path === file) return new Response(await Deno.readFile(tarball));
        if (path !== name) continue;
        const url = `http://127.0.0.1:${server.addr.port}/${file}`;
        return Response.json({
          name,
          "dist-tags": { latest: version },
          versions: { [version]: { ...manifest, dist: { tarball: url } } },
        });
      }
      return new Response("", { status: 404 });
    },
  );
  return server;
}
