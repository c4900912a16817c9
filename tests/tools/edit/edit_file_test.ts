import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { editFile, readData } from "../../../lib/tools/edit/edit_file.ts";
import type {
  Edit,
  EditData,
  EditKeys,
} from "../../../lib/tools/edit/types.ts";

const YAML = `# yaml-language-server: $schema=x
info:
  name: "A" # the name
  type: http
  seq: 2

http:
  method: GET
  url: https://x.example/{{id}}
  headers:
    # first
    - name: A
      value: '1'
    # second
    - name: B # b
      value: two

    - { name: C, value: three }
  body:
    type: json
    data: |-
      {
        "a": 1,

        "b": 2
      }

docs: >-
  some folded
  text
`;

const BRU = `meta {
  name: A
  type: http
  seq: 2
}

get {
  url: https://x.example/{{id}}?a=1
  body: json
  auth: none
}

params:query {
  a: 1
  ~b: 2
}

headers {
  A: 1
  @description('hi')
  "B b": two
}

body:json {
  {
    "a": 1,
  
    "b": 2
  }
}

example {
  name: kept
}
`;

const BUNDLE = `opencollection: 1.0.0
info:
  name: Shop
items:
- info: {name: users, type: folder}
  items:
  - info:
      name: Create   # a user
      type: http
    http: {method: POST, url: "{{base}}/users"}
- info:
    name: List
    type: http
  http:
    method: GET
    url: '{{base}}/list'
`;

const JSON_BUNDLE = `{
  "opencollection": "1.0.0",
  "info": {"name": "Shop"},
  "items": [
    {
      "info": { "name": "List", "type": "http" },
      "http": { "method": "GET", "url": "http://x" }
    }
  ]
}
`;

const YAML_PARTS = `info: {name: Upload, type: http}
http:
  method: POST
  url: http://localhost/
  body:
    type: multipart-form
    data:
      - name: scan
        type: file
        value:
          - a.txt
      - name: one
        type: file
        value: a.txt # alone
`;

const BRU_PARTS = `meta {
  name: Upload
}

post {
  url: http://localhost/
  body: multipartForm
}

body:multipart-form {
  note: hi
  scan: @file(a.txt) @contentType(text/plain)
  both: @file(a.txt|b.txt)
}
`;

const BRU_LINE = `post {
  url: http://localhost/
  body: json
}

body:json {
  { "qty": 1 }
}
`;

const BRU_FILE = `meta {
  name: Upload
}

post {
  url: http://localhost/
  body: file
}

body:file {
  file: @file(a.txt) @contentType(text/plain)
  ~file: @file(b.txt)
}
`;

const ENVIRONMENT = `vars {
  a: 1
  @number
  n: 5
}
vars:secret [
  s
]
`;

function set(keys: EditKeys, value: EditData): Edit {
  return { kind: "set", keys, value };
}

const PARTS: EditKeys = ["http", "body", "data"];

/** Lines that go and lines that come. */
type Diff = readonly string[];

const CASES: readonly (readonly [
  name: string,
  file: string,
  text: string,
  edits: readonly Edit[],
  diff: Diff,
])[] = [
  ["scalars keep their style and comments", "a.yml", YAML, [
    set(["info", "name"], 'B "q"'),
    set(["info", "seq"], 3),
    set(["http", "headers", 0, "value"], "it's"),
    set(["http", "method"], "POST"),
  ], [
    '-  name: "A" # the name',
    "-  seq: 2",
    "-  method: GET",
    "-      value: '1'",
    '+  name: "B \\"q\\"" # the name',
    "+  seq: 3",
    "+  method: POST",
    "+      value: 'it''s'",
  ]],
  [
    "a plain text that YAML would read as something else is quoted",
    "a.yml",
    YAML,
    [
      set(["http", "headers", 1, "value"], "123"),
      set(["http", "url"], "{{base}}/x"),
    ],
    [
      "-  url: https://x.example/{{id}}",
      "-      value: two",
      '+  url: "{{base}}/x"',
      '+      value: "123"',
    ],
  ],
  ["a placeholder in brackets stays a text", "a.yml", YAML, [
    set(["http", "headers", 2, "value"], "{{token}}"),
  ], [
    "-    - { name: C, value: three }",
    '+    - { name: C, value: "{{token}}" }',
  ]],
  [
    "a whole list that is set changes where it differs",
    "a.yml",
    YAML,
    [
      set(["http", "headers"], [
        { name: "A", value: "1" },
        { name: "B", value: "2b", disabled: true },
        { name: "C", value: "three" },
        { name: "D", value: "four" },
      ]),
    ],
    [
      "-      value: two",
      '+      value: "2b"',
      "+      disabled: true",
      "+",
      "+    - name: D",
      "+      value: four",
    ].filter((line) => line !== "+"),
  ],
  ["an element moves with its comments", "a.yml", YAML, [
    { kind: "move", keys: ["http", "headers", 1], to: 0 },
  ], []],
  [
    "an element goes with its comments",
    "a.yml",
    YAML,
    [
      { kind: "remove", keys: ["http", "headers", 1] },
    ],
    ["-    # second", "-    - name: B # b", "-      value: two"],
  ],
  ["lines of a body that stay are not written", "a.yml", YAML, [
    set(["http", "body", "data"], '{\n  "a": 1,\n\n  "b": 3\n}'),
  ], ['-        "b": 2', '+        "b": 3']],
  ["a folded text stays folded", "a.yml", YAML, [
    set(["docs"], "some folded text\nmore"),
  ], ["+", "+  more"]],
  ["new parts go where people look for them", "a.yml", YAML, [
    set(["runtime", "variables"], [{ name: "v", value: "1" }]),
    set(["http", "auth"], { type: "bearer", token: "{{t}}" }),
  ], [
    "+  auth:",
    "+    type: bearer",
    '+    token: "{{t}}"',
    "+runtime:",
    "+  variables:",
    "+    - name: v",
    '+      value: "1"',
    "+",
  ]],
  ["a kind of body becomes another one", "a.yml", YAML, [
    set(["http", "body"], {
      type: "form-urlencoded",
      data: [{ name: "x", value: "1" }],
    }),
  ], [
    "-    type: json",
    "-    data: |-",
    "-      {",
    '-        "a": 1,',
    "-",
    '-        "b": 2',
    "-      }",
    "+    type: form-urlencoded",
    "+    data:",
    "+      - name: x",
    '+        value: "1"',
  ]],
  ["what is empty is written in brackets", "a.yml", YAML, [
    set(["http", "body"], {}),
  ], [
    "-  body:",
    "-    type: json",
    "-    data: |-",
    "-      {",
    '-        "a": 1,',
    "-",
    '-        "b": 2',
    "-      }",
    "+  body: {}",
  ]],
  ["an item of a bundled file", "shop.yml", BUNDLE, [
    set(["items", 0, "items", 0, "http", "url"], "{{base}}/people"),
    set(["items", 1, "http", "url"], "{{base}}/all"),
    set(["items", 0, "items", 0, "info", "name"], "Add"),
  ], [
    "-      name: Create   # a user",
    '-    http: {method: POST, url: "{{base}}/users"}',
    "-    url: '{{base}}/list'",
    "+      name: Add   # a user",
    '+    http: {method: POST, url: "{{base}}/people"}',
    "+    url: '{{base}}/all'",
  ]],
  ["an item of a bundled JSON file", "shop.json", JSON_BUNDLE, [
    set(["items", 0, "http", "url"], "1"),
    {
      kind: "insert",
      keys: ["items", 1],
      value: { info: { name: "New", type: "http" } },
    },
  ], [
    '-      "http": { "method": "GET", "url": "http://x" }',
    '+      "http": { "method": "GET", "url": "1" }',
    "+    },",
    "+    {",
    '+      "info": {',
    '+        "name": "New",',
    '+        "type": "http"',
    "+      }",
  ]],
  ["lines of .bru", "a.bru", BRU, [
    set(["http", "method"], "POST"),
    set(["http", "headers", 1, "value"], "2"),
    set(["http", "params", 0, "value"], "{{x}}"),
    set(["http", "url"], "https://x.example/{{id}}?a={{x}}"),
  ], [
    "-get {",
    "-  url: https://x.example/{{id}}?a=1",
    "-  a: 1",
    '-  "B b": two',
    "+post {",
    "+  url: https://x.example/{{id}}?a={{x}}",
    "+  a: {{x}}",
    '+  "B b": 2',
  ]],
  [
    "what a .bru file leaves out stays out",
    "a.bru",
    "meta {\n  name: A\n}\n\nget {\n  url: http://localhost/a\n}\n",
    [set(["info", "name"], "B"), set(["http", "url"], "http://localhost/b")],
    [
      "-  name: A",
      "-  url: http://localhost/a",
      "+  name: B",
      "+  url: http://localhost/b",
    ],
  ],
  ["words and defaults of .bru that are Brace's stay", "a.bru", BRU, [
    set(["http", "auth"], { type: "oauth2", flow: "client_credentials" }),
    set(["runtime"], {
      scripts: [
        { type: "before-request", code: 'client.setVar("a", req.url = "b")' },
      ],
      assertions: [
        { expression: "client.getVar('a')", operator: "eq", value: "b" },
      ],
    }),
  ], [
    "-  auth: none",
    "+  auth: oauth2",
    "+auth:oauth2 {",
    "+  grant_type: client_credentials",
    "+assert {",
    "+  client.getVar('a'): eq b",
    "+script:pre-request {",
    '+  client.setVar("a", req.url = "b")',
    "+}",
    "+}",
    "+}",
    "+",
    "+",
    "+",
  ]],
  ["a text of .bru", "a.bru", BRU, [
    set(["http", "body", "data"], '{\n  "a": 1,\n\n  "b": 3\n}'),
  ], ['-    "b": 2', '+    "b": 3']],
  ["blocks of .bru come and go", "a.bru", BRU, [
    set(["http", "auth"], { type: "basic", username: "u", password: "{{p}}" }),
    { kind: "remove", keys: ["http", "headers"] },
    set(["runtime", "assertions"], [
      { expression: "res.status", operator: "eq", value: "200" },
    ]),
  ], [
    "-  auth: none",
    "-headers {",
    "-  A: 1",
    "-  @description('hi')",
    '-  "B b": two',
    "+  auth: basic",
    "+auth:basic {",
    "+  username: u",
    "+  password: {{p}}",
    "+assert {",
    "+  res.status: eq 200",
    "+}",
    "+",
  ]],
  ["the files of parts", "a.yml", YAML_PARTS, [
    set([...PARTS, 0, "value"], ["c.txt", "d.txt"]),
    set([...PARTS, 1, "value"], ["a.txt", "b.txt"]),
  ], [
    "-        value: a.txt # alone",
    "+          - c.txt",
    "+          - d.txt",
    "+        value: # alone",
    "+          - b.txt",
  ]],
  ["the files of parts of .bru", "a.bru", BRU_PARTS, [
    set([...PARTS, 1, "value"], ["c.txt", "d.txt"]),
    set([...PARTS, 2, "value"], ["", "b.txt"]),
  ], [
    "-  scan: @file(a.txt) @contentType(text/plain)",
    "-  both: @file(a.txt|b.txt)",
    "+  scan: @file(c.txt|d.txt) @contentType(text/plain)",
    "+  both: @file(|b.txt)",
  ]],
  ["a part of .bru becomes a file, another one has none", "a.bru", BRU_PARTS, [
    set([...PARTS, 0], { name: "note", type: "file", value: "c.txt" }),
    set([...PARTS, 2, "value"], []),
  ], [
    "-  note: hi",
    "-  both: @file(a.txt|b.txt)",
    "+  note: @file(c.txt)",
    "+  both: @file()",
  ]],
  ["all of a body of JSON in .bru", "a.bru", BRU, [
    set(["http", "body", "data"], "[\n  1\n]"),
  ], [
    "-  {",
    '-    "a": 1,',
    "-  ",
    '-    "b": 2',
    "-  }",
    "+  [",
    "+    1",
    "+  ]",
  ]],
  ["a body of JSON of one line in .bru", "a.bru", BRU_LINE, [
    set(["http", "body", "data"], '{ "qty": 2 }'),
  ], ['-  { "qty": 1 }', '+  { "qty": 2 }']],
  ["a body of JSON of one line becomes several", "a.bru", BRU_LINE, [
    set(["http", "body", "data"], '{\n  "qty": 2\n}'),
  ], ['-  { "qty": 1 }', "+  {", '+    "qty": 2', "+  }"]],
  ["the file of a body of .bru", "a.bru", BRU_FILE, [
    set([...PARTS, 0, "filePath"], "c.txt"),
  ], [
    "-  file: @file(a.txt) @contentType(text/plain)",
    "+  file: @file(c.txt) @contentType(text/plain)",
  ]],
  ["a body of .bru becomes files, of which the first is sent", "a.bru", BRU, [
    set(["http", "body"], {
      type: "file",
      data: [{ filePath: "c.txt" }, { filePath: "d.txt" }],
    }),
  ], [
    "-  body: json",
    "-body:json {",
    "-  {",
    '-    "a": 1,',
    "-  ",
    '-    "b": 2',
    "-  }",
    "+  body: file",
    "+body:file {",
    "+  file: @file(c.txt)",
    "+  ~file: @file(d.txt)",
  ]],
  ["secrets of .bru go by their names", "environments/dev.bru", ENVIRONMENT, [
    set(["variables"], [
      { name: "a", value: "2" },
      { name: "n", value: { type: "number", data: "6" } },
      { name: "s", secret: true },
      { name: "t", secret: true, value: "" },
    ]),
  ], ["-  a: 1", "-  n: 5", "-  s", "+  a: 2", "+  n: 6", "+  s,", "+  t"]],
];

describe("edits of files", () => {
  for (const [name, path, text, edits, diff] of CASES) {
    for (const eol of ["\n", "\r\n"]) {
      it(`${name}${eol === "\n" ? "" : " (CRLF)"}`, () => {
        const source = text.replaceAll("\n", eol);
        const edited = editFile({ path, text: source }, edits);
        assert(edited.problem === undefined, edited.problem?.message);
        assertEquals(edited.text.replaceAll(eol, "").includes("\n"), false);
        assertEquals(
          sorted(differing(text, edited.text.replaceAll(eol, "\n"))),
          sorted(diff),
        );
        assertEquals(applied(source, edited.edits), edited.text);
        // Once more, it is there already.
        const again = edits.every(({ kind }) =>
          kind === "set" || kind === "remove"
        ) &&
          !edits.some(({ kind }) => kind === "remove");
        if (again && !path.endsWith(".bru")) {
          assertEquals(
            editFile({ path, text: edited.text }, edits).text,
            edited.text,
          );
        }
      });
    }
  }

  const REFUSED: readonly (readonly [
    path: string,
    text: string,
    edits: readonly Edit[],
    message: string,
  ])[] = [
    [
      "a.bru",
      BRU,
      [set(["http", "headers", 0, "value"], "x\n'''\ny")],
      "'''",
    ],
    [
      "a.bru",
      BRU,
      [set(["settings", "unknown"], "1")],
      'saving would lose something: the setting "unknown"',
    ],
    [
      "environments/dev.bru",
      ENVIRONMENT,
      [set(["variables", 2, "value"], "typed")],
      'Cannot edit "environments/dev.bru": .bru files hold no values of secrets (leave it empty: enter the value when a request asks for it, or set the environment variable BRACE_SECRET_s)',
    ],
    [
      "environments/dev.bru",
      "vars:secret [\n  door-code\n]\n",
      [set(["variables", 0, "value"], "typed")],
      "or give it in a secrets file)",
    ],
    ...([["collection.bru", "", "request"], ["a.bru", BRU, "runtime"]] as const)
      .map(([path, text, key]): [string, string, Edit[], string] => [
        path,
        text,
        [set([key], { variables: [{ name: "pin", value: "", secret: true }] })],
        `Cannot edit "${path}": .bru files mark secrets in environments only (do not mark "pin" as one, and write {{process.env.NAME}} for its value, with the entry NAME in .env)`,
      ]),
    [
      "a.yml",
      YAML,
      [set(["http", "headers", 9, "value"], "x")],
      "there is nothing at",
    ],
    ["a.yml", "info: [", [set(["info", "name"], "x")], "Cannot read"],
    ["bruno.json", "{}", [set(["name"], "x")], "JSON of other programs"],
    ["a.request.yaml", "url: x", [set(["url"], "y")], "Postman"],
  ];
  for (const [path, text, edits, message] of REFUSED) {
    it(`refuses what would say something else: ${message}`, () => {
      const edited = editFile({ path, text }, edits);
      assertStringIncludes(edited.problem?.message ?? "", message);
    });
  }

  it("an anchor that changes leaves its aliases what they were", () => {
    const text = "a: &x one # x\nb: *x\nc: { d: *x }\n";
    const edited = editFile({ path: "a.yml", text }, [set(["a"], "two")]);
    assertEquals(edited.text, "a: &x two # x\nb: one\nc: { d: one }\n");
  });

  it("an element that moves leaves the others", () => {
    const edited = editFile({ path: "a.yml", text: YAML }, [
      { kind: "move", keys: ["http", "headers", 1], to: 0 },
    ]);
    assertStringIncludes(
      edited.text ?? "",
      `  headers:
    # second
    - name: B # b
      value: two
    # first
    - name: A
      value: '1'

    - { name: C, value: three }
`,
    );
  });

  it("a file without a last line end, with a byte order mark", () => {
    const edited = editFile({ path: "a.yml", text: "\ufeffa: 1\nb: x" }, [
      set(["b"], "new"),
      set(["c"], "z"),
    ]);
    assertEquals(edited.text, "\ufeffa: 1\nb: new\nc: z");
  });

  it("an empty environment gets its first variable", () => {
    const edited = editFile({ path: "environments/e.yml", text: "# mine\n" }, [
      set([], { variables: [{ name: "a", value: "1" }] }),
    ]);
    assertEquals(
      edited.text,
      '# mine\nvariables:\n  - name: a\n    value: "1"\n',
    );
  });

  it("numbers are given as they are written, too", () => {
    const read = readData({ path: "a.yml", text: "a: 1.10\n" });
    assert(read.problem === undefined);
    assertEquals([read.data, read.written(["a"])], [{ a: 1.1 }, "1.10"]);
  });
});

function differing(before: string, after: string): string[] {
  const [from, to] = [before, after].map((text) => text.split("\n"));
  const lines = (
    list: readonly string[],
    others: readonly string[],
    sign: string,
  ) => {
    const rest = [...others];
    return list.flatMap((line) => {
      const at = rest.indexOf(line);
      if (at === -1) return [sign + line];
      rest.splice(at, 1);
      return [];
    });
  };
  // Lines that moved are in both.
  const gone = lines(from, to, "-");
  const come = lines(to, from, "+");
  return [...gone, ...come];
}

function sorted(lines: readonly string[]): string[] {
  return lines.toSorted();
}

function applied(
  text: string,
  edits: readonly { offset: number; length: number; text: string }[],
): string {
  let out = "";
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.offset) + edit.text;
    at = edit.offset + edit.length;
  }
  return out + text.slice(at);
}
