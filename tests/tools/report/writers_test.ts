import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse } from "@std/assert";
import { Ajv } from "ajv";
import draft6 from "ajv/dist/refs/json-schema-draft-06.json" with {
  type: "json",
};
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import harSchemas from "har-schema";
import { Parser } from "tap-parser";
import { parse as parseYaml } from "yaml";
import schema from "../../../docs/report-schema.json" with { type: "json" };
import { githubReport } from "../../../lib/tools/report/github/github.ts";
import { githubSummary } from "../../../lib/tools/report/markdown.ts";
import { REPORT_KINDS } from "../../../lib/tools/report/kinds.ts";
import type { ReportedRun } from "../../../lib/tools/report/reported_run.ts";
import { WRITERS } from "../../../lib/tools/report/writers.ts";
import type { RequestResult, RunEvent } from "../../../lib/core/run/types.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { responseWith } from "../../support/response_with.ts";
import { assertFixture } from "../../support/golden.ts";
import { annotationsIn } from "../../support/github_log.ts";
import { reported } from "./reported.ts";
import { error, result, sampleRun, sent, step } from "./sample_run.ts";
import { runs } from "../../support/check.ts";

const META = { clientVersion: "2.2.0", exitCode: 3, seed: "7" };

async function written(
  kind: typeof REPORT_KINDS[number],
  run: ReportedRun,
): Promise<string> {
  return [...(await WRITERS[kind]())(run, META)].join("");
}

function runOf(...results: RequestResult[]): RunEvent[] {
  const [start, ...others] = sampleRun();
  return [
    start,
    ...results.map((result): RunEvent => ({ type: "request-end", result })),
    others.at(-1)!,
  ];
}

/** A run whose every text somebody else has chosen. */
function hostileRun(text: string): RunEvent[] {
  return runOf(
    result(step("GET", "a.yml"), {
      status: "failed",
      failures: ["check"],
      sent: sent("GET", "http://127.0.0.1/", {
        headers: [["X", text], ["Cookie", text]],
      }),
      response: responseWith(text, "text/plain", {
        statusText: text,
        headers: [["Set-Cookie", text], ["Location", text]],
      }),
      tests: [
        { name: text, status: "passed" },
        {
          name: text,
          status: "failed",
          expected: text,
          actual: text,
          diagnostic: error("TEST", text, "a.yml:3:4"),
        },
      ],
      console: [{ level: "log", text }],
      diagnostics: [{ ...error("CYCLE", text, "a.yml:1:1"), notes: [text] }],
    }),
    result(step("GET", "b.yml"), { status: "skipped", skipReason: text }),
  );
}

const HOSTILE = [
  "a,file=other.yml,line=7::b: c",
  "::error::x\n::set-output name=a::b\r\n##[add-mask]x %0A",
  "ok 1 - # SKIP \\# TODO\nBail out!\n1..0\n  ...\nnot ok 2",
  "```\n</details>|`a`| <script>alert(1)</script> @org/team [x](y)",
  '"\\u0000\ud800\u2028\x1b[2J\x85\ufeff: {}',
];
const TEXTS = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 60 }),
  fc.constantFrom(...HOSTILE),
);

/** Test points of a TAP text, the ones in subtests first; what is wrong with it throws. */
function tapPoints(text: string): string[] {
  const points: string[] = [];
  const watch = (parser: Parser) => {
    parser.on("child", watch);
    parser.on("assert", ({ ok, name, skip }) => {
      points.push(`${ok ? "ok" : "not ok"} ${name}${skip ? " SKIP" : ""}`);
    });
    for (const event of ["extra", "bailout"]) {
      parser.on(event, (line: string) => {
        if (!/^# Subtest|^# stopped/.test(line)) throw new Error(line);
      });
    }
  };
  const parser = new Parser({ strict: true });
  watch(parser);
  parser.end(text);
  const { failures = [], plan, count } = parser.results!;
  assertEquals(plan.end, count);
  for (const failure of failures) {
    assert(!("tapError" in failure && failure.tapError), text);
  }
  return points;
}

// deno-lint-ignore no-explicit-any
function har(): (value: unknown) => any {
  const ajv = new Ajv({ allErrors: true, strict: false });
  ajv.addMetaSchema(draft6);
  addFormats.default(ajv);
  for (const [name, schema] of Object.entries(harSchemas)) {
    ajv.addSchema(schema as object, `${name}.json`);
  }
  const validate = ajv.getSchema("har.json")!;
  return (value) => {
    validate(value);
    return validate.errors;
  };
}

describe("reports", () => {
  for (
    const [kind, file] of [["tap", "tap.tap"], [
      "markdown",
      "report.md",
    ]] as const
  ) {
    it(`are as in fixtures/report/${file}`, async () => {
      assertFixture(
        `report/${file}`,
        await written(kind, reported(sampleRun())),
      );
    });
  }

  for (const kind of REPORT_KINDS) {
    it(`show secrets nowhere: ${kind}`, async () => {
      const text = await written(kind, reported(sampleRun()));
      assert(text.length > 100);
      assertFalse(text.includes("k-9f8e7d6c"));
    });
  }

  it("in TAP 14 are read by a TAP parser", async () => {
    const points = tapPoints(await written("tap", reported(sampleRun())));
    assertEquals(points.slice(0, 6), [
      "ok res.status eq 201",
      "ok returns the user's id",
      "ok users/create.yml",
      "ok read",
      "ok users/read.yml",
      "not ok res.status eq 204",
    ]);
    assertEquals(points.at(-1), "ok live/prices.yml SKIP");
  });

  it("in TAP 14 keep to the format whatever is in them", async () => {
    await fc.assert(
      fc.asyncProperty(TEXTS, async (text) => {
        const tap = await written("tap", reported(hostileRun(text)));
        const points = tapPoints(tap);
        assertEquals(points.length, 5, tap);
        const skips = points.map((it) => it.endsWith(" SKIP"));
        assertEquals(skips, [false, false, false, false, true]);
        assertEquals(
          points.map((it) => /^(?:not )?ok/.exec(it)![0]),
          ["not ok", "ok", "not ok", "not ok", "ok"],
        );
        for (const [, block] of tap.matchAll(/^ *---\n([^]*?)^ *\.\.\.$/gm)) {
          parseYaml(block);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it("in TAP 14 of nothing, and of an interrupted run", async () => {
    const run = reported(runOf());
    assertEquals(
      await written("tap", run),
      "TAP version 14\n1..0 # SKIP nothing was executed\n",
    );
    const summary = { ...run.summary, interrupted: true };
    assert(
      (await written("tap", { ...run, summary })).endsWith(
        "Bail out! interrupted\n",
      ),
    );
  });

  it("as HAR keep to the schema, whatever is in them", async () => {
    const errors = har();
    const archive = JSON.parse(await written("har", reported(sampleRun())));
    assertEquals(errors(archive), null);
    const { entries } = archive.log;
    // Six were sent and one had a redirect, one more had no response.
    assertEquals(entries.length, 8);
    assertEquals(
      entries.map((it: { response: { status: number } }) => it.response.status),
      [201, 302, 200, 200, 200, 500, 0, 404],
    );
    assertEquals(entries[0].request.queryString, [{
      name: "api_key",
      value: "***",
    }]);
    assertEquals(entries[0].serverIPAddress, "127.0.0.1");
    assertEquals(entries[5].request.postData.params, [
      { name: "note", value: "two lines\nhere" },
      { name: "photo", fileName: "photo.png" },
    ]);
    assertEquals(entries[4].response.content.encoding, "base64");
    await fc.assert(
      fc.asyncProperty(TEXTS, async (text) => {
        const text2 = await written("har", reported(hostileRun(text)));
        assertEquals(errors(JSON.parse(text2)), null);
      }),
      { numRuns: runs(50) },
    );
    assert(errors({ log: { version: "1.2", creator: {}, entries: [{}] } }));
  });

  it("as NDJSON keep to the schema", async () => {
    const validate = new Ajv2020({ strict: false }).compile({
      ...schema,
      $ref: "#/$defs/event",
    });
    const lines = (await written("ndjson", reported(sampleRun()))).split("\n");
    assertEquals(lines.pop(), "");
    for (const line of lines) {
      validate(JSON.parse(line));
      assertEquals(validate.errors, null, line);
    }
    assertEquals(lines.length, 13);
    assertEquals(validate({ type: "run-end" }), false);
  });

  it("for GitHub name file and line", async () => {
    const text = await written("github", reported(sampleRun()));
    const annotations = annotationsIn(text);
    assertEquals(annotations.length, 11);
    assertEquals(annotations[2], {
      level: "error",
      file: "users/update.yml",
      line: "21",
      col: "5",
      title: "users/update.yml: res.status eq 204",
      message:
        "Assertion res.status eq 204: got 200\nusers/update.yml:21:5\nexpected: 204\nactual: 200",
    });
  });

  it("for GitHub give no other commands, whatever is in them", () => {
    fc.assert(
      fc.property(TEXTS, (text) => {
        const lines = [...githubReport(reported(hostileRun(text)), META)];
        const annotations = annotationsIn(lines.join(""));
        assertEquals(annotations.map(({ level }) => level), ["error", "error"]);
        assertEquals(annotations[1].message.startsWith(text), true);
        assertEquals(annotations[1].title, `a.yml: ${text}`);
      }),
      { numRuns: runs(100) },
    );
  });

  it("for GitHub are few, with paths as the repository has them", () => {
    const failed = Array.from(
      { length: 60 },
      () =>
        result(step("GET", "a.yml"), {
          status: "errored",
          failures: ["network"],
          diagnostics: [error("TIMEOUT", "too slow", "a.yml:3:4")],
        }),
    );
    const at = (inRepository: (file: string) => string | undefined) =>
      annotationsIn(
        [...githubReport(reported(runOf(...failed)), { ...META, inRepository })]
          .join(""),
      );
    const inside = at((file) => `api/${file}`);
    assertEquals([inside.length, inside[0].file, inside[0].line], [
      51,
      "api/a.yml",
      "3",
    ]);
    assertEquals(inside[50].message, "and 10 more");
    const [outside] = at(() => undefined);
    assertEquals([outside.file, outside.line], [undefined, undefined]);
  });

  it("as a summary for GitHub are cut between blocks", () => {
    const body = "`".repeat(3) + "x\n".repeat(10_000);
    const failed = Array.from(
      { length: 100 },
      () =>
        result(step("GET", "a.yml"), {
          status: "failed",
          failures: ["check"],
          tests: [{
            name: "t",
            status: "failed",
            diagnostic: error("TEST", body, "a.yml:1:1"),
          }],
        }),
    );
    const text = [...githubSummary(reported(runOf(...failed)))].join("");
    assert(text.length < 1_000_000 && text.length > 900_000);
    assert(
      text.endsWith("\n\n\n*The rest is left out: GitHub shows no more.*\n"),
    );
    const fences = text.match(/^ *`{4}/gm)!.length;
    assertEquals(fences % 2, 0);
  });

  it("in Markdown have tables whose cells nobody else ends", async () => {
    const text = await written("markdown", reported(hostileRun("a|b`|``c")));
    const rows = text.split("\n").filter((line) => /^\| [✓✗–]/.test(line));
    assertEquals(
      rows.map((row) => row.match(/(?<!\\)\|/g)!.length),
      [6, 6],
    );
  });

  it("in Markdown have the text of others in code only", async () => {
    await fc.assert(
      fc.asyncProperty(TEXTS, async (text) => {
        const marked = `<b>${text}<b>`;
        const markdown = await written(
          "markdown",
          reported(hostileRun(marked)),
        );
        // Without code, as CommonMark finds it.
        const rest = markdown
          .replace(/^( *)(`{3,})text\n[^]*?^ *\2$/gm, "")
          .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "");
        assertFalse(rest.includes("<b>"), markdown);
      }),
      { numRuns: runs(100) },
    );
  });
});
