import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { exportPostman } from "../../../../lib/tools/convert/export/export_postman.ts";
import { readForExport } from "../../../../lib/tools/convert/export/read_for_export.ts";
import { importSource } from "../../../../lib/tools/convert/import_source.ts";

const HOST = { protocol: "http", host: ["h", "example"], port: "8080" };
const RAW = "http://h.example:8080";
const TAKEN =
  "The text of the URL and its parts (host, path, query) differ: the URL has the parts, which Postman sends";

/** A URL of Postman's as newman 6.2 sends it: what the request has, and the beginnings of the notes. */
const URLS: readonly [
  what: string,
  url: Record<string, unknown>,
  written: string,
  params?: readonly unknown[],
  notes?: readonly string[],
][] = [
  [
    "the path differs",
    {
      raw: `${RAW}/prod/1?x=1`,
      ...HOST,
      path: ["staging", "1"],
      query: [{ key: "y", value: "2" }],
    },
    `${RAW}/staging/1?y=2`,
    undefined,
    [TAKEN],
  ],
  [
    "only raw has a query",
    { raw: `${RAW}/n?x=1`, ...HOST, path: ["n"] },
    `${RAW}/n`,
    undefined,
    [TAKEN],
  ],
  [
    "an empty query",
    { raw: `${RAW}/n?x=1`, ...HOST, path: ["n"], query: [] },
    `${RAW}/n`,
    undefined,
    [TAKEN],
  ],
  [
    "a query that is a text",
    { raw: `${RAW}/n?a=1&c`, ...HOST, path: ["n"], query: "a=1&c" },
    `${RAW}/n?a=1&c`,
  ],
  [
    "a query that is a mapping",
    { ...HOST, path: ["n"], query: { a: "1", b: "2" } },
    `${RAW}/n?a=1&b=2`,
  ],
  ["a path that is a text", { ...HOST, path: "/m/o" }, `${RAW}/m/o`],
  [
    "another port, and one that is a number",
    { raw: "http://h.example:1/m", ...HOST, port: 8080, path: ["m"] },
    `${RAW}/m`,
    undefined,
    [TAKEN],
  ],
  [
    "no port, no protocol",
    { raw: `${RAW}/m`, host: "h.example", path: ["m"] },
    "h.example/m",
    undefined,
    [TAKEN],
  ],
  [
    "no protocol but that of HTTP",
    { raw: `${RAW}/m`, host: ["h", "example"], port: "8080", path: ["m"] },
    `${RAW}/m`,
  ],
  [
    "HTTPS that only raw says",
    { raw: "https://h.example/m", host: ["h", "example"], path: ["m"] },
    "h.example/m",
    undefined,
    [TAKEN],
  ],
  [
    "a protocol with its slashes",
    { ...HOST, protocol: "https://", path: ["m"] },
    "https://h.example:8080/m",
  ],
  [
    "a fragment, which nobody sends",
    { raw: `${RAW}/n#a`, ...HOST, path: ["n"], hash: "b" },
    `${RAW}/n#a`,
  ],
  [
    "a user",
    {
      raw: `${RAW}/n`,
      ...HOST,
      path: ["n"],
      auth: { user: "u@x", password: "{{p}}" },
    },
    "http://u%40x:{{p}}@h.example:8080/n",
    undefined,
    [TAKEN],
  ],
  [
    "the user of raw alone",
    { raw: "http://u@h.example:8080/n", ...HOST, path: ["n"] },
    `${RAW}/n`,
    undefined,
    [TAKEN],
  ],
  [
    "another host in a variable",
    { raw: "{{a.b}}/n", host: ["{{c", "d}}"], path: ["n"] },
    "{{c.d}}/n",
    undefined,
    [TAKEN],
  ],
  ["nothing but raw", { raw: `${RAW}/n?x=1` }, `${RAW}/n?x=1`],
  [
    "raw without parts, and a query",
    { raw: `${RAW}/n?x=1`, query: [{ key: "y", value: "1" }] },
    `${RAW}/n?y=1`,
  ],
  [
    "empty parts",
    { raw: `${RAW}/n`, host: [], path: [] },
    `${RAW}/n`,
  ],
  [
    "the same in other writing",
    {
      raw: ` ${RAW}\\a b?q=%20&c=`,
      ...HOST,
      path: ["a b"],
      query: [{ key: "q", value: " " }, { key: "c", value: null }],
    },
    ` ${RAW}\\a b?q= &c`,
  ],
  [
    "a trailing slash",
    { raw: `${RAW}/n/`, ...HOST, path: ["n", ""] },
    `${RAW}/n/`,
  ],
  [
    "a host alone",
    { raw: `${RAW}/`, ...HOST },
    `${RAW}/`,
  ],
  [
    "a path variable of other characters",
    {
      raw: `${RAW}/r/:from-:to`,
      ...HOST,
      path: ["r", ":from-:to"],
      variable: [{ key: "from-:to", value: "1-2" }],
    },
    `${RAW}/r/:from-:to`,
    [{ name: "from-:to", value: "1-2", type: "path" }],
  ],
  [
    "path variables of parts of a segment",
    {
      raw: `${RAW}/r(:id)/:x,:y`,
      ...HOST,
      path: ["r(:id)", ":x,:y"],
      variable: [
        { key: "id", value: "1" },
        { key: "x", value: "2" },
        { key: "y", value: "3" },
      ],
    },
    `${RAW}/r(:id)/:x,:y`,
    [
      { name: "id", value: "1", type: "path", disabled: true },
      { name: "x", value: "2", type: "path", disabled: true },
      { name: "y", value: "3", type: "path", disabled: true },
    ],
    [
      'Switched off the path variable "id"',
      'Switched off the path variable "x"',
      'Switched off the path variable "y"',
    ],
  ],
  [
    "a path variable that says it is disabled",
    {
      raw: `${RAW}/:id`,
      ...HOST,
      path: [":id"],
      variable: [{ key: "id", value: "1", disabled: true }],
    },
    `${RAW}/:id`,
    [{ name: "id", value: "1", type: "path" }],
  ],
  [
    "a path variable whose name is a placeholder",
    {
      raw: `${RAW}/:{{v}}`,
      ...HOST,
      path: [":{{v}}"],
      variable: [{ key: "{{v}}", value: "1" }],
    },
    `${RAW}/:{{v}}`,
    [{ name: "{{v}}", value: "1", type: "path" }],
    ['The path variable "{{v}}" is not replaced'],
  ],
  [
    "a path variable of other characters without a value",
    {
      raw: `${RAW}/:1st?a=b`,
      ...HOST,
      path: [":1st"],
      query: [{ key: "a", value: "b" }],
      variable: [{ key: "1st", value: "" }],
    },
    `${RAW}/:1st?a=b`,
    [{ name: "1st", value: "", type: "path" }],
    ['The path parameter "1st" is empty'],
  ],
];

describe("a URL of Postman's", () => {
  for (const [what, url, written, params, notes = []] of URLS) {
    it(what, async () => {
      const text = JSON.stringify({
        info: { name: "C" },
        item: [{ name: "R", request: { method: "GET", url } }],
      });
      const { value } = await importSource({
        name: "c.json",
        main: "c.json",
        files: new Map([["c.json", text]]),
      });
      const [item] = value!.items;
      assert(item.kind === "request");
      assertEquals(item.request.http!.url, written);
      assertEquals<unknown>(item.request.http!.params, params);
      assertEquals(
        value!.notes.map(({ message }, index) =>
          message.slice(0, notes[index]?.length)
        ),
        notes,
      );
    });
  }
});

/** A path with its parameters, and the parts that Postman gets for the same request. */
const EXPORTED: readonly [
  path: string,
  params: string,
  path: readonly string[],
  variable?: readonly unknown[],
  hash?: string,
][] = [
  ["/r(:id)", "{name: id, value: '1', type: path}", ["r(1)"]],
  [
    "/:a.json",
    "{name: a.json, value: b/c, type: path}",
    ["b%2Fc"],
  ],
  [
    "/:a.json",
    "{name: a, value: b, type: path}",
    [":a.json"],
    [{ key: "a", value: "b" }],
  ],
  [
    "/x(k=':id')/:id",
    "{name: id, value: '1', type: path}",
    ["x(k='1')", ":id"],
    [{ key: "id", value: "1" }],
  ],
  [
    "/:id",
    "{name: id, value: '1', type: path, disabled: true}",
    [":id"],
    [{ key: "id", value: ":id" }],
  ],
  [
    "/:from-:to?a=1#f",
    "{name: 'from-:to', value: 1-2, type: path}",
    [":from-:to"],
    [{ key: "from-:to", value: "1-2" }],
    "f",
  ],
];

describe("a path exported to Postman", () => {
  for (const [path, params, parts, variable, hash] of EXPORTED) {
    it(`${path} with ${params}`, () => {
      const { value } = readForExport(
        new Map([
          ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
          [
            "r.yml",
            `info: {name: R, type: http}\nhttp: {url: "${RAW}${path}", params: [${params}]}\n`,
          ],
        ]),
        "opencollection.yml",
        "postman",
      );
      const { item: [{ request: { url } }] } = JSON.parse(
        exportPostman(value!).collection,
      );
      assertEquals(url.path, parts);
      assertEquals(url.variable, variable);
      assertEquals(url.hash, hash);
    });
  }
});
