import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  bruKind,
  parseBru,
} from "../../../lib/core/collection/bru/parse_bru.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type { BruPlaces } from "../../../lib/core/collection/bru/shape.ts";
import { valueUnits } from "../../../lib/core/collection/bru/value_units.ts";
import { locate } from "../../../lib/host/locate/locate.ts";
import { YamlFiles } from "../../../lib/host/locate/yaml_files.ts";
import { locationOf } from "../../../lib/core/source/diagnostic.ts";
import { formatDiagnostic } from "../../../lib/core/source/format_diagnostic.ts";
import { parseBlocks } from "../../../lib/core/collection/bru/parse_blocks.ts";

const CONSTRUCTS = new URL(
  "../../../fixtures/collections/bru/collection/",
  import.meta.url,
);
const EVERYTHING = Deno.readTextFileSync(
  new URL("users/everything.bru", CONSTRUCTS),
);

describe(".bru files", () => {
  // What is read from each construct is in fixtures/collections/bru.
  for (
    const path of [
      "users/everything.bru",
      "users/folder.bru",
      "bodies/multi.bru",
      "bodies/crlf.bru",
      "bodies/textb.bru",
      "auth/auth8.bru",
      "environments/Prod.bru",
    ]
  ) {
    it(`every value of ${path} is where its place says`, () => {
      const source = Deno.readTextFileSync(new URL(path, CONSTRUCTS));
      const places: BruPlaces = new Map();
      parseBru(path, source, { kind: bruKind(path), places });
      let values = 0;
      for (const [container, keys] of places) {
        for (const [key, { value }] of keys) {
          const text = Reflect.get(container, key);
          if (!value || typeof text !== "string" || value.text !== text) {
            continue;
          }
          const units = valueUnits(source, value);
          assertEquals(units.text, text);
          for (let index = 0; index < text.length; index++) {
            const written = source[units.at[index]];
            assert(
              written === text[index] ||
                text[index] === "\n" && written === "\r",
              `${text} at ${index}`,
            );
          }
          values++;
        }
      }
      assert(values > 3, `${values} values`);
    });
  }

  const PLACES: [keys: (string | number)[], offset: number, at: string][] = [
    [["http", "url"], 0, "12:8"],
    [["http", "url"], 2, "12:10"],
    [["http", "method"], 0, "11:1"],
    [["http", "headers", 2, "name"], 0, "30:4"],
    [["http", "body", "data"], 9, "42:10"],
    [["runtime", "variables", 5, "value", "data"], 4, "59:7"],
    [["runtime", "scripts", 0, "code"], 21, "82:4"],
    [["runtime", "assertions", 0, "value"], 0, "71:18"],
    [["runtime", "assertions", 3, "operator"], 0, "74:13"],
    [["http", "body", "nothing"], 0, "40:1"],
  ];
  for (const [keys, offset, at] of PLACES) {
    it(`finds ${keys.join(".")} + ${offset}`, async () => {
      const [{ location }] = await locate(
        [{
          code: "UNDEFINED_VARIABLE",
          severity: "error",
          message: "",
          location: locationOf({ file: "users/everything.bru", path: keys }, {
            offset,
          }),
        }],
        new YamlFiles(() => EVERYTHING),
      );
      assertEquals(`${location?.line}:${location?.column}`, at);
    });
  }

  it("finds a certificate's file in bruno.json", async () => {
    const keys = ["config", "clientCertificates", 0, "certificateFilePath"];
    const text =
      '{\n  "clientCertificates": {"certs": [\n    {"certFilePath": "a.pem"}]}\n}\n';
    const [{ location }] = await locate(
      [{
        code: "MISSING_PATH",
        severity: "error",
        message: "",
        location: locationOf({ file: "bruno.json", path: keys }),
      }],
      new YamlFiles(() => text),
    );
    assertEquals(`${location?.line}:${location?.column}`, "3:23");
  });

  for (
    const [text, at, why] of [
      ['{"name": "x",\n  foo }', "2:3", "expected a property name in quotes"],
      ['{\n  "name": "x"', "2:14", "it ends too early"],
      [
        '<<<<<<< HEAD\n{"name": "x"}\n=======\n{"name": "y"}\n>>>>>>> b\n',
        "1:1",
        '"<<<<<<<" marks a merge conflict that is not resolved',
      ],
    ]
  ) {
    it(`says where bruno.json stops being JSON: ${at}`, () => {
      const { diagnostics } = readCollection({
        root: "",
        files: new Map([["bruno.json", text]]),
      });
      const [{ message, location }] = diagnostics;
      assertEquals(`${location?.line}:${location?.column}`, at);
      assertStringIncludes(message, why);
    });
  }

  for (
    const [lines, said, suggestion] of [
      [
        "body: nnoe",
        'Cannot read "body": "nnoe" is unknown (did you mean "none"?)',
        "none",
      ],
      [
        "body: form-urlencode",
        'Cannot read "body": "form-urlencode" is unknown (did you mean "formUrlEncoded"?)',
        "formUrlEncoded",
      ],
      [
        "body: binary",
        'Cannot read "body": "binary" is unknown (use one of none, json, text, xml, sparql, formUrlEncoded, multipartForm, file, graphql)',
        undefined,
      ],
      [
        "auth: bsic",
        'Cannot read "auth": "bsic" is unknown (did you mean "basic"?)',
        "basic",
      ],
      [
        "auth: inherti",
        'Cannot read "auth": "inherti" is unknown (did you mean "inherit"?)',
        "inherit",
      ],
    ]
  ) {
    it(`says which words a request's block takes: ${lines}`, () => {
      const { diagnostics } = readCollection({
        root: "",
        files: new Map([
          ["bruno.json", '{"version": "1", "name": "B", "type": "collection"}'],
          ["a.bru", `post {\n  url: http://localhost\n  ${lines}\n}\n`],
        ]),
      });
      assertEquals(
        diagnostics.map((it) => [it.code, it.message, it.suggestion]),
        [["INVALID_FIELD", said, suggestion]],
      );
    });
  }

  for (const tags of ["smoke", "[smoke]", "[smoke, slow]"]) {
    it(`says how to write a list: tags: ${tags}`, () => {
      const { diagnostics } = readCollection({
        root: "",
        files: new Map([
          ["bruno.json", '{"version": "1", "name": "B", "type": "collection"}'],
          [
            "a.bru",
            `meta {\n  tags: ${tags}\n}\n\nget {\n  url: http://localhost\n}\n`,
          ],
        ]),
      });
      assertEquals(diagnostics.map(({ message }) => message), [
        'Cannot read "meta.tags": expected a list, found text (end the line with "[", and write each item, and "]", in a line of its own)',
      ]);
    });
  }

  for (
    const [line, block, said] of [
      [
        "type: htpp",
        "meta",
        'Cannot read "meta.type": "htpp" is unknown (did you mean "http"?)',
      ],
      [
        "type: websockt",
        "meta",
        'Cannot read "meta.type": "websockt" is unknown (use one of http, graphql, ws, grpc)',
      ],
      [
        "auht: none",
        "get",
        'Ignored "get.auht": the key is unknown (did you mean "auth"?)',
      ],
      [
        "timeut: 1",
        "settings",
        'Ignored "settings.timeut": the key is unknown (did you mean "timeout"?)',
      ],
      // A block's level is not its indentation.
      ["docs: a", "get", 'Ignored "get.docs": the key is unknown'],
      [
        "usrname: a",
        "auth:basic",
        'Ignored "auth:basic.usrname": the key is unknown (did you mean "username"?)',
      ],
    ] as const
  ) {
    it(`names what it complains about as the file does: ${block}.${line}`, () => {
      const rows = ["meta", "get", "settings", "auth:basic"].map((name) => {
        const first = name === "get" ? "url: http://a\n  auth: basic\n  " : "";
        return `${name} {\n  ${first}${name === block ? line : ""}\n}\n`;
      });
      const { diagnostics } = readCollection({
        root: "",
        files: new Map([
          ["bruno.json", '{"version": "1", "name": "B", "type": "collection"}'],
          ["a.bru", rows.join("\n")],
        ]),
      });
      assertEquals(diagnostics.map(({ message }) => message), [said]);
    });
  }

  const JSN =
    'Cannot read "body:jsn": the block is unknown, and "body: json" asks for "body:json"';
  for (
    const [asked, others, said] of [
      ["body: json", ["body:jsn"], [`error ${JSN}`]],
      ["body: json", ["body:jsn", "body:text"], [`error ${JSN}`]],
      ["body: formUrlEncoded", ["body:formUrlEncoded"], [
        'error Cannot read "body:formUrlEncoded": the block is unknown, and "body: formUrlEncoded" asks for "body:form-urlencoded"',
      ]],
      ["body: json", ["body:yaml"], [
        'error Cannot read "body:yaml": the block is unknown, and "body: json" asks for "body:json"',
      ]],
      ["body: json", ["bdy:json"], [
        'error Cannot read "bdy:json": the block is unknown, and "body: json" asks for "body:json"',
      ]],
      ["auth: bearer", ["auth:baerer"], [
        'error Cannot read "auth:baerer": the block is unknown, and "auth: bearer" asks for "auth:bearer"',
      ]],
      ["auth: basic", ["auth"], [
        'error Cannot read "auth": the block is unknown, and "auth: basic" asks for "auth:basic"',
      ]],
      ["auth: inherit", ["auth"], [
        'warning Ignored "auth": the block is unknown',
      ]],
      ["auth: basic", ["auth:basic", "auth"], [
        'warning Ignored "auth": the block is unknown',
      ]],
      // Nothing is missing.
      ["body: json", [], []],
      ["auth: bearer", [], []],
      ["body: json", ["body:text"], []],
      ["body: json", ["body"], []],
      ["body: json", ["headrs"], [
        'warning Ignored "headrs": the block is unknown (did you mean "headers"?)',
      ]],
      ...["body: json", "body: none", "auth: none"].map((asked) =>
        [asked, ["body:jsn", "body:json"], [
          'warning Ignored "body:jsn": the block is unknown (did you mean "body:json"?)',
        ]] as const
      ),
      ["auth: inherit", ["auth:baerer"], [
        'warning Ignored "auth:baerer": the block is unknown (did you mean "auth:bearer"?)',
      ]],
    ] as const
  ) {
    it(`does not leave out what a line asks for: ${asked}, ${others}`, () => {
      const text = [
        `get {\n  ${asked}\n}\n`,
        ...others.map((it) => `${it} {\n}\n`),
      ]
        .join("\n");
      const { diagnostics } = parseBru("a.bru", text, { kind: "request" });
      assertEquals(
        diagnostics.map(({ severity, message }) => `${severity} ${message}`),
        [...said],
      );
    });
  }

  const FIELDS = "  username: u\n  password: p\n";
  const BLOCK = `auth:basic {\n${FIELDS}}\n`;
  const get = (line = "") => `get {\n  url: http://a\n${line}}\n\n`;
  const MOVED =
    'error Cannot read "auth.username": the key is unknown, and "mode: basic" asks for "auth:basic" (move the fields to a block of that name)';
  const UNASKED =
    'error Cannot read "auth": a request has no such block, and "mode: basic" asks for auth (write "auth: basic" in "get"';
  for (
    const [file, text, said] of [
      ["folder.bru", `auth {\n  mode: basic\n}\n\nauth:bsic {\n${FIELDS}}\n`, [
        'error Cannot read "auth:bsic": the block is unknown, and "mode: basic" asks for "auth:basic"',
      ]],
      ["folder.bru", `auth {\n  mode: basic\n${FIELDS}}\n`, [MOVED]],
      ["collection.bru", `auth {\n${FIELDS}  mode: basic\n}\n`, [MOVED]],
      ["folder.bru", `auth {\n  mode: basic\n  a: b\n}\n\n${BLOCK}`, [
        'warning Ignored "auth.a": the key is unknown',
      ]],
      ["folder.bru", "auth {\n  mode: none\n  a: b\n}\n", [
        'warning Ignored "auth.a": the key is unknown',
      ]],
      ["folder.bru", `auth {\n  mode: basic\n}\n\n${BLOCK}`, []],
      ["a.bru", `${get()}auth {\n  mode: basic\n${FIELDS}}\n`, [
        `${UNASKED}, and the fields in a block "auth:basic")`,
      ]],
      ["a.bru", `${get()}auth {\n  mode: basic\n}\n\n${BLOCK}`, [
        `${UNASKED})`,
      ]],
      ["a.bru", `${get()}auth {\n  mode: none\n}\n`, [
        'warning Ignored "auth": the block is unknown',
      ]],
      ["a.bru", `${get("  auth: none\n")}auth {\n  mode: basic\n}\n`, [
        'warning Ignored "auth": the block is unknown',
      ]],
      ["folder.bru", `auth {\n  type: basic\n}\n\n${BLOCK}`, [
        'warning Ignored "auth.type": the key is unknown (did you mean "mode"?)',
      ]],
      ["folder.bru", `auth {\n  mode: basic\n  type: basic\n}\n\n${BLOCK}`, [
        'warning Ignored "auth.type": the key is unknown',
      ]],
      ["folder.bru", `auth {\n  mode: digest\n}\n\n${BLOCK}`, [
        'warning Ignored "auth:basic": "mode: digest" asks for "auth:digest", which the file does not have (write "mode: basic", or name the block "auth:digest")',
      ]],
      ["a.bru", `${get("  auth: digest\n")}${BLOCK}`, [
        'warning Ignored "auth:basic": "auth: digest" asks for "auth:digest", which the file does not have (write "auth: basic", or name the block "auth:digest")',
      ]],
      ["a.bru", `${get("  auth: none\n")}${BLOCK}`, []],
      ["a.bru", `${get("  body: text\n")}body:xml {\n  <a/>\n}\n`, [
        'warning Ignored "body:xml": "body: text" asks for "body:text", which the file does not have (write "body: xml", or name the block "body:text")',
      ]],
      [
        "a.bru",
        `${get("  body: json\n")}body:multipart-form {\n  a: b\n}\n`,
        [
          'warning Ignored "body:multipart-form": "body: json" asks for "body:json", which the file does not have (write "body: multipartForm", or name the block "body:json")',
        ],
      ],
      ["a.bru", `${get("  body: none\n")}body:xml {\n  <a/>\n}\n`, []],
      // Below the line that asks for it, "mode" says it again.
      [
        "a.bru",
        `${get("  auth: basic\n")}auth:basic {\n  mode: basic\n${FIELDS}}\n`,
        [],
      ],
      [
        "a.bru",
        `${get("  auth: basic\n")}auth {\n  mode: basic\n${FIELDS}}\n`,
        [
          'error Cannot read "auth": the block is unknown, and "auth: basic" asks for "auth:basic"',
        ],
      ],
      // An unknown word is an error of its own.
      ["a.bru", `${get("  auth: bsic\n")}auth:basc {\n${FIELDS}}\n`, [
        'warning Ignored "auth:basc": the block is unknown (did you mean "auth:basic"?)',
        'error Cannot read "auth": "bsic" is unknown (did you mean "basic"?)',
      ]],
    ] as const
  ) {
    it(`does not leave out auth: ${file}, ${JSON.stringify(text)}`, () => {
      const { diagnostics } = readCollection({
        root: "",
        files: new Map([
          ["bruno.json", '{"version": "1", "name": "B", "type": "collection"}'],
          [file === "folder.bru" ? "f/folder.bru" : file, text],
          ["f/b.bru", get()],
        ]),
      });
      assertEquals(
        diagnostics.map(({ severity, message }) => `${severity} ${message}`),
        [...said],
      );
    });
  }

  for (
    const [kind, word, meant, fixed = meant] of [
      ["request", "assertions", "assert"],
      ["request", "actions", "vars:post-response"],
      ["request", "variables", "vars:pre-request"],
      ["level", "variables", "vars:pre-request"],
      ["environment", "variables", "vars"],
      ["request", "info", "meta"],
      ["request", "vars", "vars:pre-request"],
      ["level", "vars", "vars:pre-request"],
      ["request", "before-request", "script:pre-request"],
      ["level", "pre-request", "script:pre-request"],
      ["request", "after-response", "script:post-response"],
      ["request", "post-response", "script:post-response"],
      // Either of two blocks can be meant.
      ["request", "params", "params:query", null],
      ["request", "script", "script:pre-request", null],
      ["level", "scripts", "script:pre-request", null],
      // A second method would decide which request it is.
      ["request", "delte", "delete", null],
      // A folder has no assertions and no parameters, an environment no scripts.
      ["level", "assertions", undefined],
      ["level", "params", undefined],
      ["environment", "script", undefined],
    ] as const
  ) {
    it(`knows the keys of YAML: ${word} in ${kind}`, () => {
      const text = `${kind === "request" ? "get {\n}\n\n" : ""}${word} {\n}\n`;
      const { diagnostics } = parseBru("a.bru", text, { kind });
      assertEquals(
        diagnostics.map((
          it,
        ) => [it.message, it.suggestion, it.fix?.edits[0].text]),
        [[
          `Ignored "${word}": the block is unknown${
            meant === undefined ? "" : ` (did you mean "${meant}"?)`
          }`,
          meant,
          fixed ?? undefined,
        ]],
      );
    });
  }

  const ASSERTED: Record<string, [word: string, near: string] | undefined> = {
    "res.status: eqq 200": ["eqq", "eq"],
    "res.status: == 200": ["==", "eq"],
    "res.status: equals 200": ["equals", "eq"],
    "res.body.a: isDefned": ["isDefned", "isDefined"],
    "~res.body: contians x y": ["contians", "contains"],
    "res.body: isDefine": ["isDefine", "isDefined"],
    "res.body: startsWit x": ["startsWit", "startsWith"],
    "res.body: maches x": ["maches", "matches"],
    ...Object.fromEntries(
      [
        ...["net 30", "get 5", "late fee", "container ready", "end", "equal"],
        ...["matched 5 items", "contain milk", "lengths 1 to 5"],
        ...["==", "eq eqq 200", "200", "'eqq 1'", "{{eqq}} 1", "eqq.x 1", ""],
      ].map((text) => [`res.body: ${text}`, undefined]),
    ),
  };
  for (const [line, said] of Object.entries(ASSERTED)) {
    it(`tells what is nearly an operator: ${line}`, () => {
      const text = `get {\n}\nassert {\n  ${line}\n}\n`;
      const { diagnostics } = parseBru("a.bru", text, { kind: "request" });
      if (said === undefined) return assertEquals(diagnostics, []);
      const [word, near] = said;
      const [, name] = /^~?(.*):/.exec(line)!;
      assertEquals(diagnostics, [{
        code: "UNKNOWN_OPERATOR",
        severity: "warning",
        message:
          `Compared "${name}" with a text: "${word}" is not an operator (did you mean "${near}"? to compare with this text, put eq before it)`,
        location: {
          file: "a.bru",
          line: 4,
          column: 3 + line.indexOf(word),
          length: word.length,
        },
        suggestion: near,
      }]);
    });
  }

  it("names and values come out as they went in", () => {
    const name = fc.stringMatching(/^[A-Za-z_][\w.-]{0,8}$/);
    const value = fc.stringMatching(/^[^\s'[@][^\r\n]{0,20}$/)
      .map((text) => text.trim());
    const row = fc.record({ name, value, disabled: fc.boolean() });
    fc.assert(fc.property(fc.array(row), (rows) => {
      const lines = rows.map((one) =>
        `  ${one.disabled ? "~" : ""}${one.name}: ${one.value}\n`
      );
      const { value } = readCollection({
        root: "",
        files: new Map([
          ["bruno.json", '{"name": "x"}'],
          [
            "a.bru",
            `get {\n  url: http://a\n}\n\nheaders {\n${lines.join("")}}\n`,
          ],
        ]),
      });
      const [request] = value?.items ?? [];
      assert(request?.kind === "request");
      assertEquals(
        request.headers.map((it) => ({
          name: it.name.text,
          value: it.value.text,
          disabled: it.disabled,
        })),
        rows,
      );
    }));
  });

  it("bodies and scripts come out as they went in", () => {
    const line = fc.stringMatching(/^[^\r\n}]{0,12}$/);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        fc.pre(lines[0] !== "");
        const text = lines.join("\n");
        const indented = lines.map((one) => `  ${one}`).join("\n");
        const { value } = readCollection({
          root: "",
          files: new Map([
            ["bruno.json", '{"name": "x"}'],
            [
              "a.bru",
              `post {\n  url: http://a\n  body: text\n}\n\nbody:text {\n${indented}\n}\n`,
            ],
          ]),
        });
        const [request] = value?.items ?? [];
        assert(request?.kind === "request" && request.body?.type === "text");
        assertEquals(request.body.data.text, text);
      }),
    );
  });

  const JSON_BODIES: [block: string, data: string][] = [
    ['body:json {\n  {"a": 1}\n  \n\t\n\n}', '{"a": 1}'],
    ['body:json {\n  \n      {"a": 1}  \n}', '{"a": 1}'],
    ['body:json {\r\n  \r\n  {"a":\r\n\r\n  1}\r\n  \r\n}', '{"a":\n\n1}'],
    ["body {\n  {}\n  \n}", "{}"],
  ];
  for (const [block, data] of JSON_BODIES) {
    it(`Bruno sends no blanks around JSON: ${JSON.stringify(block)}`, () => {
      const { value } = readCollection({
        root: "",
        files: new Map([
          ["bruno.json", '{"name": "x"}'],
          ["a.bru", `post {\n  url: http://a\n  body: json\n}\n\n${block}\n`],
        ]),
      });
      const [request] = value?.items ?? [];
      assert(request?.kind === "request" && request.body?.type === "json");
      assertEquals(request.body.data.text, data);
    });
  }

  it("a folder that has both formats is one of YAML", () => {
    const { value } = readCollection({
      root: "",
      files: new Map([
        ["bruno.json", '{"name": "of .bru"}'],
        ["opencollection.yml", "info: { name: of YAML }"],
        ["a.bru", "get {\n  url: http://a\n}\n"],
        ["b.yml", "http: { method: GET, url: http://b }"],
      ]),
    });
    assertEquals(value?.name, "of YAML");
    assertEquals(value?.items.map((it) => it.path), ["b.yml"]);
  });

  it("reading is linear", () => {
    const hostile = [
      "a".repeat(1_000_000),
      "get {\n" + "  @a('''\n".repeat(100_000),
      "get {\n" + "  a: [\n".repeat(100_000),
      "get {\n" + "\n".repeat(1_000_000),
      "vars:secret [" + " ".repeat(1_000_000),
      "vars:secret [" + "a,".repeat(500_000) + "]",
      "body:file {\n" + "  f: " + " ".repeat(500_000) + "@contentType(\n}",
    ];
    for (const source of hostile) {
      parseBru("a.bru", source, { kind: "request" });
    }
  });

  it("no value of a secret is a name, and no such line is shown", () => {
    const rows: [source: string, line: number, column: number][] = [
      ["vars:secret [\n  password: s3cret\n]\n", 2, 3],
      ["vars:secret [\n  password:s3cret\n]\n", 2, 3],
      ["vars:secret [\r\n  token,\r\n  password = s3cret\r\n]\r\n", 3, 3],
      ["vars:secret [\n  password s3cret\n]\n", 2, 3],
      ["vars:secret [password: s3cret]\n", 1, 14],
      ["vars:secret [password] s3cret\n", 1, 23],
      ["vars:secret {\n  password: s3cret\n}\n", 1, 1],
      ["vars:secret { password: s3cret }\n", 1, 1],
    ];
    for (const [source, line, column] of rows) {
      const { document, diagnostics } = parseBru("e.bru", source, {
        kind: "environment",
      });
      assertEquals(document, undefined, source);
      const [{ code, location }] = diagnostics;
      assertEquals(
        [code, location?.line, location?.column, location?.confidential],
        ["BRU_SYNTAX", line, column, true],
        source,
      );
      const shown = formatDiagnostic(diagnostics[0], { source: () => source });
      assert(!shown.includes("s3cret"), shown);
    }
  });

  it("names the markers of a merge conflict, where they stand", () => {
    const get = "get {\n  url: http://a\n}\n";
    const both = (line: string) =>
      `<<<<<<< HEAD\n${line}\n=======\n${line}\n>>>>>>> theirs\n`;
    const rows: [source: string, at?: [line: number, marker: string]][] = [
      [`get {\n${both("  url: http://a")}}\n`, [2, "<<<<<<<"]],
      [both(get), [1, "<<<<<<<"]],
      [`${get}\nbody:json {\n${both('  {"a": 1}')}}\n`, [6, "<<<<<<<"]],
      [`${get}\ntests {\n${both("  a();")}}\n`, [6, "<<<<<<<"]],
      [
        `${get}\nbody:text {\n${both("  a")}}\n`.replaceAll("\n", "\r\n"),
        [6, "<<<<<<<"],
      ],
      ["get {\n  url: http://a\n=======\n}\n", [3, "======="]],
      ["get {\n  url: http://a\n>>>>>>> b: c\n}\n", [3, ">>>>>>>"]],
      [`${get}||||||| base\n`, [4, "|||||||"]],
      // Some of them, in another order, or deeper in, are a text.
      [`${get}\nbody:text {\n=======\n}\n`],
      [`${get}\nbody:text {\n>>>>>>> a\n=======\n<<<<<<< b\n}\n`],
      [`${get}\nbody:text {\n  ${both("").replaceAll("\n", "\n  ")}\n}\n`],
    ];
    for (const [source, at] of rows) {
      const { document, diagnostics } = parseBru("a.bru", source, {
        kind: "request",
      });
      assertEquals(
        diagnostics.map((
          { code, message, location: { line, column } = {} },
        ) => [
          code,
          line,
          column,
          message,
        ]),
        at === undefined ? [] : [[
          "BRU_SYNTAX",
          at[0],
          1,
          `Cannot read "a.bru": "${
            at[1]
          }" marks a merge conflict that is not resolved (keep one side, remove the markers)`,
        ]],
        source,
      );
      assertEquals(document === undefined, at !== undefined, source);
    }
    // Linear, however many of them there are.
    const many = "<<<<<<< a\n".repeat(200_000);
    parseBru("a.bru", many + "=======\n".repeat(200_000), { kind: "request" });
  });

  it("lists of names have commas or line ends between them", () => {
    for (
      const source of [
        "vars:secret [a, ~b]\n",
        "vars:secret [\n  a\n  ~b\n]\n",
        "vars:secret [\r\n  a , \r\n  ~b\t\r\n]\r\nvars {\n}\n",
        "vars:secret [\n  @description('x y')\n  a\n  ~b]",
      ]
    ) {
      const { blocks = [] } = parseBlocks("e.bru", source);
      assertEquals(
        blocks[0]?.pairs.map(({ name, disabled }) => [name, disabled]),
        [["a", false], ["b", true]],
        source,
      );
    }
  });

  it("a list without an end before the next block is said to have none", () => {
    const source = "vars:secret [\n  a\n\nvars {\n  b: c\n}\n";
    const { diagnostics } = parseBlocks("e.bru", source);
    assertStringIncludes(
      diagnostics[0].message,
      'the list "vars:secret" has no end: "]" is missing',
    );
  });

  it("a block that a line's first brace ends too early is named there", () => {
    const head = "get {\n  url: http://h\n}\n\nscript:pre-request {\n";
    for (
      const rest of ["\n}", "\n\n}", "\nc();\n}", ");\n}", " else {\n}\n}"]
    ) {
      const { diagnostics: [{ message, location }] } = parseBlocks(
        "e.bru",
        `${head}if (true) {\n  a();\n}${rest}\n`,
      );
      assertStringIncludes(
        message,
        'this "}" ends the block "script:pre-request", as it begins a line, and no other block follows (indent the lines of the block)',
      );
      assertEquals([location?.line, location?.column], [8, 1]);
    }
  });

  it("a brace too many is named itself, below lines that are indented", () => {
    for (const block of ["vars {\n  a: 1\n}", "tests {\n  a();\n}", ""]) {
      const { diagnostics: [{ message, location }] } = parseBlocks(
        "e.bru",
        `${block}\n}\n`,
      );
      assertStringIncludes(message, "expected a block");
      assertEquals(location?.line, block === "" ? 2 : 4);
    }
  });

  it("post-request is Bruno's post-response", () => {
    for (const block of ["script", "vars"]) {
      const { diagnostics } = parseBru(
        "a.bru",
        `get {\n  url: https://shop.example\n}\n\n${block}:post-request {\n}\n`,
        { kind: "request" },
      );
      assertEquals(diagnostics[0].suggestion, `${block}:post-response`);
    }
  });
});
