import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { importSource } from "../../../lib/tools/convert/import_source.ts";
import { assertAddsUp } from "../../support/adds_up.ts";

// deno-lint-ignore no-explicit-any -- a document of another program's
type Json = any;

interface Row {
  readonly name: string;
  readonly entry: Json;
  /** Parts of the request's file, by their paths. */
  readonly file: Readonly<Record<string, unknown>>;
  readonly said?: readonly string[];
  readonly examples?: number;
}

const post = (postData: Json, headers: Json = []): Json => ({
  request: { method: "POST", url: "http://a/b", headers, postData },
});
const answered = (content: Json, more: Json = {}): Json => ({
  request: { url: "http://a/b" },
  response: { status: 200, content },
  ...more,
});
const socket = (messages: Json, response?: Json): Json => ({
  request: {
    url: "wss://a/b?c=d",
    headers: [
      { name: "Sec-WebSocket-Key", value: "x" },
      { name: "Sec-WebSocket-Version", value: "13" },
      { name: "Sec-WebSocket-Protocol", value: "chat" },
      { name: "Upgrade", value: "websocket" },
    ],
  },
  response,
  _webSocketMessages: messages,
});
const uploaded = (
  { type, length, coding, size, ...more }: {
    type?: string;
    length?: string;
    /** What `Transfer-Encoding` says. */
    coding?: string;
    size?: number;
    method?: string;
    postData?: Json;
  },
): Json => ({
  request: {
    method: "POST",
    url: "http://a/b",
    bodySize: size,
    headers: [
      ...(type ? [{ name: "Content-Type", value: type }] : []),
      ...(length ? [{ name: "content-length", value: length }] : []),
      ...(coding ? [{ name: "transfer-encoding", value: coding }] : []),
    ],
    ...more,
  },
});
const BODIES_LEFT = (bodies: string) => `Left out the ${bodies}`;

const NO_FILE = {
  name: "f",
  type: "text",
  value: "",
  contentType: "application/octet-stream",
};
const NO_FILE_CHOSEN =
  'The part "f" of the body is a field for a file without a file: Brace sends it as a text, without filename="" (name a file, or leave the part out)';
const ASSET =
  "1 request loads a part of a page, such as a picture or a script: leave it out of a run with --exclude-tags asset";

const ROWS: readonly Row[] = [
  {
    name: "the text of a file in a form",
    entry: post({
      mimeType: "multipart/form-data",
      params: [
        { name: "f", fileName: "a.txt", value: "text" },
        { name: "g", fileName: "b.txt", value: "" },
      ],
    }),
    file: {
      "http.body.data": [
        { name: "f", type: "file", value: ["a.txt"] },
        { name: "g", type: "file", value: ["b.txt"] },
      ],
    },
    said: [
      `log.entries[0]: The file "a.txt" is not copied: put it into the collection's folder`,
      `log.entries[0]: The file "b.txt" is not copied: put it into the collection's folder`,
      'log.entries[0].request.postData.params: The archive has the text of the file "a.txt": save it under this name',
    ],
  },
  ...[[], [{ name: "file", value: "(binary)" }, { name: "c", value: "H" }]]
    .map((params): Row => ({
      name: `a file that the text alone names, with ${params.length} params`,
      entry: post({
        mimeType: "multipart/form-data; boundary=--B",
        params,
        text:
          '----B\r\nContent-Disposition: form-data; name="file"; filename="{{c}}.png"\r\nContent-Type: image/png\r\n\r\n\r\n----B\r\nContent-Disposition: form-data; name="c"\r\n\r\nH\r\n\r\n{{i}}\r\n----B--\r\n',
      }),
      file: {
        "http.body.data": [
          {
            name: "file",
            type: "file",
            value: ["{{'{{'}}c}}.png"],
            contentType: "image/png",
          },
          { name: "c", type: "text", value: "H\r\n\r\n{{'{{'}}i}}" },
        ],
      },
    })),
  {
    name: "the text of a file in the text of a form",
    entry: post({
      mimeType: "multipart/form-data; boundary=B",
      text:
        '--B\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\nX-A: b\r\n\r\ntext\r\n--B\r\nContent-Disposition: form-data; name="g"; filename="b.png"\r\n\r\n\u0001\r\n--B--\r\n',
    }),
    file: {
      "http.body.data": [
        { name: "f", type: "file", value: ["a.txt"] },
        { name: "g", type: "file", value: ["b.png"] },
      ],
    },
    said: [
      `log.entries[0]: The file "a.txt" is not copied: put it into the collection's folder`,
      `log.entries[0]: The file "b.png" is not copied: put it into the collection's folder`,
      'log.entries[0].request.postData.text: The part "f" of the body has the header "X-A", which a form does not send',
      'log.entries[0].request.postData.text: The archive has the text of the file "a.txt": save it under this name',
    ],
  },
  {
    name: "a field for a file in the text of a form, without a file",
    entry: post({
      mimeType: "multipart/form-data; boundary=B",
      text:
        '--B\r\nContent-Disposition: form-data; name="f"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--B--\r\n',
    }),
    file: { "http.body.data": [NO_FILE] },
    said: [`log.entries[0].request.postData.text: ${NO_FILE_CHOSEN}`],
  },
  {
    name: "a field for a file among the params, without a file",
    entry: post({
      mimeType: "multipart/form-data",
      params: [
        {
          name: "f",
          fileName: "",
          contentType: "application/octet-stream",
          value: "",
        },
        { name: "t", fileName: "", value: "x" },
      ],
    }),
    file: {
      "http.body.data": [NO_FILE, { name: "t", type: "text", value: "x" }],
    },
    said: [`log.entries[0].request.postData.params: ${NO_FILE_CHOSEN}`],
  },
  {
    name: "a body that a comment stands for",
    entry: post({ mimeType: "", text: "", comment: "the file a.bin" }),
    file: { "http.body": undefined },
    said: [
      "log.entries[0].request.postData: The archive lacks the body (the file a.bin): put it into a file and name it under http.body as file",
    ],
  },
  ...([
    [
      "its length",
      { type: "multipart/form-data; boundary=x", length: "307", size: 0 },
      "see Content-Length",
    ],
    [
      "its size",
      { type: "multipart/form-data;boundary=x", size: 307 },
      "see bodySize",
    ],
    [
      "its boundary",
      { type: 'Multipart/Form-Data; boundary="a b"', size: -1 },
      "see Content-Type",
    ],
    [
      "its length, beside an empty text",
      {
        type: "multipart/form-data; boundary=x",
        length: "307",
        postData: {
          mimeType: "multipart/form-data; boundary=x",
          text: "",
          params: [],
        },
      },
      "see Content-Length",
      ".postData",
    ],
  ] as const).map(([evidence, { type, ...entry }, why, at = ""]): Row => ({
    name: `a form that is not there, by ${evidence}`,
    entry: uploaded({ type, ...entry }),
    file: {
      "http.body": undefined,
      "http.headers": [
        { name: "Content-Type", value: type.replace(/;.*/, "") },
      ],
    },
    said: [
      `log.entries[0].request${at}: The archive lacks the body (${why}): write its parts under http.body as multipart-form`,
    ],
  })),
  ...([
    ["its length", { length: "12", size: -1 }, "see Content-Length"],
    ["its size", { size: 1 }, "see bodySize"],
    [
      "its chunks",
      { coding: "chunked", size: -1 },
      "see Transfer-Encoding",
    ],
    [
      "its length, beside an empty text",
      { length: "12", postData: { mimeType: "application/json", text: "" } },
      "see Content-Length",
      ".postData",
    ],
  ] as const).map(([evidence, entry, why, at = ""]): Row => ({
    name: `JSON that is not there, by ${evidence}`,
    entry: uploaded({ type: "application/json", ...entry }),
    file: {
      "http.body": undefined,
      "http.headers": [{ name: "Content-Type", value: "application/json" }],
    },
    said: [
      `log.entries[0].request${at}: The archive lacks the body (${why}): put it into a file and name it under http.body as file`,
    ],
  })),
  ...[{ size: -1 }, {}, { size: -1, method: "PATCH" }].map((
    entry,
    index,
  ): Row => ({
    name: `JSON that may not be there, as HTTP/2 sends no length: ${index}`,
    entry: uploaded({ type: "application/json", ...entry }),
    file: {
      "http.body": undefined,
      "http.headers": [{ name: "Content-Type", value: "application/json" }],
    },
    said: [
      "log.entries[0].request: The archive may lack the body (see Content-Type): put it into a file and name it under http.body as file",
    ],
  })),
  ...[
    { type: "application/json", length: "0", size: 0 },
    { type: "application/json", size: 0 },
    { size: -1 },
    { type: "application/json", size: -1, method: "GET" },
    { type: "application/json", size: -1, method: "HEAD" },
    {
      type: "application/json",
      length: "0",
      postData: { mimeType: "application/json", text: "" },
    },
  ].map((entry, index): Row => ({
    name: `a request without a body: ${index}`,
    entry: uploaded(entry),
    file: { "http.body": undefined },
  })),
  {
    name: "a picture, by its content",
    entry: answered({ mimeType: "image/png" }),
    file: { "info.tags": ["asset"] },
    said: [ASSET],
    examples: 1,
  },
  {
    name: "a script, by the browser's word",
    entry: answered({ mimeType: "text/plain" }, { _resourceType: "script" }),
    file: { "info.tags": ["asset"] },
    said: [ASSET],
    examples: 1,
  },
  ...["image/x-icon", "image/png", "font/woff2"].map((mimeType): Row => ({
    name: `${mimeType} that Chrome calls "other"`,
    entry: answered({ mimeType }, { _resourceType: "other" }),
    file: { "info.tags": ["asset"] },
    said: [ASSET],
    examples: 1,
  })),
  {
    name: 'JSON that Chrome calls "other"',
    entry: answered({ mimeType: "application/json" }, {
      _resourceType: "other",
    }),
    file: { "info.tags": undefined },
    examples: 1,
  },
  {
    name: "a picture that a script fetched",
    entry: answered({ mimeType: "image/png" }, { _resourceType: "fetch" }),
    file: { "info.tags": undefined },
    examples: 1,
  },
  {
    name: "a redirect, whose target is another entry",
    entry: {
      request: { url: "http://a/b" },
      response: { status: 302, content: {} },
    },
    file: { "settings.followRedirects": false },
    examples: 1,
  },
  {
    name: "headers of HTTP/2",
    entry: {
      request: {
        url: "http://a/b",
        headers: [
          { name: ":authority", value: "a" },
          { name: ":method", value: "GET" },
          { name: "accept", value: "{{x}}" },
          { name: "accept", value: "y" },
        ],
      },
    },
    file: {
      "http.headers": [
        { name: "accept", value: "{{'{{'}}x}}" },
        { name: "accept", value: "y" },
      ],
    },
  },
  {
    name: "cookies beside the headers",
    entry: {
      request: {
        url: "http://a/b",
        cookies: [{ name: "a", value: "1" }, { name: "b", value: "2" }],
      },
    },
    file: { "http.headers": [{ name: "Cookie", value: "{{cookie}}" }] },
  },
  {
    name: "cookies that a header has",
    entry: {
      request: {
        url: "http://a/b",
        headers: [{ name: "cookie", value: "z=9" }],
        cookies: [{ name: "a", value: "1" }],
      },
    },
    file: { "http.headers": [{ name: "cookie", value: "{{cookie}}" }] },
  },
  {
    name: "a query beside the URL",
    entry: {
      request: { url: "http://a/b", queryString: [{ name: "a", value: "1" }] },
    },
    file: { "http.url": "{{baseUrl}}/b" },
    said: [
      'log.entries[0].request.queryString: The URL lacks the query that "queryString" lists: write it into the URL',
    ],
  },
  {
    name: "comments",
    entry: { request: { url: "http://a/b", comment: "c" }, comment: " " },
    file: { docs: "c" },
  },
  {
    name: "a type that no header says",
    entry: post({ mimeType: "text/csv", text: "a,b" }),
    file: {
      "http.body": { type: "text", data: "a,b" },
      "http.headers": [{ name: "Content-Type", value: "text/csv" }],
    },
  },
  {
    name: "a type of JSON that no header says",
    entry: post({ mimeType: "application/vnd.a+json", text: "{}" }),
    file: {
      "http.body": { type: "json", data: "{}" },
      "http.headers": [{
        name: "Content-Type",
        value: "application/vnd.a+json",
      }],
    },
  },
  {
    name: "a type that the body implies",
    entry: post({ mimeType: "application/json", text: "{}" }),
    file: {
      "http.body": { type: "json", data: "{}" },
      "http.headers": undefined,
    },
  },
  {
    name: "text in base64",
    entry: post({
      mimeType: "text/plain",
      encoding: "base64",
      text: btoa("a{{b"),
    }),
    file: { "http.body": { type: "text", data: "a{{'{{'}}b" } },
  },
  ...["AAAA", "/w==", "%"].map((text): Row => ({
    name: `bytes in base64: ${text}`,
    entry: post({ mimeType: "image/png", encoding: "base64", text }),
    file: { "http.body": undefined },
    said: [
      "log.entries[0].request.postData: The body is binary: put it into a file and name it under http.body as file",
    ],
  })),
  {
    name: "parts with files",
    entry: post({
      mimeType: "multipart/form-data; boundary=x",
      params: [
        { name: "f", fileName: "a.png", contentType: "image/png" },
        { name: "{{t", value: "{{v" },
      ],
    }),
    file: {
      "http.body": {
        type: "multipart-form",
        data: [
          {
            name: "f",
            type: "file",
            value: ["a.png"],
            contentType: "image/png",
          },
          { name: "{{'{{'}}t", type: "text", value: "{{'{{'}}v" },
        ],
      },
      "http.headers": undefined,
    },
    said: [
      `log.entries[0]: The file "a.png" is not copied: put it into the collection's folder`,
    ],
  },
  {
    name: "a response in base64",
    entry: answered({ encoding: "base64", text: btoa("text") }),
    file: { "examples.0.response.body": { type: "text", data: "text" } },
    examples: 1,
  },
  ...([
    [{ encoding: "base64", text: "AAAA" }],
    [{ text: "x".repeat(20_001) }],
  ] as const).map(([content], index): Row => ({
    name: `a response that is not shown: ${index}`,
    entry: answered(content),
    file: { "examples.0.response.body": undefined },
    said: [
      BODIES_LEFT(
        "body of 1 saved example: it is binary, or longer than 20000 characters",
      ),
    ],
    examples: 1,
  })),
  {
    name: "server-sent events",
    entry: answered({ mimeType: "text/event-stream" }, {
      _eventSourceMessages: [
        { eventName: "message", eventId: "", data: "a\nb" },
        { eventName: "tick", eventId: "7", data: "" },
      ],
    }),
    file: {
      "examples.0.response.body": {
        type: "text",
        data: "data: a\ndata: b\n\nevent: tick\nid: 7\ndata: \n",
      },
    },
    examples: 1,
  },
  {
    name: "a WebSocket",
    entry: socket([
      { type: "send", opcode: 1, data: '{"a": "{{b}}"}' },
      { type: "receive", opcode: 1, data: "x" },
      { type: "send", opcode: 2, data: "AAAA" },
    ], { status: 101 }),
    file: {
      info: { name: "WS /b", type: "websocket" },
      websocket: {
        url: "wss://a/b?c=d",
        headers: [{ name: "Sec-WebSocket-Protocol", value: "chat" }],
        message: [
          {
            title: "message 1",
            message: { type: "text", data: `{"a": "{{'{{'}}b}}"}` },
          },
          { title: "message 2", message: { type: "binary", data: "AAAA" } },
        ],
      },
    },
    said: [
      "log.entries[0]: Left out 1 message that the server sent: write assertions",
    ],
    examples: 1,
  },
  {
    name: "a WebSocket without messages",
    entry: socket(undefined, { status: 101 }),
    file: { "websocket.message": undefined },
    said: ["log.entries[0]: Left out the response to the handshake"],
    examples: 1,
  },
  {
    name: "a WebSocket that was not answered",
    entry: socket(undefined),
    file: { "websocket.message": undefined },
  },
];

describe("entries of a HAR", () => {
  for (const { name, entry, file, said = [], examples = 0 } of ROWS) {
    it(name, async () => {
      const files = { "a.har": JSON.stringify({ log: { entries: [entry] } }) };
      const { value } = await importSource({
        name: "a.har",
        main: "a.har",
        files: new Map(Object.entries(files)),
      }, { from: "har" });
      const [item] = value!.items;
      for (const [path, expected] of Object.entries(file)) {
        const found = path.split(".").reduce<Json>(
          (one, key) => one?.[key],
          (item as Json).request,
        );
        assertEquals(found, expected, path);
      }
      assertEquals(
        value!.notes.map(({ message, source }) =>
          source?.path === undefined ? message : `${source.path}: ${message}`
        ),
        said,
      );
      const counts = { requests: 1, examples };
      await assertAddsUp("har", files, { counts, main: "a.har" });
    });
  }

  it("share a folder with the WebSockets of their host", async () => {
    const entries = [
      "https://a/1",
      "wss://a/2",
      "ws://a/3",
      "data:x",
    ].map((url) => ({ request: { url } }));
    const { value } = await importSource({
      name: "a.har",
      main: "a.har",
      files: new Map([["a.har", JSON.stringify({ log: { entries } })]]),
    }, { from: "har" });
    assertEquals(
      value!.items.map((item) =>
        item.kind === "folder" ? item.items.length : undefined
      ),
      [2, 1],
    );
    assertEquals(
      value!.notes.map(({ message, source }) => [
        source?.path,
        message,
      ]),
      [[
        "log.entries[3]",
        "Left out an entry that is neither an HTTP request nor a WebSocket",
      ]],
    );
  });
});
