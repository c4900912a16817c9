// Answers every request, plain and by TLS, in a process of its own; prints its two addresses.
if (import.meta.main) {
  const respond = () =>
    Response.json({ hello: "world", items: [{ id: 1, name: "a" }] });
  const read = (file: string) =>
    Deno.readTextFileSync(
      new URL(`../../fixtures/tls/${file}`, import.meta.url),
    );
  const options = { port: 0, hostname: "127.0.0.1", onListen() {} };
  const plain = Deno.serve(options, respond);
  const secure = Deno.serve({
    ...options,
    cert: read("server.crt"),
    key: read("server.key"),
  }, respond);
  const { port } = plain.addr;
  console.log(
    `http://127.0.0.1:${port}/ https://127.0.0.1:${secure.addr.port}/`,
  );
}
