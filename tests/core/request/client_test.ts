import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import {
  Client,
  createClient,
  formatDiagnostic,
  InterpolationError,
  openRequest,
  parseTemplate,
  readCollection,
  render,
  renderRequest,
  seededRandom,
} from "../../../mod.ts";
import { problemsOf } from "../../support/problems.ts";

const NO_NAMES = [
  "",
  " a",
  "a b",
  "a.b",
  "1st",
  "-a",
  "$a",
  "a[0]",
  "{{a}}",
  "process",
];

const TEXTS = {
  root: "",
  files: new Map([["a.yml", "info: { name: A }\nhttp: { url: h }"]]),
};

/** What JavaScript may give, and the error that says what is meant. */
const MISTAKES: [message: string, call: () => unknown][] = [
  [
    'Cannot make a client: there is no option "variable" (did you mean "variables"?)',
    () => createClient({ variable: { runtime: {} } } as never),
  ],
  [
    'Cannot make a client: there is no option "timeout" (there are "variables", "sources", ',
    () => new Client({ timeout: 1 } as never),
  ],
  [
    "Cannot make a client: its options are a number, not an object",
    () => new Client(5 as never),
  ],
  [
    "Cannot make a client: its options are text, not an object",
    () => createClient("x" as never),
  ],
  [
    "Cannot make a client: its options are a list, not an object",
    () => createClient([] as never),
  ],
  [
    'Cannot make a client: "onWarning" is a number, not a function',
    () => createClient({ onWarning: 5 } as never),
  ],
  [
    "Cannot make scopes: the variables are text, not an object by scope",
    () => createClient({ variables: "a=b" } as never),
  ],
  [
    'Cannot make scopes: "folders" is an object, not a list',
    () => createClient({ variables: { folders: {} } } as never),
  ],
  [
    "Cannot render the template: its options are a number, not an object",
    () => createClient().render("x", 5 as never),
  ],
  [
    'Cannot render the request: there is no option "onWaring" (did you mean "onWarning"?)',
    () => createClient().renderRequest({ url: "h" }, { onWaring: 1 } as never),
  ],
  [
    "Cannot render the request: its scopes are undefined (give Scopes.of({",
    () => renderRequest({ url: "h" }, undefined as never),
  ],
  [
    "Cannot render the request: its scopes are of class Client (give ",
    () => renderRequest({ url: "h" }, createClient() as never),
  ],
  [
    "Cannot render the template: its scopes are an object (give ",
    () => render("{{a}}", { a: 1 } as never),
  ],
  [
    "Cannot read the collection: a path holds no texts",
    () => readCollection("my-api" as never),
  ],
  [
    'Cannot open the request "a.yml": the collection is an object (give the "value"',
    () => openRequest(readCollection(TEXTS) as never, "a.yml"),
  ],
  [
    "Cannot open a request: its path is a number, not text",
    () => openRequest(readCollection(TEXTS).value!, 5 as never),
  ],
  [
    'Cannot show the diagnostic: it is of class InterpolationError (an error has them in its "diagnostics")',
    () => {
      const error = assertThrows(() => createClient().render("{{a}}"));
      formatDiagnostic(error as never);
    },
  ],
  [
    "Cannot render the template: it is not text: number",
    () => createClient().render(5 as never),
  ],
  [
    "Cannot render the template: it is not text: object",
    () => createClient().render({} as never),
  ],
  [
    "Cannot render the template: it is not text: null",
    () => createClient().render(null as never),
  ],
  [
    'Cannot render the template: there is no option "plase" (did you mean "place"?)',
    () => createClient().render("a", { plase: "url" } as never),
  ],
  [
    'Cannot open the request "a": there is no option "variable" (did you mean "variables"?)',
    () => {
      const { value } = readCollection({
        root: "",
        files: new Map([["a.yml", "info: {name: A}\nitems: []"]]),
      });
      openRequest(value!, "a", { variable: {} } as never);
    },
  ],
];

describe("Client", () => {
  for (const [message, call] of MISTAKES) {
    it(`says what is wrong: ${message}`, () => {
      assertThrows(call, TypeError, message);
    });
  }

  it("sets, gets, has and deletes variables", () => {
    const client = new Client();
    assertEquals(client.getVar("a"), undefined);
    assertEquals(client.hasVar("a"), false);
    assertEquals(client.setVar("a", null), undefined);
    assertEquals(client.getVar("a"), null);
    assertEquals(client.hasVar("a"), true);
    assertEquals(client.render("{{a}}"), "null");
    client.setVar("a", [1]);
    assertEquals(client.render("{{a}}"), "[1]");
    client.deleteVar("a");
    assertEquals(client.hasVar("a"), false);
    assertEquals(problemsOf(() => client.render("{{a}}")), [
      "UNDEFINED_VARIABLE 1:1",
    ]);
  });

  for (const name of NO_NAMES) {
    it(`refuses the name ${JSON.stringify(name)}`, () => {
      assertThrows(() => createClient().setVar(name, 1), TypeError);
    });
  }

  it("refuses a name that is not text", () => {
    for (const name of [1, null, undefined, Symbol("s"), {}, []]) {
      assertThrows(
        () => createClient().setVar(name as unknown as string, 1),
        TypeError,
      );
    }
  });

  it("knows no name that was not set", () => {
    const client = createClient();
    for (const name of ["constructor", "toString", "__proto__", "hasOwn"]) {
      assertEquals([client.getVar(name), client.hasVar(name)], [
        undefined,
        false,
      ]);
      client.setVar(name, { [name]: 1 });
      assertEquals(client.render(`{{${name}}}`), `{"${name}":1}`);
    }
  });

  it("keeps what was set when a later value is refused", () => {
    const client = createClient();
    client.setVar("a", 1);
    assertThrows(
      () => client.setVar("a", { b: NaN }),
      TypeError,
      '"a.b" is NaN',
    );
    assertEquals(client.getVar("a"), 1);
  });

  it("sets above all scopes that it was given", () => {
    const client = createClient({
      variables: {
        runtime: { r: 0 },
        data: { a: "data" },
        folders: [{ b: "inner" }, { b: "outer", c: "outer" }],
        environment: { a: "environment", d: "{{c}}!" },
      },
    });
    assertEquals(
      client.render("{{a}} {{b}} {{c}} {{d}} {{r}}"),
      "data inner outer outer! 0",
    );
    client.setVar("a", "set");
    client.setVar("c", "set");
    assertEquals(client.render("{{a}} {{d}}"), "set set!");
  });

  it("renders parsed templates, by place, with its options", () => {
    const client = createClient({ undefined: "empty", clientVersion: "2.2.0" });
    client.setVar("a", "x y");
    const template = parseTemplate("h/{{a}}{{nope}}");
    assertEquals(client.render(template), "h/x y");
    assertEquals(
      client.render(template, { place: "url", encodeUrl: true }),
      "h/x%20y",
    );
    assertEquals(
      client.render('["{{a}}", {{nope}}]', { place: "json" }),
      '["x y", null]',
    );
  });

  it("takes time and chance from its sources", () => {
    assertMatch(
      createClient().render("{{$uuid}} {{$timestamp}}"),
      /^\S{36} \d{10}$/,
    );
    const sources = { now: () => 0, random: seededRandom("1") };
    assertEquals(createClient({ sources }).render("{{$timestamp}}"), "0");
    assertEquals(createClient().render("{{$timestamp}}", { sources }), "0");
    assertEquals(problemsOf(() => new Client().render("{{$uuid}}")), [
      "UNKNOWN_GENERATOR 1:1",
    ]);
  });

  it("renders requests, its own and a collection's", () => {
    const client = createClient();
    client.setVar("id", 7);
    assertEquals(client.renderRequest({ url: "h/{{id}}" }).url, "http://h/7");
    const { value } = readCollection({
      root: "",
      files: new Map([
        ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}"],
        ["r.yml", "info: {name: R, type: http}\nhttp: {url: 'h/{{id}}'}"],
      ]),
    });
    const { request, inherited } = openRequest(value!, "r.yml");
    assertEquals(
      client.renderRequest(request, { inherited }).url,
      "http://h/7",
    );
  });

  it("tells warnings to its own listener, or to that of the call", () => {
    const told: string[] = [];
    const client = createClient({
      variables: { environment: { host: "h" } },
      onWarning: ({ code, expression }) => told.push(`${code} ${expression}`),
    });
    client.setVar("answer", "{{host}}");
    assertEquals(client.render("{{answer}} {{host}}"), "{{host}} h");
    const headers = { "X-A": "{{answer}}" };
    client.renderRequest({ url: "http://{{host}}", headers }, {
      onWarning: ({ location }) => told.push(`${location?.place}`),
    });
    assertEquals(told, ["OPAQUE_PLACEHOLDER answer", "header"]);
    assertEquals(problemsOf(() => client.render("{{answer}}{{nope}}")), [
      "UNDEFINED_VARIABLE 1:11",
    ]);
    assertEquals(told.length, 3);
  });

  it("throws one error with all that is wrong", () => {
    const error = assertThrows(
      () => createClient().render("{{a}} {{b"),
      InterpolationError,
    );
    assert(error instanceof InterpolationError);
    assertEquals(error.name, "InterpolationError");
    assertEquals(error.diagnostics.length, 2);
    assertEquals(
      error.message,
      error.diagnostics.map(({ message }) => message).join("\n"),
    );
  });

  it("names its own option where a value splits or cuts a URL", () => {
    const told: string[] = [];
    const client = createClient({
      onWarning: ({ message }) => told.push(message),
      variables: { runtime: { q: "a&b=1", h: "x #y" } },
    });
    const url = "https://h.example/";
    const query = new URLSearchParams({ q: "{{q}}", "a&b": "c" });
    assertEquals(
      client.renderRequest({ url, query }).url,
      "https://h.example/?q=a&b=1&a%26b=c",
    );
    assertEquals(
      client.renderRequest({ url, query, encodeUrl: true }).url,
      "https://h.example/?q=a%26b%3D1&a%26b=c",
    );
    assertEquals(told, [
      'The "&" in the value of "{{q}}" begins another query parameter (give "encodeUrl: true" to send it in the value)',
    ]);
    const error = assertThrows(
      () => client.renderRequest({ url, query: { h: "{{h}}" } }),
      InterpolationError,
    );
    assertEquals(
      error.message,
      'Cannot write "{{h}}" into the URL: its value holds "#", which would cut the URL off (give "encodeUrl: true")',
    );
  });
});
