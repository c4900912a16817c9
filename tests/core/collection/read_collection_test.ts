import { assert, assertEquals, assertExists } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { parse } from "@std/yaml/parse";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type { KeptReadings } from "../../../lib/core/collection/read/tree/folder_reading.ts";
import type { Item, Request } from "../../../lib/core/collection/types.ts";

function read(files: Record<string, string>, main?: string) {
  return readCollection({
    root: "/here/pets",
    files: new Map(Object.entries(files)),
    ...(main !== undefined && { main }),
  });
}

function paths(items: readonly Item[]): unknown[] {
  return items.map((item) =>
    item.kind === "folder" ? [item.path, ...paths(item.items)] : item.path
  );
}

const GET = "http: { url: http://localhost }\n";
const named = (name: string, seq?: number) =>
  `info: { name: ${name}, type: http${
    seq === undefined ? "" : `, seq: ${seq}`
  } }\n${GET}`;

describe("readCollection", () => {
  it("says how to require the file that a script without code names", () => {
    const { diagnostics } = read({
      "opencollection.yml": "info: {name: A}\n",
      "a.yml":
        "info: {name: A, type: http}\nhttp: {method: GET, url: http://h}\nruntime:\n  scripts:\n    - {type: tests, file: ./check.ts}\n",
    });
    assertEquals(
      diagnostics.map(({ code, message }) => [code, message]),
      [
        [
          "UNKNOWN_KEY",
          'Ignored "runtime.scripts[0].file": the key is unknown',
        ],
        [
          "INVALID_FIELD",
          'Ignored "runtime.scripts[0]": it has no code (write code: require("./check.ts"))',
        ],
      ],
    );
  });

  it("requires such a file from the collection's folder", () => {
    for (
      const [path, file, required] of [
        ["a/b.yml", "./c.js", "./a/c.js"],
        ["a/b.yml", "../lib/c.js", "./lib/c.js"],
        ["a/b.yml", "lib/c.js", "./lib/c.js"],
        ["a/b.yml", "../../c.js", "../../c.js"],
      ]
    ) {
      const { diagnostics } = read({
        "opencollection.yml": "",
        [path]:
          `info: {type: http}\nhttp: {url: http://h}\nruntime: {scripts: [{type: tests, file: "${file}"}]}\n`,
      });
      assertEquals(
        /require\("(.*)"\)/.exec(diagnostics.at(-1)!.message)?.[1],
        required,
      );
    }
  });

  it("names a collection without a name after its folder", () => {
    assertEquals(read({ "opencollection.yml": "" }).value?.name, "pets");
    assertEquals(
      read({ "opencollection.yaml": "info: {}" }).value?.file,
      "opencollection.yaml",
    );
  });

  it("takes the only file as the collection's own", () => {
    const { value } = read({
      "api.yml": `items: [{ info: { name: A, type: http }, ${GET.trim()} }]`,
    });
    assertEquals(paths(value?.items ?? []), ["A"]);
  });

  for (
    const [name, files, code] of [
      ["no file", {}, "NOT_A_COLLECTION"],
      [
        "two files, none named so",
        { "a.yml": "", "b.yml": "" },
        "NOT_A_COLLECTION",
      ],
      ["a list", { "opencollection.yml": "- a" }, "INVALID_FIELD"],
      ["malformed", { "opencollection.yml": "info: [" }, "YAML_SYNTAX"],
      [
        "nested too deeply",
        { "opencollection.yml": "[".repeat(50_000) },
        "LIMIT",
      ],
      [
        "too large",
        { "opencollection.yml": "#".repeat(10 * 1024 * 1024 + 1) },
        "LIMIT",
      ],
    ] as const
  ) {
    it(`has no value for ${name}`, () => {
      const { value, diagnostics } = read(files);
      assertEquals(value, undefined);
      assertEquals(diagnostics.map((one) => one.code), [code]);
      assertEquals(diagnostics[0].severity, "error");
    });
  }

  it("names the markers of a merge conflict, where they stand", () => {
    const conflict = ["<<<<<<< HEAD", "  url: http://a", "=======", "  url: b"];
    // The lines of a file, and the marker that it has first.
    const ROWS: [lines: string[], at: [line: number, marker: string]][] = [
      [["http:", ...conflict, ">>>>>>> theirs"], [2, "<<<<<<<"]],
      [["items:", "<<<<<<< HEAD\r", "- a", ">>>>>>> b\r"], [2, "<<<<<<<"]],
      [["http:", ...conflict.slice(1)], [3, "======="]],
      [["http: {}", ">>>>>>> theirs"], [2, ">>>>>>>"]],
      [["a: 1", "||||||| base", "b: 2"], [2, "|||||||"]],
      // Markers alone are a text.
      [["<<<<<<< HEAD", "=======", ">>>>>>> theirs"], [1, "<<<<<<<"]],
      [["", "<<<<<<< HEAD", ">>>>>>> theirs"], [2, "<<<<<<<"]],
    ];
    for (const [lines, [line, marker]] of ROWS) {
      const { diagnostics: [first] } = read({
        "opencollection.yml": "",
        "a.yml": lines.join("\n"),
      });
      assertEquals(
        [first.location?.line, first.location?.column, first.message],
        [
          line,
          1,
          `Cannot read "a.yml": "${marker}" marks a merge conflict that is not resolved (keep one side, remove the markers)`,
        ],
      );
    }
    const [{ severity }] = read({
      "opencollection.yml": "",
      "a.yml": "<<<<<<< HEAD\nhosts:\n=======\n>>>>>>> theirs",
    }).diagnostics;
    assertEquals(severity, "error");
    // Deeper in, or longer, it is not a marker.
    const [{ message }] = read({
      "opencollection.yml": "",
      "a.yml": "a: [\n  ======= x\n========",
    }).diagnostics;
    assert(!message.includes("merge"), message);
  });

  const COMMA = "expected a comma, or quotes around a text";
  const UNQUOTED: [yaml: string, state: string, column: number][] = [
    ["{ a: res.messages[0].event, b: c }", `${COMMA} with "[" in it`, 18],
    ["[one, res.body[0]]", `${COMMA} with "[" in it`, 15],
    ["{ a: x{y}z }", `${COMMA} with "{" in it`, 7],
    ["{ a: x]y }", `${COMMA} with "]" in it`, 7],
    ["{ a: [0].id }", `${COMMA} that starts with "["`, 9],
    ["{ a: {x}.id }", `${COMMA} that starts with "{"`, 9],
    ["{ a: b: c }", `${COMMA} with ": " in it`, 7],
    ["{ a: @x }", 'a text that starts with "@" needs quotes', 6],
    ["@x", 'a text that starts with "@" needs quotes', 1],
    ["url: @x", 'a text that starts with "@" needs quotes', 6],
    ["`x`", 'a text that starts with "`" needs quotes', 1],
    ["%x", 'a text that starts with "%" needs quotes', 1],
    [
      "{ a: http://h/{{id}}/x }",
      'an unquoted "{{" starts a mapping in YAML, quote the whole text: "{{name}}"',
      15,
    ],
    [
      "{ a: !x y }",
      "a word that starts with ! is a tag in YAML, quote the text",
      11,
    ],
    // The library refuses numbers of one digit, too.
    ["{ a: !!int x }", "the value does not fit its tag, leave out the tag", 14],
    // Here it is the bracket.
    ["{ a: [1, 2 }", "expected a comma or the closing bracket", 12],
    ["{ a: {b: c] }", "expected a comma or the closing bracket", 11],
    ["{ a: [b] [c] }", "expected a comma or the closing bracket", 10],
    ['{ a: "b" "c" }', "expected a comma or the closing bracket", 10],
    ["{ a: b\n  c: d }", "expected a comma or the closing bracket", 4],
  ];
  for (const [yaml, state, column] of UNQUOTED) {
    it(`says what a text needs: ${yaml.replace("\n", "\\n")}`, () => {
      const files = { "opencollection.yml": `docs:\n  ${yaml}\n` };
      const { diagnostics: [problem] } = read(files);
      assertEquals(
        problem.message,
        `Cannot read "opencollection.yml": ${state}`,
      );
      const indent = yaml.includes("\n") ? 0 : 2;
      assertEquals(problem.location?.column, column + indent);
    });
  }

  it("finds the quote above that is open, whatever stands in the quotes of the line", () => {
    for (const text of ["a", "{{id}}", "a/{{id}}"]) {
      const { diagnostics: [{ message, location }] } = read({
        "opencollection.yml": "",
        "a.yml":
          `http:\n  url: "{{baseUrl}}/:id\n  params:\n    - value: "${text}"\n`,
      });
      assertEquals(
        [message, location?.line, location?.column],
        [
          'Cannot read "a.yml": a " is not closed, the next one ends its text in line 4',
          2,
          8,
        ],
      );
    }
  });

  it("names the line above whose key lacks the blank behind it", () => {
    const ROWS: [lines: string[], says: string][] = [
      [["http:", "  method:GET", "  url: /a"], '"method:" in line 2'],
      [["name:a", "# b", "http: {url: /a}"], '"name:" in line 1'],
      [
        ["http:", "  headers:", "    - name:a", "      value: b"],
        '"name:" in line 3',
      ],
    ];
    for (const [lines, says] of ROWS) {
      const { diagnostics: [{ message }] } = read({
        "opencollection.yml": "",
        "a.yml": lines.join("\n"),
      });
      assertEquals(
        message,
        `Cannot read "a.yml": a blank is missing after ${says}`,
      );
    }
    const { diagnostics: [{ message }] } = read({
      "opencollection.yml": "",
      "a.yml": "http:\n  url: http://h\n   a: b",
    });
    assertEquals(message.includes("a blank is missing"), false, message);
  });

  it("says which way the indentation of a line is wrong", () => {
    const ROWS: [lines: string[], says: string][] = [
      [["  url: /a", "   auth: inherit"], "indented too far"],
      [["   url: /a", " # b", "  auth: inherit"], "indented like none of"],
      [
        ["  headers:", "    - name: a", "     value: b"],
        'indented by 5 blanks, but "name" of the item above by 6',
      ],
      [
        ["  headers:", "    -  name: a", "   value: b"],
        'indented by 3 blanks, but "name" of the item above by 7',
      ],
    ];
    for (const [lines, says] of ROWS) {
      const { diagnostics: [{ message }] } = read({
        "opencollection.yml": "",
        "a.yml": ["http:", ...lines].join("\n"),
      });
      assert(message.includes(`the line is ${says}`), message);
    }
  });

  it("shows the text of a block that is not indented", () => {
    const ROWS: [lines: string[], key?: string, line?: number][] = [
      [["  data: |-", "  {", '    "a": 1', "  }"], "data: |-", 3],
      [["  data: |", "{", '  "a": 1', "}"], "data: |", 3],
      [["  data: >2", "", "  <a>", "    b", "  </a>"], "data: >2", 4],
      [
        ["  - code: |- # a", "    test('a', () => {});", "  - b"],
        "code: |-",
        3,
      ],
      [["  data: |-", "  {{a}}", "  b"], "data: |-", 3],
      // The text is there, or a key: the error is another one.
      [["  data: |-", "    {", "  b"]],
      [["  data: |-", "  b: 1", "  c"]],
      [["  data: |-", "  # a", "  b"]],
      [["  - data: |-", "  - b: 1", "    c"]],
      [["  data: a", "  {"]],
    ];
    for (const [lines, key, line] of ROWS) {
      const { diagnostics } = read({
        "opencollection.yml": "",
        "a.yml": ["http:", ...lines].join("\r\n"),
      });
      const shown = diagnostics.find(({ message }) =>
        message.includes("indent it further")
      );
      assertEquals(
        shown?.message,
        key &&
          `Cannot read "a.yml": the text below "${key}" is not part of it, indent it further than "${
            key.split(":")[0]
          }"`,
        lines.join("\n"),
      );
      assertEquals(shown?.location?.line, line);
    }
  });

  it("points to the details of a request that are indented too far", () => {
    const ROWS: [yaml: string, said: string, keys: string[]][] = [
      [
        "info: { type: http, http: { url: a } }",
        `"info.http": "http" belongs at the top of the request, not in another key (indent it less)`,
        ["info", "http"],
      ],
      [
        "info: { type: graphql }\nsettings: { graphql: { url: a } }",
        `"settings.graphql": "graphql" belongs at the top of the request, not in another key (indent it less)`,
        ["settings", "graphql"],
      ],
      ["info: { type: http, http: a }", '"a.yml": "http" is missing', []],
    ];
    for (const [yaml, said, keys] of ROWS) {
      const { diagnostics } = read({ "opencollection.yml": "", "a.yml": yaml });
      assertEquals(
        diagnostics.map(({ message, location }) => [message, location?.keys]),
        [[`Cannot read ${said}`, keys]],
      );
    }
  });

  it("shows how to write what has the wrong shape", () => {
    const ROWS: [http: string, message: string][] = [
      [
        "headers: { A: b }",
        `"http.headers": expected a list, found a mapping (write "- { name: …, value: … }" for each)`,
      ],
      [
        "body: { type: json, data: { a: 1 } }",
        `"http.body.data": expected text, found a mapping (write "data: |-" and the text below it, indented)`,
      ],
      [
        "body: { data: a }",
        `"http.body": "type" is missing (write one such as "type: json")`,
      ],
      [
        "auth: { mode: basic }",
        `"http.auth": "type" is missing (write "type: basic" for "mode: basic")`,
      ],
      [
        "auth: { username: a }",
        `"http.auth": "type" is missing (write one such as "type: basic")`,
      ],
    ];
    for (const [http, message] of ROWS) {
      const { diagnostics } = read({
        "opencollection.yml": "",
        "a.yml": `info: { type: http }\nhttp: { url: a, ${http} }`,
      });
      assertEquals(diagnostics.map((one) => one.message), [
        `Cannot read ${message}`,
      ]);
    }
    const VALUES: [value: string, found: string, wayOut: string][] = [
      ["[200, 201]", "a list", "'[200, 201]'"],
      ["[it's, true]", "a list", `'["it''s", true]'`],
      ["{a: 1}", "a mapping", `'{"a":1}'`],
      ["&a [*a]", "a list", "'[…]'"],
      ["{a: [1]}", "a mapping", "'{…}'"],
      [`[${"1000, ".repeat(20)}]`, "a list", "'[…]'"],
    ];
    for (const [value, found, wayOut] of VALUES) {
      const { diagnostics } = read({
        "opencollection.yml": "",
        "a.yml":
          `info: { type: http }\nhttp: { url: a }\nruntime: {assertions: [{expression: a, operator: in, value: ${value}}]}`,
      });
      assertEquals(diagnostics.map((one) => one.message), [
        `Cannot read "runtime.assertions[0].value": expected text, found ${found} (write it in quotes: ${wayOut})`,
      ]);
    }
    const LISTS: [file: string, yaml: string, place: string, keys: string][] = [
      [
        "opencollection.yml",
        "request: { variables: { a: b } }",
        "request.variables",
        "name: …, value: …",
      ],
      [
        "opencollection.yml",
        "request: { scripts: { tests: b } }",
        "request.scripts",
        "type: …, code: …",
      ],
      [
        "a.yml",
        "http: { url: a }\nruntime: { assertions: { res.status: 200 } }",
        "runtime.assertions",
        "expression: …, operator: …, value: …",
      ],
    ];
    for (const [file, yaml, place, keys] of LISTS) {
      assertEquals(
        read({ "opencollection.yml": "", [file]: yaml }).diagnostics
          .map(({ message }) => message),
        [
          `Cannot read "${place}": expected a list, found a mapping (write "- { ${keys} }" for each)`,
        ],
      );
    }
  });

  it("says where a key belongs that another mapping knows", () => {
    const REQUEST = 'info: { type: http }\nhttp: { url: "http://a" }\n';
    const ROWS: [
      file: string,
      text: string,
      ignored: string,
      place?: string,
    ][] = [
      ["a.yml", "info: { type: http }\nurl: a\n", "url", "http.url"],
      ["a.yml", "info: { type: grpc }\nurl: a\n", "url", "grpc.url"],
      ["a.yml", "http: { url: a }\nbody: a\n", "body", "http.body"],
      ["a.yml", `${REQUEST}scripts: []\n`, "scripts", "runtime.scripts"],
      [
        "a.yml",
        `${REQUEST}runtime: { tests: "" }\n`,
        "runtime.tests",
        "runtime.scripts, with type: tests",
      ],
      [
        "b/folder.yml",
        "request: { after-response: a }\n",
        "request.after-response",
        "request.scripts, with type: after-response",
      ],
      ["b/folder.yml", "runtime: { scripts: [] }\n", "runtime", "request"],
      ["b/folder.yml", "http: { headers: [] }\n", "http", "request"],
      ["opencollection.yml", "runtime: {}\n", "runtime", "request"],
      ["a.yml", `${REQUEST}retry: 3\n`, "retry", "extensions.brace.retry"],
      ["a.yml", `${REQUEST}tags: [a]\n`, "tags", "info.tags"],
      ["a.yml", `${REQUEST}methods: GET\n`, "methods"],
      [
        "a.yml",
        "http: { url: a, timeout: 5 }",
        "http.timeout",
        "settings.timeout",
      ],
      [
        "a.yml",
        `${REQUEST}runtime: { scripts: [{ type: tests, code: "", dialect: postman }] }\n`,
        "runtime.scripts[0].dialect",
        "runtime.scripts[0].extensions.brace.dialect",
      ],
      // What others call parameters.
      [
        "a.yml",
        "info: { type: http }\nhttp: { url: a, query: [] }",
        "http.query",
        "http.params",
      ],
      [
        "a.yml",
        "info: { type: http }\nhttp: { url: a, pathParams: [] }",
        "http.pathParams",
        "http.params, with type: path",
      ],
      [
        "a.yml",
        "info: { type: graphql }\ngraphql: { url: a, query: a }",
        "graphql.query",
      ],
      // The name of what it stands in is another.
      [
        "a.yml",
        "http: { url: a, auth: { type: bearer, token: a, url: b } }",
        "http.auth.url",
      ],
      [
        "opencollection.yml",
        "setup: [a]\n",
        "setup",
        "extensions.brace.setup",
      ],
      [
        "opencollection.yml",
        "variables: []\n",
        "variables",
        "request.variables",
      ],
      ["b/folder.yml", "headers: []\n", "headers", "request.headers"],
      // Blocks of .bru files, and keys of other programs.
      ...[
        ["assert", "runtime.assertions"],
        ["vars", "runtime.variables"],
        ['"vars:post-response"', "runtime.actions"],
        ["script", "runtime.scripts"],
        [
          '"script:post-response"',
          "runtime.scripts, with type: after-response",
        ],
        ["preRequestScript", "runtime.scripts, with type: before-request"],
        ["events", "runtime.scripts"],
        ['"auth:bearer"', "http.auth, with type: bearer"],
        ["authentication", "http.auth"],
        ['"body:json"', "http.body, with type: json"],
        ["requestBody", "http.body"],
        ['"params:path"', "http.params, with type: path"],
        ["retries", "extensions.brace.retry"],
        ["operationId", "info.name"],
        ["meta", "info"],
        ["documentation", "docs"],
        ["get", "http, with method: GET"],
      ].map(([key, place]): (typeof ROWS)[number] => [
        "a.yml",
        `${REQUEST}${key}: []\n`,
        key.replaceAll('"', ""),
        place,
      ]),
      [
        "a.yml",
        `${REQUEST}runtime: { vars: [] }\n`,
        "runtime.vars",
        "runtime.variables",
      ],
      [
        "a.yml",
        "http: { url: a, assert: [] }\n",
        "http.assert",
        "runtime.assertions",
      ],
      [
        "a.yml",
        "http: { url: a, json: {} }\n",
        "http.json",
        "http.body, with type: json",
      ],
      ["a.yml", "http: { url: a, data: {} }\n", "http.data", "http.body"],
      ["b/folder.yml", "vars: []\n", "vars", "request.variables"],
      [
        "b/folder.yml",
        "request: { vars: [] }\n",
        "request.vars",
        "request.variables",
      ],
      [
        "opencollection.yml",
        "environment: []\n",
        "environment",
        "config.environments",
      ],
      ["opencollection.yml", "baseUrl: a\n", "baseUrl", "request.variables"],
      [
        "opencollection.yml",
        "beforeAll: a\n",
        "beforeAll",
        "extensions.brace.setup",
      ],
      [
        "a.yml",
        `${REQUEST}runtime: { scripts: [{ type: tests, code: "", exec: a }] }\n`,
        "runtime.scripts[0].exec",
        "+code",
      ],
      // Indented too far: the nearest level above that has the key.
      ...[
        ["http: { url: a, runtime: { assertions: [] } }", "http.runtime"],
        ["http: { url: a, settings: {} }", "http.settings"],
        ["http: { url: a, extensions: {} }", "http.extensions"],
        ["http: { url: a, docs: b }", "http.docs"],
        ["http: { url: a, info: {} }", "http.info"],
        ["graphql: { url: a, runtime: {} }", "graphql.runtime"],
        ["websocket: { url: a, settings: {} }", "websocket.settings"],
        ["grpc: { url: a, runtime: {} }", "grpc.runtime"],
        [
          "http: { url: a, body: { type: json, data: '', headers: [] } }",
          "http.body.headers",
          "http.headers",
        ],
        [
          "http: { url: a, body: { type: json, data: '', runtime: {} } }",
          "http.body.runtime",
        ],
        [
          "http: { url: a, headers: [{ name: A, value: b, params: [] }] }",
          "http.headers[0].params",
          "http.params",
        ],
        [
          "http: { url: a, auth: { type: bearer, token: b, docs: c } }",
          "http.auth.docs",
        ],
        [`${REQUEST}runtime: { settings: {} }`, "runtime.settings"],
        [
          `${REQUEST}settings: { extensions: {} }`,
          "settings.extensions",
        ],
        [
          `${REQUEST}extensions: { brace: { runtime: {} } }`,
          "extensions.brace.runtime",
        ],
      ].map(([text, key, place]): (typeof ROWS)[number] => [
        "a.yml",
        `${text}\n`,
        key,
        place ?? key.slice(key.lastIndexOf(".") + 1),
      ]),
      [
        "b/folder.yml",
        "request: { headers: [], docs: a }\n",
        "request.docs",
        "docs",
      ],
      [
        "opencollection.yml",
        "items: [{ info: { name: A }, http: { url: a, docs: b } }]\n",
        "items[0].http.docs",
        "items[0].docs",
      ],
      // A value that no such place takes, and a place that has its value.
      ["a.yml", "http: { url: a, type: json }", "http.type"],
      ["a.yml", "http: { url: a, type: http }", "http.type", "info.type"],
      [
        "a.yml",
        "info: { type: http }\nhttp: { url: a, type: graphql }",
        "http.type",
      ],
      ["a.yml", `${REQUEST}url: b\n`, "url"],
      ["a.yml", "http: { url: a }\nmethod: [GET]\n", "method"],
      [
        "a.yml",
        "http: { url: a, body: { type: json, data: '' }, json: {} }\n",
        "http.json",
      ],
      [
        "a.yml",
        "info: { name: A, type: http }\nhttp: { url: a }\noperationId: b\n",
        "operationId",
      ],
      // Lists take more.
      [
        "a.yml",
        `${REQUEST}runtime: { scripts: [] }\ntests: ""\n`,
        "tests",
        "runtime.scripts, with type: tests",
      ],
      // Not indented: the empty mapping above has the key.
      ...[
        [
          "http:\n  url: a\n  body:\n  type: json\n",
          "http.type",
          "http.body.type",
        ],
        [
          "http:\n  url: a\n  body:\n  data: ''\n",
          "http.data",
          "http.body.data",
        ],
        [
          "http:\n  url: a\n  auth: # none yet\n  token: b\n",
          "http.token",
          "http.auth.token",
        ],
        [
          "graphql:\n  url: a\n  body:\n  query: b\n",
          "graphql.query",
          "graphql.body.query",
        ],
        ["info:\nname: A\nhttp: { url: a }\n", "name", "info.name"],
        ["info:\ntype: http\nhttp: { url: a }\n", "type", "info.type"],
        [`${REQUEST}runtime:\nscripts: []\n`, "scripts", "runtime.scripts"],
        [`${REQUEST}settings:\ntimeout: 5\n`, "timeout", "settings.timeout"],
        [`${REQUEST}extensions:\nbrace: {}\n`, "brace", "extensions.brace"],
        ["info: { type: http }\nhttp:\nurl: a\n", "url", "http.url"],
        // One of its keys is indented.
        [
          "http:\n  url: a\n  body:\n    type: json\n  data: ''\n",
          "http.data",
          "http.body.data",
        ],
      ].map(([text, key, place]): (typeof ROWS)[number] => [
        "a.yml",
        text,
        key,
        `${place}: indent it below "${place.split(".").at(-2)}"`,
      ]),
      [
        "b/folder.yml",
        "request:\nheaders: []\n",
        "headers",
        'request.headers: indent it below "request"',
      ],
      // Text may be empty; what is known between belongs to neither.
      ["a.yml", `${REQUEST}docs:\ntype: text/markdown\n`, "type"],
      [
        "a.yml",
        "http:\n  body:\n  url: a\n  data: ''\n",
        "http.data",
        "http.body",
      ],
      // A key of a level above is no word of another client.
      ["b/folder.yml", "info: { request: {} }\n", "info.request", "request"],
      [
        "opencollection.yml",
        "info: { request: {} }\n",
        "info.request",
        "request",
      ],
      // Auth beside scripts is that of the request.
      ["a.yml", `${REQUEST}runtime:\nauth: none\n`, "auth", "http.auth"],
      ["a.yml", `${REQUEST}runtime: {}\nauth: none\n`, "auth", "http.auth"],
      // What is nested in auth, by its path or by Bruno's words.
      ...([
        ["oauth2", "clientId", "credentials.clientId"],
        [
          "oauth2",
          "client_id",
          'credentials.clientId: write "clientId" below "credentials"',
        ],
        [
          "oauth2",
          "credentials.clientId",
          'credentials.clientId: write "clientId" below "credentials"',
        ],
        [
          "oauth2",
          "auto_fetch_token",
          'settings.autoFetchToken: write "autoFetchToken" below "settings"',
        ],
        [
          "oauth1",
          "privateKey.value",
          'privateKey.value: write "value" below "privateKey"',
        ],
        ["oauth2", "grant_type", "+flow"],
        ["oauth2", "access_token_url", "+accessTokenUrl"],
        ["oauth1", "Private_Key", "+privateKey"],
      ] as const).map((
        [type, key, place],
      ): [string, string, string, string] => [
        "a.yml",
        `info: { type: http }\nhttp: { url: a, auth: { type: ${type}, "${key}": a } }`,
        `http.auth.${key}`,
        place.startsWith("+") ? place : `http.auth.${place}`,
      ]),
      [
        "a.yml",
        `${REQUEST}"http.method": GET\n`,
        "http.method",
        'http.method: write "method" below "http"',
      ],
      [
        "a.yml",
        "info: { type: http }\nhttp: { url: a, auth: { type: oauth2, credentials: { ClientId: a } } }\n",
        "http.auth.credentials.ClientId",
        "+clientId",
      ],
    ];
    for (const [file, text, ignored, place] of ROWS) {
      const { diagnostics } = read({
        "opencollection.yml": "",
        "b/c.yml": REQUEST,
        [file]: text,
      });
      const said = place === undefined
        ? ""
        : place.startsWith("+")
        ? ` (did you mean "${place.slice(1)}"?)`
        : ` here (it belongs at ${place})`;
      assertEquals(
        diagnostics.filter(({ code }) => code === "UNKNOWN_KEY")
          .map(({ message, fix }) => [message, fix]),
        [[`Ignored "${ignored}": the key is unknown${said}`, undefined]],
        text,
      );
    }
  });

  it("says that a file with its method as a key is no request", () => {
    const ROWS: [yaml: string, found?: string][] = [
      ["meta: { name: A }\nget: { url: a }", "get"],
      ["POST: { url: a, body: b }", "POST"],
      // A path of an OpenAPI document.
      ["get: { responses: {} }"],
      ["meta: { name: A }"],
      ["info: { name: A, graphql: { url: a } }", "info.graphql"],
    ];
    for (const [yaml, found] of ROWS) {
      const { diagnostics } = read({ "opencollection.yml": "", "a.yml": yaml });
      assertEquals(
        diagnostics.map(({ message }) => message),
        found === undefined ? [] : [
          `Ignored "a.yml": a request needs "info.type" or the key "http" (found "${found}")`,
        ],
      );
    }
  });

  for (
    const [text, severity] of [
      ["http: {method: GET", "error"],
      ['"http": {method: GET', "error"],
      ["'info' : {name: a", "error"],
      ['{"info": {"name": "a"', "error"],
      ["---\n{\n  http: {method: GET", "error"],
      ['{"data": {"info": 1', "warning"],
      ["data:\n  'http': {a", "warning"],
      [`"info': {a`, "warning"],
    ]
  ) {
    it(`takes a malformed file for a request if it has a key of one: ${text}`, () => {
      const { diagnostics } = read({
        "opencollection.yml": "info: {name: A}",
        "a.yml": text,
      });
      assertEquals(
        diagnostics.map(({ code, severity }) => [code, severity]),
        [["YAML_SYNTAX", severity]],
      );
    });
  }

  it("says where the keys of a request belong that has all at its top", () => {
    const ROWS: [yaml: string, places: readonly string[]][] = [
      [
        "type: http\nmethod: GET\nurl: a",
        ["info.type", "http.method", "http.url"],
      ],
      ["type: websocket\nurl: a", ["info.type", "websocket.url"]],
      ["info: { type: http }\nmethod: GET", ["http.method"]],
    ];
    for (const [yaml, places] of ROWS) {
      const { diagnostics } = read({ "opencollection.yml": "", "a.yml": yaml });
      const said = diagnostics.flatMap(({ message }) =>
        / \(it belongs at (.*)\)$/.exec(message)?.[1] ?? []
      );
      assertEquals(said, places);
    }
  });

  it("warns about keys that a type of auth does not have", () => {
    const ROWS: [auth: string, message?: string][] = [
      [
        "{ type: basic, usrname: a, password: b }",
        `Ignored "http.auth.usrname": the key is unknown (did you mean "username"?)`,
      ],
      [
        "{ type: bearer, token: a, scope: b }",
        `Ignored "http.auth.scope": the key is unknown`,
      ],
      ["{ type: oauth2, flow: a, credentials: { clientId: b }, scope: c }"],
      ["{ type: apikey, key: a, value: b, placement: query }"],
    ];
    for (const [auth, message] of ROWS) {
      const { diagnostics } = read({
        "opencollection.yml": "",
        "a.yml": `info: { type: http }\nhttp: { url: a, auth: ${auth} }`,
      });
      assertEquals(
        diagnostics.map((one) => [one.severity, one.message]),
        message === undefined ? [] : [["warning", message]],
      );
    }
  });

  it("keeps the rest when one file is malformed", () => {
    const { value, diagnostics } = read({
      "opencollection.yml": "",
      "bad.yml": "http: [",
      "good.yml": GET,
    });
    assertEquals(paths(value?.items ?? []), ["good.yml"]);
    assertEquals(diagnostics.length, 1);
  });

  it("orders folders by name, and puts those with a sequence at its position", () => {
    const order = (folders: Record<string, number | undefined>) => {
      const files: Record<string, string> = { "opencollection.yml": "" };
      for (const [name, seq] of Object.entries(folders)) {
        files[`${name}/r.yml`] = GET;
        if (seq !== undefined) {
          files[`${name}/folder.yml`] = `info: { seq: ${seq} }`;
        }
      }
      return read(files).value!.items.map((item) => item.path).join(" ");
    };
    // As Bruno's sortByNameThenSequence has them.
    const ROWS: [Record<string, number | undefined>, string][] = [
      [{ b: undefined, a: undefined, C: undefined }, "a b C"],
      [{ a: undefined, b: undefined, z: 1 }, "z a b"],
      [{ a: undefined, b: undefined, z: 2 }, "a z b"],
      [{ a: undefined, b: undefined, z: 9 }, "a b z"],
      [{ a: undefined, b: undefined, x: 2, y: 2 }, "a x y b"],
      [{ a: undefined, b: undefined, x: 2, y: 3, z: 2 }, "a x z y b"],
      [{ a: 3, b: 1, c: 2 }, "b c a"],
      [{ a: 0, b: -1, c: 1.5, d: 2 }, "a d b c"],
      [{ a: 4, b: undefined, c: 4 }, "b a c"],
      [{ a: undefined, x: 1, y: 1, z: 2 }, "x y z a"],
    ];
    for (const [folders, expected] of ROWS) {
      assertEquals(order(folders), expected, JSON.stringify(folders));
    }
  });

  it("takes the origins of extensions.brace.forwardCredentialsTo, the nearest ones", () => {
    const brace = (origins: string) =>
      `extensions: { brace: { forwardCredentialsTo: ${origins} } }\n`;
    const http = "http: { url: http://h }\n";
    const { value, diagnostics } = readCollection({
      root: "",
      files: new Map([
        [
          "opencollection.yml",
          `info: { name: C }\nrequest: { settings: { http: { forwardAuthorizationHeader: true } } }\n${
            brace("[https://A.example:443, 'http://[::1]:81']")
          }`,
        ],
        ["1.yml", `${http}settings: { forwardAuthorizationHeader: true }`],
        ["2.yml", http + brace("[]")],
        [
          "3.yml",
          http + brace(
            `[http://b, "*", "http://*.b", b, "http://b/", "http://u@b", "ftp://b", "{{o}}", "http://b:x", 7, [http://b]]`,
          ),
        ],
      ]),
    });
    assertEquals(
      value?.items.map((it) => it.kind === "request" && it.settings),
      [["https://a.example", "http://[::1]:81"], [], ["http://b"]].map((
        forwardCredentialsTo,
      ) => ({ encodeUrl: false, followRedirects: true, forwardCredentialsTo })),
    );
    const path = "extensions.brace.forwardCredentialsTo";
    const way =
      "(write scheme and host, such as https://files.example.com; no path, no *)";
    assertEquals(
      diagnostics.map(({ severity, code, message, location }) => [
        severity,
        code,
        location?.file,
        message,
      ]),
      [
        ["*", '"*"'],
        ["http://*.b", '"http://*.b"'],
        ["b", '"b"'],
        ["http://b/", '"http://b/"'],
        ["http://u@b", '"http://u@b"'],
        ["ftp://b", '"ftp://b"'],
        ["{{o}}", '"{{o}}"'],
        ["http://b:x", '"http://b:x"'],
        ["7", '"7"'],
      ].map(([, found], index) => [
        "error",
        "INVALID_FIELD",
        "3.yml",
        `Cannot read "${path}[${
          index + 1
        }]": expected an origin, found ${found} ${way}`,
      ]).concat([[
        "error",
        "INVALID_FIELD",
        "3.yml",
        `Cannot read "${path}[10]": expected text, found a list`,
      ]]),
    );
  });

  it("orders names as Bruno does, in the alphabet's order", () => {
    const alphabet = new Intl.Collator("en");
    const letter = fc.constantFrom(..."aAbBzZéß_-. 0129~(");
    const name = fc.string({ unit: letter, minLength: 1, maxLength: 5 })
      .map((it) => `x${it}x`);
    fc.assert(fc.property(
      fc.uniqueArray(name, { maxLength: 8 }),
      (names) => {
        const { value } = readCollection({
          root: "",
          files: new Map([
            ["opencollection.yml", ""],
            ...names.map((one, at) =>
              [
                `${at}.yml`,
                `info: { name: ${
                  JSON.stringify(one)
                }, type: http }\nhttp: { url: a }`,
              ] as const
            ),
          ]),
        });
        assertEquals(
          value?.items.map((item) => item.name),
          names.toSorted(alphabet.compare),
        );
      },
    ));
  });

  it("takes what extensions.brace.order names first, in that order", () => {
    const ordered = (order: string) =>
      `extensions: { brace: { order: ${order} } }`;
    const { value, diagnostics } = read({
      "opencollection.yml": ordered("[last, c.yml, two, Zed, c, gone]"),
      "c.yml": named("See", 1),
      "a.yml": named("a", 2),
      "last.yml": named("last", 10),
      "one/r.yml": GET,
      "two/folder.yml": `info: { seq: 7 }\n${ordered("[b, A]")}`,
      "two/r.yml": GET,
      "two/a.yml": named("A"),
      "two/b.yml": GET,
      "three/folder.yml":
        "info: { name: Zed }\nextensions: { brace: { flow: x }, other: 1 }",
      "three/r.yml": GET,
    });
    assertEquals(paths(value?.items ?? []), [
      "last.yml",
      "c.yml",
      ["two", "two/b.yml", "two/a.yml", "two/r.yml"],
      ["three", "three/r.yml"],
      ["one", "one/r.yml"],
      "a.yml",
    ]);
    assertEquals(diagnostics.map(({ message }) => message), [
      'Ignored "extensions.brace.flow": the key is unknown',
      'Ignored "gone" in "extensions.brace.order[5]": nothing here has that name (did you mean "one"?)',
    ]);
  });

  it("calls no name in extensions.brace.order unknown that a broken file may have", () => {
    const broken = "info: { name: Search, type: http\n";
    const order = "extensions: { brace: { order: [Search, near] } }\n";
    const near = { "near.yml": GET, "sub/near.yml": GET };
    const unknown = 'Ignored "Search" in "extensions.brace.order[0]"';
    const rows: [files: Record<string, string>, warnings: string[]][] = [
      [{ "opencollection.yml": order, "x.yml": broken }, []],
      [{ "opencollection.yml": order, "sub/folder.yml": broken }, []],
      [{ "sub/folder.yml": order, "sub/x.yml": broken }, []],
      // Names count in their own folder.
      [{ "opencollection.yml": order, "sub/x.yml": broken }, [unknown]],
      [{ "sub/folder.yml": order, "x.yml": broken }, [unknown]],
    ];
    for (const [files, warnings] of rows) {
      const kept: KeptReadings = new Map();
      const all = { "opencollection.yml": "", ...near, ...files };
      // The second time, the problems are those of the first one.
      for (const _ of [1, 2]) {
        const { diagnostics } = readCollection({
          root: "",
          files: new Map(Object.entries(all)),
          kept,
        });
        assertEquals(
          diagnostics.filter(({ severity }) => severity === "warning")
            .map(({ message }) => message.split(":")[0]),
          warnings,
        );
      }
    }
  });

  it("takes a name in extensions.brace.order for a file's first, then for the items' own", () => {
    const order = (names: string) => {
      const { value, diagnostics } = read({
        "opencollection.yml": `extensions: { brace: { order: ${names} } }`,
        "x.yml": named("one"),
        "x 2.yml": named("x"),
        "y.yml/folder.yml": "info: { name: x }",
        "y.yml/r.yml": GET,
        "z.yml": named("y"),
        "w.yml": named("y"),
      });
      assertEquals(diagnostics, []);
      return paths(value?.items ?? []).map(String).join(" ");
    };
    const inside = "y.yml,y.yml/r.yml";
    assertEquals(order("[x, z]"), `x.yml z.yml ${inside} x 2.yml w.yml`);
    // No file is y: two requests have that name.
    assertEquals(order("[y, x]"), `w.yml z.yml x.yml ${inside} x 2.yml`);
  });

  it("orders the items of a bundled file as they stand, folders first", () => {
    const { value, diagnostics } = read({
      "all.yml": `bundled: true
items:
  - { info: { name: r, type: http }, http: { url: http://localhost } }
  - { info: { name: q, type: http, seq: 1 }, http: { url: http://localhost } }
  - info: { name: z }
    extensions: { brace: { order: [2nd] } }
    items:
      - { info: { name: 1st, type: http }, http: { url: http://localhost } }
      - { info: { name: 2nd, type: http }, http: { url: http://localhost } }
  - { info: { name: p, type: http }, http: { url: http://localhost } }
  - { info: { name: y, seq: 1 }, items: [] }
  - { info: { name: x }, items: [] }
extensions: { brace: { order: [x] } }
`,
    });
    assertEquals(diagnostics, []);
    assertEquals(paths(value?.items ?? []), [
      ["x"],
      ["y"],
      ["z", "z/2nd", "z/1st"],
      "q",
      "r",
      "p",
    ]);
  });

  it("names what Bruno's app ignores if it has requests", () => {
    const GET_BRU = "get {\n  url: http://localhost\n}\n";
    const { value, diagnostics } = read({
      "bruno.json":
        '{"ignore": ["node_modules", "Drafts", "logs/", "a/b.bru", "docs", "gone"]}',
      "a/a.bru": GET_BRU,
      "a/b.bru": GET_BRU,
      "Drafts/folder.bru": "meta {\n  name: D\n}\n",
      "Drafts/d.bru": GET_BRU,
      "Drafts/e/f.bru": GET_BRU,
      "a/logs/l.bru": GET_BRU,
      "docs/folder.bru": "",
    });
    assertEquals(paths(value!.items), [["a", "a/a.bru"]]);
    assertEquals(
      diagnostics.map(({ severity, message }) => `${severity} ${message}`),
      ["a/b.bru", "Drafts", "a/logs"].map((path) =>
        `warning Ignored "${path}": "ignore" in bruno.json names it (delete it there to include it)`
      ),
    );
    const yaml = read({
      "opencollection.yml":
        "extensions: { bruno: { ignore: [api.yml, lock.yml, off] } }",
      "a.yml": GET,
      "api.yml": "openapi: 3.1.0\ninfo: { title: A }\npaths: {}",
      "lock.yml": "packages: []",
      "off/b.yml": "http: { url: http://localhost }\n",
    });
    assertEquals(yaml.diagnostics.map(({ message }) => message), [
      'Ignored "off": "ignore" in opencollection.yml names it (delete it there to include it)',
    ]);
  });

  it("names collections inside, and takes a workspace for no request", () => {
    const { value, diagnostics } = read({
      "opencollection.yml":
        "extensions: { bruno: { ignore: [skipped, deep/off] } }",
      "a.yml": GET,
      "workspace.yml":
        "opencollection: 1.0.0\ninfo: { name: W, type: workspace }\ncollections: [{ name: A, path: . }]",
      "other/opencollection.yml": "",
      "other/r.yml": GET,
      "other/inner/opencollection.yaml": "",
      "other/inner/r.yml": GET,
      "deep/er/bruno.json": "{}",
      "deep/er/r.yml": GET,
      "deep/r.yml": GET,
      "deep/off/opencollection.yml": "",
      "skipped/opencollection.yml": "",
      "deep/skipped/opencollection.yml": "",
    });
    assertEquals(paths(value!.items), [["deep", "deep/r.yml"], "a.yml"]);
    assertEquals(
      diagnostics.map(({ severity, message, location }) =>
        `${severity} ${message} ${location?.file}`
      ),
      [
        'warning Ignored "other": it is a separate collection (run it by its path) other/opencollection.yml',
        'warning Ignored "deep/er": it is a separate collection (run it by its path) deep/er/bruno.json',
      ],
    );
  });

  it("reads a collection that is JSON", () => {
    const text = `{
\t"opencollection": "1.0.0", "info": {"name": "J"},
\t"items": [{"info": {"name": "a", "type": "http"}, "http": {"url": "http://localhost"}}]
}`;
    for (const name of ["all.yml", "all.json"]) {
      const { value, diagnostics } = read({ [name]: text });
      assertEquals(diagnostics, []);
      assertEquals([value?.name, paths(value!.items)], ["J", ["a"]]);
    }
  });

  it("orders folders before requests, each by seq and then by name", () => {
    const { value } = read({
      "opencollection.yml": "",
      "c.yml": named("c", 1),
      "a.yml": named("a"),
      "B.yml": named("B"),
      "b2.yml": named("b"),
      "last.yml": named("last", 10),
      "first.yml": named("first", 0),
      "zoo/r.yml": GET,
      "ant/r.yml": GET,
      "two/folder.yml": "info: { seq: 2 }",
      "two/r.yml": GET,
      "one/folder.yml": "info: { seq: 1, name: Zebra }",
      "one/b/r.yml": GET,
      "one/a.yml": GET,
    });
    assertEquals(paths(value?.items ?? []), [
      ["one", ["one/b", "one/b/r.yml"], "one/a.yml"],
      ["two", "two/r.yml"],
      ["ant", "ant/r.yml"],
      ["zoo", "zoo/r.yml"],
      "first.yml",
      "c.yml",
      "last.yml",
      "a.yml",
      "b2.yml",
      "B.yml",
    ]);
  });

  it("reads files with a byte order mark and CRLF line ends", () => {
    const crlf = (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    const { value, diagnostics } = read({
      "opencollection.yml": crlf("info:\n  name: Pets\n"),
      "a.yml": crlf(
        "http:\n  url: http://localhost\n  body:\n    type: text\n    data: |\n      a\n      b\n",
      ),
      ".env": crlf("A=1\nB=2\n"),
    });
    assertEquals(diagnostics, []);
    const request = value?.items[0] as Request;
    assertEquals(
      request.body?.type === "text" && request.body.data.text,
      "a\nb\n",
    );
    assertEquals([...value?.dotenv ?? []], [["A", "1"], ["B", "2"]]);
  });

  it("reports the first fifty errors of a file", () => {
    const rows = "      - text\n".repeat(1000);
    const { diagnostics } = read({
      "opencollection.yml": "",
      "a.yml": `http:\n  url: http://localhost\n  headers:\n${rows}`,
    });
    assertEquals(diagnostics.length, 50);
  });
});

describe("origins", () => {
  const cases = new URL("../../../fixtures/collections/", import.meta.url);
  for (const name of ["folder", "bodies", "auth"]) {
    it(`of each text in ${name} lead to that text`, () => {
      const files = new Map<string, string>();
      collectFiles(new URL(`${name}/collection/`, cases), "", files);
      const { value } = readCollection({ root: "", files });
      assertExists(value);
      let count = 0;
      visit(value, (text, file, path) => {
        const written = follow(
          parse(files.get(file) ?? "", { schema: "failsafe" }),
          path,
        );
        // A default, such as the method GET, stands where it would be written.
        if (written === undefined) return;
        assertEquals(text, written ?? "", `${file} ${path}`);
        count++;
      });
      assertEquals(count > 10, true);
    });
  }
});

function collectFiles(
  folder: URL,
  prefix: string,
  files: Map<string, string>,
): void {
  for (const entry of Deno.readDirSync(folder)) {
    const url = new URL(`${entry.name}${entry.isDirectory ? "/" : ""}`, folder);
    if (entry.isDirectory) collectFiles(url, `${prefix}${entry.name}/`, files);
    else files.set(prefix + entry.name, Deno.readTextFileSync(url));
  }
}

type Visitor = (
  text: string,
  file: string,
  path: readonly (string | number)[],
) => void;

function visit(value: unknown, visitor: Visitor): void {
  if (value instanceof Map) return visit([...value.values()], visitor);
  if (typeof value !== "object" || value === null) return;
  const { text, code, at } = value as Record<string, unknown>;
  const written = text ?? code;
  if (typeof written === "string" && typeof at === "object" && at !== null) {
    const { file, path } = at as { file: string; path: (string | number)[] };
    visitor(written, file, path);
  }
  for (const member of Object.values(value)) visit(member, visitor);
}

function follow(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      (node as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}
