import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { exportPostman } from "../../../lib/tools/convert/export/export_postman.ts";
import {
  type AccountCounts,
  addCounts,
} from "../../../lib/tools/convert/counts.ts";
import { sentenceOf } from "../../../lib/tools/convert/words.ts";
import { importPostman } from "../../../lib/tools/convert/postman/import_postman.ts";
import { toFiles } from "../../../lib/tools/convert/to_files.ts";
import { readForExport } from "../../../lib/tools/convert/export/read_for_export.ts";

/** What a request has, where it is in Postman's item, what stands there, and what a note says. */
type Row = readonly [
  what: string,
  request: string,
  at: string,
  written: unknown,
  note?: string,
];

const NO_TOKEN = "newman gets no token for OAuth 2";

const ROWS: readonly Row[] = [
  ["GET without a body", "", "protocolProfileBehavior", undefined],
  [
    "GET with a body",
    "http: {body: {type: text, data: x}}",
    "protocolProfileBehavior",
    { disableBodyPruning: true },
  ],
  [
    "POST with a body",
    "http: {method: POST, body: {type: text, data: x}}",
    "protocolProfileBehavior",
    undefined,
  ],
  [
    "redirects",
    "settings: {followRedirects: false}",
    "protocolProfileBehavior",
    { followRedirects: false },
  ],
  [
    "how many redirects",
    "settings: {maxRedirects: 2}",
    "protocolProfileBehavior",
    { maxRedirects: 2 },
  ],
  [
    "default headers left out",
    "settings: {omitHeaders: [User-Agent, ACCEPT]}",
    "protocolProfileBehavior",
    { disabledSystemHeaders: { "user-agent": true, accept: true } },
  ],
  [
    "other headers left out",
    "settings: {omitHeaders: [X-A]}",
    "protocolProfileBehavior",
    undefined,
    '"settings.omitHeaders" for "X-A" is left out',
  ],
  ["no timeout", "settings: {timeout: 0}", "name", "R"],
  ["a timeout", "settings: {timeout: 5}", "name", "R", '"timeout"'],
  [
    "where it comes from",
    "extensions: {brace: {source: {kind: postman}}}",
    "name",
    "R",
  ],
  ["a retry", "extensions: {brace: {retry: {count: 2}}}", "name", "R", "retry"],
  [
    "TypeScript",
    "runtime: {scripts: [{type: tests, language: typescript, code: 'let a: 1;'}]}",
    "event.0.script.exec",
    ["// let a: 1;"],
    "in TypeScript, which Postman does not run",
  ],
  [
    "a parameter that is switched off",
    "http: {url: 'http://h/?q=1', params: [{name: q, value: '2', type: query, disabled: true}]}",
    "request.url.query",
    [{ key: "q", value: "1" }, { key: "q", value: "2", disabled: true }],
  ],
  [
    "a parameter that is switched off, as text",
    "http: {url: 'http://h/?a', params: [{name: q, value: '2', type: query, disabled: true}]}",
    "request.url.raw",
    "http://h/?a",
  ],
  [
    "a parameter that the URL has",
    "http: {url: 'http://h/?q=1', params: [{name: q, value: '1', type: query}]}",
    "request.url.raw",
    "http://h/?q=1",
  ],
  [
    "a parameter that the URL does not have",
    "http: {url: 'http://h/?a', params: [{name: q, value: '1', type: query}]}",
    "request.url.raw",
    "http://h/?a&q=1",
  ],
  ["a host", "http: {url: 'http://a.b:8/c'}", "request.url", {
    raw: "http://a.b:8/c",
    protocol: "http",
    host: ["a", "b"],
    port: "8",
    path: ["c"],
  }],
  ["a host in a placeholder", "http: {url: '{{a.b}}/c'}", "request.url", {
    raw: "{{a.b}}/c",
    host: ["{{a.b}}"],
    path: ["c"],
  }, 'Postman sends "{{a.b}}" as it is'],
  [
    "a host with a placeholder and a port",
    "http: {url: 'http://{{a.b}}:8'}",
    "request.url.host",
    ["{{a.b}}:8"],
    'Postman sends "{{a.b}}" as it is',
  ],
  [
    "a body that is no template",
    "http: {body: {type: text, data: x, interpolate: false}}",
    "request.body.raw",
    "x",
    "(interpolate: false), which Postman does not know",
  ],
  [
    "a SPARQL query",
    "http: {body: {type: sparql, data: ASK}}",
    "request.header",
    [{ key: "Content-Type", value: "application/sparql-query" }],
  ],
  [
    "a file with a type of its own and one of the request",
    "http: {headers: [{name: content-type, value: a/b}], body: {type: file, data: [{filePath: a, contentType: c/d}]}}",
    "request.header",
    [{ key: "content-type", value: "a/b" }],
  ],
  [
    "files of which none is selected",
    "http: {body: {type: file, data: [{filePath: a, selected: false}]}}",
    "request.body",
    { mode: "file", file: { src: "" } },
  ],
  [
    "files that do not say which one",
    "http: {body: {type: file, data: [{filePath: a}, {filePath: b}]}}",
    "request.body",
    { mode: "file", file: { src: "a" } },
  ],
  [
    "a form without rows",
    "http: {body: {type: form-urlencoded}}",
    "request.body",
    { mode: "urlencoded", urlencoded: [] },
  ],
  [
    "the type of a file",
    "http: {body: {type: file, data: [{filePath: a, contentType: t/x}]}}",
    "request.header",
    [{ key: "Content-Type", value: "t/x" }],
  ],
  [
    "the type of a part",
    "http: {body: {type: multipart-form, data: [{name: a, type: text, value: b, contentType: t/x}]}}",
    "request.header",
    [],
  ],
  [
    "assertions",
    "runtime: {assertions: [{expression: res.status, operator: eq, value: '200'}, {expression: res.status, operator: lt, value: '300'}, {expression: res.responseTime, operator: lte, value: 2000}, {expression: res.status, operator: eq, value: '404', disabled: true}, {expression: 'res.body.items[0].state', operator: eq, value: paid}, {expression: res.body.count, operator: eq, value: '2'}, {expression: res.body.id, operator: eq, value: \"'2'\"}, {expression: res.body.next, operator: eq, value: 'null'}]}",
    "event.0.script.exec",
    [
      'pm.test("status is 200", () => pm.response.to.have.status(200));',
      'pm.test("res.status lt 300", () => pm.expect(pm.response.code).to.be.below(300));',
      'pm.test("res.responseTime lte 2000", () => pm.expect(pm.response.responseTime).to.be.at.most(2000));',
      'pm.test("res.body.items[0].state eq paid", () => pm.expect(pm.response.json().items[0].state).to.equal("paid"));',
      'pm.test("res.body.count eq 2", () => pm.expect(pm.response.json().count).to.equal(2));',
      'pm.test("res.body.id eq \'2\'", () => pm.expect(pm.response.json().id).to.equal("2"));',
      'pm.test("res.body.next eq null", () => pm.expect(pm.response.json().next).to.equal(null));',
    ],
    "Assertions are written as a test script",
  ],
  [
    "an assertion on a placeholder",
    "runtime: {assertions: [{expression: res.status, operator: eq, value: '{{code}}'}]}",
    "event.0.script.exec",
    ["// res.status eq {{code}}"],
    'The assertion "res.status eq" is written as a comment, so Postman does not check it: write it with pm.test',
  ],
  [
    "assertions that Postman has no words for",
    "runtime: {assertions: [{expression: res.body.a, operator: isNumber}, {expression: '$.a[*]', operator: eq, value: '1'}, {expression: res.body.a, operator: eq, value: '\\n'}, {expression: res.status, operator: eq, value: ok}]}",
    "event.0.script.exec",
    [
      "// res.body.a isNumber",
      "// $.a[*] eq 1",
      "// res.body.a eq \\n",
      "// res.status eq ok",
    ],
    '4 assertions are written as comments, so Postman does not check them: write them with pm.test ("res.body.a isNumber", "$.a[*] eq", "res.body.a eq", "res.status eq")',
  ],
  [
    "actions",
    "runtime: {actions: [{type: set-variable, selector: {expression: res.body.a}, variable: {name: a}}, {type: set-variable, selector: {expression: res.body.b}, variable: {name: b}, disabled: true}]}",
    "event.0.script.exec",
    ['pm.variables.set("a", pm.response.json().a);'],
    "Actions",
  ],
  [
    "assertions of paths that are no JavaScript",
    "runtime: {assertions: [{expression: res.headers.Content-Type, operator: eq, value: a/b}, {expression: 'res.headers[\"ETag\"]', operator: eq, value: e}, {expression: '$.a[0][\"b-c\"]', operator: eq, value: '7'}]}",
    "event.0.script.exec",
    [
      'pm.test("res.headers.Content-Type eq a/b", () => pm.expect(pm.response.headers.get("content-type")).to.equal("a/b"));',
      'pm.test("res.headers[\\"ETag\\"] eq e", () => pm.expect(pm.response.headers.get("etag")).to.equal("e"));',
      'pm.test("$.a[0][\\"b-c\\"] eq 7", () => pm.expect(pm.response.json()?.a?.[0]?.[\'b-c\']).to.equal(7));',
    ],
    "Assertions",
  ],
  [
    "actions of paths that are no JavaScript",
    "runtime: {actions: [{type: set-variable, selector: {expression: res.headers.X-Id}, variable: {name: a}}, {type: set-variable, selector: {expression: '$.a[0]'}, variable: {name: b}}]}",
    "event.0.script.exec",
    [
      'pm.variables.set("a", pm.response.headers.get("x-id"));',
      'pm.variables.set("b", pm.response.json()?.a?.[0]);',
    ],
    "Actions",
  ],
  [
    "an action of a JSONPath that JavaScript cannot say",
    "runtime: {actions: [{type: set-variable, selector: {expression: '$.a[*].b'}, variable: {name: a}}]}",
    "event.0.script.exec",
    ["// a: $.a[*].b"],
    'The action for "a" is written as a comment, so Postman does not set the variable',
  ],
  [
    "calls of its own",
    "runtime: {scripts: [{type: tests, code: 'test(); my.test(); x.expect(); expect()'}]}",
    "event.0.script.exec",
    ["pm.test(); my.test(); x.expect(); pm.expect()"],
  ],
  [
    "calls that Postman does not have, in its own dialect",
    "runtime: {scripts: [{type: tests, code: 'client.getProcessEnv(1); client.getProcessEnv(2)', extensions: {brace: {dialect: postman}}}]}",
    "event.0.script.exec",
    ["client.getProcessEnv(1); client.getProcessEnv(2)"],
    'The tests script uses "client.getProcessEnv", which Postman does not have (write it with pm)',
  ],
  [
    "calls that Postman does not have",
    "runtime: {scripts: [{type: tests, code: 'bru.setVar(1); bru.sleep(2)'}]}",
    "event.0.script.exec",
    ["pm.variables.set(1); bru.sleep(2)"],
    'The tests script uses "bru.sleep", which Postman does not have',
  ],
  [
    "an object of the script that has a name of Brace",
    "runtime: {scripts: [{type: tests, code: 'const client = pm; client.test()', extensions: {brace: {dialect: postman}}}]}",
    "event.0.script.exec",
    ["const client = pm; client.test()"],
  ],
  [
    "one file of a part",
    "http: {method: POST, body: {type: multipart-form, data: [{name: a, type: file, value: [a.txt]}]}}",
    "request.body.formdata",
    [{ key: "a", type: "file", src: "a.txt" }],
  ],
  [
    "files of the last part",
    "http: {method: POST, body: {type: multipart-form, data: [{name: a, type: file, value: [a.txt, b.txt]}]}}",
    "request.body.formdata",
    [{ key: "a", type: "file", src: ["a.txt", "b.txt"] }],
  ],
  [
    "files of a part that has another one after it",
    "http: {method: POST, body: {type: multipart-form, data: [{name: a, type: file, value: [a.txt, b.txt], contentType: t/x}, {name: b, type: file, value: [], disabled: true}]}}",
    "request.body.formdata",
    [
      { key: "a", type: "file", src: "a.txt", contentType: "t/x" },
      { key: "a", type: "file", src: "b.txt", contentType: "t/x" },
      { key: "b", type: "file", src: [], disabled: true },
    ],
  ],
  [
    "an example of another request",
    "examples: [{name: E, request: {method: PUT, url: 'http://e/'}, response: {status: 201}}]",
    "response.0.originalRequest",
    {
      method: "PUT",
      header: [],
      url: { raw: "http://e/", protocol: "http", host: ["e"], path: [""] },
    },
  ],
  [
    "an example of another URL",
    "examples: [{name: E, request: {url: 'http://e/'}, response: {status: 201}}]",
    "response.0.originalRequest",
    {
      method: "GET",
      header: [],
      url: { raw: "http://e/", protocol: "http", host: ["e"], path: [""] },
    },
  ],
  [
    "an example with all that was sent",
    "examples: [{name: E, request: {url: '{{u}}/a/:id?q=1', method: POST, headers: [{name: X-A, value: b}], params: [{name: q, value: '1', type: query, description: d}, {name: id, value: '7', type: path}], body: {type: json, data: '{}'}}, response: {}}]",
    "response.0.originalRequest",
    {
      method: "POST",
      header: [{ key: "X-A", value: "b" }],
      url: {
        raw: "{{u}}/a/:id?q=1",
        host: ["{{u}}"],
        path: ["a", ":id"],
        query: [{ key: "q", value: "1", description: "d" }],
        variable: [{ key: "id", value: "7" }],
      },
      body: { mode: "raw", raw: "{}", options: { raw: { language: "json" } } },
    },
  ],
  [
    "an example of a query in GraphQL",
    "examples: [{name: E, request: {url: h, body: {query: '{a}', variables: '{}'}}}]",
    "response.0.originalRequest",
    {
      method: "POST",
      header: [],
      url: { raw: "h", host: ["h"] },
      body: { mode: "graphql", graphql: { query: "{a}", variables: "{}" } },
    },
  ],
  ...[["", "{}"], [", variables: ''", "{}"], [", omitEmpty: true", ""]].map((
    [rest, variables],
  ): typeof ROWS[number] => [
    `GraphQL without variables${rest}`,
    `info: {name: R, type: graphql}\ngraphql: {url: h, body: {query: '{a}'${rest}}}`,
    "request.body.graphql",
    { query: "{a}", variables },
  ]),
  [
    "descriptions of a query",
    "http: {url: 'http://h/?a=1&a=2&b', params: [{name: a, value: '1', type: query}, {name: a, value: '2', type: query, description: second}, {name: b, value: '', type: query, description: flag}]}",
    "request.url.query",
    [
      { key: "a", value: "1" },
      { key: "a", value: "2", description: "second" },
      { key: "b", value: null, description: "flag" },
    ],
  ],
  [
    "an example of the request itself",
    "examples: [{name: E, response: {status: 201}}]",
    "response.0.originalRequest.url.raw",
    "http://h/",
  ],
  [
    "an example without a status",
    "examples: [{name: E, response: {body: {type: json, data: '1'}}}]",
    "response.0.code",
    undefined,
  ],
  [
    "an example",
    "examples: [{name: E, response: {status: 201, body: {type: json, data: '1'}}}]",
    "response.0.code",
    201,
  ],
  [
    "auth of Akamai",
    "http: {auth: {type: akamai-edgegrid, accessToken: a, headersToSign: [X-A, X-B]}}",
    "request.auth.edgegrid",
    [
      { key: "accessToken", value: "a", type: "string" },
      { key: "headersToSign", value: "X-A,X-B", type: "string" },
    ],
  ],
  [
    "OAuth 2 with a name for its token",
    "http: {auth: {type: oauth2, flow: implicit, tokenConfig: {placement: {query: t}}}}",
    "request.auth.oauth2.2",
    { key: "addTokenTo", value: "queryParams", type: "string" },
    'as "access_token", not as "t"',
  ],
  ...[
    ["", "authorization_code_with_pkce"],
    [", pkce: {method: S256}", "authorization_code_with_pkce"],
    [", pkce: {disabled: true}", "authorization_code"],
    [", pkce: {enabled: false}", "authorization_code"],
  ].map(([more, grant]): Row => [
    `OAuth 2 with a code${more}`,
    `http: {auth: {type: oauth2, flow: authorization_code${more}}}`,
    "request.auth.oauth2.0.value",
    grant,
    NO_TOKEN,
  ]),
  [
    "OAuth 2 with its client in the body",
    "http: {auth: {type: oauth2, flow: client_credentials, credentials: {placement: body}}}",
    "request.auth.oauth2",
    [
      { key: "grant_type", value: "client_credentials", type: "string" },
      { key: "client_authentication", value: "body", type: "string" },
      { key: "addTokenTo", value: "header", type: "string" },
    ],
    NO_TOKEN,
  ],
  [
    "OAuth 2 with its client in a header",
    "http: {auth: {type: oauth2, flow: client_credentials, credentials: {placement: basic_auth_header}}}",
    "request.auth.oauth2",
    [
      { key: "grant_type", value: "client_credentials", type: "string" },
      { key: "client_authentication", value: "header", type: "string" },
      { key: "addTokenTo", value: "header", type: "string" },
    ],
    NO_TOKEN,
  ],
  [
    "OAuth 1",
    "http: {auth: {type: oauth1, consumerKey: k, privateKey: {type: text, value: p}, callbackUrl: 'http://c/', verifier: v, nonce: n, timestamp: '1', includeBodyHash: true, placement: body}, method: PUT, body: {type: form-urlencoded, data: []}}",
    "request.auth.oauth1",
    [
      { key: "consumerKey", value: "k", type: "string" },
      { key: "privateKey", value: "p", type: "string" },
      { key: "version", value: "1.0", type: "string" },
      { key: "callback", value: "http://c/", type: "string" },
      { key: "verifier", value: "v", type: "string" },
      { key: "nonce", value: "n", type: "string" },
      { key: "timestamp", value: "1", type: "string" },
      { key: "includeBodyHash", value: true, type: "boolean" },
      { key: "addParamsToHeader", value: false, type: "boolean" },
    ],
  ],
  [
    "OAuth 1 in the URL of a form",
    "http: {auth: {type: oauth1, placement: query}, method: POST, body: {type: form-urlencoded, data: []}}",
    "request.auth.oauth1",
    [
      { key: "version", value: "1.0", type: "string" },
      { key: "addParamsToHeader", value: false, type: "boolean" },
    ],
    "Postman puts the parameters into the form",
  ],
  [
    "OAuth 1 in the form of a PATCH",
    "http: {auth: {type: oauth1, placement: body}, method: PATCH, body: {type: form-urlencoded, data: []}}",
    "request.auth.oauth1",
    [
      { key: "version", value: "1.0", type: "string" },
      { key: "addParamsToHeader", value: false, type: "boolean" },
    ],
    "Postman puts the parameters into the URL",
  ],
  [
    "OAuth 1 in the URL of a PATCH",
    "http: {auth: {type: oauth1, placement: query}, method: PATCH, body: {type: form-urlencoded, data: []}}",
    "request.auth.oauth1",
    [
      { key: "version", value: "1.0", type: "string" },
      { key: "addParamsToHeader", value: false, type: "boolean" },
    ],
  ],
  [
    "OAuth 1 with a key in a file",
    "http: {auth: {type: oauth1, consumerKey: k, privateKey: {type: file, value: key.pem}}}",
    "request.auth.oauth1",
    [
      { key: "consumerKey", value: "k", type: "string" },
      { key: "version", value: "1.0", type: "string" },
      { key: "addParamsToHeader", value: true, type: "boolean" },
    ],
    "The file of the private key is left out",
  ],
  ["auth: none", "http: {auth: none}", "request.auth", { type: "noauth" }],
];

describe("a request exported to Postman", () => {
  for (const [what, request, at, written, note] of ROWS) {
    it(`with ${what}`, () => {
      const { item, notes } = exported(request);
      assertEquals(valueAt(item, at), written, JSON.stringify(item));
      if (note === undefined) assertEquals(notes, "");
      else assert(notes.includes(note), notes);
    });
  }
});

const FORM = "method: POST, body: {type: form-urlencoded, data: []}";
/** An OAuth 1 of the collection and of a folder in it, and what a request in the folder has. */
const INHERITED: readonly [
  collection: string,
  folder: string,
  request: string,
  note?: string,
][] = [
  ["query", "", `auth: inherit, ${FORM}`, "into the form"],
  ["query", "body", `auth: inherit, ${FORM}`],
  ["body", "query", `auth: inherit, ${FORM}`, "into the form"],
  ["body", "", "auth: inherit, method: PATCH", "into the URL"],
  ["query", "", FORM],
  ["query", "", `auth: none, ${FORM}`],
  ["query", "", "auth: inherit, method: POST"],
];

describe("OAuth 1 that a request inherits, exported to Postman", () => {
  for (const [collection, folder, request, note] of INHERITED) {
    it(`${collection}, ${folder || "nothing"}, http: ${request}`, () => {
      const level = (placement: string) =>
        placement && `request: {auth: {type: oauth1, placement: ${placement}}}`;
      const { value } = readForExport(
        new Map([
          [
            "opencollection.yml",
            `opencollection: 1.0.0\ninfo: {name: C}\n${level(collection)}\n`,
          ],
          ["f/folder.yml", `info: {name: F}\n${level(folder)}\n`],
          ["f/r.yml", `info: {name: R}\nhttp: {url: h, ${request}}\n`],
        ]),
        "opencollection.yml",
        "postman",
      );
      const { notes } = exportPostman(value!);
      const [said, ...others] = notes.map(({ message }) => message);
      assertEquals(others, []);
      if (note === undefined) assertEquals(said, undefined);
      else assertStringIncludes(said, note);
    });
  }

  it("is told of the requests in their order", () => {
    const { value } = readForExport(
      new Map([
        [
          "opencollection.yml",
          "opencollection: 1.0.0\ninfo: {name: C}\nrequest: {auth: {type: oauth1, placement: query}}\n",
        ],
        ...["f/a", "f/b", "z"].map((path): [string, string] => [
          `${path}.yml`,
          `info: {name: ${path}}\nhttp: {url: h, auth: inherit, ${FORM}}\n`,
        ]),
      ]),
      "opencollection.yml",
      "postman",
    );
    assertEquals(
      exportPostman(value!).notes.map(({ about }) => about),
      ['"f/a"', '"f/b"', '"z"'],
    );
  });
});

describe("a variable that is switched off, exported to Postman", () => {
  it("says so in one way in each file", () => {
    const variables =
      "variables: [{name: on, value: a}, {name: off, value: b, disabled: true}]";
    const { value } = readForExport(
      new Map([
        [
          "opencollection.yml",
          `opencollection: 1.0.0\ninfo: {name: C}\nrequest: {${variables}}\n`,
        ],
        ["environments/e.yml", variables],
      ]),
      "opencollection.yml",
      "postman",
    );
    assert(value);
    const { collection, environments } = exportPostman(value);
    assertEquals(JSON.parse(collection).variable, [
      { key: "on", value: "a" },
      { key: "off", value: "b", disabled: true },
    ]);
    const [environment] = [...environments.values()];
    assertEquals(JSON.parse(environment).values, [
      { key: "on", value: "a", type: "default", enabled: true },
      { key: "off", value: "b", type: "default", enabled: false },
    ]);
  });
});

/** What Postman sent for a response that it saved. */
const SENT = {
  method: "POST",
  header: [
    { key: "X-A", value: "b" },
    { key: "X-Off", value: "c", disabled: true },
  ],
  url: {
    raw: "{{u}}/a/:id?q=1",
    host: ["{{u}}"],
    path: ["a", ":id"],
    query: [{ key: "q", value: "1" }, {
      key: "off",
      value: "2",
      disabled: true,
    }],
    variable: [{ key: "id", value: "7" }],
  },
  body: { mode: "urlencoded", urlencoded: [{ key: "a", value: "b" }] },
};

describe("a response that Postman saved", () => {
  it("has the same request after an import and an export", () => {
    const response = [{ name: "E", originalRequest: SENT, code: 200 }];
    const item = [{ name: "R", request: "http://h/", response }];
    const { value } = importPostman({
      name: "c.json",
      main: "c.json",
      files: new Map([
        ["c.json", JSON.stringify({ info: { name: "C" }, item })],
      ]),
    });
    assert(value);
    const { files } = toFiles(value);
    const again = readForExport(files, "opencollection.yml", "postman");
    assert(again.value);
    const { collection } = exportPostman(again.value);
    const [exported] = JSON.parse(collection).item[0].response;
    assertEquals(exported.originalRequest, SENT);
  });

  it("is exported without the secrets in it", () => {
    const secret = "abc-1234567";
    const { value } = readForExport(
      new Map([
        ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
        [
          "r.yml",
          withDefaults(
            `examples: [{name: E, request: {url: h, headers: [{name: Authorization, value: Bearer ${secret}}], body: {type: json, data: '{"password": "${secret}"}'}}, response: {body: {type: json, data: '{"token": "${secret}"}'}}}]`,
          ),
        ],
      ]),
      "opencollection.yml",
      "postman",
    );
    assert(value);
    const exports = [false, true].map((withSecrets) =>
      exportPostman(value, { withSecrets })
    );
    assertEquals(
      exports.map(({ collection, notes }) => [
        collection.split(secret).length - 1,
        notes.map(({ message }) => message),
      ]),
      [[0, ["Masked the secrets in 1 saved example"]], [3, []]],
    );
  });
});

describe("an example that says a secret of another place", () => {
  /** Where the secret is, and the entry of `.env` that has it. */
  const PLACES: readonly [variable: string, header: string, entry: string][] = [
    ["", "{name: X-Api-Key, value: Ab12-cd34-ef56}", ""],
    ["{name: a, value: Ab12-cd34-ef56, secret: true}", "", ""],
    ["{name: a, value: '{{process.env.DOOR}}', secret: true}", "", "DOOR"],
    ["", "", "DOOR_TOKEN"],
  ];
  for (const [variable, header, entry] of PLACES) {
    it(`is exported without it: ${variable || header || entry}`, () => {
      const { value } = readForExport(
        new Map([
          [
            "opencollection.yml",
            `opencollection: 1.0.0\ninfo: {name: C}\nrequest: {variables: [${variable}]}\n`,
          ],
          [
            "r.yml",
            `info: {name: R, type: http}
http: {url: http://h, headers: [${header}]}
examples: [{name: E, response: {body: {type: json, data: '{"said": "it is Ab12-cd34-ef56."}'}}}]
`,
          ],
        ]),
        "opencollection.yml",
        "postman",
      );
      assert(value);
      const { collection } = exportPostman(value, {
        dotenv: new Map(entry === "" ? [] : [[entry, "Ab12-cd34-ef56"]]),
      });
      assert(collection.includes("it is ***."), collection);
      assert(!collection.includes("Ab12-cd34-ef56"), collection);
    });
  }
});

/** A collection's variable, and what Postman has for it. */
const VARIABLES: readonly [variable: string, written: unknown][] = [
  ["{name: a, value: x}", { key: "a", value: "x" }],
  [
    "{name: a, value: {type: number, data: '1'}}",
    { key: "a", value: "1", type: "number" },
  ],
  ["{name: a, value: 0.4}", { key: "a", value: "0.4", type: "number" }],
  ["{name: a, value: 19.90}", { key: "a", value: "19.90" }],
  [
    "{name: a, value: {type: boolean, data: 'true'}}",
    { key: "a", value: "true", type: "boolean" },
  ],
  [
    "{name: a, value: x, disabled: true}",
    { key: "a", value: "x", disabled: true },
  ],
  [
    "{name: a, value: x, secret: true}",
    { key: "a", value: "x", type: "secret" },
  ],
  [
    "{name: a, value: [{title: t, value: x}, {title: u, value: y, selected: true}]}",
    { key: "a", value: "y" },
  ],
  [
    "{name: a, value: [{title: t, value: x}, {title: u}]}",
    {
      key: "a",
      value: JSON.stringify([{ title: "t", value: "x" }, { title: "u" }]),
    },
  ],
  ["{name: a, value: null}", { key: "a", value: null }],
  [
    "{name: a, value: {b: [1, 0.4, {c: 2}], d: '3'}}",
    { key: "a", value: '{"b":[1,0.4,{"c":2}],"d":"3"}' },
  ],
  [
    "{name: a, value: [19.90, 12345678901234567890, 1e3, 010]}",
    { key: "a", value: '[19.90,12345678901234567890,1e3,"010"]' },
  ],
  [
    "{name: a, value: {type: object, data: {b: 1.50}}}",
    { key: "a", value: '{"b":1.50}' },
  ],
  [
    "{name: a, value: [{title: t, value: 1, selected: true}, {title: u, value: 2}]}",
    { key: "a", value: "1", type: "number" },
  ],
];

describe("a variable exported to Postman", () => {
  for (const [variable, written] of VARIABLES) {
    it(variable, () => {
      const { variables } = exported("", variable);
      assertEquals(variables, [written]);
    });
  }
});

/** Files besides the collection's, and what is said of what the format has no place for. */
const STREAMS: [
  what: string,
  file: string,
  text: string,
  note: string,
  lost: Partial<AccountCounts>,
][] = [
  [
    "a WebSocket request",
    "chat.yml",
    "info: {name: Chat, type: websocket}\nwebsocket: {url: 'ws://h', message: {data: a}}\nruntime: {scripts: [{type: tests, code: a}]}\n",
    'The request "Chat" is left out: its type is websocket, and the format only has requests of HTTP',
    { requests: 1, scripts: 1 },
  ],
  [
    "a gRPC request",
    "find.yml",
    "info: {name: Find, type: grpc}\ngrpc: {url: h, method: /S/M}\nruntime: {variables: [{name: a, value: b}]}\n",
    'The request "Find" is left out: its type is grpc, and the format only has requests of HTTP',
    { requests: 1, variables: 1 },
  ],
  [
    "metadata of a folder",
    "a/folder.yml",
    "info: {name: A, type: folder}\nrequest: {metadata: [{name: a, value: b}]}\n",
    'In the folder "A": Its metadata is left out: the format holds no gRPC requests',
    {},
  ],
  [
    "variables of a folder",
    "a/folder.yml",
    "info: {name: A, type: folder}\nrequest: {variables: [{name: a, value: b}, {name: c, value: d, disabled: true}]}\n",
    'In the folder "A": Postman does not read variables of a folder ("a"): write them into the collection or an environment',
    {},
  ],
];

describe("what Postman's format cannot hold", () => {
  for (const [what, file, text, note, lost] of STREAMS) {
    it(`${what} is named, and counted`, () => {
      const { value } = readForExport(
        new Map([
          ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\n"],
          ["r.yml", withDefaults("")],
          [file, text],
        ]),
        "opencollection.yml",
        "postman",
      );
      assert(value);
      const { collection, notes } = exportPostman(value, {
        withSecrets: true,
      });
      const said = [...value.notes, ...notes];
      const found = said.find((one) => sentenceOf(one).includes(note));
      assert(found, said.map(sentenceOf).join("\n"));
      assertEquals(addCounts(found.lost ?? {}), addCounts(lost));
      const names = JSON.parse(collection).item
        .map(({ name }: { name: string }) => name);
      assertEquals(names.filter((it: string) => it !== "A"), ["R"]);
    });
  }
});

/** The item and the notes of a request that is exported with its secrets. */
function exported(request: string, variable?: string) {
  const { value, diagnostics } = readForExport(
    new Map([
      [
        "opencollection.yml",
        `opencollection: 1.0.0\ninfo: {name: C}\n${
          variable ? `request: {variables: [${variable}]}\n` : ""
        }`,
      ],
      ["r.yml", withDefaults(request)],
    ]),
    "opencollection.yml",
    "postman",
  );
  assert(value, JSON.stringify(diagnostics));
  const { collection, notes } = exportPostman(value, { withSecrets: true });
  const { item, variable: variables } = JSON.parse(collection);
  return {
    item: item[0],
    variables,
    notes: notes.map(({ message }) => message).join("\n"),
  };
}

/** A request with a name and a URL, where its text does not say them. */
function withDefaults(request: string): string {
  if (request.startsWith("info:")) return `${request}\n`;
  const info = "info: {name: R, type: http}\n";
  if (!request.startsWith("http:")) {
    return `${info}http: {url: http://h/}\n${request}\n`;
  }
  return info +
    (request.includes("url:")
      ? request
      : request.replace("http: {", "http: {url: http://h/, ")) +
    "\n";
}

function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce(
    (at, key) => (at as Record<string, unknown> | undefined)?.[key],
    value,
  );
}
