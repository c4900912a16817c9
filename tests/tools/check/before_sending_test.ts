import { assertEquals } from "@std/assert";
import { relative } from "@std/path/relative";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import type { OpenCheckOptions } from "../../../lib/host/check/open_check.ts";
import { withSlashes } from "../../../lib/host/files/load/shown_path.ts";
import { foundIn } from "./found_in.ts";

const REQUEST = "http: { method: GET, url: http://a.example }";
const PROXY = (config: string) =>
  `config:
  proxy:
    config: ${config}
`;
const CERTIFICATE = (fields: string) =>
  `config:
  clientCertificates:
    - { domain: a.example, ${fields} }
`;
const BRACE = (text: string) =>
  `extensions:
  brace: ${text}
`;
const POST = (rest: string) =>
  `http:\n  method: POST\n  url: http://a.example\n  ${rest}\n`;
const UPLOAD = (path: string) =>
  POST(`body: { type: file, data: [{ filePath: "${path}" }] }`);
const LOCAL = (variables: string) => `variables: [${variables}]`;

type Row = [
  title: string,
  files: Record<string, string>,
  found: string[],
  options?: Partial<OpenCheckOptions>,
];

/** Files of a collection, and what is found there before anything is sent. */
const ROWS: Row[] = [
  ["a proxy's name that no scope defines", {
    "opencollection.yml": PROXY('{ hostname: "{{proxy}}" }'),
  }, ["error UNDEFINED_VARIABLE opencollection.yml 3:26"]],
  ["a proxy's name that an environment lacks", {
    "opencollection.yml": PROXY('{ hostname: "{{proxy}}" }'),
    "environments/a.yml": LOCAL("{ name: proxy, value: p.example }"),
    "environments/b.yml": LOCAL(""),
  }, ["error UNDEFINED_VARIABLE opencollection.yml 3:26"]],
  ["a proxy's name that the environment has", {
    "opencollection.yml": PROXY('{ hostname: "{{proxy}}" }'),
    "environments/a.yml": LOCAL("{ name: proxy, value: p.example }"),
  }, []],
  ["a proxy's name that a script sets, which is too late", {
    "opencollection.yml": PROXY('{ hostname: "{{proxy}}" }'),
    "a.yml":
      `${REQUEST}\nruntime: { scripts: [{ type: before-request, code: 'client.setVar("proxy", "p")' }] }`,
  }, ["error UNDEFINED_VARIABLE opencollection.yml 3:26"]],
  ["what cannot be a proxy", {
    "opencollection.yml": PROXY('{ hostname: "p {{a}}" }'),
    "environments/a.yml": LOCAL("{ name: a, value: b }"),
  }, ["error INVALID_FIELD opencollection.yml 3:13"]],
  ["a proxy that is switched off", {
    "opencollection.yml": `config:
  proxy: { disabled: true, config: { hostname: "{{proxy}}" } }`,
  }, []],
  ["a proxy's password that is asked for", {
    "opencollection.yml": PROXY(
      '{ hostname: p.example, auth: { username: a, password: "{{?Password}}" } }',
    ),
  }, []],
  ["a proxy's password that is a secret", {
    "opencollection.yml": PROXY(
      '{ hostname: p.example, auth: { username: a, password: "{{pass}}" } }',
    ),
    "environments/a.yml": LOCAL("{ name: pass, secret: true }"),
  }, ["warning UNSET_SECRET opencollection.yml 3:68"]],
  ["a secret whose value is empty in the .env", {
    ".env": "PASS=\n",
    "opencollection.yml": PROXY(
      '{ hostname: p.example, auth: { username: a, password: "{{pass}}" } }',
    ),
    "environments/a.yml": LOCAL(
      '{ name: pass, secret: true, value: "{{process.env.PASS}}" }',
    ),
  }, ["warning UNSET_SECRET opencollection.yml 3:68"]],
  ["a certificate whose files are not there", {
    "opencollection.yml": CERTIFICATE(
      "type: pem, certificateFilePath: a.pem, privateKeyFilePath: key.pem",
    ),
    "a.pem": "",
  }, ["error MISSING_PATH opencollection.yml 3:87"]],
  ["a certificate of an environment", {
    "environments/a.yml":
      "clientCertificates:\n  - { domain: a.example, type: pkcs12, pkcs12FilePath: a.p12 }",
  }, ["error MISSING_PATH environments/a.yml 2:56"]],
  ["a certificate whose files are there", {
    "opencollection.yml": CERTIFICATE(
      'type: pkcs12, pkcs12FilePath: "{{name}}.p12", passphrase: "{{pass}}"',
    ),
    "environments/a.yml": LOCAL(
      "{ name: name, value: client }, { name: pass, value: word }",
    ),
    "client.p12": "",
  }, []],
  ["a certificate's words that no scope defines", {
    "opencollection.yml": CERTIFICATE(
      'type: pkcs12, pkcs12FilePath: "{{name}}.p12", passphrase: "{{pass}}"',
    ),
  }, [
    "error UNDEFINED_VARIABLE opencollection.yml 3:59",
    "error UNDEFINED_VARIABLE opencollection.yml 3:87",
  ]],
  ["a certificate for no host", {
    "opencollection.yml": CERTIFICATE("type: pfx"),
  }, ["error INVALID_FIELD opencollection.yml 3:7"]],
  ["a host that no scope defines, without which a run goes on", {
    "opencollection.yml": BRACE('{ hosts: ["{{audit}}"] }'),
  }, ["warning UNDEFINED_VARIABLE opencollection.yml 2:21"]],
  ["auth without a value", {
    "a.yml": POST('auth: { type: bearer, token: "" }'),
  }, ["warning INVALID_FIELD a.yml 4:33"]],
  ["auth without a value, whose header a script may set", {
    "a.yml": `${
      POST('auth: { type: bearer, token: "" }')
    }runtime: { scripts: [{ type: before-request, code: 'req.setHeader("Authorization", "x")' }] }`,
  }, []],
  ...([
    ['type: bearer, token: ""', "X-B", "4:33"],
    ['type: bearer, token: ""', "AUTHORIZATION"],
    ['type: apikey, value: "", key: X-Key', "Authorization", "4:33"],
    ['type: apikey, value: "", key: X-Key', "x-key"],
    ['type: apikey, value: "", key: "{{k}}"', "x-key"],
    ['type: apikey, value: "", key: a, placement: query', "a", "4:33"],
  ] as const).map(([auth, header, at]): Row => [
    `auth without a value (${auth}), where a script sets the header ${header}`,
    {
      "environments/a.yml": LOCAL("{ name: k, value: X-Key }"),
      "a.yml": `${
        POST(`auth: { ${auth} }`)
      }runtime: { scripts: [{ type: before-request, code: 'req.setHeader("${header}", "x")' }] }`,
    },
    at === undefined ? [] : [`warning INVALID_FIELD a.yml ${at}`],
  ]),
  ["auth that no scope defines, whose header a script may set", {
    "a.yml": `${
      POST('auth: { type: bearer, token: "{{a}}" }')
    }runtime: { scripts: [{ type: before-request, code: 'req.setHeader("Authorization", "x")' }] }`,
  }, ["error UNDEFINED_VARIABLE a.yml 4:33"]],
  ["a header beside one that a script sets", {
    "a.yml": `${
      POST('headers: [{ name: X-A, value: "{{a}}" }]')
    }runtime: { scripts: [{ type: before-request, code: 'req.setHeader("X-B", "x")' }] }`,
  }, ["error UNDEFINED_VARIABLE a.yml 4:34"]],
  ["a header that a script sets, too", {
    "a.yml": `${
      POST('headers: [{ name: X-A, value: "{{a}}" }]')
    }runtime: { scripts: [{ type: before-request, code: 'req.setHeader("x-a", "x")' }] }`,
  }, ["warning UNDEFINED_VARIABLE a.yml 4:34"]],
  ["what cannot be a host", {
    "opencollection.yml": BRACE('{ hosts: ["a b"] }'),
  }, ["error INVALID_FIELD opencollection.yml 2:21"]],
  ["hosts as they may be", {
    "opencollection.yml": BRACE(
      '{ hosts: [a.example, "*.b.example:8080", "https://c.example/x", "10.0.0.0/8"] }',
    ),
  }, []],
  ["what runs before all else and is not there", {
    "opencollection.yml": BRACE("{ setup: [login.yml] }"),
  }, ["error MISSING_PATH opencollection.yml 2:20"]],
  ["what is not an expression, repeated until it holds", {
    "a.yml": `${REQUEST}\n${
      BRACE('{ repeatUntil: { expression: "res.body.done ===", limit: 2 } }')
    }`,
  }, ["error SCRIPT_SYNTAX a.yml 3:56"]],
  ...([
    ["res.status = 201", 51],
    ["res.body.list[0].id=1 && res.ok", 59],
    ["res.body.some(() => message.data.done = true)", 78],
    ["res.status == 201 && res.body.id >= 3", undefined],
    ["res.body.some((it) => it.id === 1)", undefined],
    ["/res.id = 1/.test('res.id = 1') /* res.id = 1 */", undefined],
    ["res.text ?? `res.id = 1` // res.id = 1", undefined],
    ["(count = res.body.length, count > 1)", undefined],
  ] as const).map(([expression, column]): Row => [
    `an expression that assigns or not: ${expression}`,
    {
      "a.yml": `${REQUEST}\n${
        BRACE(`{ repeatUntil: { expression: "${expression}", limit: 2 } }`)
      }`,
    },
    column === undefined ? [] : [`warning SCRIPT_SYNTAX a.yml 3:${column}`],
  ]),
  ...([
    ['res.body.id === "{{wanted}}"', "", 98],
    ['res.body.id === "{{nobody}}"', "", undefined],
    [
      'res.body.id === "{{wanted}}"',
      ", body: { type: text, data: '{{wanted}}', interpolate: false }",
      undefined,
    ],
  ] as const).map(([expression, body, column]): Row => [
    `a placeholder in an expression: ${expression}${body}`,
    {
      "a.yml": `${
        POST(body.slice(2))
      }runtime: { variables: [{ name: wanted, value: 7 }], assertions: [{ expression: '${expression}', operator: isTruthy }] }`,
    },
    column === undefined ? [] : [`warning SCRIPT_SYNTAX a.yml 5:${column}`],
  ]),
  ...([
    ["$.items[", 47],
    ["$.items[?@.x = 1]", 53],
    ["$.a.", 43],
    ["$.a[?length(1)]", 45],
    ["$. a [01]", undefined],
    [" $..a[?@.x == 1 && match(@.y, 'z')] ", undefined],
  ] as const).map(([path, column]): Row => [
    `a JSONPath that is broken or not: ${path}`,
    {
      "a.yml":
        `${REQUEST}\nruntime: { assertions: [{ expression: "${path}", operator: isDefined }] }`,
    },
    column === undefined ? [] : [`error SCRIPT_SYNTAX a.yml 2:${column}`],
  ]),
  ["JSONPath, compared", {
    "a.yml":
      `${REQUEST}\nruntime: { assertions: [{ expression: "$[?@.id == 1].name", operator: eq, value: x }] }`,
  }, []],
  ["a member that there is not, repeated until it is", {
    "a.yml": `${REQUEST}\n${
      BRACE('{ repeatUntil: { expression: "res.statuss === 200", limit: 2 } }')
    }`,
  }, ["warning UNKNOWN_MEMBER a.yml 3:40"]],
  ["an expression over a variable that is not of the runtime", {
    "a.yml":
      `${REQUEST}\nruntime: { variables: [{ name: wanted, value: 7 }] }\n${
        BRACE(
          '{ repeatUntil: { expression: "res.body.id === wanted", limit: 2 } }',
        )
      }`,
  }, ["warning UNDEFINED_VARIABLE a.yml 4:56"]],
  ["a body's file that is not there", {
    "a.yml": UPLOAD("data/a.bin"),
  }, ["error MISSING_PATH a.yml 4:43"]],
  ["a body's file that is there", {
    "a.yml": UPLOAD("data/{{name}}.bin"),
    "environments/a.yml": LOCAL("{ name: name, value: a }"),
    "data/a.bin": "",
  }, []],
  ["a body's file whose name the run tells", {
    "a.yml": UPLOAD("data/{{?Which}}.bin"),
  }, []],
  ["a body's file that a folder is", {
    "a.yml": UPLOAD("data"),
    "data/a.bin": "",
  }, ["error MISSING_PATH a.yml 4:43"]],
  ["a body's file that a script may replace", {
    "a.yml": `${
      UPLOAD("data/a.bin")
    }runtime: { scripts: [{ type: before-request, code: req.setBody("x") }] }`,
  }, ["warning MISSING_PATH a.yml 4:43"]],
  ["an uploaded file that is not there", {
    "a.yml": POST(
      "body: { type: multipart-form, data: [{ name: a, type: file, value: [a.bin, b.bin] }, { name: b, type: file, value: [c.bin], disabled: true }] }",
    ),
    "a.bin": "",
  }, ["error MISSING_PATH a.yml 4:78"]],
  ["a file outside of the collection", {
    "shop/opencollection.yml": "info: { name: Shop }",
    "shop/a.yml": UPLOAD("../a.bin"),
    "a.bin": "",
  }, ["warning PERMISSION shop/a.yml 4:43"]],
  [
    "a file outside of the collection that is permitted",
    {
      "shop/opencollection.yml": "info: { name: Shop }",
      "shop/a.yml": UPLOAD("../a.bin"),
      "a.bin": "",
    },
    [],
    { allowRead: ["FOLDER"] },
  ],
  ["the key that OAuth 1 signs with", {
    "a.yml": POST(
      "auth: { type: oauth1, consumerKey: a, signatureMethod: RSA-SHA256, privateKey: { type: file, value: key.pem } }",
    ),
  }, ["error MISSING_PATH a.yml 4:103"]],
  ["a length that is not the body's", {
    "a.yml": POST(
      'headers: [{ name: content-length, value: "1" }]\n  body: { type: text, data: é }',
    ),
  }, ["error INVALID_HEADER a.yml 4:45"]],
  [
    "a length that is not the body's, with another header and one switched off",
    {
      "a.yml": POST(
        'headers: [{ name: content-length, value: "1" }, { name: A, value: b }, { name: content-length, value: "2", disabled: true }]\n  body: { type: text, data: é }',
      ),
    },
    ["error INVALID_HEADER a.yml 4:45"],
  ],
  ["a length that is the body's", {
    "a.yml": POST(
      'headers: [{ name: Content-Length, value: "2" }]\n  body: { type: text, data: é }',
    ),
  }, []],
  ["a length of a body that a script sets", {
    "a.yml": `${
      POST('headers: [{ name: Content-Length, value: "2" }]')
    }runtime: { scripts: [{ type: before-request, code: req.setBody("ab") }] }`,
  }, ["warning INVALID_HEADER a.yml 4:45"]],
  ["a secret that goes to a host which it is not for", {
    "environments/a.yml": LOCAL(
      "{ name: key, secret: true, value: hush-hush, hosts: [b.example] }",
    ),
    "a.yml":
      'http: { method: GET, url: http://a.example, headers: [{ name: X, value: "{{key}}" }] }',
  }, ["error PERMISSION a.yml 1:27"]],
  ["a secret without a value that goes to a host which it is not for", {
    "environments/a.yml": LOCAL(
      "{ name: key, secret: true, hosts: [b.example] }",
    ),
    "a.yml":
      'http: { method: GET, url: http://a.example, headers: [{ name: X, value: "{{key}}" }] }',
  }, ["error PERMISSION a.yml 1:27", "warning UNSET_SECRET a.yml 1:74"]],
  ["a secret that goes where it is meant to", {
    "environments/a.yml": LOCAL(
      "{ name: key, secret: true, value: hush-hush, hosts: [a.example] }",
    ),
    "a.yml":
      'http: { method: GET, url: http://a.example, headers: [{ name: X, value: "{{key}}" }] }',
  }, []],
  ...([
    ["a host that only a script names", {}, [
      "warning PERMISSION a.yml 1:28",
    ]],
    ["a host that a script names and the collection declares", {
      "opencollection.yml": BRACE("{ hosts: ['b.example:81'] }"),
    }, []],
    ["a host that a script names and another request has", {
      "b.yml": "http: { method: GET, url: http://b.example:81 }",
    }, []],
  ] as Row[]).map(([title, files, found]): Row => [title, {
    "a.yml":
      `http: { method: GET, url: "{{host}}/a" }\nruntime: { scripts: [{ type: before-request, code: 'client.setVar("host", "http://b.example:81")' }] }`,
    ...files,
  }, found]),
  ["a name of the process's environment that is not permitted", {
    "a.yml": 'http: { method: GET, url: "http://a.example/{{process.env.A}}" }',
  }, ["warning PERMISSION a.yml 1:45"]],
  [
    "names of the process's environment that may be read",
    {
      ".env": "A=1\nB=",
      "a.yml":
        'http: { method: GET, url: "http://a.example/{{process.env.A}}/{{process.env.BRACE_B}}/{{process.env.PATH}}" }',
    },
    [],
    { allowEnv: ["PATH"] },
  ],
  ...([
    ["that is empty", "A=\nB=b", ["opencollection.yml 1:46"]],
    ["that is empty, used in a URL as well", "A=\nB=", [
      "a.yml 1:35",
      "opencollection.yml 1:46",
    ]],
    ["that has a value", "A=a\nB=b", []],
    ["that the process may have a value for", "A=\nB=b", [], ["A"]],
  ] as [string, string, string[], string[]?][]).map((
    [title, dotenv, found, allowEnv = []],
  ): Row => [
    `an entry of the .env ${title}`,
    {
      ".env": dotenv,
      "opencollection.yml":
        'request: { variables: [{ name: user, value: "{{process.env.A}}" }] }',
      "a.yml":
        'http: { method: GET, url: "http://{{process.env.B}}a.example/", auth: { type: basic, username: "{{user}}", password: p } }',
    },
    found.map((it) => `warning UNSET_SECRET ${it}`),
    { allowEnv },
  ]),
  ...([
    ["empty", "A=", ["a.yml 2:96"]],
    ["not empty", "A=a", []],
    ["the process's, where it has one", "A=", [], ["A"]],
  ] as [string, string, string[], string[]?][]).map((
    [title, dotenv, found, allowEnv = []],
  ): Row => [
    `an entry of the .env that a script reads and that is ${title}`,
    {
      ".env": dotenv,
      "a.yml":
        `http: { method: GET, url: "http://a.example/" }\nruntime: { scripts: [{ type: before-request, code: 'req.setHeader("X-A", client.getProcessEnv("A"))' }] }`,
    },
    found.map((it) => `warning UNSET_SECRET ${it}`),
    { allowEnv },
  ]),
  ...([
    ["by client", 'client.getProcessEnv("A")', "", ["PERMISSION a.yml 2:94"]],
    ["by bru", 'bru.getProcessEnv("A")', "", ["PERMISSION a.yml 2:91"]],
    ["by process", "process.env.A", "", ["PERMISSION a.yml 2:72"]],
    ["by process, in brackets", 'process.env["A"]', "", [
      "PERMISSION a.yml 2:72",
    ]],
    ["beside another entry", "process.env.A", "B=b", ["PERMISSION a.yml 2:72"]],
    ["that the .env has", "process.env.A", "A=a", []],
    ["that the .env has empty", "process.env.A", "A=", [
      "UNSET_SECRET a.yml 2:72",
    ]],
    [
      "in a pattern",
      '1); const { A } = process.env; req.setHeader("Y", A',
      "",
      [
        "PERMISSION a.yml 2:84",
      ],
    ],
    [
      "in a pattern, empty",
      '1); const { A: a } = process.env; req.setHeader("Y", a',
      "A=",
      ["UNSET_SECRET a.yml 2:84"],
    ],
    [
      "in a body, empty",
      "1); req.setBody({ id: process.env.A }",
      "A=",
      ["UNSET_SECRET a.yml 2:94"],
    ],
    [
      "in a pattern with a default value, empty",
      '1); const { A = "a" } = process.env; req.setHeader("Y", A',
      "A=",
      [],
    ],
    [
      "in a pattern, that it asks for",
      '1); const { A } = process.env; if (A) req.setHeader("Y", A',
      "A=",
      [],
    ],
    ["of a library", "process.env.NODE_ENV", "", []],
    [
      "that it may lack",
      "(() => { try { return process.env.A } catch {} })()",
      "",
      [],
    ],
    ["in a comment", "1 /* process.env.A */", "", []],
    ["that it sets", "process.env.A = 1", "", []],
    ["that a flag gives", "process.env.PATH", "", [], { allowEnv: ["PATH"] }],
    [
      "that a flag gives and the process lacks",
      'client.getProcessEnv("A")',
      "",
      ["UNSET_SECRET a.yml 2:94"],
      { allowEnv: ["A"] },
    ],
    ["of Deno itself", "process.env.A", "", [], { trustScripts: true }],
  ] as [string, string, string, string[], Row[3]?][]).map((
    [title, read, dotenv, found, options = {}],
  ): Row => [
    `a variable of the process that a script reads: ${title}`,
    {
      ".env": dotenv,
      "a.yml":
        `http: { method: GET, url: "http://a.example/" }\nruntime: { scripts: [{ type: before-request, code: 'req.setHeader("X", ${read})' }] }`,
    },
    found.map((it) => `warning ${it}`),
    options,
  ]),
  [
    "a name that a flag gives and the process lacks",
    {
      "a.yml":
        'http: { method: GET, url: "http://a.example/{{process.env.A}}/{{process.env.PATH}}" }',
    },
    ["warning UNDEFINED_VARIABLE a.yml 1:45"],
    { allowEnv: true },
  ],
  ...([
    [
      "set at once",
      `client.setVar("note", JSON.stringify(req.getName()).slice(1, -1))`,
      '{"a": "x {{ note }}"}',
      ["a.yml 2:75"],
    ],
    [
      "kept in a constant",
      `const t = JSON.stringify(req.getUrl()).slice(1,-1); client.setVar("note", t)`,
      '{"a": "{{note}}", "b": "{{note}}"}',
      ["a.yml 2:127"],
    ],
    [
      "outside of quotes",
      `client.setVar("note", JSON.stringify(req.getUrl()).slice(1, -1))`,
      '{"a": {{note}}}',
      [],
    ],
    [
      "with its quotes",
      `client.setVar("note", JSON.stringify(req.getUrl()))`,
      '{"a": "{{note}}"}',
      [],
    ],
  ] as [string, string, string, string[]][]).map((
    [title, code, data, found],
  ): Row => [
    `a text that a script escapes for JSON, ${title}`,
    {
      "opencollection.yml":
        "request: { variables: [{ name: note, value: 1 }] }",
      "a.yml":
        `http: { method: POST, url: "http://a.example/", body: { type: json, data: '${data}' } }\nruntime: { scripts: [{ type: before-request, code: '${code}' }] }`,
    },
    found.map((it) => `warning ESCAPED_TWICE ${it}`),
  ]),
  ["a name of the process's environment that is misspelt", {
    ".env": "TOKEN=1",
    "a.yml":
      'http: { method: GET, url: "http://a.example/{{process.env.TOKENN}}" }',
  }, ["warning PERMISSION a.yml 1:45"]],
  ["a secret of the process's environment", {
    "a.yml":
      'http: { method: GET, url: "http://a.example/{{process.env.BRACE_SECRET_a}}" }',
  }, ["error PERMISSION a.yml 1:45"]],
];

describe("what a run refuses before it sends is found", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await Deno.makeTempDir();
  });
  afterAll(() => Deno.remove(folder, { recursive: true }));

  for (const [index, [title, files, found, options]] of ROWS.entries()) {
    it(title, async () => {
      const root = `${folder}/${index}`;
      const all = files["shop/opencollection.yml"] === undefined
        ? { "opencollection.yml": "{}", "request.yml": REQUEST, ...files }
        : files;
      for (const [path, text] of Object.entries(all)) {
        const parent = `${root}/${path}`.replace(/\/[^/]*$/, "");
        await Deno.mkdir(parent, { recursive: true });
        await Deno.writeTextFile(`${root}/${path}`, text);
      }
      const lines = (await foundIn(
        all === files ? `${root}/shop` : root,
        options?.allowRead ? { ...options, allowRead: [root] } : options,
      )).filter(({ severity }) => severity !== "hint").map((
        { severity, code, location: { file = "", line, column } = {} },
      ) =>
        `${severity} ${code} ${
          withSlashes(relative(root, file))
        } ${line}:${column}`
      );
      assertEquals(lines, found);
    });
  }
});
