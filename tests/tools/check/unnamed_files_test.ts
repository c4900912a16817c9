import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findProblems } from "../../../lib/host/check/find_problems.ts";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { inFolder } from "../../support/in_folder.ts";
import { runCollection } from "../../support/run_collection.ts";

const PART =
  'The request goes out without the part "photo": it is a file, and no file is named';
const BODY =
  "The request goes out without the body: it is a file, and no file is selected";

/** What is said of a part without a type whose text is a file as `.bru` files write one. */
const AS_TEXT = (path: string) =>
  `Takes "@file(${path})" for text: to send the file, write "type: file" and the path alone, "${path}", as the value`;

const yaml = (body: string, more = "") =>
  `info: {name: a, type: http}\nhttp:\n  method: POST\n  url: http://127.0.0.1:1/a\n  body: ${body}\n${more}`;
const parts = (part: string) => yaml(`{type: multipart-form, data: [${part}]}`);
const file = (data: string) => yaml(`{type: file, data: ${data}}`);
const bru = (mode: string, rows: string) =>
  `post {\n  url: http://127.0.0.1:1/a\n  body: ${mode}\n}\n\nbody:${
    mode === "file" ? mode : "multipart-form"
  } {\n${rows}}\n`;
const v3 = (body: string) =>
  `$kind: http-request\nmethod: POST\nurl: http://127.0.0.1:1/a\nbody: ${body}\n`;
const script = (code: string) =>
  `runtime:\n  scripts:\n    - type: before-request\n      code: ${code}\n`;

/** A request's file, its text, and what is said of it. */
const ROWS: [path: string, text: string, found?: string, keys?: string][] = [
  ["a.yml", parts("{name: photo, type: file}"), PART, "http.body.data[0].name"],
  ["a.yml", parts("{name: photo, type: file, value: []}"), PART],
  ["a.yml", parts("{name: photo, type: file, value: ''}"), PART],
  ["a.yml", yaml("{type: file}"), BODY, "http.body.data"],
  ["a.yml", file("[]"), BODY],
  ["a.yml", file("[{filePath: '', selected: true}]"), BODY],
  ["a.bru", bru("multipartForm", "  photo: @file()\n"), PART],
  ["a.bru", bru("file", ""), BODY],
  [
    "a.request.yaml",
    v3("{type: formdata, content: [{key: photo, type: file, src: []}]}"),
    PART,
  ],
  ["a.request.yaml", v3("{type: file}"), BODY],
  ["a.request.yaml", v3("{type: file, content: {src: ''}}"), BODY],
  [
    "a.yml",
    file("[{filePath: a.png, selected: false}]"),
    BODY,
    "http.body.data[0].filePath",
  ],
  [
    "a.bru",
    bru("file", "  ~file: @file(a.png)\n  ~file: @file(b.png)\n"),
    BODY,
  ],
  // Switched off, or chosen to be none.
  ["a.yml", parts("{name: photo, type: file, disabled: true}")],
  ["a.bru", bru("multipartForm", "  ~photo: @file()\n")],
  ["a.yml", parts("{name: photo, type: text}")],
  ["a.yml", yaml("{type: none}")],
  // A script gives the body.
  ["a.yml", yaml("{type: file}", script("req.setBody('x')"))],
];

/** The same, for a part that goes out as the text `@file(…)`. */
const TEXTS: typeof ROWS = [
  [
    "a.yml",
    parts('{name: photo, value: "@file(a.png)"}'),
    AS_TEXT("a.png"),
    "http.body.data[0].value",
  ],
  [
    "a.yml",
    parts('{name: photo, value: "@file()"}'),
    'Takes "@file()" for text: to send a file, write "type: file" and its path as the value',
  ],
  [
    "a.yml",
    parts('{name: photo, value: "@file( )"}'),
    'Takes "@file( )" for text: to send a file, write "type: file" and its path as the value',
  ],
  ["a.yml", parts('{name: photo, type: text, value: "@file(a.png)"}')],
  ["a.yml", parts('{name: photo, value: "@file(a.png)", disabled: true}')],
  ["a.yml", parts('{name: photo, value: "see @file(a.png)"}')],
  [
    "a.request.yaml",
    v3('{type: formdata, content: [{key: photo, value: "@file(a.png)"}]}'),
  ],
  ["a.bru", bru("multipartForm", "  photo: '''\n    @file(a.png)\n  '''\n")],
];

describe("a file that a request sends and that is not named", () => {
  for (const [path, text, found, keys] of [...ROWS, ...TEXTS]) {
    it(`${path} ${text.split("body: ").at(-1)}: ${found ?? "nothing"}`, async () => {
      const marker: [string, string] = path.endsWith(".bru")
        ? ["bruno.json", "{}"]
        : path.endsWith(".yaml")
        ? [".resources/definition.yaml", "$kind: collection\nname: C\n"]
        : ["opencollection.yml", "info: {name: C}"];
      await inFolder([marker, [path, text]], async (folder) => {
        const { found: all } = await findProblems({
          paths: [folder],
          environments: [],
          vars: [],
          envVars: [],
        });
        assertEquals(
          all.map(({ code, severity, message }) => [code, severity, message]),
          found
            ? [[
              found.startsWith("Takes") ? "INVALID_FIELD" : "MISSING_PATH",
              "warning",
              found,
            ]]
            : [],
        );
        if (keys) assertEquals(all[0].location?.yamlPath, keys);
      });
    });
  }

  it("is named in each run", async () => {
    const { results } = await runCollection({
      "a.yml": parts("{name: photo, type: file}, {name: a, value: b}"),
      "b.yml": yaml("{type: file}").replace("name: a", "name: b"),
    });
    assertEquals(
      results.map(({ diagnostics }) => diagnostics[0]?.message),
      [PART, BODY],
    );
  });

  it("has a place in what is imported", async () => {
    const { value } = await importSource({
      name: "c.json",
      main: "c.json",
      files: new Map([[
        "c.json",
        JSON.stringify({
          info: {
            name: "C",
            schema:
              "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
          },
          item: [{
            name: "a",
            request: {
              method: "POST",
              url: "http://h/",
              body: { mode: "file", file: {} },
            },
          }],
        }),
      ]]),
    });
    const [item] = value!.items;
    assertEquals<unknown>(
      item.kind === "request" && item.request.http?.body,
      { type: "file", data: [] },
    );
    assertEquals(value!.notes.map(({ kind, message }) => [kind, message]), [[
      "person",
      "The body is a file that the export does not name: choose one",
    ]]);
  });
});
