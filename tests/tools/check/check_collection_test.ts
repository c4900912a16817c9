import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { checkCollection } from "../../../lib/tools/check/check_collection.ts";
import type { CheckOptions } from "../../../lib/tools/check/types.ts";
import { readScript } from "../../../lib/tools/check/script/read_script.ts";
import { readCollection } from "../../../lib/core/collection/read_collection.ts";

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
const sets = (phase: string, code: string) =>
  `runtime: {scripts: [{type: ${phase}, code: '${code}'}]}`;
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
      'Cannot resolve "{{id}}" here: "id" is set later in the run, by the after-response script of b.yml (run "b.yml" first, or give it a first value)',
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

/** Files, and the messages of what is found in them, hints too. */
const MESSAGES: [
  title: string,
  files: Record<string, string>,
  found: string[],
][] = [
  ["a variable that may have been meant is not removed", {
    "environments/local.yml":
      "variables: [{name: baseUrl, value: 'http://a'}, {name: other, value: x}]",
    "a.yml": get("{{baseURL}}/a"),
  }, [
    'Nothing uses the variable "other" (remove it)',
    'Cannot resolve "{{baseURL}}": no scope defines "baseURL" (did you mean "baseUrl"?)',
  ]],
  ["a name in a file that only the run finds is used", {
    "environments/local.yml": "variables: [{name: host, value: 'http://a'}]",
    "a.yml": get(
      "http://a",
      sets("before-request", 'require(bru.cwd() + "/lib/a.js")'),
    ),
  }, []],
  ["a name in the URL of a WebSocket is used", {
    "environments/local.yml": "variables: [{name: socket, value: a}]",
    "a.yml": "info: {name: G, type: mqtt}\nmqtt: {url: 'wss://{{socket}}/'}",
  }, [
    'Cannot run "a.yml": Brace does not run requests of type "mqtt" yet',
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
    'Cannot resolve "{{token}}" here: "token" is set later in the run, by the step of b.yml (run "b.yml" first, or give it a first value)',
  ]],
  ["a secret for other hosts in a message", {
    "environments/local.yml":
      "variables: [{name: key, value: s3cr3t-1, secret: true, hosts: [other.example]}]",
    "a.yml": stream("{data: 'k {{key}}'}"),
  }, [
    'Cannot send the secret "key" to "a.example:80": it may only go to "other.example" (add the host to the variable\'s hosts)',
  ]],
  ["names in messages, steps and parameters of a connection are used", {
    "environments/local.yml":
      "variables: [{name: one, value: a}, {name: two, value: b}, {name: three, value: c}, {name: four, value: d}, {name: five, value: e}]",
    "a.yml": stream(
      "[{message: {data: '{{one}}'}}]",
      "steps: [{wait: {expression: 'message.text == two', operator: eq, value: '{{three}}'}}], until: messages.length > four",
    ),
    "g.yml":
      "info: {name: G, type: graphql}\ngraphql: {url: 'http://a', body: {query: 'subscription { a }'}}\nextensions: {brace: {connectionParams: {a: [{b: '{{five}}'}]}}}\n",
  }, []],
  ["a package of node_modules is refused as in a run", {
    "a.yml": get("http://a", sets("before-request", 'require("jose")')),
  }, [
    'Cannot require "jose": the sandbox offers ajv, ajv-formats, assert, axios, chai, cheerio, crypto-js, jsonwebtoken, lodash, moment, nanoid, node-fetch, path, tv4, uuid, xml2js and files of the collection such as "./lib/file.js"',
  ]],
];

describe("what checkCollection says", () => {
  for (const [title, files, found] of MESSAGES) {
    it(title, () => {
      const { value } = readCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", "info: {name: A}"],
          ...Object.entries(files),
        ]),
      });
      const messages = checkCollection(value!, { readScript })
        .map(({ message }) => message);
      assertEquals(messages, found);
    });
  }
});
