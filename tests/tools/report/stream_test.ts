import { describe, it } from "@std/testing/bdd";
import {
  assert,
  assertEquals,
  assertFalse,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { jsonReportReader } from "../../../lib/host/reports/read_json_report.ts";
import { SpillingStore } from "../../../lib/host/reports/spilling_store.ts";
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import { collectRun } from "../../../lib/tools/report/collect.ts";
import { eventCollector } from "../../../lib/tools/report/collect/collect_event.ts";
import type { CollectedStream } from "../../../lib/tools/report/collect/types.ts";
import type { ConsoleOptions } from "../../../lib/tools/report/console/context.ts";
import {
  REPORT_KINDS,
  type ReportKind,
} from "../../../lib/tools/report/kinds.ts";
import {
  reportedRequests,
  type ReportedRun,
} from "../../../lib/tools/report/reported_run.ts";
import { ansiStyle, plainStyle } from "../../../lib/tools/report/style.ts";
import { WRITERS } from "../../../lib/tools/report/writers.ts";
import type { RequestResult } from "../../../lib/core/run/types.ts";
import type { RenderedStream } from "../../../lib/core/http/stream.ts";
import { runCollection } from "../../support/run_collection.ts";
import { socketServer } from "../../support/socket_server.ts";
import { assertFixture } from "../../support/golden.ts";
import { consoleReport, runOf } from "./console_report.ts";
import { reported } from "./reported.ts";
import { result, sent, step } from "./sample_run.ts";
import { responseWith } from "../../support/response_with.ts";
import { type Said, SECRET, streamOf, streamRun } from "./stream_run.ts";

const META = { clientVersion: "2.2.0", exitCode: 1 };

async function written(kind: ReportKind, run: ReportedRun): Promise<string> {
  return [...(await WRITERS[kind]())(run, META)].join("");
}

function onConsole(
  options: Partial<ConsoleOptions> = {},
  events = streamRun(),
) {
  return consoleReport(events, {
    style: plainStyle,
    verbose: "none",
    width: 80,
    masker: createMasker([SECRET]),
    ...options,
  });
}

/** A run of one WebSocket on which this was said. */
function chatRun(said: readonly Said[], more: Partial<RequestResult> = {}) {
  const stream = streamOf("websocket", said);
  return runOf([
    result(step("GET", "a.yml"), {
      sent: sent("GET", "ws://h/", { stream: { kind: "websocket" } }),
      response: responseWith("", "", { status: 101, stream }),
      ...more,
    }),
  ]);
}

function streamsIn(run: ReportedRun): CollectedStream[] {
  return [...reportedRequests(run)].flatMap(({ response }) =>
    response?.stream ?? []
  );
}

/** A secret as it may pass: as it is, encoded, halved by nothing. */
const FORMS: [name: string, form: string | Uint8Array][] = [
  ["as it is", SECRET],
  ["base64", btoa(`x${SECRET}`)],
  ["hex", new TextEncoder().encode(SECRET).toHex()],
  ["percent", SECRET.replace("-", "%2d")],
  ["JSON", JSON.stringify({ a: SECRET })],
  ["bytes", new TextEncoder().encode(`\0ÿ${SECRET}`)],
  [
    "UTF-16",
    new Uint8Array(
      Uint16Array.from(SECRET, (it) => it.charCodeAt(0)).buffer,
    ),
  ],
];

describe("streams on the console", () => {
  const looks: [name: string, options: Partial<ConsoleOptions>][] = [
    ["streams", {}],
    ["streams-verbose", { verbose: "all", wraps: true, width: 60 }],
    ["streams-colours", { style: ansiStyle }],
  ];
  for (const [name, options] of looks) {
    it(`are as in fixtures/report/console/${name}.txt`, () => {
      assertFixture(`report/console/${name}.txt`, onConsole(options));
    });
  }

  it("show the first and the last messages of many", () => {
    const many = Array.from({ length: 5_000 }, (_, n) => ({ data: `m${n}` }));
    const lines = onConsole({ verbose: "all" }, chatRun(many)).split("\n");
    const shown = lines.filter((line) => /text {2}m\d/.test(line));
    assertEquals(shown.length, 100);
    assertStringIncludes(lines.join("\n"), "… 4900 more messages");
    assertStringIncludes(shown.at(-1)!, "m4999");
  });

  const refused: [kind: "websocket" | "subscription", status: number][] = [
    ["websocket", 200],
    ["websocket", 302],
    ["subscription", 200],
    ["websocket", 500],
  ];
  for (const [kind, status] of refused) {
    it(`mark a ${kind} that was not opened, with ${status}`, () => {
      const text = onConsole(
        {},
        runOf([
          result(step("GET", "a.yml"), {
            sent: sent("GET", "ws://h/", {
              stream: { kind } as RenderedStream,
            }),
            response: responseWith("", "", { status }),
          }),
        ]),
      );
      assertStringIncludes(text, "• a.yml");
    });
  }

  it("cut a long message", () => {
    const text = JSON.stringify(Array.from({ length: 9_000 }, (_, n) => n));
    const lines = onConsole({ verbose: "all" }, chatRun([{ data: text }]))
      .split("\n");
    assert(lines.length < 80);
    assertStringIncludes(lines.join("\n"), "the whole message has 43.9 kB");
  });

  it("show what a server says in a way that steers no terminal", () => {
    const said: Said[] = [{ data: "\x1b[2J\u202e", event: "\x1b]0;x\x07" }];
    for (const verbose of ["none", "all"] as const) {
      const text = onConsole(
        { verbose },
        chatRun(said, { status: "failed", failures: ["check"] }),
      );
      // deno-lint-ignore no-control-regex
      assertFalse(/[\x00-\x09\x0b-\x1f\u202e]/.test(text));
    }
  });
});

describe("streams in reports", () => {
  for (const kind of REPORT_KINDS) {
    it(`hide secrets in messages of both directions: ${kind}`, async () => {
      const said = FORMS.flatMap(([, data]): Said[] => [
        { data, isSent: true, type: "text" },
        { data, event: SECRET, id: SECRET },
      ]);
      const failed: Partial<RequestResult> = {
        status: "failed",
        failures: ["check"],
        tests: [{ name: "t", status: "failed" }],
      };
      const text = await written(kind, reported(chatRun(said, failed)));
      const all = text + await written(kind, reported(streamRun()));
      for (const [name, form] of FORMS) {
        const plain = typeof form === "string" ? form : form.toBase64();
        assertFalse(all.includes(plain), name);
      }
      assertFalse(all.includes(SECRET));
      const details = /id="details-\d+">(.*?)<\/script>/gs;
      const data = kind === "html"
        ? [...all.matchAll(details)].join("\n")
        : all;
      const found = data.match(/[A-Za-z\d+/]{8,}={0,2}/g) ?? [];
      for (const base64 of found.filter((it) => it.length % 4 === 0)) {
        assertFalse(atob(base64).includes(SECRET));
      }
    });
  }

  it("hide what a message that was sent tells in a field for secrets", () => {
    const password = "correct horse";
    const [stream] = streamsIn(reported(chatRun([
      { isSent: true, data: JSON.stringify({ password }) },
      { data: `Your word: ${password}` },
    ])));
    assertEquals(stream.messages.map(({ text }) => text), [
      '{"password":"***"}',
      "Your word: ***",
    ]);
    const text = onConsole(
      { verbose: "all" },
      chatRun([
        { isSent: true, data: JSON.stringify({ password }) },
        { data: `Your word: ${password}` },
      ]),
    );
    assertFalse(text.includes(password));
  });

  it("cut messages at their limits, secrets too", () => {
    const said = Array.from({ length: 4 }, () => ({ data: "ab".repeat(30) }));
    const [stream] = streamsIn(reported(
      chatRun([{ data: `${"x".repeat(15)}${SECRET}` }, ...said]),
      { bodyLimit: 20, bodiesLimit: 50 },
    ));
    assertEquals(
      stream.messages.map(({ text, size, cut }) => [text, size, cut]),
      [
        [`${"x".repeat(15)}***`, 25, true],
        ["ab".repeat(10), 60, true],
        ["ab".repeat(6), 60, true],
        ["", 60, true],
        ["", 60, true],
      ],
    );
  });

  it("count towards what a run keeps of all its bodies", () => {
    const [start, one, end] = chatRun([{ data: "x".repeat(30) }]);
    const streams = streamsIn(
      reported([start, one, one, end], { bodiesLimit: 40 }),
    );
    assertEquals(streams.map(({ messages }) => messages[0].text.length), [
      30,
      10,
    ]);
  });

  it("are the same after a JSON report was read", async () => {
    const file = await Deno.makeTempFile();
    try {
      const run = reported(streamRun());
      await Deno.writeTextFile(file, await written("json", run));
      const { run: read } = jsonReportReader()(file);
      assertEquals(streamsIn(read), streamsIn(run));
      for (const kind of REPORT_KINDS) {
        assertEquals(await written(kind, read), await written(kind, run), kind);
      }
    } finally {
      await Deno.remove(file);
    }
  });

  it("are whole where a run does not fit into memory", () => {
    using store = new SpillingStore({ limit: 64 });
    const collector = collectRun(store);
    const collect = eventCollector({ masker: createMasker([SECRET]) });
    for (const event of streamRun()) collector.add(collect(event));
    assert(store.spilled);
    assertEquals(
      streamsIn(collector.run()),
      streamsIn(reported(streamRun())),
    );
  });

  for (const kind of ["json", "ndjson", "har", "html", "markdown"] as const) {
    it(`say how many were dropped: ${kind}`, async () => {
      const text = await written(kind, reported(streamRun()));
      assertMatch(text, /dropped["\\:]*\s?4|4 dropped/);
    });
  }

  it("are in an HTTP archive as browsers write them", async () => {
    const { log } = JSON.parse(await written("har", reported(streamRun())));
    assertEquals(
      // deno-lint-ignore no-explicit-any
      log.entries.map((it: any) => [it._resourceType, it.response.status]),
      [
        ["websocket", 101],
        ["websocket", 101],
        ["websocket", 401],
        ["fetch", 200],
        ["fetch", 200],
        ["websocket", 101],
        ["eventsource", 200],
      ],
    );
    // deno-lint-ignore no-explicit-any
    assertEquals(log.entries.map((it: any) => it._dropped ?? 0).at(-1), 4);
    const [chat, , refused, missing] = log.entries;
    assertEquals(refused._webSocketMessages, undefined);
    assertEquals(missing._grpc.status, 5);
    assertEquals(missing.request.postData.text, '{"id":"7"}\n');
    const opened = Date.parse(chat.startedDateTime) / 1_000;
    assertEquals(
      // deno-lint-ignore no-explicit-any
      chat._webSocketMessages.map((it: any) => [
        it.type,
        Math.round((it.time - opened) * 1_000),
        it.opcode,
      ]),
      [
        ["send", 1, 1],
        ["receive", 1, 1],
        ["send", 1, 1],
        ["receive", 1, 1],
        ["receive", 2, 2],
        ["receive", 1_204, 1],
      ],
    );
  });

  it("say what a request is where its method stands", async () => {
    const text = await written("markdown", reported(streamRun()));
    for (
      const cells of [
        "| `WS` | `101 · 2 sent, 4 received` |",
        "| `WS` | `401 Unauthorized` |",
        "| `GRPC` | `5 NOT_FOUND` |",
        "| `GRPC` | `0 OK · 1 sent, 2 received` |",
        "| `SUB` | `101 · 1 received` |",
      ]
    ) assertStringIncludes(text, cells);
  });

  it("show the last messages with a failed check", async () => {
    const text = await written("junit", reported(streamRun()));
    assertStringIncludes(text, "101 · 12 received");
    assertStringIncludes(text, `← 33 ms json {"n":11}`);
    assertStringIncludes(text, "ended by the server: 1008 no ***");
  });

  it("have a gRPC status that no reader takes for one of HTTP", () => {
    const run = reported([
      ...runOf([
        result(step("POST", "a.yml"), {
          response: responseWith("", "", {
            status: 200,
            statusText: "",
            stream: streamOf("grpc", []),
          }),
        }),
      ]),
    ]);
    assertEquals(run.read(0).response!.statusClass, undefined);
  });
});

describe("messages of a run", () => {
  it("are in the order in which they passed", async () => {
    await using server = await socketServer();
    const { results } = await runCollection({
      "chat.yml": `info: {name: chat, type: websocket}
websocket:
  url: "{{socket}}"
extensions:
  brace:
    stream:
      steps:
        - send: { type: text, data: a }
        - wait: { expression: message.data, operator: eq, value: a }
        - send: { type: text, data: b }
        - wait: { expression: message.data, operator: eq, value: b }
        - send: { type: text, data: c }
      count: 3
`,
    }, { vars: [["socket", server.url]] });
    const { messages } = streamsIn(reported(runOf(results)))[0];
    assertEquals(
      messages.map(({ direction, text }) =>
        (direction === "sent" ? ">" : "<") + text
      ),
      [">a", "<a", ">b", "<b", ">c", "<c"],
    );
  });
});
