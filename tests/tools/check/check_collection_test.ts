import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkCollection } from "../../../lib/tools/check/check_collection.ts";
import type { CheckOptions } from "../../../lib/tools/check/types.ts";
import { indexCollection } from "../../../lib/tools/check/index_collection.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";
import type { WayOut } from "../../../lib/core/source/diagnostic.ts";
import { formatDiagnostic } from "../../../lib/core/source/format_diagnostic.ts";

/** What is found in files: severity and code, the file, and the expression or what is suggested. */
function check(
  files: Record<string, string>,
  options?: CheckOptions,
): string[] {
  const { value, diagnostics } = readCollection({
    root: "",
    files: new Map([
      ["opencollection.yml", "info: {name: A}"],
      ...Object.entries(files),
    ]),
  });
  assertEquals(diagnostics, []);
  // Hints have fixtures of their own.
  const found = checkCollection(value!, options).filter((it) =>
    it.severity !== "hint"
  );
  return found.map((it) =>
    [it.severity, it.code, it.location?.file, it.expression].join(" ") +
    (it.environments ? ` in ${it.environments}` : "")
  );
}

const get = (url: string, rest = "") =>
  `info: {name: G, type: http}\nhttp: {method: GET, url: "${url}"}\n${rest}`;
/** With the names that the rows leave open. */
const sets = (phase: string, code: string) =>
  `runtime: {scripts: [{type: ${phase}, code: '${code}; var a, all, code, file, k, make, method, more, name, names'}]}`;
const stream = (messages: string, settings = "") =>
  `info: {name: A, type: websocket}\nwebsocket: {url: 'ws://a.example', message: ${messages}}\nextensions: {brace: {stream: {${settings}}}}\n`;
const LOCAL = "variables: [{name: host, value: 'http://a.example'}]";

const CASES: [
  title: string,
  files: Record<string, string>,
  found: string[],
  options?: CheckOptions,
][] = [
  ["what is defined is fine", {
    "environments/local.yml": LOCAL,
    "a.yml": get("{{host}}/a"),
  }, []],
  ["what no scope defines", {
    "environments/local.yml": LOCAL,
    "a.yml": get("{{hots}}/a"),
  }, ["error UNDEFINED_VARIABLE a.yml hots"]],
  ["which environments lack it", {
    "environments/local.yml": LOCAL,
    "environments/prod.yml": "variables: []",
    "a.yml": get("{{host}}/a"),
  }, ["error UNDEFINED_VARIABLE a.yml host in prod"]],
  [
    "with one environment only that is looked at",
    {
      "environments/local.yml": LOCAL,
      "environments/prod.yml": "variables: []",
      "a.yml": get("{{host}}/a"),
    },
    [],
    { environments: ["local"] },
  ],
  [
    "several environments together, of which the last one wins",
    {
      "environments/a.yml":
        "variables: [{name: user, value: {id: 1}}, {name: host, value: 'http://a'}]",
      "environments/b.yml": "variables: [{name: user, value: {name: b}}]",
      "a.yml": get("{{host}}/{{user.id}}/{{user.name}}"),
    },
    ["error INVALID_PATH a.yml user.id"],
    { environments: [["a", "b"]] },
  ],
  ["an environment that others extend need not be whole", {
    "environments/base.yml": "variables: [{name: port, value: '80'}]",
    "environments/local.yml": `extends: base\n${LOCAL}`,
    "a.yml": get("{{host}}:{{port}}"),
  }, []],
  [
    "values from the command line",
    {
      "a.yml": get("{{host}}/{{id}}"),
    },
    [],
    { variables: { id: "7" }, envVariables: { host: "http://a" } },
  ],
  [
    "values from the command line, of which a script sets another one",
    {
      "a.yml": get(
        "http://a",
        sets("after-response", 'client.setVar("id", 1)'),
      ),
      "b.yml": get("{{host}}/{{id}}"),
    },
    [],
    { variables: { id: "7", host: "http://a" } },
  ],
  ["what no scope defines, besides a secret without a value", {
    "environments/local.yml": "variables: [{name: key, secret: true}]",
    "a.yml": get("http://a/{{kex}}"),
  }, ["error UNDEFINED_VARIABLE a.yml kex"]],
  ["a value of the query that begins another parameter", {
    "a.yml": `info: {name: a, type: http}
http:
  url: http://a?both=a%26b
  params:
    - {name: lang, value: "{{?Yes & no}}d&e&"}
    - {name: off, value: a&b, disabled: true}
    - {name: both, value: a&b}
    - {name: encoded, value: a%26b}
    - {name: held, value: "{{held}}"}
runtime: {variables: [{name: held, value: a&b}]}`,
  }, ["warning INVALID_URL a.yml ", "warning INVALID_URL a.yml held"]],
  [
    "a value of the run that begins another parameter",
    {
      "a.yml": `info: {name: a, type: http}
http:
  url: "http://a/:id?written={{given}}"
  params:
    - {name: q, value: "x {{named}}"}
    - {name: plain, value: "{{id}}"}
    - {name: id, value: "{{given}}", type: path}
runtime: {variables: [{name: named, value: "{{given}}"}]}`,
      "b.yml": `info: {name: b, type: http}
http:
  url: http://a
  params: [{name: q, value: "{{given}}"}]
settings: {encodeUrl: true}`,
    },
    ["warning INVALID_URL a.yml given", "warning INVALID_URL a.yml named"],
    {
      variables: { given: "a&b", id: "7" },
    },
  ],
  ["a value of the query that the URL has otherwise", {
    "a.yml": `info: {name: a, type: http}
http:
  url: "http://a?page=1&size={{size}}&q=a%20b+c&tag=x&tag=y&flag&end=1 "
  params:
    - {name: page, value: 2}
    - {name: size, value: "{{size}}"}
    - {name: q, value: a b c}
    - {name: tag, value: y}
    - {name: tag, value: x}
    - {name: flag, value: ""}
    - {name: end, value: 1}
    - {name: page, value: 3, disabled: true}
runtime: {variables: [{name: size, value: 5}]}`,
  }, ["warning INVALID_URL a.yml "]],
  ["names of rows", { "a.yml": get("http://a/{{id}}") }, [], {
    rowNames: ["id"],
  }],
  ["what an earlier request sets", {
    "a.yml": get("http://a", sets("after-response", 'client.setVar("id", 1)')),
    "b.yml": get("http://a/{{id}}/{{id.of}}"),
  }, []],
  ["what a later request sets", {
    "a.yml": get("http://a/{{id}}"),
    "b.yml": get("http://a", sets("after-response", 'client.setVar("id", 1)')),
  }, ["warning USED_BEFORE_SET a.yml id"]],
  ["what the request sets itself, before", {
    "a.yml": get(
      "http://a/{{id}}",
      sets("before-request", 'bru.setVar("id", 1)'),
    ),
  }, []],
  ["what the request sets itself, after", {
    "a.yml": get(
      "http://a/{{id}}",
      sets("after-response", 'bru.setVar("id", 1)'),
    ),
  }, ["warning USED_BEFORE_SET a.yml id"]],
  ["names that scripts compute, before the request and after it", {
    "opencollection.yml": `info: {name: A}\nrequest: ${
      JSON.stringify({
        scripts: [{ type: "after-response", code: "client.setVar(name, 1)" }],
      })
    }`,
    "a.yml": get(
      "http://a/{{id}}",
      sets("before-request", "client.setVar(name, 1)"),
    ),
  }, ["warning UNDEFINED_VARIABLE a.yml id"]],
  ["what an action sets", {
    "a.yml": get(
      "http://a",
      "runtime: {actions: [{type: set-variable, selector: {expression: res.body.id}, variable: {name: id}}]}",
    ),
    "b.yml": get("http://a/{{id}}"),
  }, []],
  [
    "what a file sets that a script requires",
    {
      "a.yml": get("http://a", sets("after-response", 'require("./lib/ids")')),
      "b.yml": get("http://a/{{id}}"),
    },
    [],
    {
      readFile: (path) =>
        path === "lib/ids.js" ? 'client.setVar("id", 1)' : undefined,
    },
  ],
  ["after a computed name it may be there", {
    "a.yml": get("http://a", sets("after-response", "client.setEnvVar(k, v)")),
    "b.yml": get("http://a/{{id}}"),
  }, ["warning UNDEFINED_VARIABLE b.yml id"]],
  [
    "a call without a name sets nothing",
    {
      "a.yml": get(
        "http://a/{{id}}",
        sets("before-request", "client.setVar()"),
      ),
    },
    ["error UNDEFINED_VARIABLE a.yml id"],
    { readScript },
  ],
  ["after a computed name a value of the file may be another", {
    "environments/local.yml":
      "variables: [{name: token, value: ''}, {name: user, value: {id: 7}}]",
    "a.yml": get("http://a", sets("before-request", "client.setEnvVar(k, v)")),
    "b.yml": get("http://a/{{user.name}}/{{ }}").replace(
      '"}',
      `", auth: {type: bearer, token: "{{token}}"}}`,
    ),
  }, [
    "warning INVALID_PATH b.yml user.name",
    "error INVALID_SYNTAX b.yml ",
    "warning INVALID_FIELD b.yml token",
  ]],
  ["auth without a value", {
    "a.yml": get("http://a").replace(
      '"}',
      `", auth: {type: bearer, token: ""}}`,
    ),
  }, ["warning INVALID_FIELD a.yml "]],
  ["a field that auth lacks, beside one that only a run knows", {
    "a.yml": get("http://a").replace(
      '"}',
      `", auth: {type: apikey, value: "{{process.env.KEY}}"}}`,
    ),
  }, [
    "error INVALID_FIELD a.yml ",
    "warning PERMISSION a.yml process.env.KEY",
  ]],
  ["a field of auth that only a run knows, which is not missed", {
    "a.yml": get("http://a").replace(
      '"}',
      `", auth: {type: apikey, key: "{{process.env.KEY}}", value: v}}`,
    ),
  }, ["warning PERMISSION a.yml process.env.KEY"]],
  ["a value of the file that a script replaces is not known", {
    "environments/local.yml": "variables: [{name: user, value: ''}]",
    "a.yml": get(
      "http://a",
      sets("after-response", 'client.setEnvVar("user", 1)'),
    ),
    "b.yml": get("http://a/{{user.id}}"),
  }, []],
  ["a path that a value cannot have", {
    "environments/local.yml": "variables: [{name: user, value: {id: 7}}]",
    "a.yml": get("http://a/{{user.name}}"),
  }, ["error INVALID_PATH a.yml user.name"]],
  ["a body that is not JSON whatever is set", {
    "a.yml": get("http://a", sets("before-request", 'client.setVar("id", 1)'))
      .replace('"}', `", body: {type: json, data: '{"a": "{{id}}",, }'}}`),
  }, ["error INVALID_BODY a.yml "]],
  ["a body that is JSON for some values", {
    "a.yml": get("http://a", sets("before-request", 'client.setVar("id", 1)'))
      .replace('"}', `", body: {type: json, data: '{"a": {{id}} }'}}`),
  }, []],
  ["a circle", {
    "environments/local.yml":
      "variables: [{name: a, value: '{{b}}'}, {name: b, value: '{{a}}'}]",
    "a.yml": get("http://a/{{a}}"),
  }, ["error CYCLE environments/local.yml a"]],
  ["a secret without a value", {
    "environments/local.yml": "variables: [{name: key, secret: true}]",
    "a.yml": get("http://a/{{key}}"),
  }, ["warning UNSET_SECRET a.yml key"]],
  [
    "what is asked for, generated, or of the process",
    {
      "a.yml": get(
        "http://a/{{?Code}}/{{$uuid}}/{{$randomEmail}}/{{process.env.HOME}}",
      ),
    },
    [],
    { allowEnv: ["HOME"] },
  ],
  ["what may not be read of the process", {
    "a.yml": get("http://a/{{process.env.HOME}}"),
  }, ["warning PERMISSION a.yml process.env.HOME"]],
  ["a generator that there is not", {
    "a.yml": get("http://a/{{$uuidd}}"),
  }, ["error UNKNOWN_GENERATOR a.yml $uuidd"]],
  ["what several requests inherit is said once", {
    "f/folder.yml": "request: {headers: [{name: X, value: '{{key}}'}]}",
    "f/a.yml": get("http://a"),
    "f/b.yml": get("http://a"),
  }, ["error UNDEFINED_VARIABLE f/folder.yml key"]],
  ["an assertion's right side", {
    "a.yml": get(
      "http://a",
      "runtime: {assertions: [{expression: res.status, operator: eq, value: '{{code}}'}]}",
    ),
  }, ["error UNDEFINED_VARIABLE a.yml code"]],
  ["an assertion's right side that a script sets", {
    "a.yml": get(
      "http://a",
      `runtime: {scripts: [{type: after-response, code: 'client.setVar("code", 1)'}], assertions: [{expression: res.status, operator: eq, value: '{{code}}'}]}`,
    ),
  }, []],
  [
    "an unknown environment",
    {
      "environments/local.yml": LOCAL,
      "a.yml": get("{{host}}/a"),
    },
    ["error UNKNOWN_ENVIRONMENT  "],
    { environments: ["locl"] },
  ],
];

describe("checkCollection", () => {
  for (const [title, files, found, options] of CASES) {
    it(title, () => assertEquals(check(files, options), found));
  }

  it("says of auth that is empty which script may set its variable", () => {
    const empty = 'variables: [{name: key, value: ""}]';
    const asks = (url: string) =>
      get(url).replace('"}', `", auth: {type: bearer, token: "{{key}}"}}`);
    const reserves = (files: Record<string, string>) => {
      const { value } = readCollection({
        root: "",
        files: new Map(Object.entries({
          "opencollection.yml": `info: {name: A}\nrequest: {${empty}}`,
          ...files,
        })),
      });
      return checkCollection(value!).map(({ code, related = [] }) => [
        code,
        ...related.map(({ message }) => message),
      ]);
    };
    const login = sets("after-response", 'client.setCollectionVar("key", 1)');
    assertEquals(reserves({ "a.yml": asks("http://a") }), [["INVALID_FIELD"]]);
    assertEquals(
      reserves({ "a.yml": asks("http://a"), "b.yml": get("http://a", login) }),
      [[
        "INVALID_FIELD",
        'the after-response script of b.yml may set "key", but only after this request',
      ]],
    );
    assertEquals(
      reserves({
        "a.yml": get(
          "http://a",
          sets("before-request", "client.setCollectionVar(k, v)"),
        ),
        "b.yml": asks("http://a"),
      }),
      [[
        "INVALID_FIELD",
        "the before-request script of a.yml may set it: the check cannot tell which variables it sets",
      ]],
    );
  });

  it("asks for a first value where it does not hide what the request sets", () => {
    const ways = {
      setCollectionVar: "give it a first value in the collection's variables",
      setEnvVar: "give it a first value in an environment",
      setGlobalEnvVar: "give it a first value in the global environment",
      setVar: "give it a first value",
    };
    for (const [call, way] of Object.entries(ways)) {
      const { value } = readCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", "info: {name: A}"],
          [
            "a.yml",
            get(
              "http://a/{{id}}",
              sets("after-response", `client.${call}("id", 1)`),
            ),
          ],
        ]),
      });
      const [{ message }] = checkCollection(value!);
      assertEquals(message.slice(message.lastIndexOf("(")), `(${way})`);
    }
  });

  it("says where it is set that is used before", () => {
    const { value } = readCollection({
      root: "",
      files: new Map([
        ["opencollection.yml", "info: {name: A}"],
        [
          "a.yml",
          // A request that comes before it is what helps.
          get(
            "http://a/{{id}}",
            sets("after-response", 'client.setVar("id", 1)'),
          ),
        ],
        [
          "b.yml",
          get("http://a", sets("after-response", 'client.setVar("id", 1)')),
        ],
      ]),
    });
    const [{ message, related }] = checkCollection(value!);
    assertEquals(
      message,
      'Cannot resolve "{{id}}" here: "id" is set later in the run, by the after-response script of b.yml (run "b.yml" first, such as by a lower seq, or give it a first value)',
    );
    assertEquals(
      related?.map(({ location: { file, offset, length } }) => [
        file,
        offset,
        length,
      ]),
      [["b.yml", 15, 2]],
    );
  });
});

/** What a script sets, what another request uses, and what is found there. */
const WRITTEN: [code: string, url: string, found: string[]][] = [
  ["client.setVar('o', {x: 1})", "{{o.y}}", ["error INVALID_PATH b.yml o.y"]],
  ["client.setVar('o', {x: 1})", "{{o.x}}/{{o['x']}}", []],
  ["client.setVar('o', {x: [{a: 1}]})", "{{o.x[0].a}}/{{o.x.length}}", []],
  [
    "client.setVar('o', {x: [{a: 1}]})",
    "{{o.x[1]}}/{{o.x[0].b}}",
    ["error INVALID_PATH b.yml o.x[1]", "error INVALID_PATH b.yml o.x[0].b"],
  ],
  ["client.setVar('o', 'text')", "{{o.y}}", ["error INVALID_PATH b.yml o.y"]],
  ["client.setVar('o', null)", "{{o}}", ["error UNSERIALIZABLE b.yml o"]],
  ["client.setVar('o', -1.5)", "{{o}}", []],
  [
    "const n = 1; client.setVar('o', n)",
    "{{o.y}}",
    ["error INVALID_PATH b.yml o.y"],
  ],
  // Each of its values lacks it.
  [
    "if (a) client.setVar('o', {x: 1}); else client.setVar('o', {z: 1})",
    "{{o.y}}",
    ["error INVALID_PATH b.yml o.y"],
  ],
  [
    "if (a) client.setVar('o', {x: 1}); else client.setVar('o', {y: 1})",
    "{{o.y}}",
    [],
  ],
  ["client.setVar('o', {x: 1}); client.setVar('o', res.body)", "{{o.y}}", []],
  ["client.setVar('o', {x: 1}); bru.setEnvVar('o', res.body)", "{{o.y}}", []],
  // What stands in a member is known to the run alone.
  ["client.setVar('o', {x: res.body})", "{{o.x.y}}/{{o.x}}", []],
  [
    "client.setVar('o', {x: res.body})",
    "{{o.y}}",
    ["error INVALID_PATH b.yml o.y"],
  ],
  ["client.setVar('o', [res.body])", "{{o[0].y}}", []],
  // There may be more members.
  ["client.setVar('o', {x: 1, ...more})", "{{o.y}}", []],
  ["client.setVar('o', [...more])", "{{o[5]}}", []],
  ["client.setVar('o', {x: 1, [name]: 1})", "{{o.y}}", []],
  ["client.setVar('o', {x: 1, toJSON() { return {y: 1} }})", "{{o.y}}", []],
  ["const o = {x: 1}; o.y = 2; client.setVar('o', o)", "{{o.y}}", []],
  ["let n = 1; n++; client.setVar('o', n)", "{{o.y}}", []],
  ["client.setVar('o', make({x: 1}))", "{{o.y}}", []],
  // Something else may set it.
  ["client.setVar('o', {x: 1}); client.setVar(name, 1)", "{{o.y}}", []],
  ["client.setVar('o', {x: 1}); names.forEach(client.setVar)", "{{o.y}}", []],
  ["client.setVar('o', {x: 1}); client[method]('o', all)", "{{o.y}}", []],
  ["client.setVar('o', {x: 1}); client['setVar']('o', all)", "{{o.y}}", []],
  [
    "client.setVar('o', {x: 1}); const set = client.setVar.bind(client); set('o', all)",
    "{{o.y}}",
    [],
  ],
  [
    "client.setVar('o', {x: 1}); const { setVar: set } = client; set('o', all)",
    "{{o.y}}",
    [],
  ],
  ["client.setVar('o', {x: 1}); eval(code)", "{{o.y}}", []],
  ["client.setVar('o', {x: 1}); require(name)", "{{o.y}}", []],
  // What an environment has may be there in its place.
  ["client.setVar('host', {x: 1})", "{{host.y}}", []],
];

describe("what a script writes out is known", () => {
  const files = (code: string, request: string) => ({
    "environments/local.yml": LOCAL,
    "a.yml": get(
      "{{host}}/a",
      sets("after-response", code.replaceAll("'", "''")),
    ),
    "b.yml": request,
  });
  for (const [code, url, found] of WRITTEN) {
    it(`${code}, ${url}`, () => {
      const request = get(`http://a.example/${url}`);
      assertEquals(check(files(code, request), { readScript }), found);
    });
  }

  it("text outside of quotes in a JSON body", () => {
    const request =
      `info: {name: H, type: http}\nhttp: {url: http://a, method: POST, body: {type: json, data: '{"a": {{o}}}'}}`;
    const found = (value: string) =>
      check(files(`client.setVar('o', ${value})`, request), { readScript });
    assertEquals(found("'text'"), ["error INVALID_BODY b.yml o"]);
    for (const value of ["1", "{a: 1}", "null", "'1'"]) {
      assertEquals(found(value), []);
    }
  });

  it("the names of rows are suggested for misspelled ones", () => {
    const { value } = readCollection({
      root: "",
      files: new Map([
        ["opencollection.yml", "info: {name: A}"],
        ["a.yml", get("http://a/{{boatLenght}}")],
      ]),
    });
    assertEquals(
      checkCollection(value!, { rowNames: ["boatLength"] })
        .map(({ suggestion }) => suggestion),
      ["boatLength"],
    );
  });

  it("names that scripts set are suggested for misspelled ones", () => {
    const { value } = readCollection({
      root: "",
      files: new Map([
        ["opencollection.yml", "info: {name: A}"],
        [
          "a.yml",
          get(
            "http://a",
            sets("after-response", "client.setVar(''orderId'', read())"),
          ),
        ],
        ["b.yml", get("http://a/{{orderID}}")],
      ]),
    });
    assertEquals(
      checkCollection(value!, { readScript })
        .filter(({ code }) => code === "UNDEFINED_VARIABLE")
        .map((it) => [it.message, it.suggestion]),
      [[
        'Cannot resolve "{{orderID}}": no scope defines "orderID" (did you mean "orderId"?)',
        "orderId",
      ]],
    );
  });

  it("where the run has not set it yet, only that is said", () => {
    const code = "client.setVar('o', {x: 1})";
    assertEquals(
      check({
        "environments/local.yml": LOCAL,
        "a.yml": get("{{host}}/{{o.y}}"),
        "b.yml": get("{{host}}/b", sets("tests", code.replaceAll("'", "''"))),
      }, { readScript }),
      ["warning USED_BEFORE_SET a.yml o.y"],
    );
  });
});

describe("members of rows of data", () => {
  for (
    const [title, rows, rest, found] of [
      ["each row has it", [{ o: { x: 1 } }, { o: { x: 2 } }], "", []],
      ["a row lacks it", [{ o: { x: 1 } }, { o: { y: 2 } }], "", ["error"]],
      ["text has none", [{ o: "text" }], "", ["error"]],
      [
        "a script may leave the row out",
        [{ o: "text" }],
        sets("before-request", "client.runner.skipRequest()"),
        ["warning"],
      ],
      [
        "a script may set it",
        [{ o: "text" }],
        sets("before-request", 'client.setVar("o", make())'),
        [],
      ],
    ] as const
  ) {
    it(title, () =>
      assertEquals(
        check(
          { "a.yml": get("http://a.example/{{o.x}}", rest) },
          { readScript, rowNames: ["o"], rows },
        ),
        found.map((severity) => `${severity} INVALID_PATH a.yml o.x`),
      ));
  }
});

describe("files that scripts require", () => {
  for (
    const [expression, isFound] of [
      ['bru.cwd() + "/lib/a.js"', true],
      ["`${client.cwd()}/lib/a`", true],
      ['process.cwd() + "/" + "lib/a"', true],
      ['path.join(bru.cwd(), "lib", "a.js")', true],
      // Only a file has the name.
      ['"./lib/own"', true],
      ['LIB + "/a"', true],
      // Any name may be set or read there.
      ['bru.cwd() + "/../lib/a.js"', false],
      ["file", false],
      ['"./lib/" + file', false],
    ] as const
  ) {
    it(expression, () => {
      const code =
        `const path = require("path"); const LIB = bru.cwd() + "/lib"; require(${expression})`;
      const found = check({
        "environments/local.yml":
          "variables: [{name: read, value: a}, {name: other, value: a}]",
        "a.yml": get(
          "http://a/{{set}}/{{unset}}",
          sets("before-request", code),
        ),
      }, {
        readScript,
        readFile: (path) =>
          path === "lib/a.js"
            ? 'client.setVar("set", client.getVar("read"))'
            : path === "lib/own.js"
            ? 'const path = require("path"); require(path.resolve(__dirname, "b", "../a"))'
            : undefined,
      });
      assertEquals(
        found,
        isFound ? ["error UNDEFINED_VARIABLE a.yml unset"] : [
          "warning UNDEFINED_VARIABLE a.yml set",
          "warning UNDEFINED_VARIABLE a.yml unset",
        ],
      );
    });
  }
});

/** Paths as a script of orders/new/a.yml requires them, and those that are meant. */
const FROM_REQUEST: [written: string, meant: string | undefined][] = [
  ["./own.js", "./orders/new/own.js"],
  ["../own", "./orders/own"],
  ["../../lib/a.js", "./lib/a.js"],
  ["../lib/a.js", "./lib/a.js"],
  ["./none", undefined],
];

describe("a script's path that does not start at the collection's root", () => {
  for (const [written, meant] of FROM_REQUEST) {
    it(written, () => {
      const { value } = readCollection({
        root: "api",
        files: new Map([
          ["opencollection.yml", "info: {name: A}"],
          [
            "orders/new/a.yml",
            get("http://a", sets("before-request", `require("${written}")`)),
          ],
        ]),
      });
      const files = ["lib/a.js", "orders/own.js", "orders/new/own.js"];
      const [{ message }] = checkCollection(value!, {
        readScript,
        readFile: (path) => files.includes(path) ? "" : undefined,
      });
      assertEquals(
        message,
        `Cannot require "${written}": the collection's folder has no such file, paths start at its root${
          meant === undefined ? "" : ` (did you mean "${meant}"?)`
        }`,
      );
    });
  }
});

describe("a variable that a file may set which is not there", () => {
  for (
    const [code, severity] of [
      ['require("./lib/gone")(res)', "warning"],
      ['require("./lib/asks")', "warning"],
      ['require("./lib/there")', "error"],
      ['try { require("./lib/gone") } catch {}', "error"],
    ]
  ) {
    it(code, () => {
      const found = check({
        "environments/local.yml": "variables: []",
        "a.yml": get("http://a/{{early}}", sets("after-response", code))
          .replace("G,", "G, seq: 1,"),
        "b.yml": get("http://a/{{late}}").replace("G,", "H, seq: 2,"),
      }, {
        readScript,
        readFile: (path) =>
          path === "lib/there.js"
            ? ""
            : path === "lib/asks.js"
            ? 'require("./gone")'
            : undefined,
      });
      assertEquals(
        found.filter((it) => it.includes("UNDEFINED")),
        [
          "error UNDEFINED_VARIABLE a.yml early",
          `${severity} UNDEFINED_VARIABLE b.yml late`,
        ],
      );
    });
  }
});

it("a module that only trusted scripts have", () => {
  const { value } = readCollection({
    root: "api",
    files: new Map([
      ["opencollection.yml", "info: {name: A}"],
      ["a.yml", get("http://a", sets("before-request", 'require("fs")'))],
    ]),
  });
  const [found] = checkCollection(value!, { readScript });
  assertEquals(
    inFlags(found).message,
    'Cannot require "fs": the sandbox has no access to it (use --trust-scripts if you trust this collection)',
  );
  const options = { readScript, trustScripts: true };
  assertEquals(checkCollection(value!, options), []);
});

describe('a module by a name with "npm:"', () => {
  const POSTMAN = ", extensions: {brace: {dialect: postman}}";
  const REFUSAL =
    'Cannot require "npm:lodash@4/get": "npm:" works only in a Postman script itself (write require("lodash/get"))';
  for (
    const [title, code, dialect, found] of [
      ["a script", 'require("npm:lodash@4/get")', "", [REFUSAL]],
      ["a script of Postman's", 'require("npm:lodash@4/get")', POSTMAN, []],
      ["a file", 'require("./lib/a")', "", [REFUSAL]],
      [
        "a file that a script of Postman's requires",
        'require("./lib/a")',
        POSTMAN,
        [REFUSAL],
      ],
    ] as const
  ) {
    it(title, () => {
      const { value } = readCollection({
        root: "api",
        files: new Map([
          ["opencollection.yml", "info: {name: A}"],
          [
            "a.yml",
            get(
              "http://a",
              `runtime: {scripts: [{type: tests, code: '${code}'${dialect}}]}`,
            ),
          ],
        ]),
      });
      const all = checkCollection(value!, {
        readScript,
        readFile: (path) =>
          path === "lib/a.js" ? 'require("npm:lodash@4/get")' : undefined,
      });
      assertEquals(all.map(({ message }) => message), [...found]);
    });
  }
});

describe("Postman's API in a script of Brace", () => {
  const HINT =
    'it is Postman\'s API; write test(name, fn) instead of pm.test ("brace help scripts" lists them)';
  const CALL = `Cannot call "pm.test": "pm" is not defined: ${HINT}`;
  const MARK =
    ", or add extensions: { brace: { dialect: postman } } to the script";
  for (
    const [title, files, found] of [
      ["a YAML file can name its dialect", {
        "opencollection.yml": "info: {name: A}",
        "a.yml": get(
          "http://a",
          "runtime: {scripts: [{type: tests, code: 'pm.test()'}]}",
        ),
      }, [CALL + MARK]],
      ["a .bru file cannot", {
        "bruno.json": '{"name": "A", "version": "1", "type": "collection"}',
        "a.bru":
          "meta {\n  name: a\n  type: http\n}\n\nget {\n  url: http://a\n}\n\ntests {\n  pm.test()\n}\n",
      }, [CALL]],
      ["a file that one of a .bru file requires cannot", {
        "bruno.json": '{"name": "A", "version": "1", "type": "collection"}',
        "a.bru":
          "meta {\n  name: a\n  type: http\n}\n\nget {\n  url: http://a\n}\n\ntests {\n  require('./a.js')\n}\n",
        "a.js": "pm.test()",
      }, [CALL]],
      ["an expression cannot", {
        "opencollection.yml": "info: {name: A}",
        "a.yml": get(
          "http://a",
          "runtime: {assertions: [{expression: pm.test(), operator: eq, value: a}]}",
        ),
      }, [CALL]],
    ] as const
  ) {
    it(title, () => {
      const texts = new Map<string, string>(Object.entries(files));
      const { value } = readCollection({ root: "", files: texts });
      const all = checkCollection(value!, {
        readScript,
        readFile: (path) => texts.get(path),
      });
      assertEquals(all.map(({ message }) => message), [...found]);
    });
  }
});

/** Files, and the messages of what is found in them with their notes, hints too. */
const NO_KEY =
  'Cannot resolve "{{key}}": "key" is a secret whose value environments/local.yml leaves out';
const KEY_HEADER = 'request: {headers: [{name: X-Key, value: "{{key}}"}]}';

const MESSAGES: [
  title: string,
  files: Record<string, string>,
  found: string[],
  options?: CheckOptions,
][] = [
  ["a variable that may have been meant is not removed", {
    "environments/local.yml":
      "variables: [{name: baseUrl, value: 'http://a'}, {name: other, value: x}]",
    "a.yml": get("{{baseURL}}/a"),
  }, [
    'Nothing uses the variable "other" (remove it)',
    'Cannot resolve "{{baseURL}}": no scope defines "baseURL" (did you mean "baseUrl"?)',
  ]],
  ["a variable that only the selector of an action reads", {
    "environments/local.yml":
      "variables: [{name: index, value: 1}, {name: other, value: x}]",
    "a.yml": get(
      "http://a",
      `runtime:
  actions:
  - {type: set-variable, phase: after-response, selector: {expression: 'res.body[client.getEnvVar("index")]', method: jsonq}, variable: {name: id, scope: runtime}}
`,
    ),
  }, ['Nothing uses the variable "other" (remove it)']],
  ["a variable that differs in capitals from one that is used", {
    "environments/base.yml": "variables: [{name: baseUrl, value: 'http://a'}]",
    "environments/own.yml":
      "extends: base\nvariables: [{name: base_URL, value: 'http://b'}]",
    "a.yml": get("{{baseUrl}}/a"),
  }, [
    'Nothing uses the variable "base_URL" (did you mean "baseUrl"? if not, remove it)',
  ]],
  ...[
    'require(bru.cwd() + "/lib/a.js")',
    'require("./lib/a.js")',
    "require(name)",
  ].map((code): typeof MESSAGES[number] => [
    `a name in a file that only the run finds is used: ${code}`,
    {
      "environments/local.yml": "variables: [{name: host, value: 'http://a'}]",
      "a.yml": get("http://a", sets("before-request", code)),
    },
    [],
  ]),
  ["a name in the URL of a WebSocket is used", {
    "environments/local.yml": "variables: [{name: socket, value: a}]",
    "a.yml": "info: {name: G, type: mqtt}\nmqtt: {url: 'wss://{{socket}}/'}",
  }, [
    'Cannot run "a.yml": Brace does not run requests of type "mqtt" yet',
  ]],
  ["a name in what a request is repeated until is used", {
    "environments/local.yml": "variables: [{name: wanted, value: done}]",
    "a.yml": get(
      "http://a",
      "extensions: {brace: {repeatUntil: {expression: 'res.body.state === wanted', limit: 2}}}",
    ),
  }, [
    'Cannot evaluate "wanted", which stands for a runtime variable: "wanted" is an environment variable (write client.getEnvVar("wanted"))',
  ]],
  ["three environments are named, of more the number", {
    ...Object.fromEntries(
      ["a", "b", "c"].map((name) => [
        `environments/${name}.yml`,
        `variables: [{name: id, value: 1}${
          name === "c" ? "" : ", {name: more, value: 1}"
        }]`,
      ]),
    ),
    ...Object.fromEntries(
      ["d", "e", "f", "g"].map((
        name,
      ) => [`environments/${name}.yml`, "variables: [{name: more, value: 1}]"]),
    ),
    "a.yml": get("http://a/{{id}}/{{more}}"),
  }, [
    'Cannot resolve "{{more}}": no scope defines "more"',
    'in the environment "c"',
    'defined by the environments "a", "b", "d" and 3 more',
    'Cannot resolve "{{id}}": no scope defines "id"',
    'in the environments "d", "e", "f" and 1 more',
    'defined by the environments "a", "b", "c"',
  ]],
  ["a secret without a value, in each request that uses it", {
    "environments/local.yml": "variables: [{name: key, secret: true}]",
    "a.yml": get("http://a/{{key}}"),
    "b.yml": get("http://b/{{key}}"),
  }, Array(2).fill(NO_KEY)],
  ["for whom something in a folder is missing", {
    "environments/local.yml": "variables: [{name: key, secret: true}]",
    "u/folder.yml": `info: {name: U}\n${KEY_HEADER}`,
    "u/a.yml": get("http://a"),
    "u/v/b.yml": get("http://a"),
    "c.yml": get("http://a"),
  }, [NO_KEY, "for all 2 requests in u"]],
  ["for whom something of the collection is missing", {
    "opencollection.yml":
      "info: {name: A}\nrequest: {variables: [{name: host, value: '{{port}}'}]}",
    "u/a.yml": get("http://a/{{host}}"),
    "b.yml": get("http://a/{{host}}"),
  }, [
    'Cannot resolve "{{port}}": no scope defines "port"',
    'used by "{{host}}" in u/a.yml',
    "for all 2 requests",
  ]],
  ["three requests are named, of more the number", {
    "opencollection.yml": `info: {name: A}\n${KEY_HEADER}`,
    ...Object.fromEntries(
      ["a", "b", "c", "d"].map((name) => [`u/${name}.yml`, get("http://a")]),
    ),
    "u/e.yml": get("http://a").replace(
      '"http://a"',
      '"http://a", headers: [{name: X-Key, value: b}]',
    ),
  }, [
    'Cannot resolve "{{key}}": no scope defines "key"',
    "for u/a.yml, u/b.yml, u/c.yml and 1 more",
  ]],
  ["for whom something is missing in a collection of one file", {
    "opencollection.yml": `info: {name: A}\n${KEY_HEADER}\nitems:\n` +
      ["a", "b"].map((name) =>
        `  - {info: {name: ${name}, type: http}, http: {method: GET, url: "http://a"}}\n`
      ).join(""),
  }, [
    'Cannot resolve "{{key}}": no scope defines "key"',
    "for all 2 requests",
  ]],
  ["a step's title, what a wait looks at and what a message holds", {
    "a.yml": stream(
      `[{title: login, selected: true, message: {type: json, data: '{"a": "{{nope}}"'}}, {title: off, message: {type: json, data: '{"a": {{none}}'}}, {title: bytes, selected: true, message: {type: binary, data: ä}}]`,
      "steps: [{send: lgoin}, {send: b}, {wait: {expression: res.status, operator: eq, value: '{{gone}}'}, set: {id: message.data.id}}, {send: {data: '{{id}} {{more}}'}}, {send: {type: json, data: '['}}, {wait: {expression: myMessage.x, operator: isDefined}}], until: 'messages['",
    ),
  }, [
    "Cannot parse the expression: unexpected token",
    'Cannot send the message "lgoin": the request has no such message (did you mean "login"?)',
    'Cannot send the message "b": the request has no such message (it has "login", "off", "bytes")',
    'Waits for the same with every message: "res.status" does not look at "message" (write such as message.data.type)',
    'Cannot resolve "{{gone}}": no scope defines "gone"',
    'Cannot resolve "{{more}}": no scope defines "more"',
    "Cannot send a message: it is not valid JSON: it ends too early",
    'Waits for the same with every message: "myMessage.x" does not look at "message" (write such as message.data.type)',
    'Cannot send the message "login": it is not valid JSON: it ends too early',
  ]],
  ["no step's title that a message of a script may have", {
    "a.yml": stream(
      "[{title: a, message: {data: '{{nope}}'}}]",
      "steps: [{send: a}, {send: b}]",
    ) +
      "\nruntime: {scripts: [{type: before-request, code: 'req.messages = [{ title: \"b\" }]'}]}",
  }, [
    'Cannot resolve "{{nope}}": no scope defines "nope"',
    "a before-request script writes the body: only the run shows whether this is still wrong",
  ]],
  ["the messages that are sent where there are no steps", {
    "a.yml": stream(
      `[{selected: true, message: {type: json, data: '{"a": {{nope}}}'}}, {title: off, message: {data: '{{none}}'}}, {title: bytes, selected: true, message: {type: binary, data: ä}}]`,
    ),
  }, [
    'Cannot resolve "{{nope}}": no scope defines "nope"',
    'Cannot send the message "bytes": it is binary and neither base64 nor @file(PATH)',
  ]],
  ["what a step sets is there for what comes later, and not before", {
    "a.yml": stream("[{message: {data: '{{token}}'}}]").replace(
      "A,",
      "A, seq: 1,",
    ),
    "b.yml": stream(
      "{data: x}",
      "steps: [{send: message 1}, {wait: {expression: message, operator: isDefined}, set: {token: message.text}}, {send: {data: '{{token}}'}}]",
    ).replace("A,", "B, seq: 2,"),
    "c.yml": get("http://a/{{token}}").replace("G,", "C, seq: 3,"),
  }, [
    'Cannot resolve "{{token}}" here: "token" is set later in the run, by the step of b.yml (run "b.yml" first, such as by a lower seq, or give it a first value)',
  ]],
  ["a secret for other hosts in a message", {
    "environments/local.yml":
      "variables: [{name: key, value: s3cr3t-1, secret: true, hosts: [other.example]}]",
    "a.yml": stream("{data: 'k {{key}}'}"),
  }, [
    'Cannot send the secret "key" to "a.example:80": it may only go to "other.example" (add the host to the variable\'s hosts)',
  ]],
  ["an empty entry and a leak beside what only the run knows", {
    ".env": "KEY=\n",
    "environments/local.yml":
      "variables: [{name: key, value: s3cr3t-1, secret: true, hosts: [other.example]}]",
    "a.yml": get(
      "http://a",
      sets("after-response", 'client.setVar("id", res.body.id)'),
    ).replace("G,", "A, seq: 1,"),
    "b.yml": get("http://b/{{id}}?k={{process.env.KEY}}{{key}}")
      .replace("G,", "B, seq: 2,"),
  }, [
    'Cannot send the secret "key" to "b:80": it may only go to "other.example" (add the host to the variable\'s hosts)',
    'Read "process.env.KEY" from the .env: it is empty (fill it in)',
  ]],
  ["an empty entry of a request whose host only the run knows", {
    ".env": "KEY=\n",
    "a.yml": get(
      "http://a",
      sets("after-response", 'client.setVar("host", res.body.host)'),
    ).replace("G,", "A, seq: 1,"),
    "b.yml":
      'info: {name: B, seq: 2, type: http}\nhttp: {method: GET, url: "http://{{host}}/", headers: [{name: X-Key, value: "{{process.env.KEY}}"}]}\n',
  }, ['Read "process.env.KEY" from the .env: it is empty (fill it in)']],
  ["names in messages, steps and parameters of a connection are used", {
    "environments/local.yml":
      "variables: [{name: one, value: a}, {name: two, value: b}, {name: three, value: c}, {name: four, value: d}, {name: five, value: e}]",
    "a.yml": stream(
      "[{message: {data: '{{one}}'}}]",
      "steps: [{wait: {expression: 'message.text == two', operator: eq, value: '{{three}}'}}], until: messages.length > four",
    ),
    "g.yml":
      "info: {name: G, type: graphql}\ngraphql: {url: 'http://a', body: {query: 'subscription { a }'}}\nextensions: {brace: {connectionParams: {a: [{b: '{{five}}'}]}}}\n",
  }, [
    'Cannot evaluate "two", which stands for a runtime variable: "two" is an environment variable (write client.getEnvVar("two"))',
    'Cannot evaluate "four", which stands for a runtime variable: "four" is an environment variable (write client.getEnvVar("four"))',
  ]],
  ["names of variables that getVar and expressions do not know", {
    "environments/local.yml": "variables: [{name: one, value: a}]",
    "a.yml": get(
      "http://a/{{three}}",
      `runtime:
  variables: [{name: two, value: b}, {name: three, value: c}]
  assertions:
  - {expression: res.body == one || two, operator: isTruthy}
  - {expression: res.body == three, operator: isTruthy, disabled: true}
  - {expression: "$[?@.three == 'three']", operator: isDefined}
  - {expression: "['done'].includes(done) && set.a", operator: isTruthy}
  - {expression: typeof three, operator: eq, value: undefined}
  - {expression: res.headers.x-total, operator: eq, value: 2}
  - {expression: body.id, operator: isDefined}
  - {expression: "res.body?.a[0].x-two-b", operator: isDefined}
  actions:
  - {type: set-variable, phase: after-response, selector: {expression: res.body == three, method: jsonq}, variable: {name: set, scope: runtime}}
  - {type: set-variable, phase: after-response, selector: {expression: res.headers.x-total, method: jsonq}, variable: {name: total2, scope: runtime}}
  scripts:
  - type: tests
    code: |
      test(client.getVar("set"), () => bru.getVar("three"));
      client.getVar("nowhere") + client.getEnvVar("three");
      if (client.getVar("three")) client.getVar("three") ?? 1;
`,
    ),
  }, [
    'Cannot read "three" with getVar, which reads runtime variables: "three" is a request variable (write bru.getRequestVar("three"))',
    'Cannot read "three" with getEnvVar, which reads environment variables: "three" is a request variable (write client.getRequestVar("three"))',
    'Cannot evaluate "one", which stands for a runtime variable: "one" is an environment variable (write client.getEnvVar("one"))',
    'Cannot evaluate "two", which stands for a runtime variable: "two" is a request variable (write client.getRequestVar("two"))',
    'Cannot evaluate "done", which stands for a runtime variable: nothing sets one (in quotes, "done" is text)',
    'Cannot evaluate "body", which stands for a runtime variable: nothing sets one (did you mean "res.body"?)',
    'Cannot evaluate "two", which stands for a runtime variable: nothing sets one (did you mean res.body?.a[0]["x-two-b"]?)',
    'Cannot evaluate "three", which stands for a runtime variable: "three" is a request variable (write client.getRequestVar("three"))',
  ]],
  ["names that a script computes may be any", {
    "a.yml": get(
      "http://a",
      `${
        sets("before-request", "client.setVar(`a${1}`, 1)")
      }  assertions: [{expression: a1, operator: isDefined}]\n`,
    ),
  }, []],
  ["a package may be in node_modules, which nobody looked into", {
    "a.yml": get("http://a", sets("before-request", 'require("jose")')),
  }, []],
  ["a misspelled package", {
    "a.yml": get("http://a", sets("before-request", 'require("axois")')),
  }, [
    'Cannot require "axois": the sandbox offers ajv, ajv-formats, assert, axios, chai, cheerio, crypto-js, jsonwebtoken, lodash, moment, nanoid, node-fetch, path, tv4, uuid, xml2js, packages in node_modules, and the collection\'s files such as "./lib/file.js" (did you mean "axios"?)',
  ]],
  ...([["key=k-93a1", true], ["key=", false], ["KEY=k-93a1", false]] as const)
    .map(([env, isNamed]): typeof MESSAGES[number] => [
      `a secret without a value beside a .env that has ${env}`,
      {
        ".env": env,
        "opencollection.yml":
          "info: {name: A}\nrequest: {variables: [{name: key, secret: true}]}",
        "a.yml": get("http://a/{{key}}"),
      },
      [
        'Cannot resolve "{{key}}": "key" is a secret whose value opencollection.yml leaves out',
        ...isNamed
          ? [
            '"key" is in .env: give the secret the value "{{process.env.key}}"',
          ]
          : [],
      ],
    ]),
  ...[
    {
      variable: '{name: key, secret: true, value: "{{process.env.KEY}}"}',
      env: undefined,
      before: [
        'Cannot read "process.env.KEY": not permitted',
        'used by "{{key}}" in a.yml',
      ],
      after: ['it is the value of the secret "key"', "for a.yml"],
    },
    {
      variable: '{name: key, secret: true, value: "{{process.env.KEY}}"}',
      env: "KEY=",
      before: [
        'Cannot resolve "{{key}}": the secret "key" has no value, as "process.env.KEY" is empty',
      ],
      after: [],
    },
    {
      variable: "{name: key, secret: true}",
      env: undefined,
      before: [
        'Cannot resolve "{{key}}": "key" is a secret whose value opencollection.yml leaves out',
      ],
      after: [],
    },
  ].map(({ variable, env, before, after }): typeof MESSAGES[number] => [
    `a secret that the process has empty: ${before[0]}`,
    {
      ...env && { ".env": env },
      "opencollection.yml":
        `info: {name: A}\nrequest: {variables: [${variable}]}`,
      "a.yml": get("http://a/{{key}}"),
    },
    [...before, '"BRACE_SECRET_key" is set, but empty', ...after],
    { isEmptySecret: (name) => name === "key" },
  ]),
];

it("checkCollection suggests a word for a misspelled one in a script", () => {
  const { value } = readCollection({
    root: "",
    files: new Map([
      ["opencollection.yml", "info: {name: A}"],
      ["a.yml", get("http://a", sets("before-request", "client.setVr(name)"))],
    ]),
  });
  assertEquals(
    checkCollection(value!, { readScript }).map(({ code, suggestion }) => [
      code,
      suggestion,
    ]),
    [["UNKNOWN_MEMBER", "setVar"]],
  );
});

describe("what checkCollection says", () => {
  for (const [title, files, found, options] of MESSAGES) {
    it(title, () => {
      const { value } = readCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", "info: {name: A}"],
          ...Object.entries(files),
        ]),
      });
      const messages = checkCollection(value!, { readScript, ...options })
        .flatMap(({ message, notes = [] }) => [message, ...notes]);
      assertEquals(messages, found);
    });
  }
});

it("what is found quickly does not say for whom: not all were looked at", () => {
  const index = indexCollection({
    root: "",
    files: new Map([
      ["opencollection.yml", `info: {name: A}\n${KEY_HEADER}`],
      ["a.yml", get("http://a")],
      ["b.yml", get("http://a")],
    ]),
  });
  const notes = (quick: boolean) =>
    index.diagnosticsOf("opencollection.yml", { quick })
      .map(({ notes = [] }) => notes);
  assertEquals([notes(true), notes(false)], [[[]], [["for all 2 requests"]]]);
});

describe("what a reader can do about a problem", () => {
  const ROWS: readonly (readonly [
    title: string,
    files: Record<string, string>,
    ways: WayOut[] | undefined,
    text: string,
  ])[] = [
    [
      "a secret without a value",
      {
        "opencollection.yml":
          "info: {name: S}\nrequest: {variables: [{secret: true, name: key}]}",
        "a.yml": get("http://a/{{key}}"),
      },
      [{ kind: "give-secret", names: ["key"] }],
      "set BRACE_SECRET_key",
    ],
    ["a variable of the process", { "a.yml": get("{{process.env.HOME}}") }, [
      { kind: "allow-env", names: ["HOME", ".env"] },
    ], 'allow it with the option "allowEnv"'],
    ["a name much like one of .env", {
      ".env": "HOMES=a",
      "a.yml": get("{{process.env.HOME}}"),
    }, [
      { kind: "use-name", names: ["HOMES"] },
      { kind: "allow-env", names: ["HOME", ".env"] },
    ], '(did you mean "HOMES"? allow it'],
    ["a name that nothing defines", { "a.yml": get("http://a/{{user.id}}") }, [
      { kind: "define-variable", names: ["user.id"], note: "" },
    ], 'define it, or give it with the option "variables"'],
    [
      "the value of a secret that may not be read",
      {
        "opencollection.yml":
          'info: {name: S}\nrequest: {variables: [{secret: true, name: key, value: "{{process.env.KEY}}"}]}',
        "a.yml": get("http://a/{{key}}"),
      },
      [
        { kind: "allow-env", names: ["KEY", ".env"] },
        {
          kind: "set-secret",
          names: ["key"],
          note: 'it is the value of the secret "key"',
        },
      ],
      "set BRACE_SECRET_key",
    ],
    [
      "the value of a secret that is empty in the .env",
      {
        ".env": "KEY=",
        "opencollection.yml":
          'info: {name: S}\nrequest: {variables: [{secret: true, name: key, value: "{{process.env.KEY}}"}]}',
        "a.yml": get("http://a/{{key}}"),
      },
      [
        { kind: "fill-in", names: ["KEY", ".env"] },
        { kind: "give-secret", names: ["key"] },
      ],
      'write its value into ".env"',
    ],
    [
      "a name that is an entry of .env",
      {
        ".env": "KEY=a",
        "a.yml": get("http://a/{{key}}"),
      },
      undefined,
      '"KEY" is in .env: write {{process.env.KEY}}',
    ],
    [
      "a name that another request defines for itself",
      {
        "a.yml": get("http://a/{{user.id}}"),
        "b.yml":
          'http: { method: GET, url: "http://a/" }\nruntime: { variables: [{ name: user, value: { id: 7 } }] }',
      },
      [{ kind: "define-variable", names: ["user.id"], note: "" }],
      '"user" is a variable of b.yml alone, not of a folder or the collection',
    ],
    ["a host that a script names", {
      "a.yml":
        `http: { method: GET, url: "{{host}}/a" }\nruntime: { scripts: [{ type: before-request, code: 'client.setVar("host", "http://b.example:81")' }] }`,
    }, [
      { kind: "allow-host", names: ["", "opencollection.yml"] },
    ], 'allow it with the option "allowNet"'],
  ];
  for (const [title, files, ways, text] of ROWS) {
    it(`is data: ${title}`, () => {
      const { value } = readCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", "info: {name: A}"],
          ...Object.entries(files),
        ]),
      });
      const [found] = checkCollection(value!, { readScript });
      assertEquals(found.waysOut, ways);
      assert(!found.message.includes(text), found.message);
      assertStringIncludes(formatDiagnostic(found), text);
    });
  }
});
