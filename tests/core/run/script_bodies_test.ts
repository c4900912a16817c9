import { assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { runCollection, scripts } from "../../support/run_collection.ts";

const FORM = "application/x-www-form-urlencoded";
const TYPES = {
  none: "",
  json: `, body: {type: json, data: '{"a": 1}'}`,
  xml: `, body: {type: xml, data: "<a/>"}`,
  text: `, body: {type: text, data: "x"}`,
  form: `, body: {type: form-urlencoded, data: [{name: old, value: "1"}]}`,
  file:
    `, body: {type: file, data: [{filePath: x.bin, contentType: application/xml, selected: true}]}`,
  parts:
    `, body: {type: multipart-form, data: [{name: old, type: text, value: "1"}]}`,
};

async function run(
  code: string,
  body: keyof typeof TYPES | "graphql" = "none",
) {
  const { requests, results } = await runCollection({
    "1.yml": `info: {name: "1"}
${
      body === "graphql"
        ? 'graphql: {url: "{{server}}/own", body: {query: "{a}"}}'
        : `http: {method: POST, url: "{{server}}/own"${TYPES[body]}}`
    }
runtime:
  ${scripts({ "before-request": code }).replaceAll("\n", "\n  ")}`,
  });
  return {
    first: requests[0],
    diagnostics: results[0].diagnostics.map((it) => ({
      message: it.message,
      at: `${it.location?.file} ${it.location?.yamlPath}`,
    })),
  };
}

/** How a script sends its own request: a body and a Content-Type, if any. */
const SENDERS: readonly [
  name: string,
  call: (data: string, type?: string) => string,
][] = [
  [
    "sendRequest",
    (data, type) =>
      `await client.sendRequest({ method: "POST", url: client.interpolate("{{server}}/x"), data: ${data}, headers: ${
        headers(type)
      } })`,
  ],
  [
    "axios",
    (data, type) =>
      `await require("axios").post(client.interpolate("{{server}}/x"), ${data}, { headers: ${
        headers(type)
      } })`,
  ],
  [
    "fetch",
    (data, type) =>
      `await fetch(client.interpolate("{{server}}/x"), { method: "POST", body: ${data}, headers: ${
        headers(type)
      } })`,
  ],
];

function headers(type: string | undefined): string {
  return type === undefined ? "{}" : JSON.stringify({ "content-type": type });
}

/** Data and Content-Type → the type and the body that arrive, or what the error says. */
const SENT: readonly [
  data: string,
  type: string | undefined,
  expected: readonly [type: RegExp, body: string] | RegExp,
][] = [
  [
    "new URLSearchParams({ grant_type: 'client credentials', a: 'ü&' })",
    undefined,
    [/^application\/x-www-form/, "grant_type=client+credentials&a=%C3%BC%26"],
  ],
  ["new URLSearchParams('a=1&a=2')", FORM, [/form/, "a=1&a=2"]],
  ["new URLSearchParams()", undefined, [/form/, ""]],
  ["{ a: 'x y', n: 1, yes: true }", FORM, [/form/, "a=x+y&n=1&yes=true"]],
  [
    "{ a: 'x', left: undefined }",
    `${FORM}; charset=utf-8`,
    [/form/, "a=x"],
  ],
  ["[['a', '1'], ['a', 2], ['b', 'x=y']]", FORM, [/form/, "a=1&a=2&b=x%3Dy"]],
  ["'a=1'", FORM, [/form/, "a=1"]],
  ["{ a: 1 }", undefined, [/json/, '{"a":1}']],
  ["{ a: 1 }", "application/vnd.api+json", [/vnd.api/, '{"a":1}']],
  ["{ a: 1 }", "application/x-amz-json-1.1", [/amz/, '{"a":1}']],
  ["{ a: 1 }", "text/plain", [/plain/, '{"a":1}']],
  ["'<a/>'", "application/xml", [/xml/, "<a/>"]],
  ["{ a: 1 }", "application/xml", /as "application\/xml": give the body as a/],
  ["{ a: 1 }", "multipart/form-data", /as "multipart\/form-data"/],
  [
    "new URLSearchParams('a=1')",
    "application/json",
    /a form as "application\/json"/,
  ],
  ["['a', 'b']", FORM, /Cannot make a form of the body/],
  ["[['a', '1', '2']]", FORM, /Cannot make a form of the body/],
];

describe("a script's own request", () => {
  for (const [sender, call] of SENDERS) {
    for (const [data, type, expected] of SENT) {
      it(`${sender}: ${data} as ${type}`, async () => {
        const { first, diagnostics } = await run(call(data, type));
        if (expected instanceof RegExp) {
          assertMatch(diagnostics[0]?.message ?? "", expected);
          assertEquals(first, undefined);
          return;
        }
        assertEquals(diagnostics, []);
        assertEquals(first.target, "/x");
        assertEquals(first.text, expected[1]);
        const [arrived, ...more] = first.headers("content-type");
        assertMatch(arrived, expected[0]);
        assertEquals(more, []);
      });
    }
  }

  for (
    const [code, ...types] of [
      ["client.sendRequest({ url, method: 'post', data: 'a=1' })", FORM],
      ["client.sendRequest({ url, method: 'PUT', data: 'a=1' })", FORM],
      ["client.sendRequest({ url, method: 'DELETE', data: 'a=1' })"],
      ["require('axios').post(url, 'a=1')", FORM],
      ["require('axios').delete(url, { data: 'a=1' })"],
      [
        "fetch(url, { method: 'POST', body: 'a=1' })",
        "text/plain;charset=UTF-8",
      ],
      [
        "client.sendRequest({ url, method: 'POST', data: 'a=1', headers: { 'Content-Type': 'text/x' } })",
        "text/x",
      ],
    ] as const
  ) {
    it(`a text goes as ${types[0]}: ${code}`, async () => {
      const { first, diagnostics } = await run(
        `const url = client.interpolate("{{server}}/x"); await ${code}`,
      );
      assertEquals(diagnostics, []);
      assertEquals(first.text, "a=1");
      assertEquals(first.headers("content-type"), types);
    });
  }

  it("sendRequest takes no nested values in a form", async () => {
    const { diagnostics: [{ message }] } = await run(
      SENDERS[0][1]("{ a: { b: 1 } }", FORM),
    );
    assertMatch(message, /the form field "a": it is an object/);
  });
});

/** Body of the file and script → type and body that arrive, or what the error says. */
const SET: readonly [
  body: keyof typeof TYPES | "graphql",
  code: string,
  expected: readonly [type: RegExp, body: string | RegExp] | RegExp,
][] = [
  ["none", "req.setBody(new URLSearchParams('a=1&b=x+y'))", [
    /^application\/x-www-form-urlencoded$/,
    "a=1&b=x+y",
  ]],
  ["json", "req.setBody(new URLSearchParams({ a: 'é' }))", [
    /form/,
    "a=%C3%A9",
  ]],
  ["json", "req.body = new URLSearchParams('a=1'); req.body[0].value = '2'", [
    /form/,
    "a=2",
  ]],
  ["json", "req.setBody(new URLSearchParams('a=1')); req.setBody({ b: 2 })", [
    /json/,
    '{"b":2}',
  ]],
  ["form", "req.setBody(new URLSearchParams('a=1'))", [/form/, "a=1"]],
  [
    "none",
    "req.setHeader('content-type', FORM); req.setBody({ a: 'x y', b: [1, 2], c: null })",
    [/form/, "a=x%20y&b=1&b=2&c="],
  ],
  ["json", "req.setBody({ a: 1 }); req.setHeader('Content-Type', FORM)", [
    /form/,
    "a=1",
  ]],
  ["json", "req.setBody('a=1&b=2'); req.setHeader('Content-Type', FORM)", [
    /form/,
    "a=1&b=2",
  ]],
  ["form", "req.setBody([['a', '1'], ['a', 2]])", [/form/, "a=1&a=2"]],
  [
    "form",
    "req.setBody([{ name: 'a', value: 1 }, { name: 'b', enabled: false }])",
    [
      /form/,
      "a=1",
    ],
  ],
  ["form", "req.setBody('a=1&b=%20')", [/form/, "a=1&b=%20"]],
  [
    "form",
    "req.setHeader('Content-Type', 'application/json'); req.setBody({ a: 1 })",
    [
      /json/,
      '{"a":1}',
    ],
  ],
  ["parts", "req.setBody([['a', 'x']])", [
    /multipart.*boundary=/,
    /name="a"\r\n\r\nx\r\n/,
  ]],
  [
    "none",
    "req.setHeader('Content-Type', 'multipart/form-data'); req.setBody({ a: 'x' })",
    [
      /multipart.*boundary=/,
      /name="a"\r\n\r\nx\r\n/,
    ],
  ],
  [
    "parts",
    "req.setHeader('Content-Type', 'multipart/form-data; boundary=b'); req.setBody('--b--')",
    [
      /boundary=b$/,
      "--b--",
    ],
  ],
  ["graphql", `req.setBody('{"query": "{b}"}')`, [/json/, '{"query": "{b}"}']],
  ["graphql", "req.body.operationName = 'Q'", [
    /json/,
    '{"query":"{a}","variables":{},"operationName":"Q"}',
  ]],
  [
    "graphql",
    `client.setVar("q", '"'); req.setBody({ query: "{b}", variables: { c: 1 }, operationName: "{{q}}", extensions: { d: [2n] } })`,
    [
      /json/,
      '{"query":"{b}","variables":{"c":1},"operationName":"\\"","extensions":{"d":[2]}}',
    ],
  ],
  [
    "graphql",
    "const body = JSON.parse(req.resolved.body); body.operationName = 'Q'; req.setBody(body); req.setBody({ ...req.body, extensions: {} })",
    [
      /json/,
      '{"query":"{a}","variables":{},"operationName":"Q","extensions":{}}',
    ],
  ],
  ["text", "req.setBody({ a: 1 })", [/json/, '{"a":1}']],
  ["xml", "req.setBody('<b/>')", [/xml/, "<b/>"]],
  [
    "json",
    "req.setHeader('Content-Type', 'text/plain'); req.setBody({ a: 1 })",
    [
      /plain/,
      '{"a":1}',
    ],
  ],
  ["form", "req.setHeader('Content-Type', 'text/csv'); req.setBody('a,b')", [
    /csv/,
    "a,b",
  ]],
  ["form", "req.setBody(new URLSearchParams('old=1'))", [/form/, "old=1"]],
  [
    "json",
    `client.setVar("q", '"'); req.setHeader('Content-Type', 'text/plain'); req.setBody('{"b": "{{q}}"}')`,
    [/plain/, '{"b": "\\""}'],
  ],
  ["file", "req.setBody('<b/>')", [/xml/, "<b/>"]],
  ["file", "req.setBody({ a: 1 })", /is "application\/xml"/],
  ["form", "req.setBody(null)", /Cannot make a form of the body/],
  ["form", "req.setBody(new Date(0))", /Cannot make a form of the body/],
  ["form", "req.setBody(5)", /Cannot make a form of the body/],
  [
    "form",
    "req.setBody({ a: { b: 1 } })",
    /the form field "a": it is an object/,
  ],
  ["form", "req.setBody([1])", /Cannot make a form of the body/],
  [
    "parts",
    "req.setBody({ a: { b: 1 } })",
    /the form field "a": it is an object/,
  ],
  [
    "parts",
    "req.setBody([{ name: 'a', value: { b: 1 } }])",
    /the field "a": it is an object/,
  ],
  [
    "parts",
    "req.setBody('x')",
    /a text as the request's body: its content type is "multipart/,
  ],
  ["parts", "req.setBody(7)", /Cannot make a form of the body/],
  [
    "parts",
    "req.setBody(new URLSearchParams('a=1')); req.setHeader('Content-Type', 'multipart/form-data')",
    /URLSearchParams as the request's body/,
  ],
  [
    "xml",
    "req.setBody({ a: 1 })",
    /is not text as the request's body: its content type is "application\/xml"/,
  ],
  [
    "none",
    "req.setHeader('Content-Type', 'application/xml'); req.setBody([1])",
    /is "application\/xml"/,
  ],
  [
    "none",
    "req.setHeader('Content-Type', 'application/json'); req.setBody(new URLSearchParams('a=1'))",
    /URLSearchParams as the request's body: its content type is "application\/json"/,
  ],
  [
    "none",
    "req.setHeader('Content-Type', 'application/pdf'); req.setBody(new URLSearchParams('a=1'))",
    /URLSearchParams as/,
  ],
];

describe("req.setBody", () => {
  for (const [body, code, expected] of SET) {
    it(`${body}: ${code}`, async () => {
      const { first, diagnostics } = await run(
        code.replaceAll("FORM", `"${FORM}"`),
        body,
      );
      if (expected instanceof RegExp) {
        assertMatch(diagnostics[0]?.message ?? "", expected);
        assertEquals(
          diagnostics[0].at,
          "1.yml runtime.scripts[0].code",
        );
        assertEquals(first, undefined);
        return;
      }
      assertEquals(diagnostics, []);
      const [arrived, ...more] = first.headers("content-type");
      assertMatch(arrived, expected[0]);
      assertEquals(more, []);
      if (expected[1] instanceof RegExp) assertMatch(first.text, expected[1]);
      else assertEquals(first.text, expected[1]);
    });
  }

  it("places what is wrong in its text where the file has no body", async () => {
    const { first, diagnostics } = await run('req.setBody("{{nope}}")');
    assertEquals(first, undefined);
    assertEquals(diagnostics, [{
      message: 'Cannot resolve "{{nope}}": no scope defines "nope"',
      at: "1.yml http",
    }]);
  });
});
