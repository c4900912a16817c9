import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { braceRows } from "../support/brace_rows.ts";
import { inFolder } from "../support/in_folder.ts";

/** A line of a script that fails at `boom()`, and how it is shown where it is not shown as it is. */
const ROWS: readonly [line: string, shown?: string][] = [
  ["send({ token: boom() });"],
  ["send({ token: get(), z: boom() });"],
  [
    'send({ "api_key": get("k") + "x", z: boom() });',
    'send({ "api_key": get("k") + "***", z: boom() });',
  ],
  // All texts of a value that has a secret's name, but for arguments, keys and schemes.
  [
    'const password = get("p") || "sec"; boom();',
    'const password = get("p") || "***"; boom();',
  ],
  [
    'h.apiKey = h["x"] ? "sec" : (h.y ?? `abc`); boom();',
    'h.apiKey = h["x"] ? "***" : (h.y ?? `***`); boom();',
  ],
  [
    'send({ token: h ? "sec" : "abc", z: (h ? token : "z") + boom() });',
    'send({ token: h ? "***" : "***", z: (h ? token : "z") + boom() });',
  ],
  [
    'token = "a" + "sec" + `b${get("c")}d`; boom();',
    'token = "***" + "***" + `***${get("c")}***`; boom();',
  ],
  [
    'client.setVar("token", get("t") || "sec"); boom();',
    'client.setVar("token", get("t") || "***"); boom();',
  ],
  [
    'const { token: t = get("t") || "sec", ...r } = h; boom();',
    'const { token: t = get("t") || "***", ...r } = h; boom();',
  ],
  [
    'const f = (password = get("p") || "sec") => "z"; boom();',
    'const f = (password = get("p") || "***") => "z"; boom();',
  ],
  [
    'const secrets = { "a": ["sec-1", get("b")] }, c = "d"; boom();',
    'const secrets = { "a": ["***", get("b")] }, c = "d"; boom();',
  ],
  ['send({ token: (h ? "Bearer " : "") + get("t"), z: boom() });'],
  ["send({ Authorization: `Basic ${get(1)}:${get(2)}`, z: boom() });"],
  ['const getToken = () => { const a = "b"; return get("t"); }; boom();'],
  ['const passwordField = "input", tokenUrl = "/a"; boom();'],
  ["send({ token: `${get(1)}`, z: boom() });"],
  ['send({ Authorization: "Bearer " + get("t") + boom() });'],
  ['send({ signature: "sha256=" + boom() });'],
  ["const password = get('password'), pin = boom();"],
  ["token = h.token; token = boom();"],
  [
    'const password = "s3cretPass99"; boom();',
    'const password = "***"; boom();',
  ],
  [
    "client.setVar('token', 'abcdef'); boom();",
    "client.setVar('token', '***'); boom();",
  ],
  ['token = "abc"; boom();', 'token = "***"; boom();'],
  ['h["X-Api-Key"] = `abc`; boom();', 'h["X-Api-Key"] = `***`; boom();'],
  [
    "send({ pin: 1234, n: 1234, z: boom() });",
    "send({ pin: ***, n: 1234, z: boom() });",
  ],
  [
    'send({ token: "abcdef123456", z: boom() });',
    'send({ token: "***", z: boom() });',
  ],
  [
    'send({ Authorization: "Bearer abcdef123456", z: boom() });',
    'send({ Authorization: "Bearer ***", z: boom() });',
  ],
  [
    "send('/?token=abc' + boom());",
    "send('/?token=***' + boom());",
  ],
  [
    "send(`https://ada:s3cret@h/?token=abc${boom()}`);",
    "send(`https://ada:***@h/?token=***${boom()}`);",
  ],
  [
    `boom(); send('{"password": "abc"}'); // token: abc`,
    `boom(); send('{"password": "***"}'); // token: ***`,
  ],
];

const GET = "function get() { return 1; } function send() {}";

/** Files whose script has a line, by where it is. */
const PLACES: Readonly<
  Record<string, (line: string) => readonly [path: string, text: string][]>
> = {
  "a block of YAML": (line) => [
    ["c/opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
    [
      "c/a.yml",
      `info: {name: A, type: http}
http: {url: "http://127.0.0.1:9/"}
runtime:
  scripts:
  - type: before-request
    code: |-
      let token, h = {};
      ${GET}
      ${line}
`,
    ],
  ],
  "a .bru file": (line) => [
    ["c/bruno.json", '{"version": "1", "name": "C", "type": "collection"}'],
    [
      "c/a.bru",
      `meta {
  name: A
}

get {
  url: http://127.0.0.1:9/
}

script:pre-request {
  let token, h = {}, client = bru;
  ${GET}
  ${line}
}
`,
    ],
  ],
  "a module": (line) => [
    ["c/opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
    [
      "c/a.yml",
      `info: {name: A, type: http}
http: {url: "http://127.0.0.1:9/"}
runtime: {scripts: [{type: before-request, code: "require('./lib.js')"}]}
`,
    ],
    [
      "c/lib.js",
      `let token, h = {}, client = { setVar() {} };\n${GET}\n${line}\n`,
    ],
  ],
};

describe("a line of a script that a problem shows", () => {
  const brace = braceRows();

  for (const [place, filesWith] of Object.entries(PLACES)) {
    for (const [line, expected = line] of ROWS) {
      it(`in ${place}: ${expected}`, async () => {
        await inFolder([...filesWith(line)], async (cwd) => {
          const { stdout } = await brace(
            ["run", "c", "--reporter", "json=r.json"],
            { cwd },
          );
          const lines = stdout.split("\n");
          const at = lines.findIndex((it) =>
            /^ +\d+ \| /.test(it) && it.endsWith(expected)
          );
          const shown = lines[at] ?? "";
          assertStringIncludes(shown, expected, stdout);
          assertEquals(
            lines[at + 1].indexOf("^"),
            shown.indexOf("boom()"),
            stdout,
          );
          const report = await Deno.readTextFile(`${cwd}/r.json`);
          assertStringIncludes(report, JSON.stringify(expected).slice(1, -1));
        });
      });
    }
  }

  it("has the masks of YAML around the script", async () => {
    await inFolder([
      ["c/opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
      [
        "c/a.yml",
        `info: {name: A, type: http}
http: {url: "http://127.0.0.1:9/"}
runtime: {variables: [{name: apiKey, value: abc}], scripts: [{type: before-request, code: "boom({ token: get() })"}], x: {token: abc}}
`,
      ],
    ], async (cwd) => {
      const { stdout } = await brace(["run", "c"], { cwd });
      assertStringIncludes(stdout, "boom({ token: get() })");
      assertEquals(stdout.includes("abc"), false, stdout);
    });
  });
});
