import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  type FetchRequest,
  openRequest,
  type PlainRequest,
  readCollection,
  renderRequest,
  Scopes,
} from "../../mod.ts";
import { check } from "../support/check.ts";
import { problemsOf } from "../support/problems.ts";
import { recordingServer } from "../support/recording_server.ts";

const DATA = { id: 7, text: "a b&c", user: { name: 'Ada "A"' }, key: "k" };
const scopes = Scopes.of({ runtime: DATA });

/** A program's request → what is ready for fetch. */
const READY: [request: PlainRequest, ready: FetchRequest][] = [
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
      assertEquals(renderRequest(request, scopes), ready);
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

  for (
    const [what, request] of Object.entries({
      '"url"': {},
      '"headers.a"': { url: "h", headers: { a: 1 } },
      '"query.q"': { url: "h", query: { q: true } },
      '"body.type"': { url: "h", body: { a: 1 } },
      '"body.data"': { url: "h", body: { type: "json", data: { a: 1 } } },
    })
  ) {
    it(`refuses from JavaScript what has the wrong ${what}`, () => {
      assertThrows(
        () => renderRequest(request as unknown as PlainRequest, scopes),
        TypeError,
        what,
      );
    });
  }

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
    check(fc.property(fc.string({ unit: "binary", minLength: 1 }), (v) => {
      const { url } = renderRequest(
        { url: "http://h/a/:p/b?c", pathParams: { p: "{{v}}" } },
        Scopes.of({ runtime: { v } }),
      );
      const [, segment] = /^http:\/\/h\/a\/([^/?#]*)\/b\?c$/.exec(url) ?? [];
      assertEquals(decodeURIComponent(segment), v.toWellFormed());
    }));
  });

  it("round-trips a form of any names and values", () => {
    const text = fc.string({ unit: "binary" }).filter((s) => !s.includes("{{"));
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
