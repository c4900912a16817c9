import { createServer } from "node:tls";
import type { AddressInfo } from "node:net";
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { certificate, certificatePath } from "../support/certificates.ts";
import { proxyServer } from "../support/proxy_server.ts";
import { recordingServer } from "../support/recording_server.ts";

describe("NODE_TLS_REJECT_UNAUTHORIZED", () => {
  const brace = braceRows();
  it("switches no check off, and that is said once", async () => {
    const tls = await certificate("self-signed");
    await using server = recordingServer(undefined, { tls });
    await using proxy = proxyServer({ kind: "http", tls });
    const cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${cwd}/opencollection.yml`,
      "opencollection: 1.0.0\ninfo: {name: TLS}\n",
    );
    for (const name of ["a", "b"]) {
      await Deno.writeTextFile(
        `${cwd}/${name}.yml`,
        `info: {name: ${name}}\nhttp: {method: GET, url: "https://localhost:${server.port}/"}\n`,
      );
    }
    const warning =
      'Cannot switch certificate checks off with "NODE_TLS_REJECT_UNAUTHORIZED=0": Brace ignores it (--insecure accepts any certificate)';
    const run = async (value: string, ...args: string[]) => {
      const { code, stdout, stderr } = await brace(["run", ".", ...args], {
        cwd,
        env: { NODE_TLS_REJECT_UNAUTHORIZED: value },
      });
      const text = (stdout + stderr).replace(/\s+/g, " ");
      return [code, text.split(warning).length - 1];
    };
    assertEquals(await run("0"), [4, 1]);
    assertEquals(await run("0", "--http2"), [4, 1]);
    assertEquals(await run("0", `--proxy=https://127.0.0.1:${proxy.port}`), [
      4,
      1,
    ]);
    assertEquals([server.requests, proxy.asked], [[], []]);
    assertEquals(await run("1"), [4, 0]);
    assertEquals(await run("0", "--insecure"), [0, 1]);
    await Deno.remove(cwd, { recursive: true });
  });
});

describe("a run over https", () => {
  const brace = braceRows();
  it("asks for facts of TLS only where something shows them", async () => {
    // Without a word of TLS at the end, which only Deno's own TLS notices.
    const server = createServer(await certificate(), (socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        const raw = "HTTP/1.1 200 OK\r\n\r\nab";
        socket.write(raw, () => setTimeout(() => socket.destroy(), 50));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const cwd = await Deno.makeTempDir();
    await Deno.writeTextFile(
      `${cwd}/a.yml`,
      `info: {name: a}\nitems:\n- info: {name: b, type: http}\n  http: {method: GET, url: "https://127.0.0.1:${port}/"}\n`,
    );
    const run = async (...args: string[]) => {
      const ca = certificatePath("ca.crt");
      const { code, stdout } = await brace(
        ["run", "a.yml", "--ca", ca, ...args],
        { cwd },
      );
      return [code, /RESPONSE_CUT|unframed|TLSv1\.3/.exec(stdout)?.[0]];
    };
    assertEquals(await run(), [4, "RESPONSE_CUT"]);
    assertEquals(await run("--verbose"), [0, "TLSv1.3"]);
    assertEquals(await run("--reporter=json=a.json"), [0, undefined]);
    const report = await Deno.readTextFile(`${cwd}/a.json`);
    assertEquals(/TLSv1\.\d/.exec(report)?.[0], "TLSv1.3");
    await new Promise((done) => server.close(done));
    await Deno.remove(cwd, { recursive: true });
  });
});
