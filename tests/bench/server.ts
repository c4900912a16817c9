// Answers every request, in a process of its own; prints its address.
if (import.meta.main) {
  Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    onListen: ({ port }) => console.log(`http://127.0.0.1:${port}/`),
  }, () => Response.json({ hello: "world", items: [{ id: 1, name: "a" }] }));
}
