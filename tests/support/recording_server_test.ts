import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { recordingServer } from "./recording_server.ts";

describe("recordingServer", () => {
  it("records the exact bytes and keeps a connection open", async () => {
    await using server = recordingServer((request) => ({
      json: { at: request.target },
    }));
    using conn = await Deno.connect({
      hostname: "127.0.0.1",
      port: server.port,
    });
    const buffer = new Uint8Array(4096);
    const exchange = async (text: string) => {
      await conn.write(new TextEncoder().encode(text));
      const n = await conn.read(buffer);
      return new TextDecoder().decode(buffer.subarray(0, n ?? 0));
    };
    const first = await exchange(
      "PUT /a/../b?x HTTP/1.1\r\nhOST: h\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 4\r\n\r\nbody",
    );
    assertEquals(
      first,
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 18\r\n\r\n{"at":"/a/../b?x"}',
    );
    await exchange(
      "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
    );
    const [put, post] = server.requests;
    assertEquals(put.method, "PUT");
    assertEquals(put.target, "/a/../b?x");
    assertEquals(put.rawHeaders, [
      ["hOST", "h"],
      ["X-A", "1"],
      ["x-a", "2"],
      ["Content-Length", "4"],
    ]);
    assertEquals(put.headers("X-a"), ["1", "2"]);
    assertEquals(put.text, "body");
    assertEquals(post.text, "abcde");
    assertEquals(post.connection, 0);
  });

  it("writes raw responses and closes", async () => {
    await using server = recordingServer(() => ({ raw: ["HTTP/1", ".1 2"] }));
    using conn = await Deno.connect({
      hostname: "127.0.0.1",
      port: server.port,
    });
    await conn.write(new TextEncoder().encode("GET / HTTP/1.1\r\n\r\n"));
    const text = await new Response(conn.readable).text();
    assertEquals(text, "HTTP/1.1 2");
  });
});
