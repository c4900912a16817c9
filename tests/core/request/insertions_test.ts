import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type Insertion,
  openRequest,
  readCollection,
  renderRequest,
  Scopes,
} from "../../../mod.ts";
import { renderRequest as renderInternal } from "../../../lib/core/request/render_request.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import { Execution } from "../../../lib/core/scope/execution.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { runs } from "../../support/check.ts";

const FILES = {
  "opencollection.yml": `opencollection: 1.0.0
info: {name: C}
request:
  variables:
    - {name: host, value: h.example}
    - {name: users, value: [{name: Ada}, {name: "B \\"q\\""}]}
    - {name: owner, value: "{{users[1]}}"}
    - {name: pathText, value: "x/:id"}
    - {name: login, value: {apiKey: k-1, user: "{{owner.name}}"}}
    - {name: greeting, value: 'Hi "{{owner.name}}"'}
`,
  "environments/e.yml": `name: e
variables:
  - {name: baseUrl, value: "https://{{host}}/v1"}
  - {name: token, value: s3, secret: true, hosts: [h.example]}
  - {name: bearer, value: "Bearer {{token}}"}
`,
};

/** Renders a request of a collection with these files; `http` and `extra` are YAML. */
function rendered(http: string): RenderedRequest {
  const type = http.includes("{query:") ? "graphql" : "http";
  const { value: collection, diagnostics } = readCollection({
    root: "",
    files: new Map(Object.entries({
      ...FILES,
      "f/folder.yml":
        "info: {name: f}\nrequest: {variables: [{name: inFolder, value: ff}]}",
      "f/r.yml":
        `info: {name: R, type: ${type}}\n${type}: ${http}\nruntime: {variables: [{name: own, value: oo}]}`,
    })),
  });
  assertEquals(diagnostics, []);
  const { request, scopes, inherited } = openRequest(collection!, "f/r.yml", {
    environment: "e",
    variables: { id: "a/b", num: 7, q: "ü #" },
    processEnv: () => "from-env",
    prompt: () => "answered",
  });
  const result = renderInternal(request, {
    scopes,
    execution: new Execution({ now: () => 0, random: () => 0 }),
    inherited,
  });
  assertEquals(result.diagnostics, []);
  return result.value!;
}

/** The text of a request that an insertion stands in. */
function textOf(request: RenderedRequest, at: Insertion): string {
  const { body, auth } = request;
  const nth = at.nth ?? 0;
  const headers = request.headers.filter(([name]) => name === at.name);
  switch (at.place) {
    case "method":
      return request.method;
    case "url":
      return request.url;
    case "header name":
      return headers[nth][0];
    case "header":
      return headers[nth][1];
    case "body":
      return body?.type === "text" ? body.text : "";
    case "part name":
    case "part": {
      if (body?.type !== "multipart") return "";
      const part = body.parts.filter(({ name }) => name === at.name)[nth];
      if (at.place === "part name") return part.name;
      return part.type === "text" ? part.value : part.path;
    }
    case "file":
      return body?.type === "file" ? body.path : "";
    case "message":
      // Each message has its own.
      return "";
    case "auth":
      return String((auth?.fields ?? request.authFields)?.get(at.name!) ?? "");
    default:
      return at.place satisfies never;
  }
}

/** `place name#nth|text|expression|scope label|origin|via|secret` */
function lineOf(request: RenderedRequest, one: Insertion): string {
  const { place, name = "", nth, origin, label = "" } = one;
  const from = origin.kind === "file"
    ? `${origin.at.file} ${origin.at.path.join(".")}`
    : origin.kind;
  return [
    `${place} ${name}${nth ? `#${nth}` : ""}`.trim(),
    textOf(request, one).slice(one.start, one.end),
    one.expression,
    `${one.scope ?? "-"} ${label}`.trim(),
    from,
    one.via.join(">"),
    one.secret ? "secret" : "",
  ].join("|");
}

const C = "opencollection.yml request.variables";
const E = "environments/e.yml variables";

/** request → its insertions */
const ROWS: readonly [name: string, http: string, insertions: string[]][] = [
  [
    "a URL through a variable's template",
    `{method: GET, url: "{{baseUrl}}/a"}`,
    [
      `url|https://h.example/v1|baseUrl|environment e|${E}.0.value||`,
      `url|h.example|host|collection|${C}.0.value|baseUrl|`,
    ],
  ],
  [
    "an alias into a list's element",
    `{method: GET, url: "http://h/{{users[0].name}}/{{owner.name}}"}`,
    [
      `url|Ada|users[0].name|collection|${C}.1.value.0.name||`,
      `url|B%20%22q%22|owner.name|collection|${C}.1.value.1.name|owner>users|`,
    ],
  ],
  [
    "what is encoded, before the host, and behind a #",
    `{method: GET, url: "  {{own}}:{{own}}@B.example/ä{{q}}/{{num}}#{{num}}", settings: {encodeUrl: true}}`
      .replace(", settings: {encodeUrl: true}", "")
      .replace("{{q}}", "{{inFolder}}"),
    [
      `url|ff|inFolder|folder f|f/folder.yml request.variables.0.value||`,
      `url|7|num|runtime|program||`,
      "auth username|oo|own|request|f/r.yml runtime.variables.0.value||",
      "auth password|oo|own|request|f/r.yml runtime.variables.0.value||",
    ],
  ],
  [
    "user name and password of the URL, with escapes",
    `{method: GET, url: "http://%41{{inFolder}}%42{{num}}:x{{token}}%c3%bc{{num}}@h/"}`,
    [
      "auth username|ff|inFolder|folder f|f/folder.yml request.variables.0.value||",
      "auth username|7|num|runtime|program||",
      `auth password|s3|token|environment e|${E}.1.value||secret`,
      "auth password|7|num|runtime|program||",
    ],
  ],
  [
    "basic auth",
    `{method: GET, url: "http://h", auth: {type: basic, username: "u-{{own}}", password: "{{token}}"}}`,
    [
      "auth username|oo|own|request|f/r.yml runtime.variables.0.value||",
      `auth password|s3|token|environment e|${E}.1.value||secret`,
    ],
  ],
  [
    "a key in the query",
    `{method: GET, url: "http://h", auth: {type: apikey, key: "k{{num}}", value: "<{{bearer}}>", placement: query}}`,
    [
      "auth key|7|num|runtime|program||",
      `auth value|Bearer s3|bearer|environment e|${E}.2.value||`,
      `auth value|s3|token|environment e|${E}.1.value|bearer|secret`,
    ],
  ],
  [
    "a part of the host",
    `{method: GET, url: "http://api.{{host}}:80{{num}}/"}`,
    [
      `url|h.example|host|collection|${C}.0.value||`,
      "url|7|num|runtime|program||",
    ],
  ],
  [
    "a host in other letters",
    `{method: GET, url: "http://bücher.{{host}}/{{num}}"}`,
    [
      `url|xn--bcher-kva.h.example|host|collection|${C}.0.value||`,
      "url|7|num|runtime|program||",
    ],
  ],
  [
    "path and query parameters",
    `{method: GET, url: "http://h/{{pathText}}?a={{num}}", params: [{name: id, value: "<{{id}}>", type: path}, {name: "n{{num}}", value: "#{{num}} ", type: query}]}`,
    [
      `url|x/%3Ca%2Fb%3E|pathText|collection|${C}.3.value||`,
      "url|a%2Fb|id|runtime|program||",
      "url|7|num|runtime|program||",
      "url|7|num|runtime|program||",
      "url|7|num|runtime|program||",
    ],
  ],
  [
    "headers, their names, and the second of a name",
    `{method: "G{{own}}", url: "http://h", headers: [{name: "X-{{num}}", value: "<{{bearer}}>"}, {name: X-7, value: "{{num}}"}]}`,
    [
      "method|oo|own|request|f/r.yml runtime.variables.0.value||",
      "header name X-7|7|num|runtime|program||",
      `header X-7|Bearer s3|bearer|environment e|${E}.2.value||`,
      `header X-7|s3|token|environment e|${E}.1.value|bearer|secret`,
      "header X-7#1|7|num|runtime|program||",
    ],
  ],
  [
    "JSON: escaped, spliced, whole objects with what is in them",
    `{method: POST, url: "http://h", body: {type: json, data: '{"a": "{{greeting}}", "b": {{num}}, "c": {{login}}, /* x */ "d": "{{login.apiKey}}"}'}}`,
    [
      `body|Hi \\"B \\"q\\"\\"|greeting`.replace('B \\"q\\"', 'B \\"q\\"') +
      `|collection|${C}.5.value||`,
      `body|B \\"q\\"|owner.name|collection|${C}.1.value.1.name|greeting>owner>users|`,
      "body|7|num|runtime|program||",
      `body|{"apiKey":"k-1","user":"B \\"q\\""}|login|collection|${C}.4.value||`,
      `body|{"apiKey":"k-1","user":"B \\"q\\""}|owner.name|collection|${C}.1.value.1.name|login>owner>users|`,
      `body|k-1|login.apiKey|collection|${C}.4.value.apiKey||secret`,
    ],
  ],
  [
    "forms",
    `{method: POST, url: "http://h", body: {type: form-urlencoded, data: [{name: "n {{num}}", value: "é{{id}}"}, {name: x, value: "{{num}}"}]}}`,
    [
      "body n 7|7|num|runtime|program||",
      "body n 7|a%2Fb|id|runtime|program||",
      "body x|7|num|runtime|program||",
    ],
  ],
  [
    "multipart",
    `{method: POST, url: "http://h", body: {type: multipart-form, data: [{name: p, type: text, value: "{{num}}"}, {name: p, type: text, value: "<{{id}}>"}]}}`,
    ["part p|7|num|runtime|program||", "part p#1|a/b|id|runtime|program||"],
  ],
  [
    "GraphQL",
    `{method: POST, url: "http://h", body: {query: "{ a(s: \\"{{num}}\\") }", variables: ' {"v": {{num}}}'}}`,
    ["body|7|num|runtime|program||", "body|7|num|runtime|program||"],
  ],
  [
    "a file",
    `{method: POST, url: "http://h", body: {type: file, data: [{filePath: "f/{{num}}", selected: true}]}}`,
    [
      "file|7|num|runtime|program||",
    ],
  ],
  [
    "auth that is applied later",
    `{method: GET, url: "http://h", auth: {type: digest, username: "{{own}}", password: "{{token}}"}}`,
    [
      "auth username|oo|own|request|f/r.yml runtime.variables.0.value||",
      `auth password|s3|token|environment e|${E}.1.value||secret`,
    ],
  ],
  [
    "what no scope holds",
    `{method: GET, url: "http://h/{{$randomInt(1, 1)}}/{{process.env.X}}/{{?Your pin}}/{{'x'}}"}`,
    [
      "url|1|$randomInt(1, 1)|-|generator||",
      "url|from-env|process.env.X|-|process||",
      "url|answered|?Your pin|-|prompt||secret",
    ],
  ],
];

describe("insertions", () => {
  for (const [name, http, expected] of ROWS) {
    it(name, () => {
      const request = rendered(http);
      const lines = (request.insertions ?? []).map((one) =>
        lineOf(request, one)
      );
      assertEquals(lines, expected);
    });
  }

  it("tell who set what, and where it may go", () => {
    const request = rendered(`{method: GET, url: "http://h/{{token}}"}`);
    assertEquals(request.insertions![0].hosts, ["h.example"]);
    const scopes = Scopes.of({ collection: { a: 1 }, data: { b: 2 } });
    scopes.set("collection", "a", 3);
    const { insertions } = renderRequest({ url: "h/{{a}}/{{b}}" }, scopes);
    assertEquals(
      insertions.map(({ origin, scope }) => [origin.kind, scope]),
      [["script", "collection"], ["program", "data"]],
    );
  });

  it("of one variable tell each way that led to it", () => {
    const request = { alias: "{{text}}", text: "<{{c}}>", c: 1 };
    const { insertions } = renderRequest(
      { url: "h/{{alias}}/{{text}}/{{alias}}" },
      Scopes.of({ request }),
    );
    assertEquals(
      insertions.map(({ expression, via }) => `${expression} ${via}`),
      [
        "alias alias,text",
        "c alias,alias,text",
        "text ",
        "c text",
        "alias alias,text",
        "c alias,alias,text",
      ],
    );
  });

  it("mark the value's text, whatever it is and stands beside", () => {
    const text = fc.string({ unit: ANY_CHARACTER, maxLength: 8 })
      .filter((it) => it.isWellFormed());
    fc.assert(
      fc.property(text, text, text, (lead, value, tail) => {
        const clean = lead.replaceAll("{", "").replaceAll("}", "");
        const file = `x${tail.replaceAll("{", "").replaceAll("}", "")}`;
        const scopes = Scopes.of({
          runtime: { value },
          request: { outer: `${file}{{value}}${clean}` },
        });
        const data = `{"a": ${JSON.stringify(clean)}, "b": "{{outer}}"}`;
        const { body, insertions } = renderRequest(
          { method: "POST", url: "h", body: { type: "json", data } },
          scopes,
        );
        const marked = insertions.map(({ start, end }) =>
          JSON.parse(`"${String(body).slice(start, end)}"`)
        );
        assertEquals(marked, [`${file}${value}${clean}`, value]);
      }),
      { numRuns: runs(500) },
    );
  });
});
