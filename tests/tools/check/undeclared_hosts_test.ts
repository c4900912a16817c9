import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { checkCollection } from "../../../lib/tools/check/check_collection.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import type { CheckOptions } from "../../../lib/tools/check/types.ts";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";

/** What a check of files warns about hosts: the place, and the host. */
function told(
  files: Record<string, string>,
  options: CheckOptions = {},
): string[] {
  const { value, diagnostics } = readCollection({
    root: "",
    files: new Map([
      ["opencollection.yml", "info: {name: A}"],
      ...Object.entries(files),
    ]),
  });
  assertEquals(diagnostics, []);
  return checkCollection(value!, { readScript, ...options })
    .filter(({ code }) => code === "PERMISSION")
    .map(({ severity, message, location, environments = [] }) => {
      const { file, offset, line, length = 0 } = location ?? {};
      const [, host] = /to "([^"]+)": the host is not declared/.exec(message) ??
        [undefined, message];
      return [severity, file, offset ?? `line ${line}`, length, host]
        .concat(environments).join(" ");
    });
}

const request = (
  code: string,
  { url = "http://a.example/", dialect = "" } = {},
) =>
  `info: {name: R, type: http}
http: {method: GET, url: "${url}"}
runtime:
  scripts:
    - type: before-request
${dialect && `      extensions: {brace: {dialect: ${dialect}}}\n`}      code: ${
    JSON.stringify(code)
  }
`;

/** A script, and the stretches of it that are told, each with its host. */
const ROWS: readonly [code: string, ...told: string[]][] = [
  ['fetch("https://o.example/x?a=1")', "https://o.example o.example:443"],
  ["fetch('http://o.example:8080')", "http://o.example:8080 o.example:8080"],
  [
    'client.sendRequest({ method: "POST", url: "http://localhost:9/token" })',
    "http://localhost:9 localhost:9",
  ],
  [
    "const u = 'https://o.example'; const c = { url: u + '/x/' + id }; bru.sendRequest(c)",
    "https://o.example o.example:443",
  ],
  ["fetch(`https://o.example/${id}`)", "https://o.example o.example:443"],
  [
    "const axios = require('axios'); axios.post('https://o.example/', {}); axios({ url: 'https://p.example' })",
    "https://o.example o.example:443",
    "https://p.example p.example:443",
  ],
  [
    "if (x) { function f() { fetch('https://o.example').then((r) => r.json()) } }",
    "https://o.example o.example:443",
  ],
  // Declared.
  ["fetch('http://a.example/other')"],
  ["fetch('http://A.example:80/other')"],
  // Only the run tells the host.
  ["fetch(`https://${host}/x`); fetch('https://' + host + '/x')"],
  ["fetch(`https://o.example${rest}`); fetch('https://o.example' + rest)"],
  ["fetch('https://{{host}}/x'); fetch('{{base}}/x'); fetch('/x'); fetch(u)"],
  ["let u = 'https://o.example'; u = base; fetch(u)"],
  ["const c = { url: 'https://o.example' }; c.url = base; fetch(c)"],
  ["const c = { url: 'https://o.example', ...more }; client.sendRequest(c)"],
  ["const u = u + '/x'; fetch(u)"],
  ["client.sendRequest({ [url]: 'https://o.example' })"],
  // The script goes on.
  ["try { await fetch('https://o.example') } catch { }"],
  ["fetch('https://o.example').then((r) => r.json()).catch(() => 0)"],
  ["fetch('https://o.example').then((r) => r.json(), () => 0)"],
  ["expect(() => fetch('https://o.example')).to.throw()"],
  // Something else.
  ["const fetch = (url) => url; fetch('https://o.example')"],
  ["axios.get('https://o.example'); my.sendRequest('https://o.example')"],
  ["client.setVar('u', 'https://o.example')"],
];

describe("checking the hosts that scripts send to", () => {
  for (const [code, ...expected] of ROWS) {
    it(code, () => {
      const found = told({ "a.yml": request(code) }).map((it) => {
        const [, , at, length, host] = it.split(" ");
        return `${code.slice(Number(at), Number(at) + Number(length))} ${host}`;
      });
      assertEquals(found, expected);
    });
  }

  it("takes what pm.sendRequest gets", () => {
    const code =
      'pm.sendRequest("https://o.example/x", () => {}); pm.sendRequest({ url: "https://p.example" }, () => {})';
    assertEquals(
      told({ "a.yml": request(code, { dialect: "postman" }) }),
      [
        "warning a.yml 16 17 o.example:443",
        "warning a.yml 72 17 p.example:443",
      ],
    );
  });

  it("takes what pm.sendRequest gets also where the failure is handled", () => {
    for (
      const code of [
        "try { await pm.sendRequest(URL) } catch { }",
        "try { pm.sendRequest(URL, () => {}) } catch { }",
        "pm.sendRequest(URL).catch(() => {})",
        "pm.sendRequest(URL).then(() => {}, () => {})",
        "const { sendRequest } = pm; sendRequest(URL).catch(() => {})",
      ]
    ) {
      const text = code.replace("URL", "'https://o.example/x'");
      const found = told({ "a.yml": request(text, { dialect: "postman" }) });
      assertEquals(
        found,
        [`warning a.yml ${text.indexOf("http")} 17 o.example:443`],
        code,
      );
    }
  });

  it("leaves out what the run allows", () => {
    const code =
      "fetch('http://o.example/'); fetch('http://p.example:81/'); fetch('http://q.example/')";
    const hosts = (allowNet: CheckOptions["allowNet"]) =>
      told({ "a.yml": request(code) }, allowNet && { allowNet })
        .map((it) => it.split(" ").at(-1));
    assertEquals(hosts(undefined).length, 3);
    assertEquals(hosts(true), []);
    assertEquals(hosts(["p.example", "o.example:443"]), [
      "o.example:80",
      "q.example:80",
    ]);
    assertEquals(hosts(["*.example:80"]), ["p.example:81"]);
  });

  it("knows the hosts of all requests, of tokens and of the collection's file", () => {
    const code =
      "fetch('http://b.example/'); fetch('http://t.example/'); fetch('http://h.example/')";
    const files = {
      "a.yml": request(code),
      "b.yml": request("", { url: "http://b.example" }),
      "c.yml": `info: {name: C, type: http}
http:
  method: GET
  url: http://a.example
  auth: {type: oauth2, flow: client_credentials, accessTokenUrl: "http://t.example/token", credentials: {clientId: i, clientSecret: s}}
`,
      "opencollection.yml":
        "info: {name: A}\nextensions: {brace: {hosts: [h.example]}}",
    };
    assertEquals(told(files), []);
    const { "b.yml": _, ...without } = files;
    assertEquals(told(without), ["warning a.yml 7 16 b.example:80"]);
  });

  it("tells of a script of a folder once, and of the environments that lack the host", () => {
    const scripts =
      "request:\n  scripts: [{type: before-request, code: \"fetch('http://o.example/')\"}]";
    assertEquals(
      told({
        "f/folder.yml": scripts,
        "f/a.yml": request("", { url: "{{base}}/a" }),
        "f/b.yml": request("", { url: "{{base}}/b" }),
        "environments/one.yml":
          "variables: [{name: base, value: 'http://o.example'}]",
        "environments/two.yml":
          "variables: [{name: base, value: 'http://p.example'}]",
      }),
      ["warning f/folder.yml 7 16 o.example:80 two"],
    );
  });

  it("leaves out a script of a folder for requests of another type", () => {
    const found = (type: string) =>
      told({
        "f/folder.yml":
          `request:\n  scripts: [{type: before-request, extensions: {brace: {for: ${type}}}, code: "fetch('http://o.example/')"}]`,
        "f/a.yml": request(""),
      });
    assertEquals(found("graphql"), []);
    assertEquals(found("http"), ["warning f/folder.yml 7 16 o.example:80"]);
  });

  it("looks into files that scripts require, but not outside of the sandbox", () => {
    const files = { "a.yml": request("require('./lib.js')") };
    const readFile = (path: string) =>
      path === "lib.js"
        ? "module.exports = () =>\n  fetch('http://o.example/');"
        : undefined;
    assertEquals(told(files, { readFile }), [
      "warning lib.js line 2 16 o.example:80",
    ]);
    assertEquals(told(files, { readFile, trustScripts: true }), []);
  });

  it("says what to do about it", () => {
    const { value } = readCollection({
      root: "",
      files: new Map([
        ["opencollection.yml", "info: {name: A}"],
        ["a.yml", request("fetch('http://o.example/')")],
      ]),
    });
    const [found] = checkCollection(value!, { readScript });
    assertEquals(
      inFlags(found).message,
      'Cannot send a request from a script to "o.example:80": the host is not declared (allow it with --allow-net=o.example:80, or declare it with extensions: { brace: { hosts: ["o.example:80"] } } in opencollection.yml)',
    );
  });
});
