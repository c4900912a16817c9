import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  BLOCKS,
  BRU_AUTH_FIELDS,
  type BruForm,
  type BruKind,
  type BruRow,
} from "../../../lib/core/collection/bru/blocks.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import { exportBru } from "../../../lib/tools/convert/export/export_bru.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";

/** What a request has, what is written of it, what a note says, and what the note counts. */
type Row = [
  what: string,
  request: string,
  written: string,
  note: string,
  lost?: Record<string, number>,
];

const ROWS: readonly Row[] = [
  ["tags", "info: {tags: [a-b, c d]}", "tags: [\n    a-b\n  ]", '"c d"'],
  ["two blanks in the name", 'info: {name: "a  b"}', "name: a  b\n", ""],
  [
    "a line break in the name",
    'info: {name: "a\\nb"}',
    "name: a b\n",
    "one line",
  ],
  [
    "the last line break of a body",
    'http: {body: {type: text, data: "x\\n"}}',
    "body:text {\n  x\n  \n}",
    "",
  ],
  [
    "\\r in a body",
    'http: {body: {type: text, data: "x\\r\\ny"}}',
    "body:text {\n  x\n  y\n}",
    "\\r",
  ],
  [
    "''' in a value of several lines",
    `http: {headers: [{name: A, value: "a\\n'''"}]}`,
    "headers {\n  ~A: \n}",
    "'''",
  ],
  [
    "blanks at the ends of a value",
    'http: {headers: [{name: A, value: " a "}]}',
    "headers {\n  A: a\n}",
    "blanks at its ends",
  ],
  [
    "OAuth 2 without what Brace adds itself",
    "http: {auth: {type: oauth2, flow: client_credentials}}",
    "  grant_type: client_credentials\n  auto_refresh_token: true\n  token_placement: header\n  token_header_prefix: Bearer\n}",
    "",
  ],
  [
    "OAuth 2 that says so itself",
    "http: {auth: {type: oauth2, flow: client_credentials, settings: {autoRefreshToken: false}, tokenConfig: {placement: {header: ''}}}}",
    "  auto_refresh_token: false\n  token_placement: header\n  token_header_prefix: \n}",
    "",
  ],
  [
    "OAuth 2 with the token in the query",
    "http: {auth: {type: oauth2, flow: client_credentials, tokenConfig: {placement: {query: t}}}}",
    "  auto_refresh_token: true\n  token_placement: url\n  token_query_key: t\n}",
    "",
  ],
  [
    "a person's OAuth 2, which has PKCE",
    "http: {auth: {type: oauth2, flow: authorization_code}}",
    "  auto_refresh_token: true\n  pkce: true\n  token_placement: header\n",
    "",
  ],
  [
    "PKCE that is switched off",
    "http: {auth: {type: oauth2, flow: authorization_code, pkce: {disabled: true}}}",
    "  pkce: false\n",
    "",
  ],
  [
    "PKCE without a hash",
    "http: {auth: {type: oauth2, flow: authorization_code, pkce: {method: plain}}}",
    "  pkce: true\n",
    'The method "plain" of PKCE is left out',
  ],
  [
    "a flow that Bruno does not have",
    "http: {auth: {type: oauth2, flow: device_code}}",
    "  grant_type: device_code\n",
    'The flow "device_code" of OAuth 2 is one that Bruno does not have',
  ],
  [
    "a key without a place",
    "http: {auth: {type: apikey, key: k}}",
    "auth:apikey {\n  key: k\n  placement: header\n}",
    "",
  ],
  [
    "NTLM without a domain, which Bruno reads anyway",
    "http: {auth: {type: ntlm, username: u}}",
    "auth:ntlm {\n  username: u\n  domain: \n}",
    "",
  ],
  [
    "WSSE",
    "http: {auth: {type: wsse, username: u}}",
    "auth:wsse {\n  username: u\n}",
    "Bruno sends the digest and the nonce of wsse as hexadecimal text",
  ],
  [
    "digest with a placeholder, which Bruno's command line does not fill in",
    'http: {auth: {type: digest, username: u, password: "{{p}}"}}',
    "auth:digest {\n  username: u\n  password: {{p}}\n}",
    "bru run sends the placeholders of digest as their text",
  ],
  [
    "digest without a placeholder",
    "http: {auth: {type: digest, username: u}}",
    "auth:digest {\n  username: u\n}",
    "",
  ],
  [
    "a key of OAuth 1 that is a text",
    "http: {auth: {type: oauth1, privateKey: k}}",
    "  private_key: k\n",
    "",
  ],
  [
    "a name that begins with ~",
    'http: {headers: [{name: "~A", value: a}]}',
    "headers {\n}",
    '"~A" is left out',
  ],
  [
    "a text that looks like a file",
    'http: {body: {type: multipart-form, data: [{name: a, type: text, value: "@file(x)"}]}}',
    "~a: \n",
    "@file(…)",
  ],
  [
    "a text that only begins like a file",
    'http: {body: {type: multipart-form, data: [{name: a, type: text, value: "@file(x"}]}}',
    "  a: @file(x\n",
    "",
  ],
  [
    "a body's file with a bar in its path",
    'http: {body: {type: file, data: [{filePath: "a|b", selected: true}]}}',
    "  ~file: \n",
    '"a|b" is left out',
  ],
  [
    "files of which the second is selected",
    "http: {body: {type: file, data: [{filePath: a, selected: false}, {filePath: b, selected: true}]}}",
    "  ~file: @file(a)\n  file: @file(b)\n",
    "",
  ],
  [
    "files that do not say which one",
    "http: {body: {type: file, data: [{filePath: a}, {filePath: b}]}}",
    "  file: @file(a)\n  ~file: @file(b)\n",
    "",
  ],
  [
    "a list that only looks like values with titles",
    "runtime: {variables: [{name: a, value: [{title: t, value: x}, {title: u}]}]}",
    '"title": "u"',
    "",
  ],
  [
    "an action before the request",
    "runtime: {actions: [{type: set-variable, phase: before-request, selector: {expression: res.body.a}, variable: {name: a}}]}",
    "",
    'The action for "a" is left out',
  ],
  [
    "a query that the URL does not have",
    'http: {params: [{name: q, value: "1#2"}]}',
    "url: http://h/?q=1%232\n",
    "",
  ],
  [
    "a query in the URL, whose rows Bruno's window makes the URL from",
    "http: {url: 'http://h/?a=1%262&empty=&bare&=x&{{n}}={{v}}&a=b=c&s=x y#f', params: [{name: off, value: o, disabled: true}, {name: a, value: 1%262, description: why}]}",
    "params:query {\n  @description('why')\n  a: 1%262\n  empty: \n  bare: \n  \"{{n}}\": {{v}}\n  a: b=c\n  s: x y\n  ~off: o\n}\n",
    "",
  ],
  [
    "rows that the URL lacks, those that are off last, and a path parameter",
    "http: {url: 'http://h/:id?a=1', params: [{name: off, value: o, disabled: true}, {name: id, value: i, type: path}, {name: more, value: '2'}]}",
    "params:query {\n  a: 1\n  more: 2\n  ~off: o\n}\n\nparams:path {\n  id: i\n}\n",
    "",
  ],
  [
    "a name in the URL that no line can hold",
    "http: {url: 'http://h/?a=1&a%20b\\ c\\=1'}",
    "params:query {\n  a: 1\n}\n",
    "",
  ],
  [
    "an example whose URL has a query",
    "examples: [{name: one, request: {url: 'http://h/?a=1'}}]",
    "    params:query: {\n      a: 1\n    }\n",
    "Saved examples are blocks",
  ],
  [
    "Postman's dialect",
    "runtime: {scripts: [{type: tests, code: pm.x(), extensions: {brace: {dialect: postman}}}]}",
    "tests {\n  // pm.x()\n}",
    "Postman's dialect",
  ],
  [
    "TypeScript",
    "runtime: {scripts: [{type: tests, language: typescript, code: 'let a: 1'}, {type: tests, language: javascript, code: b()}]}",
    "tests {\n  // let a: 1\n",
    "in TypeScript, which Bruno does not run",
  ],
  [
    "two scripts of a kind",
    "runtime: {scripts: [{type: tests, code: const a = 1}, {type: tests, code: const a = 2}]}",
    "  {\n  const a = 1\n  }\n  \n  {\n  const a = 2\n  }\n",
    "written as one",
  ],
  [
    "an example",
    "examples: [{name: one, request: {url: 'http://h/{{a}}', method: PUT, headers: [{name: A, value: b}]}, response: {status: 201, statusText: Created, headers: [{name: B, value: c}], body: {type: json, data: '{}'}}}]",
    `
example {
  name: one
  request: {
    url: http://h/{{a}}
    method: put
    mode: none
    headers: {
      A: b
    }
  }
  response: {
    headers: {
      B: c
    }
    status: {
      code: 201
      text: Created
    }
    body: {
      type: json
      content: '''
        {}
      '''
    }
  }
}
`,
    "Saved examples are blocks",
  ],
  [
    "what no example can hold",
    "examples: [{name: one, request: {url: 'http://h', headers: [{name: A, value: b, description: why}]}}]",
    "headers: {\n      A: b\n    }",
    'In the example "one": Descriptions are left out: rows of examples have none',
  ],
  [
    "an answer that no example can hold",
    `examples: [{name: one, response: {status: 200, body: {data: "a '''"}}}]`,
    "response: {\n    status: {\n      code: 200\n    }\n  }\n}\n",
    `In the example "one": The body of the response is left out: examples cannot hold ''' there`,
  ],
  [
    "an assertion with a colon",
    `runtime: {assertions: [{expression: 'res.body["a:b"]', operator: eq, value: x}]}`,
    "",
    "assertion",
  ],
  ...([
    [
      "a header with a hyphen",
      "res.headers.Content-Type",
      "res.headers['content-type']",
      "",
    ],
    [
      "a header in capitals, in quotes",
      'res.headers["ETag"]',
      "res.headers.etag",
      "",
    ],
    [
      "one value of a header",
      'res.headers["Set-Cookie"][0]',
      "res.headers['set-cookie'][0]",
      "",
    ],
    ["a header by its call", "res.getHeader('X-A')", "res.headers['x-a']", ""],
    ["the status by its call", "res.getStatus() < 300", "res.status < 300", ""],
    ["a member of the body by its call", "res.getBody().a", "res.body.a", ""],
    [
      "a method that Bruno has in scripts",
      "res.getSize().total",
      "res.getSize().total",
      'The assertion of "res.getSize().total" uses "res.getSize", which Bruno has only in scripts (write it in one)',
    ],
    [
      "the list of headers",
      "res.headerList.get('a')",
      "res.headerList.get('a')",
      'uses "res.headerList", which Bruno has only in scripts',
    ],
    ["a place in JSONPath", "$.a['b-c'][0]", "res.body?.a?.['b-c']?.[0]", ""],
    ["the whole body in JSONPath", "$", "res.body", ""],
    [
      "a JSONPath of several places",
      "$.a[*].b",
      "$.a[*].b",
      'The assertion of "$.a[*].b" fails in Bruno, which has no JSONPath: write it with res.body, or in a script',
    ],
    [
      "a JSONPath of what JavaScript inherits",
      "$.a.length",
      "$.a.length",
      'The assertion of "$.a.length" fails in Bruno',
    ],
  ] as const).flatMap(([what, expression, written, said]): Row[] => [
    [
      `an assertion: ${what}`,
      `runtime: {assertions: [{expression: ${
        JSON.stringify(expression)
      }, operator: eq, value: x}]}`,
      `assert {\n  ${written}: eq x\n}\n`,
      said,
    ],
    [
      `an action: ${what}`,
      `runtime: {actions: [{type: set-variable, phase: after-response, selector: {expression: ${
        JSON.stringify(expression)
      }, method: jsonq}, variable: {name: v, scope: runtime}}]}`,
      `vars:post-response {\n  v: ${written}\n}\n`,
      said.replace(/^The assertion of "[^"]*"/, 'The action for "v"'),
    ],
  ]),
  [
    "an assertion of several lines",
    'runtime: {assertions: [{expression: res.body, operator: eq, value: "a\\nb"}]}',
    "res.body: '''\n    eq a\n    b\n  '''\n",
    "",
  ],
  [
    "numbers in variables",
    "runtime: {variables: [{name: a, value: 0.4}, {name: b, value: 19.90}, {name: c, value: 12345678901234567890}, {name: d, value: '5'}]}",
    "{\n  @number\n  a: 0.4\n  b: 19.90\n  c: 12345678901234567890\n  d: 5\n}",
    "",
  ],
  [
    "a row that is switched off by a text",
    "http: {headers: [{name: A, value: b, disabled: 'true'}]}",
    "  ~A: b\n",
    "",
  ],
  [
    "a value that is selected by a text",
    "runtime: {variables: [{name: a, value: [{title: t, value: x}, {title: u, value: z, selected: 'true'}]}]}",
    "  a: z\n",
    "",
  ],
  [
    "numbers in a list",
    "runtime: {variables: [{name: a, value: [1, {b: 0.4}]}]}",
    '[\n      1,\n      {\n        "b": 0.4\n      }\n    ]',
    "",
  ],
  [
    "numbers in a mapping, as written",
    "runtime: {variables: [{name: a, value: {b: 19.90, c: 12345678901234567890}}]}",
    '@object\n  a: {"b":19.90,"c":12345678901234567890}\n',
    "",
  ],
  [
    "retries",
    "extensions: {brace: {retry: {count: 2}}}",
    "",
    "extensions.brace.retry",
  ],
  ["headers left out", "settings: {omitHeaders: [A]}", "", "omitHeaders"],
  [
    "a body that is no template",
    "http: {body: {type: text, data: x, interpolate: false}}",
    "",
    "interpolate",
  ],
  [
    "a body that is left out where it is empty",
    "http: {body: {type: text, data: x, omitEmpty: true}}",
    "",
    "omitEmpty",
  ],
];

/** Where the key in the query is, the request's own auth, its URL, and whether a note says that bru sends none. */
const KEYS: readonly (readonly [
  level: "collection" | "folder" | "request",
  auth: string,
  url: string,
  isNoted: boolean,
])[] = [
  ["request", "", "{{baseUrl}}/a", true],
  ["request", "", "h/a", true],
  ["request", "", "https://{{host}}/a", false],
  ["request", "", "", false],
  ["collection", "inherit", "{{baseUrl}}/a", true],
  ["collection", "none", "{{baseUrl}}/a", false],
  ["collection", "inherit", "http://h/a", false],
  ["folder", "inherit", "{{baseUrl}}/a", true],
];

describe("an API key in the query, exported to .bru", () => {
  for (const [level, auth, url, isNoted] of KEYS) {
    it(`of the ${level}, ${auth || "own"}, ${url}: ${isNoted ? "" : "no "}note`, () => {
      const key = (place: string) =>
        level === place
          ? "{type: apikey, key: k, value: v, placement: query}"
          : "none";
      const { notes } = exported({
        "opencollection.yml": `info: {name: C}\nrequest: {auth: ${
          key("collection")
        }}\n`,
        "f/folder.yml": `info: {name: f, type: folder}\n${
          level === "folder" ? `request: {auth: ${key("folder")}}\n` : ""
        }`,
        "f/r.yml": `info: {name: R, type: http}\nhttp: {url: "${url}", auth: ${
          auth || key("request")
        }}\n`,
      });
      assertEquals(
        notes.map(({ message, about }) => ({ message, about })),
        isNoted
          ? [
            "bru run sends no API key in the query where a URL does not begin with http:// or https://: write the scheme into the URL, as in https://{{host}}",
          ].map((message) => ({ message, about: '"R"' }))
          : [],
      );
    });
  }
});

/** The value of a path parameter, with the variables `num`, a part of a path, and `id`; whether Bruno sends another path. */
const PATH_VALUES: [value: string, isNoted: boolean][] = [
  ["2026/0007", true],
  ["a?b", true],
  ["50%", true],
  ["{{num}}", true],
  ["{{$fakerUrl/x}}", false],
  ["{{id}}-{{later}}", false],
  ["a b;ä", false],
];

describe("a path parameter exported to .bru", () => {
  for (const [value, isNoted] of PATH_VALUES) {
    it(`has the value ${value}`, () => {
      const { notes } = exported({
        "opencollection.yml":
          "info: {name: C}\nrequest: {variables: [{name: num, value: 2026/1}, {name: id, value: '7'}]}\n",
        "r.yml":
          `info: {name: R, type: http}\nhttp: {url: "http://h/:a", params: [{name: a, value: "${value}", type: path}, {name: b, value: a/b, type: query}]}\n`,
      });
      assertEquals(
        notes.filter(({ message }) => message.includes("path parameters"))
          .map(({ kind, message }) => [kind, message]),
        isNoted
          ? [[
            "person",
            'Bruno puts path parameters into the URL as they are, which changes the path of "R" there (in the exported files, write %2F for a slash in the value, %3F for a question mark, %23 for # and %25 for %)',
          ]]
          : [],
      );
    });
  }
});

describe("a request exported to .bru", () => {
  for (const [what, request, written, note, lost] of ROWS) {
    it(`with ${what}`, () => {
      const { files, notes } = exported({
        "r.yml": withDefaults(request),
      });
      const text = files.get("r.bru") ?? "";
      assert(text.includes(written), text);
      assertEquals(
        readCollection({ root: "", files }).diagnostics.filter((
          { severity },
        ) => severity === "error"),
        [],
      );
      const messages = notes.map(({ message }) => message);
      if (note === "") assertEquals(messages, []);
      else assert(messages.join("\n").includes(note), messages.join("\n"));
      assertEquals(notes.flatMap((one) => one.lost ?? []), lost ? [lost] : []);
    });
  }
});

/** A line or a text of each form. */
const LINES: Readonly<Record<BruForm, string>> = {
  rows: "a: 1\n@description('d')\n~b: 2",
  parameters: "a: 1",
  variables: "@number\na: 1",
  secrets: "a",
  actions: "@a: res.body.a",
  assertions: "res.status: eq 200",
  parts: "a: @file(b|c) @contentType(t/x)",
  files: "file: @file(a)",
  fields: "timeout: 1",
  text: "a\n}",
  script: "a();",
};

describe("each block of .bru files", () => {
  for (const [name, row] of BLOCKS) {
    const [first, mode] = name.split(":");
    for (const kind of ["request", "level", "environment"] as const) {
      // Those without a place are named by another one, or nobody takes them.
      const isNamed = kind === "request"
        ? ["auth", "body"].includes(first) && !["grpc", "ws"].includes(mode)
        : first === "auth";
      const isOwn = (row[kind]?.length ?? 0) > 0 || row[kind] && isNamed;
      if (!isOwn || row.old || ["meta", "auth"].includes(name)) continue;
      it(`is written as it is read: ${name} in a ${kind}`, () => {
        const [path, text] = withBlock(kind, name, textOf(name, row));
        const { value } = readForExport(
          new Map([
            ["bruno.json", '{"name": "C"}'],
            ["f/x.bru", "get {\n  url: http://h/\n}\n"],
            [path, text],
          ]),
          "bruno.json",
          "bru",
        );
        assert(value);
        const { files } = exportBru(value, { withSecrets: true });
        assertEquals(files.get(path), text);
      });
    }
  }
});

/** Lines that the export writes whatever there is: Bruno's defaults differ. */
const ALWAYS: Readonly<Record<string, string>> = {
  ntlm: "\ndomain: ",
  oauth2: "\ntoken_placement: header\ntoken_header_prefix: Bearer",
};

/** A block with a line in it. */
function textOf(name: string, { form, auth }: BruRow): string {
  const type = name.slice("auth:".length);
  const line = name.startsWith("auth:") && form === "fields"
    ? (BRU_AUTH_FIELDS.get(type) ?? [["username"]]).map(([key]) => `${key}: 1`)
      .join("\n").replace("pkce: 1", "pkce: true") + (ALWAYS[type] ?? "")
    : LINES[form];
  const [open, close] = form === "secrets" ? "[]" : "{}";
  const text = `${name} ${open}\n${line.replace(/^/gm, "  ")}\n${close}\n`;
  // The lists of OAuth 2 stand behind it.
  return auth
    ? `auth:oauth2 {\n  auto_refresh_token: true${
      ALWAYS.oauth2.replaceAll("\n", "\n  ")
    }\n}\n\n${text}`
    : text;
}

/** A file that has nothing but a block, and what names it. */
function withBlock(
  kind: BruKind,
  name: string,
  block: string,
): [path: string, text: string] {
  const [first, mode] = name.split(":");
  const auth = first === "auth" ? mode : "none";
  switch (kind) {
    case "request": {
      const type = mode === "graphql" ? "graphql" : "http";
      const body = first !== "body"
        ? "none"
        : mode.replace(/-(.)/g, (_, unit: string) => unit.toUpperCase())
          .replace("formUrlencoded", "formUrlEncoded");
      const query = name === "params:query" ? "?a=1" : "";
      return [
        "f/r.bru",
        `meta {\n  name: r\n  type: ${type}\n  seq: 2\n}\n\nget {\n  url: http://h/${query}\n  body: ${body}\n  auth: ${auth}\n}\n\n${block}`,
      ];
    }
    case "level": {
      const named = auth === "none" ? "" : `auth {\n  mode: ${auth}\n}\n\n`;
      const meta = "meta {\n  name: f\n  seq: 1\n}\n\n";
      return ["f/folder.bru", meta + named + block];
    }
    case "environment":
      return [
        "environments/e.bru",
        `${name === "vars" ? "" : "vars {\n}\n"}${block}color: #2E8B57\n`,
      ];
    default:
      return kind satisfies never;
  }
}

describe("a collection exported to .bru", () => {
  const R =
    "info: {name: R, type: http}\nhttp: {url: http://h/, auth: inherit}\n";

  it("keeps numbers that say the order, and gives others", () => {
    const numbered = (seq: unknown) =>
      `info: {name: R, type: http, seq: ${seq}}\nhttp: {url: http://h/}\nruntime: {assertions: [{expression: res.status, operator: eq, value: '200'}], scripts: [{type: tests, code: x}]}\n`;
    const { files } = exported({
      "a.yml": numbered(4),
      "b.yml": numbered(9),
      "f/folder.yml": "info: {name: f, type: folder, seq: 7}\n",
      "f/a.yml": numbered(3),
      "f/b.yml": numbered(3),
      "g/folder.yml": "info: {name: g, type: folder, seq: 8}\n",
      "g/a.yml": R,
      "g/b.yml": numbered(5),
    });
    const seqs = [...files].filter(([path]) => path.endsWith(".bru"))
      .map(([path, text]) => `${path} ${/seq: (\d+)/.exec(text)?.[1]}`);
    assertEquals(seqs.toSorted(), [
      "a.bru 4",
      "b.bru 9",
      "f/a.bru 1",
      "f/b.bru 2",
      "f/folder.bru 7",
      "g/a.bru 2",
      "g/b.bru 1",
      "g/folder.bru 8",
    ]);
    // In the order in which Bruno writes them.
    assertEquals(
      [...files.get("a.bru")!.matchAll(/^(\w+) \{/gm)].map(([, name]) => name),
      ["meta", "get", "assert", "tests"],
    );
  });

  it("says in requests that a folder has no auth", () => {
    const { files } = exported({
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: C}\nrequest: {auth: {type: bearer, token: '{{t}}'}}\n",
      "f/folder.yml": "info: {name: f}\nrequest: {auth: none}\n",
      "f/r.yml": R,
      "f/g/r.yml": R,
      "r.yml": R,
    });
    const auth = (path: string) =>
      /auth: (\w+)/.exec(files.get(path) ?? "")?.[1];
    assertEquals(
      ["f/r.bru", "f/g/r.bru", "r.bru"].map(auth),
      ["none", "none", "inherit"],
    );
    assert(!files.get("f/folder.bru")?.includes("auth"));
  });

  it("leaves out another collection inside, and other protocols, and says so", () => {
    const { files, notes } = exported({
      "in/opencollection.yml": "opencollection: 1.0.0\ninfo: {name: In}\n",
      "in/r.yml": R,
      "g.yml":
        "info: {name: G, type: mqtt}\nmqtt: {url: h}\nruntime: {scripts: [{type: tests, code: x}]}\n",
    });
    assertEquals([...files.keys()], ["bruno.json"]);
    assertEquals(notes.map(({ lost }) => lost?.requests ?? 0), [0, 1]);
    assert(notes[0].message.includes('"in"'), notes[0].message);
  });

  it("keeps settings of the collection, and certificates, but not their secrets", () => {
    const { files, secrets } = exported({
      "opencollection.yml":
        "opencollection: 1.0.0\ninfo: {name: C}\nconfig:\n  clientCertificates: [{domain: h, type: pkcs12, pkcs12FilePath: a.pfx, passphrase: open-1}]\n  proxy: {inherit: false, config: {protocol: http, hostname: p, port: 1}}\nextensions: {brace: {flow: sequential}}\n",
    });
    const json = files.get("bruno.json") ?? "";
    assert(!json.includes("open-1"), json);
    assertEquals(secrets.map(({ value }) => value), ["open-1"]);
    const { clientCertificates, proxy, scripts } = JSON.parse(json);
    assertEquals(clientCertificates.certs[0].pfxFilePath, "a.pfx");
    assertEquals([proxy.config.port, scripts.flow], [1, "sequential"]);
  });

  it("says in the paths of its own files what runs first and last", () => {
    const extensions =
      "extensions: {brace: {setup: [./f/a.yml, f/, b], teardown: [collection.yml, gone], order: [b.yml, collection, f, R], source: {files: {}}, agents: read-only}}\n";
    const item = (name: string) => `{info: {name: ${name}, type: http}, `;
    const http = "http: {method: GET, url: http://h/}}";
    const bundled = `items: [${item("collection")}${http}, ${item("b")}${http}`;
    const ROWS: [
      main: string,
      others: Record<string, string>,
      setup: string[],
      collection: string,
      order: string[],
    ][] = [
      [
        extensions,
        { "f/a.yml": R, "b.yml": R, "collection.yml": R },
        ["f/a.bru", "f", "b.bru"],
        "collection 2.bru",
        ["b.bru", "collection 2.bru", "f", "R"],
      ],
      [
        `${bundled}, {info: {name: f, type: folder}, items: [${
          item("a")
        }${http}]}]\n${extensions.replaceAll(".yml", "")}`,
        {},
        ["f/a.bru", "f", "b.bru"],
        "collection 2.bru",
        ["b.bru", "collection 2.bru", "f", "R"],
      ],
    ];
    for (const [main, others, setup, collection, order] of ROWS) {
      const { files } = exported({
        "opencollection.yml": `opencollection: 1.0.0\ninfo: {name: C}\n${main}`,
        ...others,
      });
      const json = files.get("bruno.json") ?? "";
      assertEquals(JSON.parse(json).extensions.brace, {
        setup,
        teardown: [collection, "gone"],
        order,
        agents: "read-only",
      });
      const [gone] = readCollection({ root: "", files }).diagnostics
        .filter(({ code }) => code === "MISSING_PATH");
      assert(gone.message.includes("teardown[1]"), gone.message);
    }
  });

  it("has the variables that an environment takes from another one", () => {
    const { files } = exported({
      "environments/a.yml":
        "name: a\nextends: b\nvariables: [{name: x, value: '1'}]\n",
      "environments/b.yml":
        "name: b\nextends: a\nvariables: [{name: x, value: '2'}, {name: y, value: '3'}]\n",
    });
    assertEquals(
      files.get("environments/a.bru"),
      "vars {\n  x: 1\n  y: 3\n}\n",
    );
  });

  it("is one file of each name", () => {
    const { files } = exported({
      "collection.yml": R,
      "x.yml": R,
      "x/r.yml": R,
    });
    assertEquals([...files.keys()].toSorted(), [
      "bruno.json",
      "collection 2.bru",
      "x.bru",
      "x/folder.bru",
      "x/r.bru",
    ]);
  });
});

function exported(files: Record<string, string>) {
  const all = new Map(Object.entries({
    "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: C}\n",
    ...files,
  }));
  const { value, diagnostics } = readForExport(
    all,
    "opencollection.yml",
    "bru",
  );
  assert(value, JSON.stringify(diagnostics));
  return exportBru(value);
}

/** A request's YAML with what each row leaves out. */
function withDefaults(request: string): string {
  return [
    request.startsWith("info:")
      ? request.replace("{", "{type: http, ")
      : `info: {name: R, type: http}\n${request}`,
    request.startsWith("http:") ? "" : "\nhttp: {url: http://h/}",
  ].join("").replace("http: {", "http: {method: GET, ")
    .replace(/method: GET, (?!url)/, "method: GET, url: http://h/, ") + "\n";
}
