import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import {
  openRequest,
  type OpenRequestOptions,
  readCollection,
} from "../../../mod.ts";
import { renderRequest } from "../../../lib/core/request/render_request.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import { Execution } from "../../../lib/core/scope/execution.ts";
import { seededRandom } from "../../../lib/core/scope/seeded_random.ts";
import { brief } from "../../support/problems.ts";

interface Case extends OpenRequestOptions {
  /** YAML under `http:` of the request; no `url`, then it is http://h. */
  readonly http?: string;
  /** More YAML of the request's file. */
  readonly more?: string;
  readonly collection?: string;
  readonly folder?: string;
  readonly environmentFile?: string;
}

function indent(text: string): string {
  return text.trim().split("\n").map((line) => `  ${line}`).join("\n");
}

function open(
  {
    http = "",
    more = "",
    collection = "",
    folder,
    environmentFile,
    ...options
  }: Case,
): { value?: RenderedRequest; diagnostics: readonly Diagnostic[] } {
  const url = /^url:/m.test(http) ? "" : "  url: http://h\n";
  const files = new Map([
    [
      "opencollection.yml",
      `opencollection: 1.0.0\ninfo: {name: C}\n${collection}`,
    ],
    [
      "f/r.yml",
      `info: {name: R, type: http}\nhttp:\n${url}${indent(http)}\n${more}`,
    ],
  ]);
  if (folder) files.set("f/folder.yml", `info: {name: F}\n${folder}`);
  if (environmentFile) {
    files.set("environments/e.yml", `name: e\n${environmentFile}`);
  }
  const read = readCollection({ root: "", files });
  const errors = read.diagnostics.filter((d) => d.severity === "error");
  if (read.value === undefined || errors.length > 0) {
    throw new Error(errors.map((d) => d.message).join("\n"));
  }
  const { request, scopes, inherited } = openRequest(read.value, "f/r.yml", {
    ...(environmentFile && { environment: "e" }),
    ...options,
  });
  const random = seededRandom("s");
  const execution = new Execution({ now: () => 0, random });
  return renderRequest(request, { scopes, execution, inherited });
}

function rendered(one: Case): RenderedRequest {
  const { value, diagnostics } = open(one);
  if (value === undefined) throw new Error(diagnostics.map(brief).join());
  return value;
}

function problems(one: Case): string[] {
  return open(one).diagnostics.map(brief);
}

function bodyText(one: Case): string {
  const { body } = rendered(one);
  assert(body?.type === "text");
  return body.text;
}

/** YAML of the request → its URL on the wire. */
const URLS: [http: string, url: string, more?: string][] = [
  ["url: 'http://{{host}}/{{id}}?x={{text}}'", "http://h.x/7?x=a%20b&c"],
  ["url: '{{host}}'", "http://h.x"],
  [
    "url: '{{host}}/:a/:b'\nparams:\n  - {name: a, value: '{{text}}/%', type: path}\n  - {name: b, value: x, type: path}",
    "http://h.x/a%20b%26c%2F%25/x",
  ],
  [
    "url: 'h/:from-:to/:1st.json'\nparams:\n  - {name: 'from-:to', value: 1/2, type: path}\n  - {name: 1st, value: x, type: path}\n  - {name: from, value: y, type: path}",
    "http://h/1%2F2/x.json",
  ],
  [
    "url: h/:a\nparams:\n  - {name: a, value: '{{id}}', type: path, disabled: true}",
    "http://h/:a",
  ],
  [
    "url: h\nparams:\n  - {name: a, value: '{{id}}', type: query}\n  - {name: '{{text}}', value: '', type: query}",
    "http://h?a=7&a%20b&c=",
  ],
  [
    "url: h?a=7\nparams:\n  - {name: a, value: '{{id}}', type: query}",
    "http://h?a=7",
  ],
  [
    "url: 'h?a={{id}}&b'\nparams:\n  - {name: a, value: '{{id}}', type: query}\n  - {name: b, value: '', type: query}",
    "http://h?a=7&b",
  ],
  [
    "url: 'h?a=%37&x=a+b'\nparams:\n  - {name: a, value: '7', type: query}\n  - {name: x, value: a b, type: query}",
    "http://h?a=%37&x=a+b",
  ],
  [
    "url: 'h?a={{$uuid}}'\nparams:\n  - {name: a, value: '{{$uuid}}', type: query}",
    "http://h?a=U",
  ],
  // What the URL's query names is not added, others are.
  [
    "url: 'h?a=x&b'\nparams:\n  - {name: a, value: y, type: query}\n  - {name: b, value: '1', type: query}\n  - {name: c, value: '2', type: query}",
    "http://h?a=x&b&c=2",
  ],
  [
    "url: 'h?a=1&a=2'\nparams:\n  - {name: a, value: '1', type: query}\n  - {name: a, value: '3', type: query}",
    "http://h?a=1&a=2",
  ],
  [
    "url: 'h?{{name}}=x'\nparams:\n  - {name: filter, value: y, type: query}",
    "http://h?filter=x",
  ],
  [
    "url: 'h?filter=x'\nparams:\n  - {name: '{{name}}', value: y, type: query}",
    "http://h?filter=x",
  ],
  [
    "url: 'h?{{$uuid}}=x'\nparams:\n  - {name: '{{$uuid}}', value: y, type: query}",
    "http://h?U=x",
  ],
  [
    "url: 'h?a+%62=x'\nparams:\n  - {name: a b, value: y, type: query}",
    "http://h?a+%62=x",
  ],
  [
    "url: 'h?a={{{name}}}'\nparams:\n  - {name: a, value: y, type: query}",
    "http://h?a={filter}",
  ],
  [
    "url: 'h?x=b=2'\nparams:\n  - {name: b, value: '2', type: query}",
    "http://h?x=b=2&b=2",
  ],
  [
    "url: h\nparams:\n  - {name: '', value: '', type: query}\n  - {name: '', value: v, type: query}",
    "http://h?=v",
  ],
  [
    "url: 'h?'\nparams:\n  - {name: a, value: '1', type: query}",
    "http://h?a=1",
  ],
  [
    "url: 'h?b=1#f'\nparams:\n  - {name: a, value: '1', type: query}",
    "http://h?b=1&a=1",
  ],
  [
    "url: h\nparams:\n  - {name: a, value: '1', type: query}\n  - {name: a, value: '1', type: query}",
    "http://h?a=1&a=1",
  ],
  [
    "url: h\nparams:\n  - {name: a, value: 'x#y', type: query}",
    "http://h?a=x%23y",
  ],
  [
    `url: 'h/?d={{$date("YYYY&MM?#")}}'\nparams:\n  - {name: d, value: '{{$date("YYYY&MM?#")}}', type: query}`,
    "http://h/?d=1970%2601%3F%23",
    "settings: {encodeUrl: true}",
  ],
  ["url: ' h/{{padded}} '", "http://h/%20x%20%C2%A0"],
  ["url: 'h?q={{padded}}#f '", "http://h?q=%20x%20%C2%A0"],
  ["url: ' {{url}} '", "http://h/x"],
  [
    "url: h\nparams:\n  - {name: a, value: '{{padded}}', type: query}\n  - {name: b, value: 'x ', type: query}",
    "http://h?a=%20x%20%C2%A0&b=x%20",
  ],
  [
    "url: 'h/{{text}}'\nparams:\n  - {name: q, value: '{{text}}', type: query}",
    "http://h/a%20b%26c?q=a%20b%26c",
    "settings: {encodeUrl: true}",
  ],
];

const VARIABLES = {
  host: "h.x",
  id: 7,
  text: "a b&c",
  nothing: null,
  pass: "p:w",
  padded: " x \u00a0",
  name: "filter",
  url: " http://h/x ",
};

/** YAML of the request → headers as they are sent. */
const HEADERS: [http: string, headers: string[]][] = [
  ["headers:\n  - {name: 'X-{{id}}', value: '{{text}}'}", ["X-7: a b&c"]],
  ["headers:\n  - {name: A, value: ''}\n  - {name: A, value: '1'}", [
    "A: ",
    "A: 1",
  ]],
  ["headers:\n  - {name: A, value: '1', disabled: true}", []],
  ["url: http://u:p%20w@h", ["Authorization: Basic dTpwIHc="]],
  ["url: http://u:p@h\nheaders:\n  - {name: authorization, value: x}", [
    "authorization: x",
  ]],
  ["url: http://u:p@h\nauth: {type: bearer, token: t}", [
    "Authorization: Bearer t",
  ]],
  ["auth: {type: basic, username: 'u{{id}}', password: '{{pass}}'}", [
    "Authorization: Basic dTc6cDp3",
  ]],
  [
    "auth: {type: bearer, token: '{{id}}'}\nheaders:\n  - {name: AUTHORIZATION, value: x}",
    ["Authorization: Bearer 7"],
  ],
  [
    "auth: {type: apikey, key: 'X-Key-{{id}}', value: '{{text}}', placement: header}",
    ["X-Key-7: a b&c"],
  ],
];

const EMPTY =
  'Cannot use "TYPE" auth: FIELDS, so the request has no credentials';

/** YAML of a request with auth that is empty as a whole → its headers, and what is said. */
const EMPTY_AUTH: [http: string, headers: string[], warning?: string][] = [
  ["auth: {type: bearer, token: ''}", [], '"token" is empty'],
  ["auth: {type: bearer}", [], '"token" is empty'],
  // A header ends before its blanks.
  ["auth: {type: bearer, token: '  '}", [], '"token" is empty'],
  ["auth: {type: bearer, token: '{{none}}'}", [], '"token" is empty'],
  ["auth: {type: apikey, key: X-Key, value: ''}", [], '"value" is empty'],
  ["auth: {type: apikey}", [], '"value" is empty'],
  [
    "auth: {type: apikey, key: k, value: '', placement: query}",
    [],
    '"value" is empty',
  ],
  [
    "auth: {type: basic, username: '', password: ''}",
    [],
    '"username" and "password" are empty',
  ],
  // What stands there already is the credential.
  [
    "auth: {type: bearer, token: ''}\nheaders:\n  - {name: authorization, value: x}",
    ["authorization: x"],
  ],
  [
    "auth: {type: apikey, key: X-Key, value: ''}\nheaders:\n  - {name: x-key, value: x}",
    ["x-key: x"],
  ],
  ["url: http://u:p@h\nauth: {type: bearer, token: ''}", [
    "Authorization: Basic dTpw",
  ]],
];

/** Auth of a request to http://u:p@h, and a header → whether it is said that u and p are not sent. */
/** YAML of the request → whether userinfo is lost, and could be sent in a header. */
const USERINFO: [http: string, lost?: { readonly inHeader: boolean }][] = [
  ["auth: {type: apikey, key: X-Key, value: k}", { inHeader: true }],
  ["auth: {type: apikey, key: k, value: v, placement: query}", {
    inHeader: true,
  }],
  ["auth: {type: wsse, username: u, password: other}", { inHeader: true }],
  ["auth: {type: bearer, token: t}", { inHeader: false }],
  ["auth: {type: digest, username: u, password: p}"],
  ["auth: none"],
  [
    "auth: {type: apikey, key: X-Key, value: k}\nheaders:\n  - {name: authorization, value: x}",
  ],
];

/** YAML of the request's body → the text that is sent, and its type. */
const BODIES: [body: string, text: string, contentType: string][] = [
  [
    '{type: json, data: \'{"a": {{id}}, "b": "{{text}}"} // x\'}',
    '{"a": 7, "b": "a b&c"} ',
    "application/json",
  ],
  ["{type: json, data: '  '}", "  ", "application/json"],
  ["{type: text, data: '{{nothing}} {{id}}'}", "null 7", "text/plain"],
  ["{type: xml, data: '<a>{{xml}}</a>'}", "<a><&></a>", "application/xml"],
  [
    "{type: sparql, data: 'SELECT {{id}}'}",
    "SELECT 7",
    "application/sparql-query",
  ],
  [
    "{type: json, data: '{\"a\": {{id}}', interpolate: false}",
    '{"a": {{id}}',
    "application/json",
  ],
  [
    "{type: form-urlencoded, data: [{name: 'a {{id}}', value: '{{text}}'}, {name: b, value: '', disabled: true}, {name: c, value: ''}]}",
    "a+7=a+b%26c&c=",
    "application/x-www-form-urlencoded",
  ],
  [
    "{type: form-urlencoded, data: []}",
    "",
    "application/x-www-form-urlencoded",
  ],
];

/** A request → what is wrong with it, and where. */
const WRONG: [what: string, one: Case, problems: string[]][] = [
  ["everything at once", {
    http: `
method: '{{m}}'
url: 'http://{{nope}}/x/:p?a={{gone}}'
headers:
  - {name: 'X {{a}}', value: b}
  - {name: C, value: '{{d.e}}'}
params:
  - {name: p, value: '{{q}}', type: path}
  - {name: r, value: '{{s}}', type: query}
auth: {type: bearer, token: ' {{t}}'}
body: {type: json, data: '{"a": {{u}}, "b": {{v'}`,
  }, [
    "UNDEFINED_VARIABLE f/r.yml http.method+0",
    "UNDEFINED_VARIABLE f/r.yml http.params[0].value+0",
    "UNDEFINED_VARIABLE f/r.yml http.url+7",
    "UNDEFINED_VARIABLE f/r.yml http.url+23",
    "UNDEFINED_VARIABLE f/r.yml http.params[1].value+0",
    "INVALID_HEADER f/r.yml http.headers[0].name+1",
    "UNDEFINED_VARIABLE f/r.yml http.headers[0].name+2",
    "UNDEFINED_VARIABLE f/r.yml http.headers[1].value+0",
    "UNDEFINED_VARIABLE f/r.yml http.body.data+6",
    "INVALID_SYNTAX f/r.yml http.body.data+18",
    "UNDEFINED_VARIABLE f/r.yml http.auth.token+1",
  ]],
  ["in a variable of another file", {
    http: "url: 'http://h/{{a}}'",
    environmentFile: "variables:\n  - {name: a, value: 'x {{b}}'}",
  }, ["UNDEFINED_VARIABLE environments/e.yml variables[0].value+2"]],
  ["in what is inherited", {
    collection:
      "request:\n  headers:\n    - {name: A, value: '{{a}}'}\n  auth: {type: bearer, token: '{{b}}'}",
    http: "auth: inherit",
  }, [
    "UNDEFINED_VARIABLE opencollection.yml request.headers[0].value+0",
    "UNDEFINED_VARIABLE opencollection.yml request.auth.token+0",
  ]],
  ["an empty header name", {
    http: "headers:\n  - {name: '{{e}}', value: x}",
    variables: { e: "" },
  }, ["INVALID_HEADER f/r.yml http.headers[0].name+0"]],
  ["a line break in a header", {
    http: "headers:\n  - {name: A, value: 'x{{e}}'}",
    variables: { e: "a\r\nB: c" },
  }, ["INVALID_HEADER f/r.yml http.headers[0].value+1"]],
  ["a line break in a content type", {
    http:
      "body: {type: multipart-form, data: [{name: a, type: text, value: b, contentType: 'text/{{e}}'}]}",
    variables: { e: "a\r\nB: c" },
  }, ["INVALID_HEADER f/r.yml http.body.data[0].contentType+5"]],
  ["a line break in a token", {
    http: "auth: {type: bearer, token: '{{e}}'}",
    variables: { e: "a\r\nB: c" },
  }, ["INVALID_HEADER f/r.yml http.auth.token+0"]],
  ["null in a token", {
    http: "auth: {type: bearer, token: '{{e}}'}",
    variables: { e: null },
  }, ["UNSERIALIZABLE f/r.yml http.auth.token+0"]],
  ["a flow that no value mends, before what its fields lack", {
    http:
      "auth: {type: oauth2, flow: implicit, credentials: {clientId: '{{id}}'}}",
  }, [
    "UNSUPPORTED f/r.yml http.auth.flow+0",
    "UNDEFINED_VARIABLE f/r.yml http.auth.credentials.clientId+0",
  ]],
  ["a path parameter of .", {
    http: "url: h/:a\nparams:\n  - {name: a, value: '.', type: path}",
  }, ["INVALID_URL f/r.yml http.params[0].value+0"]],
  ["a path parameter of ..", {
    http: "url: h/:a/x\nparams:\n  - {name: a, value: '{{v}}', type: path}",
    variables: { v: ".." },
  }, ["INVALID_URL f/r.yml http.params[0].value+0"]],
  ["an empty path parameter", {
    http: "url: h/:a/x\nparams:\n  - {name: a, value: '', type: path}",
  }, ["INVALID_URL f/r.yml http.params[0].value+0"]],
  ["a path parameter whose variable is empty", {
    http: "url: h/:a\nparams:\n  - {name: a, value: '{{v}}', type: path}",
    variables: { v: "" },
  }, ["INVALID_URL f/r.yml http.params[0].value+0"]],
  ["a path parameter without its variable", {
    http: "url: h/:a\nparams:\n  - {name: a, value: '{{v}}', type: path}",
  }, ["UNDEFINED_VARIABLE f/r.yml http.params[0].value+0"]],
  ["null in a path parameter", {
    http: "url: h/:a\nparams:\n  - {name: a, value: '{{e}}', type: path}",
    variables: { e: null },
  }, ["UNSERIALIZABLE f/r.yml http.params[0].value+0"]],
  ["null in a query parameter", {
    http: "url: h\nparams:\n  - {name: a, value: '{{e}}', type: query}",
    variables: { e: null },
  }, ["UNSERIALIZABLE f/r.yml http.params[0].value+0"]],
  ["a # in a query parameter", {
    http: "url: h\nparams:\n  - {name: a, value: '{{e}}', type: query}",
    variables: { e: "x#y" },
  }, ["INVALID_URL f/r.yml http.params[0].value+0"]],
  ["what cannot be a host", {
    http: "url: 'http://{{e}}/'",
    variables: { e: "a b" },
  }, ["INVALID_URL f/r.yml http.url+0"]],
  ["an empty URL", { http: "url: '{{e}}'", variables: { e: "" } }, [
    "INVALID_URL f/r.yml http.url+0",
  ]],
  ["a method of two words", {
    http: "method: '{{e}}'",
    variables: { e: "GET /" },
  }, [
    "INVALID_FIELD f/r.yml http.method+0",
  ]],
  ["a fragment of JSON", {
    http: "body: {type: json, data: '{\"a\": [1, {{b}}]}'}",
    environmentFile: "variables:\n  - {name: b, value: 'x y'}",
  }, ["INVALID_BODY f/r.yml http.body.data+10"]],
  ["JSON as it is written", {
    http: 'body:\n  type: json\n  data: |\n    {\n      "a": 1,\n    }',
  }, ["INVALID_BODY f/r.yml http.body.data+12"]],
  ["GraphQL variables", {
    more: "",
    http: "body: {type: json, data: '{{e}}'}",
    variables: { e: "text" },
  }, ["INVALID_BODY f/r.yml http.body.data+0"]],
  ["a cycle over files", {
    http: "url: 'h/{{a}}'",
    environmentFile: "variables:\n  - {name: a, value: 'x{{b}}'}",
    collection: "request:\n  variables:\n    - {name: b, value: '{{a}}'}",
  }, ["CYCLE environments/e.yml variables[0].value+1"]],
];

describe("renderRequest", () => {
  for (const [http, url, more = ""] of URLS) {
    it(`sends to ${url} for ${JSON.stringify(http)}`, () => {
      const one = rendered({ http, more, variables: VARIABLES });
      assertEquals(one.url.replace(/[0-9a-f-]{36}/, "U"), url);
    });
  }

  for (const [http, headers] of HEADERS) {
    it(`sends ${JSON.stringify(headers)}`, () => {
      const one = rendered({ http, variables: VARIABLES });
      assertEquals(one.headers.map((pair) => pair.join(": ")), headers);
    });
  }

  for (const [http, lost] of USERINFO) {
    it(`${lost ? "says" : "does not say"} that auth replaces userinfo: ${http}`, () => {
      const { diagnostics } = open({ http: `url: http://u:p@h\n${http}` });
      assertEquals(
        diagnostics.map(({ code, severity, message }) => [
          code,
          severity,
          message.includes("send them in a header"),
        ]),
        lost ? [["INVALID_URL", "warning", lost.inHeader]] : [],
      );
    });
  }

  for (const [body, text, contentType] of BODIES) {
    it(`sends ${JSON.stringify(text)}`, () => {
      const variables = { ...VARIABLES, xml: "<&>" };
      assertEquals(rendered({ http: `body: ${body}`, variables }).body, {
        type: "text",
        text,
        contentType,
      });
    });
  }

  for (const [what, one, expected] of WRONG) {
    it(`reports ${what}`, () => assertEquals(problems(one), expected));
  }

  it("says which file uses a variable that fails", () => {
    const { diagnostics: [one] } = open({
      http: "url: 'http://h/{{a}}'",
      environmentFile: "variables:\n  - {name: a, value: 'x {{b}}'}",
    });
    assertEquals(one.trail, ["a", "b"]);
    assertEquals(one.notes, ['used by "{{a}}" in f/r.yml']);
    assertEquals(one.location?.place, "variable");
  });

  it("walks the scopes from the request to the collection", () => {
    const name = (level: string) =>
      `variables:\n    - {name: v, value: ${level}}`;
    const levels = {
      more: `runtime:\n  ${name("request")}`,
      folder: `request:\n  ${name("folder")}`,
      environmentFile: "variables:\n  - {name: v, value: environment}",
      collection: `request:\n  ${name("collection")}`,
    };
    const http = "url: 'h/{{v}}'";
    const { more: _more, ...fromFolder } = levels;
    const { folder: _folder, ...fromEnvironment } = fromFolder;
    const { environmentFile: _file, ...fromCollection } = fromEnvironment;
    assertEquals(
      [
        { ...levels, variables: { v: "runtime" } },
        levels,
        fromFolder,
        fromEnvironment,
        fromCollection,
      ].map((one) => rendered({ http, ...one }).url),
      ["runtime", "request", "folder", "environment", "collection"]
        .map((level) => `http://h/${level}`),
    );
  });

  it("lets a request's header replace inherited ones of its name", () => {
    const headers = (...rows: string[]) =>
      `request:\n  headers:\n${rows.map((row) => `    - ${row}\n`).join("")}`;
    const one = rendered({
      collection: headers(
        "{name: A, value: collection}",
        "{name: B, value: collection}",
        "{name: B, value: again}",
        "{name: C, value: '{{nope}}'}",
        "{name: 'D{{e}}', value: '{{nope}}'}",
      ),
      folder: headers("{name: a, value: folder}"),
      http:
        "headers:\n  - {name: 'c', value: '1'}\n  - {name: C, value: '2'}\n  - {name: B, value: x, disabled: true}\n  - {name: d, value: '3'}",
      variables: { e: "" },
    });
    assertEquals(one.headers, [
      ["B", "collection"],
      ["B", "again"],
      ["a", "folder"],
      ["c", "1"],
      ["C", "2"],
      ["d", "3"],
    ]);
  });

  it("keeps the method's word and case where it is not a standard one", () => {
    const methods = ["get", "Post", "PURGE", "purge", "{{m}}"];
    assertEquals(
      methods.map((method) =>
        rendered({ http: `method: '${method}'`, variables: { m: "query" } })
          .method
      ),
      ["GET", "POST", "PURGE", "purge", "QUERY"],
    );
  });

  it("hands on auth that signs, rendered", () => {
    const { auth, headers } = rendered({
      http: "auth: {type: digest, username: 'u{{id}}', password: '{{pass}}'}",
      variables: VARIABLES,
    });
    assertEquals([...auth!.fields], [["username", "u7"], ["password", "p:w"]]);
    assertEquals(headers, []);
  });

  describe("puts an API key into the query, encoded, in the place of what is there", () => {
    for (
      const [written, query = "a&k=a%20b%26c"] of [
        ["url: h?a"],
        ["url: h?a&k=old"],
        ["url: h?k=&a&%6b=old"],
        ["url: h?a\nparams: [{name: k, value: '', type: query}]"],
        ["url: h?a&&k=&b=&", "a&&b=&k=a%20b%26c"],
        ["url: h?&a", "&a&k=a%20b%26c"],
        ["url: h?", "k=a%20b%26c"],
      ]
    ) {
      it(written, () => {
        const { url, authHeaders } = rendered({
          http:
            `${written}\nauth: {type: apikey, key: k, value: '{{text}}', placement: query}`,
          variables: VARIABLES,
        });
        assertEquals([url, authHeaders], [`http://h?${query}`, ["k"]]);
      });
    }
  });

  it("renders the parts of a form", () => {
    const { body } = rendered({
      http: `
body:
  type: multipart-form
  data:
    - {name: 'a{{id}}', type: text, value: '{{text}}', contentType: 'text/{{t}}'}
    - {name: f, type: file, value: ['{{id}}.png', b.png]}
    - {name: x, type: text, value: '{{nope}}', disabled: true}`,
      variables: { ...VARIABLES, t: "csv" },
    });
    assert(body?.type === "multipart");
    assertEquals(
      body.parts.map((part) =>
        part.type === "text"
          ? [part.name, part.value, part.contentType]
          : [part.name, part.path]
      ),
      [["a7", "a b&c", "text/csv"], ["f", "7.png"], ["f", "b.png"]],
    );
  });

  it("gives each placeholder of a generator a value of its own", () => {
    const { url, headers } = rendered({
      http:
        "url: 'h/{{$uuid}}/{{$uuid}}'\nheaders:\n  - {name: A, value: '{{$uuid}}'}\n  - {name: A, value: '{{$uuid}}'}\n  - {name: V, value: '{{v}}'}\n  - {name: V, value: '{{v}}'}",
      more: "runtime:\n  variables:\n    - {name: v, value: '{{$uuid}}'}",
    });
    const values = [...url.split("/").slice(3), ...headers.map(([, v]) => v)];
    assertEquals(values[4], values[5]);
    assertEquals(new Set(values).size, 5);
  });

  it("writes a file's numbers as they are written", () => {
    const text = (data: string) =>
      bodyText({
        http: `body: {type: json, data: '${data}'}`,
        more: `runtime:
  variables:
    - {name: price, value: 1.50}
    - {name: typed, value: {type: number, data: "2.50"}}
    - {name: typedObject, value: {type: object, data: '{"a": [1.0, 0.10e2], "\\u0062": "\\"1.0"}'}}
    - name: order
      value: {price: 19.90, id: 12345678901234567890, parts: [1.0, 2e3, -0, {"{{price}}": "1.50"}], zip: 010, of: "{{price}}", phone: +49123, hex: 0x1F, under: 1_000}`,
      });
    assertEquals(
      text('{"o": {{order}}, "p": {{price}}, "e": {{order.parts[0]}}}'),
      '{"o": {"price":19.90,"id":12345678901234567890,"parts":[1.0,2e3,-0,{"{{price}}":"1.50"}],"zip":"010","of":1.50,"phone":"+49123","hex":"0x1F","under":"1_000"}, "p": 1.50, "e": 1.0}',
    );
    assertEquals(
      text('{"o": {{order.parts}}, "t": "{{order.price}} {{order.parts}}"}'),
      '{"o": [1.0,2e3,-0,{"{{price}}":"1.50"}], "t": "19.90 [1.0,2e3,-0,{\\"{{price}}\\":\\"1.50\\"}]"}',
    );
    assertEquals(
      text("[{{typed}}, {{typedObject}}, {{typedObject.a[1]}}]"),
      '[2.50, {"a":[1.0,0.10e2],"b":"\\"1.0"}, 0.10e2]',
    );
    assertEquals(
      problems({
        http: "url: 'http://h/{{price.text}}'",
        more: "runtime:\n  variables: [{name: price, value: 1.50}]",
      }),
      ["INVALID_PATH f/r.yml http.url+9"],
    );
  });

  it("writes GraphQL's JSON, the variables as they stand", () => {
    const files = new Map([
      ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}"],
      [
        "g.yml",
        `info: {name: G, type: graphql}
graphql:
  url: http://h
  body:
    query: 'query { user(id: "{{id}}") { name } }'
    variables: |
      // comment
      {"id": {{id}}, "s": "{{text}}"}
`,
      ],
    ]);
    const { value } = readCollection({ root: "", files });
    const { request, ...rest } = openRequest(value!, "g.yml", {
      variables: VARIABLES,
    });
    const { value: one } = renderRequest(request, {
      ...rest,
      execution: new Execution(),
    });
    assertEquals([one?.method, one?.body], ["POST", {
      type: "text",
      text:
        '{"query":"query { user(id: \\"7\\") { name } }","variables":{"id": 7, "s": "a b&c"}}',
      contentType: "application/json",
    }]);
  });

  it("sends no credential for auth that is empty, and warns", () => {
    for (const [http, headers, warning] of EMPTY_AUTH) {
      const { value, diagnostics } = open({
        http,
        more: "runtime:\n  variables: [{name: none, value: ''}]",
      });
      assertEquals(value?.headers.map((pair) => pair.join(": ")), headers);
      assertEquals(value?.url, "http://h");
      assertEquals(value?.auth, undefined);
      assertEquals(
        diagnostics.map(({ severity, message }) => [
          severity,
          message.split(" (give a value")[0],
        ]),
        warning === undefined ? [] : [[
          "warning",
          EMPTY.replace("TYPE", /type: (\w+)/.exec(http)![1])
            .replace("FIELDS", warning),
        ]],
        http,
      );
    }
  });

  it("sends no credentials where those of the URL are empty as a whole", () => {
    for (
      const [http, headers, warnings] of [
        ["url: http://@h", [], 1],
        ["url: http://:@h", [], 1],
        ["url: 'http://{{none}}:{{none}}@h'", [], 1],
        ["url: http://:@h\nauth: {type: bearer}", [], 1],
        ["url: http://:p@h", ["Authorization: Basic OnA="], 0],
        ["url: http://u@h", ["Authorization: Basic dTo="], 0],
        [
          "url: 'http://{{none}}:{{none}}@h'\nauth: {type: basic, username: u, password: p}",
          ["Authorization: Basic dTpw"],
          0,
        ],
      ] as const
    ) {
      const { value, diagnostics } = open({ http, variables: { none: "" } });
      assertEquals(value?.headers.map((pair) => pair.join(": ")), [...headers]);
      assertEquals(
        diagnostics.map(({ severity }) => severity),
        Array(warnings).fill("warning"),
        http,
      );
    }
  });

  it("warns about a token that has the word which bearer auth adds", () => {
    for (const token of ["Bearer t0k", "bearer  t0k"]) {
      const { value, diagnostics: [warning, ...more] } = open({
        http: "auth: {type: bearer, token: '{{t}}'}",
        variables: { t: token },
      });
      assertEquals(value?.headers, [["Authorization", `Bearer ${token}`]]);
      assertEquals([warning.severity, more], ["warning", []]);
      assert(warning.message.includes(`begins with "Bearer"`));
      assertEquals(warning.location?.yamlPath, "http.auth.token");
    }
    const { diagnostics } = open({
      http: "auth: {type: bearer, token: Bearer}",
    });
    assertEquals(diagnostics, []);
  });

  it("writes GraphQL's variables, where there are none", () => {
    const none = '{"query":"{ me }"}';
    const empty = '{"query":"{ me }","variables":{}}';
    const cases = [
      ["", empty],
      ["    variables: ''\n", empty],
      ["    variables: ' '\n", empty],
      ["    variables: '{{none}}'\n", none],
      ["    variables: ' {{none}} {{blank}}'\n", none],
      ["    variables: '{{nope}}'\n", '{"query":"{ me }","variables":null}'],
    ];
    for (const [variables, body] of cases) {
      const files = new Map([
        ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}"],
        [
          "g.yml",
          `info: {name: G, type: graphql}
graphql:
  url: http://h
  body:
    query: '{ me }'
${variables}`,
        ],
      ]);
      const { value } = readCollection({ root: "", files });
      const { request, ...rest } = openRequest(value!, "g.yml", {
        variables: { none: "", blank: " " },
        undefined: "empty",
      });
      const execution = new Execution();
      const { value: one } = renderRequest(request, { ...rest, execution });
      assert(one?.body?.type === "text");
      assertEquals(one.body.text, body);
    }
  });

  it("has no body of JSON without a text, where the method needs none", () => {
    const cases = [
      ["GET", "''", undefined],
      ["DELETE", "''", undefined],
      ["GET", "'{}'", "{}"],
      ["POST", "''", ""],
    ] as const;
    for (const [method, data, text] of cases) {
      const http = `method: ${method}\nbody: {type: json, data: ${data}}`;
      const { body } = rendered({ http });
      assertEquals(body?.type === "text" ? body.text : undefined, text, http);
    }
  });

  it("sends the file that is selected, the first where none says so", () => {
    const cases: [selected: (boolean | undefined)[], path?: string][] = [
      [[undefined, undefined], "0"],
      [[false, true], "1"],
      [[undefined, true], "1"],
      [[true, true], "0"],
      [[false, undefined]],
      [[false]],
      [[]],
    ];
    for (const [selected, path] of cases) {
      const data = selected.map((one, index) =>
        JSON.stringify({ filePath: `${index}`, selected: one })
      );
      const http = `method: POST\nbody: {type: file, data: [${data}]}`;
      const { body } = rendered({ http });
      assertEquals(body?.type === "file" ? body.path : undefined, path, http);
    }
  });

  it("keeps what a script wrote as text, but for known expressions", () => {
    const { request, scopes } = openRequest(
      readCollection({
        root: "",
        files: new Map([
          ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}"],
          ["r.yml", "info: {name: R, type: http}\nhttp: {url: h}"],
        ]),
      }).value!,
      "r.yml",
      { variables: { id: 7, secret: "S" } },
    );
    const only = new Set(["id"]);
    const text = (text: string) => ({ text, at: request.url.at, only });
    const { value } = renderRequest({
      ...request,
      url: text("http://h/{{id}}/{{secret}}"),
      headers: [{
        name: text("X-{{id}}"),
        value: text("{{ id }} {{secret}} {{nope}} {{"),
        disabled: false,
      }],
      body: {
        type: "json",
        data: text('{"a": {{id}}, "b": "{{secret}}"}'),
        interpolate: true,
        at: request.at,
      },
    }, { scopes, execution: new Execution() });
    assertEquals(value?.url, "http://h/7/{{secret}}");
    assertEquals(value?.headers, [["X-7", "7 {{secret}} {{nope}} {{"]]);
    assertEquals(
      value?.body?.type === "text" && value.body.text,
      '{"a": 7, "b": "{{secret}}"}',
    );
  });

  it("never shows a value in a diagnostic", () => {
    const secret = "s3cr3t-value";
    const bad = `${secret}\n€#/ "`;
    const variables = { v: bad, o: { [`k`]: bad, list: [bad] }, n: null };
    const cases: Case[] = [
      { http: "url: '{{v}}'" },
      { http: "url: 'http://{{v}}/'" },
      { http: "url: 'http://h/{{v}}'" },
      { http: "url: '{{v}}://h'" },
      { http: "method: '{{v}}'" },
      { http: "headers:\n  - {name: '{{v}}', value: x}" },
      { http: "headers:\n  - {name: '{{w}}', value: '{{n}}'}" },
      { http: "headers:\n  - {name: A, value: '{{v}}'}" },
      { http: "auth: {type: bearer, token: '{{v}}'}" },
      {
        http: "auth: {type: apikey, key: '{{v}}', value: x, placement: header}",
      },
      { http: "auth: {type: oauth2, flow: '{{w}}', accessTokenUrl: '{{w}}'}" },
      { http: "body: {type: json, data: '{{v}}'}" },
      { http: "body: {type: json, data: '{\"a\": x{{w}}}'}" },
      { http: "body: {type: json, data: '[{{o}} {{w}}]'}" },
      { http: "body: {type: json, data: '[{{f}} x]'}" },
      { http: "body: {type: json, data: '{ {{o}}: 1 }'}" },
      { http: "url: 'h/{{v.x}}{{o.k.x}}{{o.list.x}}'" },
    ];
    for (const one of cases) {
      const { diagnostics } = open({
        ...one,
        variables: { ...variables, w: `1${secret}` },
        environmentFile: `variables:\n  - {name: f, value: '${secret}'}`,
      });
      assert(diagnostics.length > 0, one.http);
      assert(!JSON.stringify(diagnostics).includes(secret), one.http);
    }
  });

  it("warns, and renders, where data holds a placeholder", () => {
    const { value, diagnostics } = open({
      http: "url: 'h/x?a={{v}}'",
      variables: { v: "{{w}}", w: 1 },
    });
    assertEquals(value?.url, "http://h/x?a={{w}}");
    assertEquals(diagnostics.map(({ code, severity }) => [code, severity]), [
      ["OPAQUE_PLACEHOLDER", "warning"],
    ]);
    assertEquals(bodyText({ http: "body: {type: text, data: x}" }), "x");
  });
});

describe("a placeholder that stays as written in a host", () => {
  const ROWS: readonly [url: string, message: string | undefined][] = [
    ["{{host}}/x", 'its host holds "{{host}}", which is not resolved'],
    [
      "https://{{host}}:80/x",
      'its host holds "{{host}}", which is not resolved',
    ],
    [
      "http://api.{{ domain }}/x",
      'its host holds "{{ domain }}", which is not resolved',
    ],
    // What a value brought along is not shown.
    ["http://{{data}}/x", "its host or port is not valid"],
    ["http://h/{{path}}", undefined],
    ["http://h?{{query}}", undefined],
  ];
  for (const [url, expected] of ROWS) {
    it(`is named: ${url}`, () => {
      const { diagnostics } = open({
        http: `url: ${JSON.stringify(url)}`,
        undefined: "keep",
        variables: { data: "{{secret}}" },
      });
      const [message] = diagnostics
        .filter(({ code }) => code === "INVALID_URL")
        .map(({ message }) => message.split(": ")[1].split(" (")[0]);
      assertEquals(message, expected);
    });
  }
});

describe("what a URL became whose host is not valid", () => {
  const ROWS: readonly [url: string, note: string | undefined][] = [
    ["{{baseUrl}}items", "http://127.0.0.1:80items"],
    ["{{baseUrl}}items/7?a=b", "http://127.0.0.1:80items…"],
    ["{{htp}}/items", "htp://h…"],
    ["http://u:{{token}}@h:x", "http://***@h:x"],
    ["http://{{token}}:x", "http://ab:x"],
    ["{{port}}items", "http://h:80items"],
    ["http://h:x", undefined],
    ["http://h:{{slash}}", undefined],
    ["{{secret}}", undefined],
  ];
  for (const [url, note] of ROWS) {
    it(`is ${note} of ${url}`, () => {
      const { diagnostics } = open({
        http: `url: ${JSON.stringify(url)}`,
        environmentFile:
          "variables: [{name: secret, value: 'http://h:x/y', secret: true}]",
        variables: {
          baseUrl: "http://127.0.0.1:80",
          htp: "htp://h",
          token: "ab",
          port: "http://h:80",
          slash: "a/b",
        },
      });
      const [{ notes }] = diagnostics;
      assertEquals(
        notes,
        note === undefined ? undefined : [`with its values it is "${note}"`],
      );
    });
  }
});

describe("a + in the query, with encodeUrl", () => {
  const SET = "settings: {encodeUrl: true}";
  const ROWS: readonly [
    http: string,
    place: string | undefined,
    more?: string,
  ][] = [
    ["url: 'http://h/a+b?at=10:00+02:00'", "http.url 21"],
    [
      "url: http://h\nparams: [{name: at, value: '{{x}}+02:00'}]",
      "http.params[0].value 5",
    ],
    ["url: 'http://h?at={{filed}}'", "http.url 0"],
    ["url: 'http://h?at={{x}}&at={{given}}%2B1'", undefined],
    ["url: 'http://h/a+b?c=1#d+e'", undefined],
    ["url: 'http://h#?c+d'", undefined],
    [
      "url: 'http://h?at=1'\nparams:\n  - {name: at, value: a+b}\n  - {name: b, value: a+b, disabled: true}",
      undefined,
    ],
    ["url: 'http://h?at=10:00+02:00'", undefined, ""],
  ];
  for (const [http, place, more = SET] of ROWS) {
    it(`has a warning at ${place}: ${http}`, () => {
      const { diagnostics } = open({
        http,
        more,
        collection:
          "request: {variables: [{name: filed, value: a+b}, {name: x, value: x}]}",
        variables: { given: "a+b" },
      });
      assertEquals(
        diagnostics.filter(({ message }) => message.includes('"+"'))
          .map(({ severity, code, location }) => [
            severity,
            code,
            `${location?.yamlPath} ${location?.offset}`,
          ]),
        place === undefined ? [] : [["warning", "INVALID_URL", place]],
      );
    });
  }
});

describe("an & in the value of a query parameter", () => {
  const FILE = "write %26";
  const DATA = 'set "encodeUrl: true" in the request\'s settings';
  const SET = "settings: {encodeUrl: true}";
  const row = (value: string, url = "http://h/") =>
    `url: '${url}'\nparams: [{name: q, value: '${value}', type: query}]`;
  const ROWS: readonly [
    http: string,
    problems: readonly [expression: string, place: string, wayOut: string][],
    more?: string,
  ][] = [
    [row("{{filed}}"), [["filed", "http.params[0].value 0", FILE]]],
    [row("{{filed}}"), [["filed", "http.params[0].value 0", FILE]], SET],
    [row("x{{around}}"), [["around", "http.params[0].value 1", FILE]]],
    [row("{{list}}"), [["list", "http.params[0].value 0", FILE]]],
    [row("{{given}}"), [["given", "http.params[0].value 0", DATA]]],
    [row("{{given}}"), [], SET],
    [row("{{encoded}}"), []],
    [row("{{yes & no}}"), []],
    // As in Bruno's files, the URL has the row as well.
    [row("{{filed}}", "http://h?q={{filed}}"), [[
      "filed",
      "http.url 11",
      FILE,
    ]]],
    [row("{{given}}", "http://h?q={{given}}"), [[
      "given",
      "http.url 11",
      DATA,
    ]]],
    [row("{{given}}", "http://h?q={{given}}"), [], SET],
    // Without a row, or beside the row of another parameter.
    ["url: 'http://h?q={{filed}}'", [["filed", "http.url 11", FILE]]],
    ["url: 'http://h?a=1&q={{given}}#top'", [["given", "http.url 15", DATA]]],
    [row("1", "http://h?x={{filed}}"), [["filed", "http.url 11", FILE]]],
    // The value is a query, or a part of one.
    ["url: 'http://h?{{filed}}'", []],
    ["url: 'http://h?a=1{{filed}}'", []],
    ["url: 'http://h?{{filed}}={{encoded}}'", []],
    [row("1", "http://h?q=1&{{filed}}"), []],
    [row("{{filed}}", "http://h/{{filed}}?q=1").replace("q, v", "x, v"), [[
      "filed",
      "http.params[0].value 0",
      FILE,
    ]]],
    [
      "url: 'http://h'\nparams: [{name: q, value: '{{filed}}', disabled: true}]",
      [],
    ],
  ];
  for (const [http, expected, more = ""] of ROWS) {
    it(`has ${expected.length} warnings: ${http} ${more}`, () => {
      const { diagnostics } = open({
        http,
        more,
        collection: `request: {variables: [${
          [
            "{name: filed, value: a&b}",
            "{name: encoded, value: a%26b}",
            "{name: yes & no, value: x}",
            "{name: list, value: [a&b]}",
            "{name: around, value: 'a&{{encoded}}'}",
          ].join(", ")
        }]}`,
        variables: { given: "a&b" },
      });
      assertEquals(
        diagnostics.map(({ severity, message, location }) => [
          severity,
          message,
          `${location?.yamlPath} ${location?.offset}`,
        ]),
        expected.map(([expression, place, wayOut]) => [
          "warning",
          `The "&" in the value of "{{${expression}}}" begins another query parameter (${wayOut} to send it in the value)`,
          place,
        ]),
      );
    });
  }
});

describe("a row whose parameter the URL has, too", () => {
  const ROWS: readonly [query: string, value: string, hasEffect: boolean][] = [
    ["q=1", "2", false],
    ["q=1", "1", true],
    ["q=1&q=2", "2", true],
    ["q=a%20b", "a b", true],
    ["q=a b", "a%20b", true],
    ["q=1%2B1", "1+1", true],
    ["q={{x}}", "{{y}}", false],
    ["Q=1", "2", true],
  ];
  for (const [query, value, hasEffect] of ROWS) {
    it(`?${query} and ${value}: ${hasEffect ? "fine" : "in vain"}`, () => {
      const { diagnostics } = open({
        http:
          `url: 'http://h?${query}'\nparams: [{name: q, value: '${value}'}]`,
        variables: { x: "1", y: "2" },
      });
      assertEquals(
        diagnostics.map(({ message }) => message.split(" (")[0]),
        hasEffect ? [] : [
          'The value of "q" has no effect: the URL has this parameter with another value',
        ],
      );
    });
  }
});

describe("a path parameter without its segment", () => {
  const ROWS: readonly [url: string, params: string, unused: string[]][] = [
    ["http://h/x", "[{name: id, value: '1', type: path}]", ["id"]],
    ["http://h/x?a=/:id", "[{name: id, value: '1', type: path}]", ["id"]],
    [
      "http://h/:id",
      "[{name: id, value: '1', type: path}, {name: b, value: '2', type: path}]",
      ["b"],
    ],
    ["http://h/x", "[{name: id, value: '', type: path}]", []],
    ["http://h/:id.json", "[{name: id, value: '1', type: path}]", []],
    ["http://h{{path}}", "[{name: id, value: '1', type: path}]", []],
    ["http://h/x", "[{name: id, value: '1', type: path, disabled: true}]", []],
    ["http://h/x", "[{name: id, value: '1'}]", []],
    // The segment's own warning says more.
    ["http://h/:ID", "[{name: id, value: '1', type: path}]", []],
  ];
  for (const [url, params, unused] of ROWS) {
    it(`has a warning: ${url} with ${params}`, () => {
      const { diagnostics } = open({
        http: `url: "${url}"\nparams: ${params}`,
        collection:
          "request: {variables: [{name: path, value: '/users/:id'}]}\n",
      });
      assertEquals(
        diagnostics.flatMap(({ severity, message }) =>
          severity === "warning"
            ? /^The value of "(.*)" has no effect/.exec(message)?.[1] ?? []
            : message
        ),
        unused,
      );
    });
  }
});

describe("a segment without its path parameter", () => {
  const ROWS: readonly [
    params: string,
    said: string | undefined,
    url?: string,
  ][] = [
    ["[]", "the request has no path parameter of this name"],
    ["[]", undefined, "http://h/a?b={{x}}/:id"],
    ["[{name: id, value: '1'}]", "the parameter of this name goes into"],
    [
      "[{name: id, value: '1', disabled: true}]",
      "the request has no path parameter of this name",
    ],
    ["[{name: id, value: '1', type: path}]", undefined],
    [
      "[{name: ID, value: '1', type: path}]",
      'the request has no path parameter of this name (did you mean ":ID"?)',
    ],
    [
      "[{name: other, value: '1', type: path}]",
      "the request has no path parameter of this name (add it with its value)",
    ],
  ];
  for (const [params, said, url = "http://h/:id"] of ROWS) {
    it(`has a warning: ${url} with ${params}`, () => {
      const { diagnostics } = open({
        http: `url: ${url}\nparams: ${params}`,
        variables: { x: "x" },
      });
      const messages = diagnostics.map(({ message }) => message);
      assertEquals(
        messages.map((it) => it.includes(`as it is: ${said}`)),
        said === undefined ? [] : [true],
        messages.join(),
      );
    });
  }
});

describe("a body beside a header that declares a charset", () => {
  const TEXT = "body: {type: text, data: größe}";
  const type = (value: string) =>
    `headers: [{name: content-type, value: "${value}"}]`;
  const LATIN = type("text/plain; charset=iso-8859-1");
  const ROWS: readonly (readonly [
    http: string,
    declares: string | undefined,
    collection?: string,
  ])[] = [
    [`${LATIN}\n${TEXT}`, "iso-8859-1"],
    [`${type("text/plain;Charset={{c}}")}\n${TEXT}`, "windows-1252"],
    [`${type("text/plain; charset=UTF-8")}\n${TEXT}`, undefined],
    [`${type("text/plain; charset=utf8")}\n${TEXT}`, undefined],
    [`${type("text/plain")}\n${TEXT}`, undefined],
    // The same bytes in both.
    [`${LATIN}\nbody: {type: text, data: size}`, undefined],
    [`${LATIN}\nbody: {type: file, data: [{filePath: a}]}`, undefined],
    [LATIN, undefined],
    [TEXT, "iso-8859-1", `request:\n  ${LATIN}`],
    [
      `${type("text/plain; charset=utf-8")}\n${TEXT}`,
      undefined,
      `request:\n  ${LATIN}`,
    ],
  ];
  for (const [http, declares, collection] of ROWS) {
    it(`${http} below ${collection}: ${declares ?? "no warning"}`, () => {
      const { diagnostics } = open({
        http,
        ...collection && { collection },
        variables: { c: "windows-1252" },
      });
      assertEquals(
        diagnostics.map(({ code, severity, message }) => [
          code,
          severity,
          message,
        ]),
        declares === undefined ? [] : [[
          "INVALID_HEADER",
          "warning",
          `The body goes out in UTF-8, although its header declares ${declares} (to send other bytes, use a body of type file)`,
        ]],
      );
    });
  }
});
