import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { runCollection, scripts } from "../../support/run_collection.ts";

interface Setup {
  readonly http: string;
  readonly before?: string;
  readonly top?: string;
  /** Responses of the server, by target. */
  readonly more?: string;
}

/** What an expression is after the response. */
async function after(
  expression: string,
  { http, before, top = "", more = "" }: Setup,
  redirects: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { results, console } = await runCollection({
    "opencollection.yml": `opencollection: 1.0.0
info: {name: Test}
request:
  variables: [{name: a, value: A b}]
  headers: [{name: X-Above, value: "{{a}}"}]
  ${top}`,
    "1.yml": `info: {name: "1"}
${http}
runtime:
  ${
      scripts({
        ...before === undefined ? {} : { "before-request": before },
        "after-response":
          `console.log(JSON.stringify((${expression}) ?? null))`,
      }).replaceAll("\n", "\n  ")
    }
  ${more}`,
  }, {
    handler: ({ target }) =>
      target in redirects
        ? { status: 302, headers: [["Location", redirects[target]]] }
        : { json: {} },
  });
  const errors = results[0].diagnostics.filter((it) => it.severity === "error");
  assertEquals(errors, []);
  return JSON.parse(console.at(-1) ?? "null");
}

const JSON_BODY =
  `http: {method: post, url: "{{server}}/x/:id?q={{a}}", params: [{name: id, value: "{{a}}", type: path}], headers: [{name: X-Own, value: "{{a}}"}], body: {type: json, data: '{"a": "{{a}}" /* note */}'}}`;
const body = (type: string, data: string) =>
  `http: {method: POST, url: "{{server}}/x", body: {type: ${type}, data: ${data}}}`;

/** Expression, request → its value after the response. */
const ROWS: readonly [expression: string, setup: Setup, value: unknown][] = [
  [
    "req.getUrl().replace(/^.*:\\d+/, '')",
    { http: JSON_BODY },
    "/x/A%20b?q=A%20b",
  ],
  ["[req.getHost().split(':')[0], req.getPath(), req.getQueryString()]", {
    http: JSON_BODY,
  }, ["127.0.0.1", "/x/A%20b", "q=A%20b"]],
  ["[req.method, req.getMethod()]", { http: JSON_BODY }, ["POST", "POST"]],
  ["req.getBody()", { http: JSON_BODY }, { a: "A b" }],
  ["req.body.a", { http: JSON_BODY }, "A b"],
  ["req.getBody({ raw: true })", { http: JSON_BODY }, '{"a": "A b" }'],
  ["Object.keys(req.getHeaders()).map((it) => it.toLowerCase()).sort()", {
    http: JSON_BODY,
  }, [
    "accept",
    "accept-encoding",
    "connection",
    "content-length",
    "content-type",
    "host",
    "user-agent",
    "x-above",
    "x-own",
  ]],
  [
    "['content-type', 'X-Own', 'x-above'].map((it) => req.getHeader(it))",
    { http: JSON_BODY },
    ["application/json", "A b", "A b"],
  ],
  ["req.headerList.get('content-length')", { http: JSON_BODY }, "13"],
  [
    "[req.headers['content-type'], req.getHeaders()['Content-Type'], req.resolved.headers['content-type']]",
    {
      http: JSON_BODY,
    },
    ["application/json", null, "application/json"],
  ],
  ["Object.keys(req.getHeaders()).filter((it) => /^content-type/i.test(it))", {
    http: JSON_BODY.replace("{name: X-Own", "{name: Content-TYPE"),
  }, ["Content-TYPE"]],
  [
    "[req.resolved.url === req.url, req.resolved.getHeader('host') === req.getHost(), req.resolved.body]",
    { http: JSON_BODY, before: "client.setVar('a', 'B'); req.url" },
    [true, true, '{"a": "B" }'],
  ],
  ["(client.setVar('a', 'C'), [req.body.a, req.resolved.body])", {
    http: JSON_BODY,
  }, ["A b", '{"a": "A b" }']],
  ["[req.resolved.body, req.getBody({ raw: true })]", {
    http: body("json", `'["{{x}}", "{{a}}"]'`),
    before: "client.setVar('x', '{' + '{a}}')",
  }, ['["{{a}}", "A b"]', '["{{a}}", "A b"]']],
  ["req.getHeader('authorization')", {
    http: JSON_BODY,
    top: `auth: {type: basic, username: u, password: "{{a}}"}`,
  }, null],
  ["req.getHeader('authorization')", {
    http: JSON_BODY.replace("body:", "auth: inherit, body:"),
    top: `auth: {type: basic, username: u, password: "{{a}}"}`,
  }, "Basic dTpBIGI="],
  ["req.getBody()", {
    http: body("form-urlencoded", `[{name: a, value: "{{a}}"}]`),
  }, "a=A+b"],
  ["req.getBody()", {
    http: body("multipart-form", `[{name: a, type: text, value: "{{a}}"}]`),
  }, [{ name: "a", value: "A b" }]],
  ["req.getBody()", { http: body("text", `"x {{a}}"`) }, "x A b"],
  ["req.getBody()", { http: body("text", `'{"a": 1}'`) }, '{"a": 1}'],
  ["req.getBody()", {
    http:
      `graphql: {url: "{{server}}/x", body: {query: "{a}", variables: '{"b": "{{a}}"}'}}`,
  }, { query: "{a}", variables: { b: "A b" } }],
  ["req.getBody()", { http: `http: {method: GET, url: "{{server}}/x"}` }, null],
  ["req.getBody()", {
    http: `http: {method: POST, url: "{{server}}/x"}`,
    before: "req.setBody({ n: '{{a}}' }); req.body.m = 1",
  }, { n: "A b", m: 1 }],
  ["req.getBody()", {
    http: JSON_BODY,
    before: "req.setBody(new URLSearchParams('a=1&a=2'))",
  }, "a=1&a=2"],
  ["[...req.getBody()]", {
    http: `http: {method: POST, url: "{{server}}/x"}`,
    before: "req.setBody(new Uint8Array([1, 255]))",
  }, [1, 255]],
];

describe("req after the response", () => {
  for (const [expression, setup, value] of ROWS) {
    it(`${expression} of ${setup.http.slice(0, 60)} ${setup.before ?? ""}`, async () => {
      assertEquals(await after(expression, setup), value);
    });
  }

  it("is what went out before redirects", async () => {
    assertEquals(
      await after(
        "[req.url.replace(/^.*:\\d+/, ''), req.method, req.body, req.getHeader('content-type'), res.url.replace(/^.*:\\d+/, '')]",
        { http: body("json", `'{"a": 1}'`) },
        { "/x": "/y", "/y": "/z" },
      ),
      ["/x", "POST", { a: 1 }, "application/json", "/z"],
    );
  });

  it("is as written before it", async () => {
    const { console } = await runCollection({
      "1.yml": `info: {name: "1"}
${JSON_BODY}
runtime:
  ${
        scripts({
          "before-request":
            `client.setVar("a", "A"); console.log(req.url, req.getHeader("content-type"), req.getBody({ raw: true }))`,
        }).replaceAll("\n", "\n  ")
      }`,
    });
    assertEquals(console, [
      '{{server}}/x/:id?q={{a}} application/json {"a": "{{a}}" /* note */}',
    ]);
  });

  it("is what was sent where the request is repeated, whose failures point to the file", async () => {
    let count = 0;
    const { results, console } = await runCollection({
      "1.yml": `info: {name: "1"}
http: {url: "{{server}}/x"}
runtime:
  ${
        scripts({ "before-request": `console.log(req.url)` })
          .replaceAll("\n", "\n  ")
      }
extensions:
  brace:
    repeatUntil: {expression: 'req.url.startsWith("{")', limit: 3, delay: 0}`,
    }, { handler: () => ++count > 2 ? { raw: "" } : { json: {} } });
    assertEquals([...console], ["{{server}}/x"]);
    const [{ code, location }] = results[0].diagnostics;
    assertEquals([code, location?.yamlPath], ["CONNECTION", "http.url"]);
  });

  it("is what was sent for assertions", async () => {
    const { results } = await runCollection({
      "1.yml": `info: {name: "1"}
http: {url: "{{server}}/x", headers: [{name: X-A, value: "{{$randomInt(5, 5)}}"}]}
runtime:
  assertions:
    - {expression: "req.getHeader('x-a')", operator: eq, value: "'5'"}
    - {expression: req.headers.Host, operator: isDefined}`,
    });
    assertEquals(results[0].diagnostics, []);
    assertEquals(results[0].status, "passed");
  });
});

/** Change in place that no request can hold → what the error says. */
const REFUSED: readonly [change: string, message: string][] = [
  ["req.body.c = () => 1", 'Cannot set the body: its "body.c" is a function'],
  ["req.body.c = req.body", 'Cannot set the body: its "body.c" is a cycle'],
  ["req.body.c = NaN", 'Cannot set the body: its "body.c" is NaN'],
  ["req.headers.c = () => 1", 'Cannot set "c": it is a function'],
  ["req.headers.c = {}", 'Cannot set "c": it is an object'],
];

describe("a change in place that no request can hold", () => {
  for (const [change, message] of REFUSED) {
    it(`is told of with its place: ${change}`, async () => {
      const { results, requests } = await runCollection({
        "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: Test}",
        "1.yml": `info: {name: "1"}
${JSON_BODY.replaceAll("{{a}}", "a")}
runtime:
  ${
          scripts({ "before-request": `const first = 1;\n${change};` })
            .replaceAll("\n", "\n  ")
        }`,
      });
      assertEquals(
        results[0].diagnostics.map((it) => it.message),
        [`Cannot finish the before-request script: TypeError: ${message}`],
      );
      const { offset = 0 } = results[0].diagnostics[0].location ?? {};
      assertEquals(offset > "const first = 1;".length, true);
      assertEquals(requests.length, 0);
    });
  }
});
