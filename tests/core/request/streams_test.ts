import { ScriptError } from "../../../lib/core/source/errors.ts";
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { openRequest, readCollection } from "../../../mod.ts";
import {
  renderMessage,
  selectedMessages,
} from "../../../lib/core/request/render_message.ts";
import { renderRequest } from "../../../lib/core/request/render_request.ts";
import { Execution } from "../../../lib/core/scope/execution.ts";

const VARIABLES =
  "variables: [{name: host, value: h.example}, {name: n, value: 7}, {name: svc, value: a.B}, {name: q, value: 'say \"x\"'}, {name: base, value: 'https://h.example/v1'}]";

/** A request of a collection with variables, and what is rendered of it. */
function open(request: string, level = "") {
  const { value, diagnostics } = readCollection({
    root: "",
    files: new Map([
      [
        "opencollection.yml",
        `info: {name: C}\nconfig: {protobuf: {protoFiles: [{path: a.proto}], importPaths: [{path: p}]}}\nrequest:\n  ${VARIABLES}\n${level}`,
      ],
      ["r.yml", request],
    ]),
  });
  assertEquals(diagnostics.map(({ message }) => message), []);
  const opened = openRequest(value!, "r.yml");
  return { ...opened, execution: new Execution() };
}

function rendered(request: string, level?: string) {
  const { request: one, ...options } = open(request, level);
  return renderRequest(one, options);
}

const ws = (details: string, more = "") =>
  `info: {name: R, type: websocket}\nwebsocket: {${details}}\n${more}`;
const grpc = (details: string, more = "") =>
  `info: {name: R, type: grpc}\ngrpc: {${details}}\n${more}`;
const graphql = (query: string, more = "") =>
  `info: {name: R, type: graphql}\ngraphql: {url: 'https://h/g', body: {query: ${
    JSON.stringify(query)
  }, variables: '{"id": {{n}}, "long": 12345678901234567890}'}}\n${more}`;

describe("the URL of a stream", () => {
  const m = ", method: a.B/C";
  const CASES: readonly (readonly [request: string, url: string])[] = [
    [ws("url: localhost"), "ws://localhost"],
    [ws("url: 'LocalHost:8080/a?b=c'"), "ws://LocalHost:8080/a?b=c"],
    [ws("url: 127.0.0.1/a"), "ws://127.0.0.1/a"],
    [ws("url: localhost.example"), "wss://localhost.example"],
    [ws("url: '{{host}}/a'"), "wss://h.example/a"],
    [ws("url: '//{{host}}'"), "wss://h.example"],
    [ws("url: '{{base}}/chat#x'"), "wss://h.example/v1/chat"],
    [ws("url: 'http://h'"), "ws://h"],
    [ws("url: 'WS://h'"), "ws://h"],
    [ws("url: h, params: [{name: q, value: '{{n}}'}]"), "wss://h?q=7"],
    [
      ws("url: h, auth: {type: apikey, key: k, value: v, placement: query}"),
      "wss://h?k=v",
    ],
    [grpc(`url: localhost:50051${m}`), "grpc://localhost:50051/a.B/C"],
    [grpc(`url: '{{host}}'${m}`), "grpcs://h.example/a.B/C"],
    [grpc(`url: 'http://h/pre/'${m}`), "grpc://h/pre/a.B/C"],
    [
      grpc("url: '{{base}}', method: '/{{svc}}/C'"),
      "grpcs://h.example/v1/a.B/C",
    ],
    [grpc("url: 'GRPC://h', method: ' /B/C '"), "grpc://h/B/C"],
    [graphql("{ a }"), "https://h/g"],
  ];
  for (const [request, url] of CASES) {
    it(`is ${url}: ${request.split("\n")[1]}`, () => {
      const { value, diagnostics } = rendered(request);
      assertEquals(value?.url, url, JSON.stringify(diagnostics));
    });
  }

  it("has the values of variables at their places", () => {
    const CASES = [
      ws("url: '{{base}}/{{svc}}?n={{n}}'"),
      ws("url: '{{host}}/{{svc}}'"),
      grpc("url: 'http://{{host}}/{{n}}/', method: '/{{svc}}/C'"),
      grpc("url: '{{base}}', method: ' {{svc}}/C'"),
    ];
    for (const request of CASES) {
      const { value } = rendered(request);
      const texts = value?.insertions?.map(({ start, end, expression }) =>
        `${expression}=${value.url.slice(start, end)}`
      );
      const wanted: Record<string, string> = {
        // Its scheme is written anew.
        base: value!.url.slice(0, value!.url.indexOf("/v1") + 3),
        host: "h.example",
        n: "7",
        svc: "a.B",
      };
      assertEquals(
        texts,
        value?.insertions?.map(({ expression: it }) => `${it}=${wanted[it]}`),
        request,
      );
    }
  });
});

describe("a stream that cannot be rendered", () => {
  const CASES: readonly (readonly [request: string, message: string])[] = [
    [
      ws("url: 'ftp://h'"),
      'Cannot send to the URL "ftp://h": its scheme is not one of ws, wss, http, https, http+unix',
    ],
    [
      ws("url: 'ws:/h'"),
      'Cannot send to the URL "ws:/h": a slash is missing behind its scheme (write "ws://" or "wss://")',
    ],
    [
      "info: {name: R, type: http}\nhttp: {url: 'ws://h'}\n",
      'Cannot send to the URL "ws://h": its scheme is not one of http, https, http+unix',
    ],
    [
      grpc("url: h"),
      'Cannot call the method "": it is empty (write /package.Service/Method)',
    ],
    [
      grpc("url: h, method: a.B.C"),
      'Cannot call the method "a.B.C": it is not a method (write /package.Service/Method)',
    ],
    [
      grpc("url: 'h?a', method: B/C"),
      'Cannot send to the URL "h?a": a gRPC request has no query',
    ],
    [
      grpc(
        "url: h, method: B/C, auth: {type: apikey, key: k, value: v, placement: query}",
      ),
      'Cannot use "apikey" auth: a gRPC request has no query and no form (place it in a header)',
    ],
    [
      grpc(
        "url: h, method: B/C, auth: {type: digest, username: a, password: b}",
      ),
      'Cannot use "digest" auth: a gRPC request has no place for it (use a kind that is one header, such as bearer)',
    ],
  ];
  for (const [request, message] of CASES) {
    it(message, () => {
      const { value, diagnostics } = rendered(request);
      assertEquals(value, undefined);
      assertEquals(diagnostics.map((it) => it.message), [message]);
    });
  }
});

describe("how a request talks", () => {
  const stream = (request: string, level?: string) =>
    rendered(request, level).value?.stream;

  it("is absent for HTTP", () => {
    assertEquals(
      stream("info: {name: R, type: http}\nhttp: {url: h}\n"),
      undefined,
    );
    assertEquals(stream(graphql("{ a }")), undefined);
  });

  it("has the pings of a WebSocket", () => {
    assertEquals(stream(ws("url: h")), { kind: "websocket" });
    assertEquals(
      stream(ws("url: h", "settings: {keepAliveInterval: 20}\n")),
      { kind: "websocket", keepAlive: 20 },
    );
  });

  it("has the method and the files of gRPC", () => {
    const found = stream(
      grpc("url: 'h/pre', method: '{{svc}}/C', protoFilePath: '{{svc}}.proto'"),
    );
    assertEquals(found, {
      kind: "grpc",
      method: "/a.B/C",
      protoFile: "a.B.proto",
      protoFiles: ["a.proto"],
      importPaths: ["p"],
      at: { file: "r.yml", path: ["grpc", "method"] },
    });
  });

  it("takes metadata and headers, but none of a body", () => {
    const level =
      "  headers: [{name: Content-Type, value: a}, {name: X-A, value: b}, {name: x-t, value: c}]\n  metadata: [{name: x-t, value: '{{n}}'}, {name: x-m, value: d}]\n";
    const own = "metadata: [{name: X-M, value: e}]";
    const headers = (request: string) =>
      rendered(request, level).value?.headers;
    assertEquals(headers(grpc(`url: h, method: B/C, ${own}`)), [
      ["X-A", "b"],
      ["x-t", "c"],
      ["x-t", "7"],
      ["X-M", "e"],
    ]);
    assertEquals(headers(ws("url: h")), [
      ["Content-Type", "a"],
      ["X-A", "b"],
      ["x-t", "c"],
    ]);
  });

  const QUERIES: readonly (readonly [
    query: string,
    name: string | undefined | false,
  ])[] = [
    ["subscription { a }", undefined],
    ["# query {\nsubscription Ticks($s: S = {a: 1}) @x(y: 2) { a }", "Ticks"],
    ["fragment F on subscription { a } subscription S { ...F }", "S"],
    ["query subscription { a }", false],
    ["{ subscription }", false],
    ['query Q { a(b: "subscription {") }', false],
    ["mutation M { a } subscription S { a }", false],
    ['"""} subscription X {"""query Q { a }', false],
  ];
  for (const [query, name] of QUERIES) {
    it(`is ${name === false ? "not " : ""}a subscription: ${query}`, () => {
      const found = stream(graphql(query));
      assertEquals(
        found?.kind === "subscription" && found.payload,
        name === false ? false : {
          query,
          variables: { id: 7, long: 12345678901234567890n },
          ...name && { operationName: name },
        },
      );
    });
  }

  it("has what a subscription is opened with", () => {
    const brace = (more: string) =>
      stream(graphql("subscription { a }", `extensions: {brace: {${more}}}\n`));
    const found = brace(
      "connectionParams: {token: '{{svc}}', deep: [{a: '{{n}}'}, 1.50]}",
    );
    assertEquals(
      found?.kind === "subscription" &&
        [found.over, JSON.parse(JSON.stringify(found.connectionParams))],
      ["websocket", { token: "a.B", deep: [{ a: "7" }, 1.5] }],
    );
    const sse = brace("subscription: sse");
    assertEquals(sse?.kind === "subscription" && sse.over, "sse");
  });
});

describe("a message", () => {
  const read = (path: string) => {
    if (path !== "a.bin") {
      throw new ScriptError([{
        code: "MISSING_PATH",
        severity: "error",
        message: `Cannot read "${path}": no such file`,
      }]);
    }
    return new Uint8Array([1, 2]);
  };
  function message(content: string, readFile?: typeof read) {
    const { request, ...options } = open(ws(`url: h, message: ${content}`));
    const { value, diagnostics } = renderMessage(request.messages![0], {
      ...options,
      ...readFile && { readFile },
    });
    const texts = value?.insertions?.map(({ place, start, end }) =>
      `${place} ${(value.data as string).slice(start, end)}`
    );
    return {
      data: value?.data ?? diagnostics.map((it) => it.message).join(),
      texts,
    };
  }
  const CASES: readonly (readonly [
    content: string,
    data: string | Uint8Array,
    texts?: string[],
  ])[] = [
    ["{data: 'a {{q}}'}", 'a say "x"', ['message say "x"']],
    [
      `{type: json, data: '{"a": "{{q}}", "b": {{n}}} // c'}`,
      '{"a": "say \\"x\\"", "b": 7} ',
      ['message say \\"x\\"', "message 7"],
    ],
    ["{type: xml, data: '<a>{{n}}</a>'}", "<a>7</a>", ["message 7"]],
    ["{type: json, data: ''}", ""],
    [
      "{type: json, data: '{'}",
      'Cannot send the message "message 1": it is not valid JSON: it ends too early',
    ],
    ["{type: text, data: '{'}", "{"],
    ["{type: binary, data: 'AQ I='}", new Uint8Array([1, 2])],
    ["{type: binary, data: 'AQI'}", new Uint8Array([1, 2])],
    ["{type: binary, data: ''}", new Uint8Array()],
    ["{type: binary, data: ' @file(a.bin) '}", new Uint8Array([1, 2])],
    [
      "{type: binary, data: '@file(b)'}",
      'Cannot send the message "message 1": cannot read "b": no such file',
    ],
    [
      "{type: binary, data: '@file( )'}",
      'Cannot send the message "message 1": the path of its file is empty',
    ],
    ...["ä", "A", "A=B", "{}"].map((data) =>
      [
        `{type: binary, data: '${data}'}`,
        'Cannot send the message "message 1": it is binary and neither base64 nor @file(PATH)',
      ] as const
    ),
    [
      "{data: '{{nope}}'}",
      'Cannot resolve "{{nope}}": no scope defines "nope"',
    ],
  ];
  for (const [content, data, texts] of CASES) {
    it(`is rendered by its type: ${content}`, () => {
      assertEquals(message(content, read), { data, texts });
    });
  }

  it("of a file stays as written where nobody reads it", () => {
    assertEquals(message("{type: binary, data: '@file(b)'}").data, "@file(b)");
  });

  it("of bytes comes back as they are", () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => {
      const { data } = message(`{type: binary, data: '${bytes.toBase64()}'}`);
      assertEquals(data, bytes);
    }));
  });

  it("is sent where it is selected, or none is", () => {
    const titles = (list: string) =>
      selectedMessages(open(ws(`url: h, message: ${list}`)).request)
        .map(({ title }) => title);
    const one = (title: string, selected = "") =>
      `{title: ${title}, ${selected} message: {data: x}}`;
    assertEquals(titles(`[${one("a")}, ${one("b")}]`), ["a", "b"]);
    assertEquals(
      titles(
        `[${one("a")}, ${
          one("b", "selected: true,")
        }, {selected: true, message: {data: y}}]`,
      ),
      ["b", "message 3"],
    );
    assertEquals(titles("{data: x}"), ["message 1"]);
  });
});
