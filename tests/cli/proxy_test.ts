import { assertEquals, assertStringIncludes } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { proxyServer, type TestProxy } from "../support/proxy_server.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

describe("a collection's proxy", () => {
  const brace = braceRows();
  let cwd: string;
  let server: RecordingServer;
  let proxy: TestProxy;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer();
    proxy = proxyServer({ kind: "http" });
    await Deno.writeTextFile(
      `${cwd}/opencollection.yml`,
      `opencollection: 1.0.0
info: {name: Behind a proxy}
config:
  proxy: {config: {hostname: "{{proxy}}", port: ${proxy.port}}}
request: {variables: [{name: proxy, value: 127.0.0.1}]}
`,
    );
    await Deno.writeTextFile(
      `${cwd}/get.yml`,
      `info: {name: get}\nhttp: {method: GET, url: "http://a.invalid:${server.port}/"}\n`,
    );
  });

  afterAll(async () => {
    await Deno.remove(cwd, { recursive: true });
    await proxy[Symbol.asyncDispose]();
    await server.close();
  });

  const run = (...args: string[]) => brace(["run", ".", ...args], { cwd });

  it("is listed with the declared hosts, and marked, unless another one is used", async () => {
    const host = `a.invalid:${server.port}`;
    const lines = [host, `127.0.0.1:${proxy.port} (proxy)`, ""].join("\n");
    const only = `${host}\n`;
    assertEquals((await run("--print-hosts")).stdout, lines);
    assertEquals((await run("--print-hosts", "--no-proxy")).stdout, only);
    assertEquals((await run("--print-hosts", "--proxy=b:1")).stdout, only);
  });

  it("is declared, and denied where --deny-net says so", async () => {
    assertEquals((await run()).code, 0);
    assertEquals(proxy.asked.length, 1);
    const { code, stdout } = await run(`--deny-net=127.0.0.1:${proxy.port}`);
    assertEquals(code, 6);
    assertStringIncludes(
      stdout.replace(/\s+/g, " "),
      `through the proxy "127.0.0.1:${proxy.port}": the rule "127.0.0.1:${proxy.port}" denies it (take it out of --deny-net)`,
    );
    assertEquals(proxy.asked.length, 1);
  });

  it("that is not in use may hold placeholders that nothing resolves", async () => {
    const folder = await Deno.makeTempDir();
    for (
      const written of [
        "{disabled: true, config: {hostname: '{{nowhere}}'}}",
        "{inherit: true, config: {hostname: '{{nowhere}}'}}",
        "{inherit: 'true', config: {hostname: 'no host!'}}",
        "{disabled: 'true', config: {hostname: 'no host!'}}",
        "{inherit: false, config: {hostname: '', auth: {username: '{{nobody}}'}}}",
        "{inherit: false, config: null}",
        `{config: {hostname: 127.0.0.1, port: ${proxy.port}, auth: {disabled: true, username: '{{nobody}}'}}}`,
        "inherit",
        "none",
        "off",
        "disabled",
        "false",
      ]
    ) {
      await Deno.writeTextFile(
        `${folder}/opencollection.yml`,
        `opencollection: 1.0.0
info: {name: Unused}
config: {proxy: ${written}}
`,
      );
      await Deno.writeTextFile(
        `${folder}/get.yml`,
        `info: {name: get}\nhttp: {method: GET, url: "${server.url}/"}\n`,
      );
      assertEquals((await brace(["run", folder])).code, 0, written);
    }
    await Deno.remove(folder, { recursive: true });
  });

  for (
    const [part, written] of [
      ["proxy", "{config: {hostname: '{{where}}'}}"],
      [
        "clientCertificates",
        "[{domain: a.invalid, type: pem, certificateFilePath: '{{where}}', privateKeyFilePath: k}]",
      ],
    ]
  ) {
    it(`of another environment is named, in ${part}`, async () => {
      const folder = await Deno.makeTempDir();
      await Deno.mkdir(`${folder}/environments`);
      for (
        const [name, text] of [
          [
            "opencollection.yml",
            `info: {name: Elsewhere}\nconfig: {${part}: ${written}}\n`,
          ],
          ["environments/dev.yml", "variables: [{name: where, value: b}]\n"],
          [
            "get.yml",
            "info: {name: get}\nhttp: {method: GET, url: 'http://a.invalid/'}\n",
          ],
        ]
      ) await Deno.writeTextFile(`${folder}/${name}`, text);
      const { code, stderr } = await brace(["run", folder]);
      assertEquals(code, 2);
      assertStringIncludes(
        stderr.replace(/\s+/g, " "),
        '"where" is defined by the environment "dev", which is not selected: --env dev',
      );
      assertEquals(stderr.match(/^error /gm)?.length, 1, stderr);
      await Deno.remove(folder, { recursive: true });
    });
  }
});
