import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path/from-file-url";
import { afterAll, beforeAll, describe } from "@std/testing/bdd";
import { LAZY, V8 } from "../../.ci/flags.ts";
import { CLI, OVER_NODE } from "../support/brace.ts";
import { itNeeds } from "../support/needs.ts";
import {
  type RecordingServer,
  recordingServer,
} from "../support/recording_server.ts";

/** The machine may have other things to do. */
const NO_HURRY = ["--timeout=0", "--script-timeout=120000"];

/** `--max-response-size`, in MiB. */
const MAX_COUNT = 32;

/** What a server or a file does to take memory. */
interface Row {
  readonly name: string;
  /** The response, as it goes on the wire. */
  readonly input?: () => Iterable<string>;
  /** Whether what reads the wire bounds it: each transport has its own. */
  readonly onTheWire?: true;
  /** YAML besides `http` in the request's file. */
  readonly more?: () => string;
  /** Exit code, and what is said. */
  readonly expected: { readonly code: number; readonly says?: string };
  /** MiB at most. */
  readonly limit: number;
}

const KEEP = 3 * MAX_COUNT + 100;
const CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
const PADDED =
  "it sends interim responses, chunk sizes or extensions without end";
const MANY =
  "has more than 1342177 values (raise the limit of the size of responses)";

/** A part, again and again: far more than anybody should read. */
function* endless(first: string, part: string): Generator<string> {
  yield first;
  const piece = part.repeat(Math.ceil(64 * 1024 / part.length));
  for (let sent = 0; sent < 1024 * 1024 * 1024; sent += piece.length) {
    yield piece;
  }
}

/** A text of so many times 64 KiB, and what stands at its end. */
function text(length: number, end = ""): () => Iterable<string> {
  const piece = "a".repeat(64 * 1024);
  return function* () {
    yield `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${
      length * piece.length + end.length
    }\r\n\r\n`;
    for (let sent = 0; sent < length; sent++) yield piece;
    yield end;
  };
}

/** The same in chunks. */
function chunkedText(length: number, end: string): () => Iterable<string> {
  const piece = `10000\r\n${"a".repeat(64 * 1024)}\r\n`;
  return function* () {
    yield `${CHUNKED}`;
    for (let sent = 0; sent < length; sent++) yield piece;
    yield `${end.length.toString(16)}\r\n${end}\r\n0\r\n\r\n`;
  };
}

function json(text: string): () => Iterable<string> {
  const head =
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
  return () => [head, text];
}

/** Not in Latin-1: with it, V8 takes two bytes for each character of a text. */
const WIDE = "\xe2\x82\xac";
const HUGE =
  "the JSON of the response would take too much memory (raise the limit of the size of responses)";

const ROW =
  '{"id": 1, "name": "some name", "tags": ["a", "b"], "x": {"y": 1.5}}';
const LIST = `[${`${ROW},`.repeat(200_000)}${ROW}]`;
const ASSERT =
  `runtime: {assertions: [{expression: "res.body[0].id", operator: eq, value: "1"}]}`;
const SCRIPT =
  "runtime: {scripts: [{type: tests, code: 'test(\"a\", () => res.body[0].id)'}]}";

const ROWS: readonly Row[] = [
  {
    name: "a megabyte in chunks of one byte",
    onTheWire: true,
    input: () => [CHUNKED, "1\r\nx\r\n".repeat(1_000_000), "0\r\n\r\n"],
    expected: { code: 0 },
    limit: KEEP,
  },
  {
    name: "a chunk extension without end",
    onTheWire: true,
    input: () => endless(`${CHUNKED}1;`, "x"),
    expected: { code: 4, says: PADDED },
    limit: KEEP,
  },
  {
    name: "chunk extensions longer than all chunks",
    onTheWire: true,
    input: () => endless(CHUNKED, `1;${"x".repeat(8_000)}\r\nx\r\n`),
    expected: { code: 4, says: PADDED },
    limit: KEEP,
  },
  {
    name: "digits of a chunk's size without end",
    onTheWire: true,
    input: () => endless(CHUNKED, "0"),
    expected: { code: 4, says: PADDED },
    limit: KEEP,
  },
  {
    name: "interim responses without end",
    onTheWire: true,
    input: () => endless("", "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"),
    expected: { code: 4, says: PADDED },
    limit: KEEP,
  },
  {
    name: "a long JSON response",
    input: json(LIST),
    expected: { code: 0 },
    limit: KEEP,
  },
  {
    name: "a long JSON response with an assertion",
    input: json(LIST),
    more: () => ASSERT,
    expected: { code: 1, says: MANY },
    limit: KEEP,
  },
  {
    name: "a long JSON response with a script",
    input: json(LIST),
    more: () => SCRIPT,
    expected: { code: 1, says: "it needs more memory than it may have" },
    limit: KEEP,
  },
  ...[
    { operator: "eq", value: "1" },
    { operator: "contains", value: "b" },
    { operator: "gt", value: "1" },
    { operator: "isNumber", value: "" },
    { operator: "matches", value: "(b+)+c", says: "in at most 8388608" },
  ].map(({ operator, value, says = "a.yml" }): Row => ({
    name: `a long text with the assertion ${operator}`,
    input: text(31 * 16),
    more: () =>
      `runtime: {assertions: [{expression: res.body, operator: ${operator}, value: "${value}"}]}`,
    expected: { code: 1, says },
    limit: KEEP,
  })),
  ...[
    { operator: "eq", value: "1" },
    { operator: "contains", value: "ab" },
    { operator: "contains", value: "a€", form: chunkedText, code: 0 },
    { operator: "lt", value: "b", code: 0 },
    { operator: "isJson" },
    { operator: "matches", value: "b", says: "characters beyond Latin-1" },
  ].map(({ operator, value = "", form = text, code = 1, says = "" }): Row => ({
    name:
      `a long ${form.name} with one wide character and the assertion ${operator}`,
    input: form(31 * 16, WIDE),
    more: () =>
      `runtime: {assertions: [{expression: res.body, operator: ${operator}, value: "${value}"}]}`,
    expected: { code, says },
    limit: KEEP,
  })),
  {
    name: "the length of a long text with one wide character",
    input: text(31 * 16, WIDE),
    more: () =>
      `runtime: {assertions: [{expression: res.body.length, operator: eq, value: "${
        31 * 1024 * 1024 + 1
      }"}]}`,
    expected: { code: 0 },
    limit: KEEP,
  },
  {
    name: "a long text with one wide character and a pattern",
    input: text(15 * 16, WIDE),
    more: () =>
      `runtime: {assertions: [{expression: res.body, operator: matches, value: "a€"}]}`,
    expected: { code: 0 },
    limit: KEEP,
  },
  {
    name: "a long text with one wide character and a script",
    input: text(31 * 16, WIDE),
    more: () =>
      "runtime: {scripts: [{type: tests, code: 'test(\"a\", () => res.body.length)'}]}",
    expected: { code: 1, says: "it needs more memory than it may have" },
    limit: KEEP,
  },
  {
    name: "JSON with one wide character",
    input: json(`[{"id": 1}, "${"b".repeat(9 * 1024 * 1024)}${WIDE}"]`),
    more: () => ASSERT,
    expected: { code: 0 },
    limit: KEEP,
  },
  {
    name: "long JSON with one wide character",
    input: json(`[{"id": 1}, "${"b".repeat(12 * 1024 * 1024)}${WIDE}"]`),
    more: () => ASSERT,
    expected: { code: 1, says: HUGE },
    limit: KEEP,
  },
  {
    name: "JSON as long as a response may be",
    input: json(`[{"id": 1}, "${"b".repeat(31 * 1024 * 1024)}"]`),
    more: () => ASSERT,
    expected: { code: 1, says: HUGE },
    limit: KEEP,
  },
  {
    name: "a long text as a member, shown",
    input: json(`{"a": ["${"b".repeat(20 * 1024 * 1024)}"]}`),
    more: () =>
      `runtime: {assertions: [{expression: res.body, operator: isNumber}]}`,
    expected: { code: 1, says: '{"a":["bbb' },
    limit: KEEP,
  },
  {
    name: "JSON of empty lists",
    input: json(`[${"[],".repeat(1_000_000)}1]`),
    more: () => ASSERT,
    expected: { code: 1, says: MANY },
    limit: KEEP,
  },
  {
    name: "JSON with as many values as may be",
    input: json(`[{"id":1}${",[]".repeat(600_000)}]`),
    more: () => ASSERT,
    expected: { code: 0 },
    limit: KEEP,
  },
  {
    name: "a YAML list of 9 MB",
    more: () => `x-list:\n${"- a\n".repeat(2_250_000)}`,
    expected: {
      code: 2,
      says: "list items and members (divide it into files)",
    },
    limit: 400,
  },
  {
    name: "a YAML file with as many members as may be",
    more: () =>
      `x-list:\n${
        Array.from({ length: 199_000 }, (_, at) => `  k${at}: 1.10\n`).join("")
      }`,
    expected: { code: 0 },
    limit: 400,
  },
];

const PRELOAD = fromFileUrl(
  new URL("../support/peak_at_end.ts", import.meta.url),
);

/** Runs `brace run` with flags of Deno; gives what it printed, its exit code and its peak in MiB. */
async function peakOf(
  flags: readonly string[],
  args: readonly string[],
  over = "direct",
): Promise<{ text: string; code: number; peak: number }> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      // What a process used is told to who may read everything.
      "--allow-all",
      LAZY,
      ...flags,
      `--preload=${PRELOAD}`,
      over === "node" ? OVER_NODE : CLI,
      "run",
      ...args,
    ],
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  const text = decoder.decode(stderr) + decoder.decode(stdout);
  const [, code, peak] = /^code (\d+) peak (\d+)$/m.exec(text) ?? [];
  return { text, code: Number(code), peak: Number(peak) };
}

/** Writes a collection of one request; gives its folder. */
async function collection(folder: string, request: string): Promise<string> {
  await Deno.mkdir(folder);
  await Deno.writeTextFile(
    `${folder}/opencollection.yml`,
    "opencollection: 1.0.0\ninfo: {name: Memory}\n",
  );
  await Deno.writeTextFile(`${folder}/a.yml`, request);
  return folder;
}

describe("memory", () => {
  let server: RecordingServer;
  let root: string;

  beforeAll(async () => {
    root = await Deno.makeTempDir();
    server = recordingServer(({ target }) => {
      const { input } = ROWS[Number(target.slice(1))];
      return input && { raw: input() };
    });
  });

  afterAll(async () => {
    await server.close();
    await Deno.remove(root, { recursive: true });
  });

  const cases = ROWS.flatMap((row, at) =>
    (row.onTheWire ? ["direct", "node"] : ["direct"]).map((over) => ({
      ...row,
      at,
      over,
    }))
  );
  for (const { at, over, name, more, expected, limit } of cases) {
    itNeeds("/proc/self/status")(`is bounded (${over}): ${name}`, async () => {
      const folder = await collection(
        `${root}/${at}-${over}`,
        `info: {name: a}\nhttp: {method: GET, url: "${server.url}/${at}"}\n${
          more?.() ?? ""
        }`,
      );
      const { text, code, peak } = await peakOf([V8], [
        folder,
        `--max-response-size=${MAX_COUNT}`,
        ...NO_HURRY,
      ], over);
      assertEquals(code, expected.code, text);
      const line = text.replace(/\s+/g, " ");
      assert(line.includes(expected.says ?? ""), line.slice(0, 1_000));
      assert(peak <= limit, `${peak} MiB, not ${limit}`);
    });
  }

  // V8 collects late by default: what requests leave adds up, if it has to wait
  // for a full collection, as a function does that is assigned to a property.
  itNeeds("/proc/self/status")(
    "is bounded: a long run with scripts",
    async () => {
      await using plain = Deno.serve(
        { port: 0, hostname: "127.0.0.1", onListen() {} },
        () => Response.json({ items: [1, 2, 3] }),
      );
      const folder = await collection(
        `${root}/long`,
        `info: {name: long, type: http}
http: {method: GET, url: "http://127.0.0.1:${plain.addr.port}/{{id}}"}
runtime:
  scripts:
    - {type: before-request, code: 'client.setVar("id", 7);'}
    - {type: tests, code: 'test("items", () => res.body.items.length);'}
`,
      );
      const { text, code, peak } = await peakOf([
        "--v8-flags=--no-lazy",
        // The cache belongs to the flags of the others.
        "--no-code-cache",
      ], [
        folder,
        "--iterations=3000",
      ]);
      assertEquals(code, 0, text);
      assert(peak <= 175, `${peak} MiB, not 175`);
    },
  );

  itNeeds("/proc/self/status")(
    "is bounded: a stream of long events that nobody looks at",
    async () => {
      const piece = new TextEncoder().encode(
        `data: ${"x".repeat(256 * 1024)}\n\n`,
      );
      let left = 1_200;
      const events = () =>
        new ReadableStream({
          pull(stream) {
            if (left-- > 0) stream.enqueue(piece);
            else stream.close();
          },
        });
      await using plain = Deno.serve(
        { port: 0, hostname: "127.0.0.1", onListen() {} },
        () =>
          new Response(events(), {
            headers: { "content-type": "text/event-stream" },
          }),
      );
      const folder = await collection(
        `${root}/events`,
        `info: {name: events, type: http}\nhttp: {method: GET, url: "http://127.0.0.1:${plain.addr.port}/"}\n`,
      );
      const { text, code, peak } = await peakOf([V8], [
        folder,
        "--max-response-size=1",
        "--timeout=0",
      ]);
      assertEquals(code, 0, text);
      // 300 MiB were sent. A busy machine frees later.
      assert(peak <= 250, `${peak} MiB, not 250`);
    },
  );
});
