import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { certificate } from "../support/certificates.ts";
import { proxyServer } from "../support/proxy_server.ts";
import { recordingServer } from "../support/recording_server.ts";

describe("NODE_TLS_REJECT_UNAUTHORIZED", () => {
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
