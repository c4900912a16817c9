import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import type {
  MessageStore,
  StreamKind,
} from "../../../lib/core/http/stream.ts";
import { MessageLog } from "../../../lib/core/run/stream/message_log.ts";
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import type { ReportKind } from "../../../lib/tools/report/kinds.ts";
import type { ReportedRun } from "../../../lib/tools/report/reported_run.ts";
import { plainStyle } from "../../../lib/tools/report/style.ts";
import { WRITERS } from "../../../lib/tools/report/writers.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { responseWith } from "../../support/response_with.ts";
import { consoleReport, runOf } from "./console_report.ts";
import { reported } from "./reported.ts";
import { result, sent, step } from "./sample_run.ts";
import { type Said, SECRET, streamOf } from "./stream_run.ts";
import { runs } from "../../support/check.ts";

const META = { clientVersion: "2.2.0", exitCode: 1 };

async function written(kind: ReportKind, run: ReportedRun): Promise<string> {
  return [...(await WRITERS[kind]())(run, META)].join("");
}

/** A store with room for so many texts. */
function storeOf(room = Infinity): MessageStore {
  const texts: string[] = [];
  return {
    append: (text) => texts.length < room && texts.push(text) > 0,
    texts: () => texts,
    [Symbol.dispose]() {},
  };
}

/** A run of one stream on which this was said; it fails, so that reports show more of it. */
function runWith(kind: StreamKind, said: readonly Said[], log: MessageLog) {
  const methodType = "bidi-streaming" as const;
  const stream = streamOf(kind, said, {
    ...kind === "grpc" && { methodType },
    closed: { by: "server" },
  }, log);
  const asked = kind === "grpc"
    ? { kind, method: "/a.B/C", at: { file: "a.yml", path: [] } } as const
    : { kind: "websocket" } as const;
  return runOf([
    result(step("GET", "a.yml"), {
      status: "failed",
      failures: ["check"],
      tests: [{ name: "t", status: "failed" }],
      sent: sent("GET", "ws://h/", { stream: asked }),
      response: responseWith("", "", {
        status: kind === "grpc" ? 0 : 101,
        stream,
      }),
    }),
    result(step("GET", "b.yml")),
  ]);
}

const said = fc.array(
  fc.record({
    data: fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.json(),
      fc.constantFrom("[]", "0", `a "${SECRET}"`, "{}"),
      fc.uint8Array({ maxLength: 9 }),
    ),
    event: fc.option(fc.constantFrom("e", SECRET), { nil: undefined }),
    id: fc.option(fc.constantFrom("7", SECRET), { nil: undefined }),
    isSent: fc.constantFrom(true as const, undefined, undefined),
  }),
  { maxLength: 12 },
).map((all): Said[] =>
  all.map(({ data, event, id, isSent }) =>
    isSent
      ? { data, isSent, type: typeof data === "string" ? "text" : "binary" }
      : {
        data,
        ...event !== undefined && { event },
        ...id !== undefined && { id },
      }
  )
);
const kind = fc.constantFrom(
  "websocket" as const,
  "grpc" as const,
  "subscription" as const,
  "events" as const,
);

describe("reports of a stream that memory has no room for", () => {
  for (const report of ["json", "ndjson", "html", "har"] as const) {
    it(`are as if it had been in memory: ${report}`, async () => {
      await fc.assert(
        fc.asyncProperty(kind, said, fc.nat(900), async (kind, said, limit) => {
          const log = new MessageLog(limit, () => storeOf());
          const long = reported(runWith(kind, said, log));
          const short = reported(runWith(kind, said, new MessageLog(Infinity)));
          assertEquals(
            await written(report, long),
            await written(report, short),
          );
        }),
        { numRuns: runs(25) },
      );
    });
  }

  const many = Array.from({ length: 25_000 }, (_, n) => ({ data: `m${n}` }));

  it("have first and last messages in a page, and say how many are left out", async () => {
    const log = new MessageLog(1_000, () => storeOf());
    const html = await written(
      "html",
      reported(runWith("websocket", many, log)),
    );
    const [, text] = /id="details-0">(.*?)<\/script>/.exec(html)!;
    const { stream } = JSON.parse(text).response;
    const { messages, omitted } = stream;
    assertEquals(messages[0].text, "m0");
    assertEquals(messages.at(-1).text, "m24999");
    assert(omitted > 10_000);
    assertEquals(messages.length + omitted, 25_000);
    assertEquals([stream.received, stream.dropped], [25_000, undefined]);
    assert(html.length < 4_000_000);
  });

  it("show the first and the last messages on the console", () => {
    const show = (log: MessageLog) =>
      consoleReport(runWith("websocket", many, log), {
        style: plainStyle,
        verbose: "all",
        width: 80,
        masker: createMasker([SECRET]),
      });
    assertEquals(
      show(new MessageLog(20_000, () => storeOf())),
      show(new MessageLog(Infinity)),
    );
  });

  it("take a mebibyte of memory at most, whatever the limit is", () => {
    const log = new MessageLog(Infinity, () => storeOf());
    const { messages, spilled } = streamOf("websocket", many, {}, log);
    assertEquals(messages.length + spilled!.count, 25_000);
    assert(messages.length < 8_000);
    assertEquals([...spilled!].length, spilled!.count);
  });

  it("count the earlier messages of a failure", async () => {
    const log = new MessageLog(20_000, () => storeOf());
    const run = reported(runWith("websocket", many, log));
    const whole = runWith("websocket", many, new MessageLog(Infinity));
    assertEquals(
      await written("junit", run),
      await written("junit", reported(whole)),
    );
  });

  it("count what found no room, and have the rest", async () => {
    const log = new MessageLog(1_000, () => storeOf(1));
    const run = reported(runWith("websocket", many, log));
    const { requests } = JSON.parse(await written("json", run));
    const { messages, received, dropped } = requests[0].response.stream;
    assertEquals(received, 25_000);
    assertEquals(messages.length + dropped, 25_000);
    assertEquals(messages[0].text, "m0");
    assertEquals(messages.at(-1).text, "m24999");
    assertStringIncludes(await written("markdown", run), `${dropped} dropped`);
  });
});
