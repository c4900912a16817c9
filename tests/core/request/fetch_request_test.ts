import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import fc from "fast-check";
import {
  type FetchRequest,
  InterpolationError,
  openRequest,
  type PlainRequest,
  readCollection,
  render,
  renderRequest,
  Scopes,
} from "../../../mod.ts";
import {
  encodeComponent,
  encodeFormPercent,
  encodeFormText,
} from "../../../lib/core/render/encode.ts";
import { TooLongError } from "../../../lib/core/source/most_length.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { check } from "../../support/check.ts";
import { problemsOf } from "../../support/problems.ts";
import { recordingServer } from "../../support/recording_server.ts";

const DATA = { id: 7, text: "a b&c", user: { name: 'Ada "A"' }, key: "k" };
const scopes = Scopes.of({ runtime: DATA });

/** A program's request → what is ready for fetch. */
const READY: [
  request: PlainRequest,
  ready: Omit<FetchRequest, "insertions">,
][] = [
  [{ url: "h/{{id}}" }, { url: "http://h/7", method: "GET", headers: [] }],
  [
    {
      method: "post",
      url: "http://h/:id/x",
      pathParams: { id: "{{text}}/" },
      query: { "q {{id}}": "{{text}}", r: "" },
      headers: { "X-{{id}}": "{{key}}" },
      body: "Hi {{user.name}}",
    },
    {
      method: "POST",
      url: "http://h/a%20b%26c%2F/x?q%207=a%20b&c&r=",
      headers: [["X-7", "k"], ["Content-Type", "text/plain"]],
      body: 'Hi Ada "A"',
    },
  ],
  [
    {
      method: "PUT",
      url: "h",
      query: { q: "{{text}}" },
      encodeUrl: true,
      headers: [["a", "1"], ["A", "2"], ["content-type", "x/y"]],
      body: { type: "json", data: '{"a": {{id}}, "b": "{{user.name}}"}' },
    },
    {
      method: "PUT",
      url: "http://h?q=a%20b%26c",
      headers: [["a", "1"], ["A", "2"], ["content-type", "x/y"]],
      body: '{"a": 7, "b": "Ada \\"A\\""}',
    },
  ],
  [
    {
      method: "POST",
      url: "http://u:p@h",
      body: { type: "form-urlencoded", fields: { "a{{id}}": "{{text}}" } },
    },
    {
      method: "POST",
      url: "http://h",
      headers: [
        ["Authorization", "Basic dTpw"],
        ["Content-Type", "application/x-www-form-urlencoded"],
      ],
      body: "a7=a+b%26c",
      authFields: new Map([["username", "u"], ["password", "p"]]),
    },
  ],
  [
    {
      method: "POST",
      url: "h",
      body: {
        type: "graphql",
        query: "{ a(id: {{id}}) }",
        variables: '{"u": {{user}}}',
      },
    },
    {
      method: "POST",
      url: "http://h",
      headers: [["Content-Type", "application/json"]],
      body:
        '{"query":"{ a(id: 7) }","variables":{"u": {"name":"Ada \\"A\\""}}}',
    },
  ],
  [
    { method: "POST", url: "h", body: { type: "xml", data: "<a>{{id}}</a>" } },
    {
      method: "POST",
      url: "http://h",
      headers: [["Content-Type", "application/xml"]],
      body: "<a>7</a>",
    },
  ],
];

function collectionRequest(http: string, more = "") {
  const { value } = readCollection({
    root: "",
    files: new Map([
      ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}"],
      ["r.yml", `info: {name: R, type: http}\nhttp: ${http}\n${more}`],
    ]),
  });
  return openRequest(value!, "r.yml", { variables: DATA });
}

/** Draws that make `$randomInt` count from 0. */
function counter(): () => number {
  let count = 0;
  return () => count++ / 1001;
}

describe("renderRequest into a request for fetch", () => {
  for (const [request, ready] of READY) {
    it(`${request.method ?? "GET"} ${request.url}`, () => {
      const { insertions: _, ...rest } = renderRequest(request, scopes);
      assertEquals(rest, ready);
    });
  }

  it("reports all that is wrong, by the keys of the request", () => {
    const run = () =>
      renderRequest({
        url: "http://h/{{a}}/:p",
        pathParams: { p: "{{b}}" },
        query: { q: "{{c}}" },
        headers: { h: "\n {{d}}" },
        body: { type: "json", data: '{\n"e": {{e}}}' },
      }, scopes);
    assertEquals(problemsOf(run), [
      "UNDEFINED_VARIABLE 1:1",
      "UNDEFINED_VARIABLE 1:10",
      "UNDEFINED_VARIABLE 1:1",
      "INVALID_HEADER 1:1",
      "UNDEFINED_VARIABLE 2:2",
      "UNDEFINED_VARIABLE 2:6",
    ]);
  });

  class Own {
    a = "b";
  }
  const form = { type: "form-urlencoded" };
  const REFUSED: [what: string, request: unknown][] = [
    ["it is not an object: undefined", undefined],
    ["it is not an object: null", null],
    ["it is not an object: string", "http://h"],
    ['"url" is not text: undefined', {}],
    ['"url" is not text: URL', { url: new URL("http://h") }],
    ['"method" is not text: number', { url: "h", method: 1 }],
    ['"encodeUrl" is neither true nor false: string', {
      url: "h",
      encodeUrl: "false",
    }],
    ['"headers.a" is not text: number', { url: "h", headers: { a: 1 } }],
    ['"headers.a" is not text: array', { url: "h", headers: { a: ["b"] } }],
    ['"headers.a" is not text: undefined', {
      url: "h",
      headers: { a: undefined },
    }],
    ['"headers.a" is not text: number', {
      url: "h",
      headers: new Map([["a", 1]]),
    }],
    ['"headers[0]" is not a pair: array', { url: "h", headers: [["a"]] }],
    ['"headers[1]" is not a pair: string', {
      url: "h",
      headers: [["a", "b"], "ab"],
    }],
    ['"headers[0]" is not a pair: string', {
      url: "h",
      headers: new Set(["ab"]),
    }],
    ['"headers[1]" is not text: number', { url: "h", headers: [[1, "b"]] }],
    ['"headers" is neither an object nor a list of pairs: string', {
      url: "h",
      headers: "a: b",
    }],
    ['"headers" is neither an object nor a list of pairs: null', {
      url: "h",
      headers: null,
    }],
    ['"headers" is neither an object nor a list of pairs: Own', {
      url: "h",
      headers: new Own(),
    }],
    ['"headers" is neither an object nor a list of pairs: Date', {
      url: "h",
      headers: new Date(),
    }],
    ['"querry" is unknown (did you mean "query"?)', {
      url: "h",
      querry: { a: "b" },
    }],
    ['"timeout" is unknown (there is method, url, headers, pathParams', {
      url: "h",
      timeout: 5,
    }],
    ['"body.feilds" is unknown (did you mean "fields"?)', {
      url: "h",
      body: { ...form, fields: {}, feilds: {} },
    }],
    ['"body.data" is unknown', {
      url: "h",
      body: { type: "graphql", query: "{a}", data: "" },
    }],
    ['"query.q" is not text: boolean', { url: "h", query: { q: true } }],
    ['"query.q" is NaN', { url: "h", query: { q: NaN } }],
    ['"query.q" is -Infinity', { url: "h", query: { q: -Infinity } }],
    ['"query" is neither', { url: "h", query: 5 }],
    ['"pathParams.a" is not text: object', {
      url: "h",
      pathParams: { a: {} },
    }],
    ['"pathParams" is neither', { url: "h", pathParams: new Own() }],
    ['"body" is neither text nor an object: number', { url: "h", body: 5 }],
    ['"body" is neither text nor an object: null', { url: "h", body: null }],
    ['"body.type" is none of json, text', { url: "h", body: { a: 1 } }],
    ['"body" is neither text nor an object with a type: URLSearchParams', {
      url: "h",
      body: new URLSearchParams("a=b"),
    }],
    [
      '"body.type" is none of json, text, xml, sparql, form-urlencoded, graphql (did you mean "json"?)',
      {
        url: "h",
        body: { type: "jsn", data: "{}" },
      },
    ],
    ['"body.data" is not text: object', {
      url: "h",
      body: { type: "json", data: { a: 1 } },
    }],
    ['"body.fields" is missing', { url: "h", body: form }],
    ['"body.fields.f" is not text: Blob', {
      url: "h",
      body: { ...form, fields: [["f", new Blob()]] },
    }],
    ['"body.fields" is neither', { url: "h", body: { ...form, fields: 1 } }],
    ['"body.variables" is not text: object', {
      url: "h",
      body: { type: "graphql", query: "{a}", variables: {} },
    }],
  ];
  for (const [what, request] of REFUSED) {
    it(`refuses from JavaScript: ${what}`, () => {
      const error = assertThrows(
        () => renderRequest(request as PlainRequest, scopes),
        TypeError,
      );
      assertEquals(
        error.message.startsWith(`Cannot render the request: ${what}`),
        true,
        error.message,
      );
    });
  }

  it("takes pairs of whatever gives them, in order, with duplicates", () => {
    const rows: [string, string][] = [["a", "{{id}}"], ["b", "2"], ["a", "3"]];
    const lists: Iterable<[string, string]>[] = [
      rows,
      new URLSearchParams(rows),
      new Set(rows),
      rows.values(),
      (function* () {
        yield* rows;
      })(),
    ];
    for (const list of lists) {
      const all = [...list];
      const request = renderRequest({
        url: "http://h",
        headers: new Map([["X-A", "{{id}}"], ["X-B", "2"]]),
        query: new URLSearchParams(all),
        body: { type: "form-urlencoded", fields: all },
      }, scopes);
      assertEquals(request.url, "http://h?a=7&b=2&a=3");
      assertEquals(request.body, "a=7&b=2&a=3");
      assertEquals(request.headers.slice(0, 2), [["X-A", "7"], ["X-B", "2"]]);
    }
    const { headers } = renderRequest({
      url: "h",
      headers: new Headers([["X-A", "{{id}}"], ["Set-Cookie", "a"], [
        "Set-Cookie",
        "b",
      ]]),
    }, scopes);
    assertEquals(headers, [
      ["set-cookie", "a"],
      ["set-cookie", "b"],
      ["x-a", "7"],
    ]);
    const bare = Object.assign(Object.create(null), { q: "1" });
    assertEquals(
      renderRequest({ url: "h", query: bare }, scopes).url,
      "http://h?q=1",
    );
  });

  it("encodes the text of a URLSearchParams, and inserts values as they are", () => {
    const query = { "a&b": "c+d=e&{{id}}#%41", q: "{{text}}" };
    assertEquals(
      renderRequest(
        { url: "http://h/", query: new URLSearchParams(query) },
        scopes,
      )
        .url,
      `http://h/?a%26b=c%2Bd%3De%267%23%2541&q=${
        new URL(renderRequest({ url: "http://h/?q={{text}}" }, scopes).url)
          .search.slice(3)
      }`,
    );
    assertEquals(
      renderRequest({ url: "http://h/", query: { a: "b&c=d" } }, scopes).url,
      "http://h/?a=b&c=d",
    );
  });

  it("takes numbers in query, path and fields", () => {
    const { url, body } = renderRequest({
      url: "http://h/:id/:big",
      pathParams: new Map<string, number | bigint>([["id", 7], [
        "big",
        12345678901234567890n,
      ]]),
      query: { page: 0, ratio: 1.5, less: -0 },
      body: { type: "form-urlencoded", fields: { n: 1e21 } },
    }, scopes);
    assertEquals(
      url,
      "http://h/7/12345678901234567890?page=0&ratio=1.5&less=0",
    );
    assertEquals(body, "n=1e%2B21");
  });

  it("holds its limit for what is encoded, too", () => {
    // Short as they are, and longer than the limit when they are encoded.
    const big = Scopes.of({
      runtime: {
        v: "€".repeat(8 << 20),
        q: "\u0001".repeat(11 << 20),
        quarter: "\u0001".repeat(6 << 20),
      },
    });
    const requests: PlainRequest[] = [
      { url: "http://h/:v", pathParams: { v: "{{v}}" } },
      { url: "http://h/", query: { v: "{{v}}" }, encodeUrl: true },
      { url: "http://h/?{{v}}" },
      { url: "http://h/?{{v}}", encodeUrl: true },
      { url: "http://h/", query: [["a", "{{q}}"], ["b", "{{q}}"]] },
      { url: "h", body: { type: "form-urlencoded", fields: { v: "{{v}}" } } },
      {
        url: "h",
        body: {
          type: "form-urlencoded",
          fields: Array.from(
            { length: 4 },
            (): [string, string] => ["a", "x{{quarter}}"],
          ),
        },
      },
      { url: "h", body: { type: "graphql", query: "{{q}}" } },
      { url: "h", body: { type: "json", data: '["{{q}}"]' } },
    ];
    for (const request of requests) {
      const error = assertThrows(
        () => renderRequest(request, big),
        InterpolationError,
      );
      assertEquals(error.diagnostics.length, 1);
      assertStringIncludes(error.message, "longer than 64 MiB");
    }
    for (const place of ["form", "url"] as const) {
      const error = assertThrows(
        () => render("http://h/{{v}}", big, { place, encodeUrl: true }),
        InterpolationError,
      );
      assertEquals(error.diagnostics.map(({ code }) => code), ["LIMIT"]);
    }
    const located = assertThrows(
      () => renderRequest({ url: "http://h/?{{v}}", encodeUrl: true }, big),
      InterpolationError,
      'Cannot write "{{v}}" into the URL: it is longer than 64 MiB',
    );
    assertEquals(located.diagnostics[0].location?.offset, 10);
    // Together they would be longer than a text can be.
    const most = 64 << 20;
    const huge = Scopes.of({ runtime: { v: "x".repeat(most - 8) } });
    const query = Array.from(
      { length: 10 },
      (_, index): [string, string] => [`p${index}`, "{{v}}"],
    );
    assertThrows(
      () => renderRequest({ url: "h", query }, huge),
      InterpolationError,
      "64 MiB",
    );
  });

  it("counts what percent-encoding makes of a text", () => {
    const most = 64 << 20;
    const CHARACTERS: [character: string, length: number][] = [
      ["é", 6],
      ["€", 9],
      ["😀", 12],
      ["\ud800", 9],
      ["%", 3],
    ];
    for (const [character, length] of CHARACTERS) {
      const v = character.repeat(Math.floor(most / length));
      const text = v + "x".repeat(most % length);
      assertThrows(() => encodeComponent(`${text}x`), TooLongError);
      if (length === 12) assertEquals(encodeComponent(text).length, most);
    }
    const beyond = "€".repeat(61 << 20);
    assertThrows(() => encodeComponent(beyond), TooLongError);
    for (const encode of [encodeFormText, encodeFormPercent]) {
      assertThrows(() => encode("!".repeat(23 << 20)), TooLongError);
    }
  });

  it("is what fetch sends", async () => {
    await using server = recordingServer();
    const request = renderRequest({
      method: "POST",
      url: `${server.url}/a/../{{text}}?x=%7E&y={{id}}`,
      headers: { "X-Name": "é{{id}}", "Connection": "close" },
      body: { type: "json", data: '{"a": "{{user.name}}"}' },
    }, scopes);
    await (await fetch(request.url, request)).text();
    const [sent] = server.requests;
    assertEquals(
      [sent.method, sent.target, sent.text],
      ["POST", "/a%20b&c?x=%7E&y=7", '{"a": "Ada \\"A\\""}'],
    );
    assertEquals(sent.headers("x-name"), ["é7"]);
    assertEquals(sent.headers("content-type"), ["application/json"]);
  });

  it("makes a value for each occurrence of a generator", () => {
    const { headers, body } = renderRequest(
      {
        url: "h",
        headers: [["A", "{{$randomInt}}"], ["A", "{{$randomInt}}"]],
        body: {
          type: "form-urlencoded",
          fields: { "{{$randomInt}}": "{{$randomInt}}" },
        },
      },
      Scopes.of({}),
      { sources: { now: () => 0, random: counter() } },
    );
    assertEquals(headers.slice(0, 2), [["A", "0"], ["A", "1"]]);
    assertEquals(body, "2=3");
  });

  it("takes a request of a collection", () => {
    const { request, ...rest } = collectionRequest(
      "{method: POST, url: 'h/{{id}}', auth: {type: bearer, token: '{{key}}'}, body: {type: multipart-form, data: [{name: a, type: text, value: '{{text}}'}, {name: b, type: text, value: x, contentType: text/csv}]}}",
      "settings: {followRedirects: false}",
    );
    const ready = renderRequest(request, rest.scopes, rest);
    assertEquals(ready.headers, [["Authorization", "Bearer k"]]);
    assertEquals(ready.redirect, "manual");
    assert(ready.body instanceof FormData);
    assertEquals(ready.body.get("a"), "a b&c");
    assertEquals((ready.body.get("b") as File).type, "text/csv");
  });

  it("refuses what fetch alone cannot do", () => {
    const requests = [
      "{url: h, auth: {type: digest, username: u, password: p}}",
      "{url: h, body: {type: file, data: [{filePath: a.bin}]}}",
      "{url: h, body: {type: multipart-form, data: [{name: a, type: file, value: a.bin}]}}",
    ];
    for (const http of requests) {
      const { request, scopes, inherited } = collectionRequest(http);
      assertEquals(
        problemsOf(() => renderRequest(request, scopes, { inherited }))
          .map((problem) => problem.split(" ")[0]),
        ["UNSUPPORTED"],
      );
    }
  });

  it("keeps a path parameter in one segment, for any value", () => {
    check(fc.property(fc.string({ unit: ANY_CHARACTER, minLength: 1 }), (v) => {
      const { url } = renderRequest(
        { url: "http://h/a/:p/b?c", pathParams: { p: "{{v}}" } },
        Scopes.of({ runtime: { v } }),
      );
      const [, segment] = /^http:\/\/h\/a\/([^/?#]*)\/b\?c$/.exec(url) ?? [];
      assertEquals(decodeURIComponent(segment), v.toWellFormed());
    }));
  });

  it("round-trips a form of any names and values", () => {
    const text = fc.string({ unit: ANY_CHARACTER }).filter((s) =>
      !s.includes("{{")
    );
    check(fc.property(fc.dictionary(text, text), (fields) => {
      const { body } = renderRequest(
        { url: "h", body: { type: "form-urlencoded", fields } },
        Scopes.of({}),
      );
      assertEquals(
        [...new URLSearchParams(body as string)],
        Object.entries(fields).map((pair) => pair.map((s) => s.toWellFormed())),
      );
    }));
  });
});
