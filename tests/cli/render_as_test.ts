import { assert, assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import { brace } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordedRequest,
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/** Requests whose details no shell, no language and no client may change. */
const REQUESTS: Record<string, string> = {
  plain: 'http: { method: GET, url: "{{base}}/plain" }',
  query:
    'http: { method: GET, url: "{{base}}/q?a=%20b&flag&c=[1]{2}&d=it\'s" }',
  dots: 'http: { method: GET, url: "{{base}}/a/../b/./c" }',
  headers: `http:
  method: GET
  url: "{{base}}/h"
  headers:
    - { name: X-Quotes, value: "it's \\"quoted\\" $HOME \`x\` \\\\ %d" }
    - { name: X-Twice, value: one }
    - { name: X-Twice, value: two }
    - { name: X-Empty, value: "" }`,
  json: `http:
  method: POST
  url: "{{base}}/json"
  body: { type: json, data: '{"a": "it''s ü 😀 \\\\n \\"q\\" $x", "n": 1}' }`,
  text: `http:
  method: PUT
  url: "{{base}}/text"
  body:
    type: text
    data: |
      @not a file
      two lines`,
  form: `http:
  method: POST
  url: "{{base}}/form"
  body: { type: form-urlencoded, data: [{ name: a b, value: "1&2=3" }, { name: c, value: "ü" }] }`,
  "delete": 'http: { method: DELETE, url: "{{base}}/d" }',
  basic: `http:
  method: GET
  url: "{{base}}/basic"
  auth: { type: apikey, key: X-Plain, value: abc, placement: query }`,
};
/** Headers that each client has its own of. */
const OWN =
  /^(?:host|user-agent|accept|accept-encoding|accept-language|sec-fetch-mode|connection|content-length)$/i;

describe("brace render --as", () => {
  let cwd: string;
  let server: RecordingServer;

  beforeAll(async () => {
    cwd = await Deno.makeTempDir();
    server = recordingServer(() => ({ json: {} }));
    await Deno.writeTextFile(
      `${cwd}/opencollection.yml`,
      `info: { name: As }
request:
  variables: [{ name: base, value: "${server.url}" }]
`,
    );
    for (const [name, text] of Object.entries(REQUESTS)) {
      await Deno.writeTextFile(`${cwd}/${name}.yml`, `${text}\n`);
    }
  });

  afterAll(async () => {
    await server.close();
    await Deno.remove(cwd, { recursive: true });
  });

  async function rendered(name: string, form: string): Promise<string> {
    const { code, stdout, stderr } = await brace(
      ["render", `${name}.yml`, `--as=${form}`, "--undefined=keep"],
      { cwd },
    );
    assertEquals([code, stderr], [0, ""], stdout);
    return stdout;
  }

  /** What arrives when Brace sends it itself, and when something else does. */
  async function both(
    name: string,
    send: () => Promise<void>,
  ): Promise<[RecordedRequest, RecordedRequest]> {
    const before = server.requests.length;
    const { stdout } = await brace(
      ["run", `${name}.yml`, "--undefined=keep"],
      { cwd },
    );
    await send();
    const [own, other] = server.requests.slice(before);
    assert(own && other, stdout);
    return [own, other];
  }

  function comparable(request: RecordedRequest, { sorted = false } = {}) {
    const headers = request.rawHeaders
      .filter(([header]) => !OWN.test(header))
      .map(([header, value]) =>
        sorted ? [header.toLowerCase(), value] : [header, value]
      );
    return {
      method: request.method,
      target: request.target,
      headers: sorted ? joined(headers) : headers.map(String).sort(),
      text: request.text,
    };
  }

  for (const name of Object.keys(REQUESTS)) {
    // What is masked is not sent.
    if (name === "basic") continue;
    itNeeds("curl", "sh")(`curl sends the same: ${name}`, async () => {
      const command = await rendered(name, "curl");
      const [own, other] = await both(name, () => run("sh", command, cwd));
      assertEquals(comparable(other), comparable(own), command);
    });

    // A client of the web takes dot segments out.
    if (name === "dots") continue;
    it(`fetch sends the same: ${name}`, async () => {
      const code = await rendered(name, "fetch");
      const [own, other] = await both(name, async () => {
        const module = `data:application/typescript;base64,${
          btoa(String.fromCharCode(...new TextEncoder().encode(silent(code))))
        }`;
        await import(module);
      });
      const options = { sorted: true };
      assertEquals(
        withoutEscapes(comparable(other, options)),
        withoutEscapes(comparable(own, options)),
        code,
      );
    });
  }

  it("an archive is one that can be imported", async () => {
    const { stdout } = await brace(["render", "--as=har"], { cwd });
    await Deno.writeTextFile(`${cwd}/all.har`, stdout);
    const { code, stdout: report } = await brace(
      ["import", "all.har", "-o", "again"],
      { cwd },
    );
    assertEquals(code, 0);
    assert(
      report.includes(`${Object.keys(REQUESTS).length} requests`),
      report,
    );
    await Deno.remove(`${cwd}/again`, { recursive: true });
  });

  it("a file for other clients is one that can be imported", async () => {
    const { stdout } = await brace(["render", "--as=http"], { cwd });
    await Deno.writeTextFile(`${cwd}/all.http`, stdout);
    const { stdout: report } = await brace(
      ["import", "all.http", "-o", "again"],
      { cwd },
    );
    assert(
      report.includes(`${Object.keys(REQUESTS).length} requests`),
      report,
    );
    await Deno.remove(`${cwd}/again`, { recursive: true });
  });

  it("secrets are masked; --reveal is for terminals", async () => {
    const hidden = await brace(
      ["render", "basic.yml", "--as=curl", "--var=base=http://127.0.0.1"],
      { cwd },
    );
    assert(!hidden.stdout.includes("abc"), hidden.stdout);
    const refused = await brace(
      ["render", "basic.yml", "--as=curl", "--reveal"],
      { cwd },
    );
    assertEquals([refused.code, refused.stdout], [2, ""]);
    assert(refused.stderr.includes("terminal"), refused.stderr);
  });

  const WRONG: [args: string[], says: string][] = [
    [["--as=word"], "not one of"],
    [["--as=curl", "--provenance"], "--provenance"],
    [["--reveal"], "without"],
  ];
  for (const [args, says] of WRONG) {
    it(`refuses ${args.join(" ")}`, async () => {
      const { code, stderr } = await brace(["render", ...args], { cwd });
      assertEquals(code, 2);
      assert(stderr.includes(says), stderr);
    });
  }
});

async function run(shell: string, script: string, cwd: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(shell, {
    args: ["-c", script.replaceAll("curl ", "curl -sS ")],
    cwd,
    stdin: "null",
  }).output();
  assert(success, new TextDecoder().decode(stderr));
}

function silent(code: string): string {
  return code.replace(/console\.log\((.*)\);/, "void ($1);");
}

/** fetch joins headers of one name. */
function joined(headers: readonly (readonly string[])[]): string[] {
  const all = new Map<string, string>();
  for (const [name, value] of headers) {
    const known = all.get(name);
    all.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return [...all].map(([name, value]) => `${name}: ${value}`).sort();
}

/** A client of the web writes a few characters of a URL otherwise. */
function withoutEscapes<T extends { target: string }>(request: T): T {
  return { ...request, target: decodeURIComponent(request.target) };
}
