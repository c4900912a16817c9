import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse } from "@std/assert";
import { createMasker } from "../../../lib/core/secrets/masker.ts";
import { ansiStyle, plainStyle } from "../../../lib/tools/report/style.ts";
import type { ConsoleOptions } from "../../../lib/tools/report/console/context.ts";
import type { RequestResult, RunEvent } from "../../../lib/core/run/types.ts";
import { displayWidth } from "../../../lib/core/source/display_width.ts";
import { responseWith } from "../../support/response_with.ts";
import { assertFixture } from "../../support/golden.ts";
import { consoleReport, END, startOf, SUMMARY } from "./console_report.ts";
import { counts, error, result, sampleRun, sent, step } from "./sample_run.ts";

function report(
  events: readonly RunEvent[],
  options: Partial<ConsoleOptions> = {},
): string {
  return consoleReport(events, {
    style: plainStyle,
    verbose: "none",
    width: 80,
    masker: createMasker(["k-9f8e7d6c"]),
    ...options,
  });
}

/** What the report of a run of one request says about it. */
function reportOf(
  more: Partial<RequestResult>,
  options: Partial<ConsoleOptions> = {},
): string {
  const only = step("GET", "a.yml");
  const text = report([
    startOf([only]),
    { type: "request-end", result: result(only, more) },
    END,
  ], options);
  const lines = text.split("\n").slice(2);
  const end = lines.findIndex((line) => line.startsWith("  requests "));
  return `${lines.slice(0, end).join("\n").trimEnd()}\n`;
}

describe("the console report", () => {
  const looks: [name: string, options: Partial<ConsoleOptions>][] = [
    ["60", { width: 60, wraps: true }],
    ["80", { width: 80, wraps: true }],
    ["120", { width: 120, wraps: true }],
    ["piped", { width: 80 }],
    ["verbose", { width: 100, verbose: "all" }],
    ["colours", { width: 80, wraps: true, style: ansiStyle }],
  ];
  for (const [name, options] of looks) {
    it(`is as in fixtures/report/console/${name}.txt`, () => {
      const text = report(sampleRun(), options);
      assertFixture(`report/console/${name}.txt`, text);
    });
  }

  it("has the same words with and without colours", () => {
    const coloured = report(sampleRun(), { style: ansiStyle });
    // deno-lint-ignore no-control-regex
    const words = coloured.replace(/\x1b\[\d+m/g, "");
    assertEquals(words, report(sampleRun()));
  });

  it("keeps the lines of requests within the width", () => {
    for (const width of [60, 80, 120]) {
      const [list] = report(sampleRun(), { width, wraps: true })
        .split("Failures");
      const lines = list.split("\n")
        .filter((line) => /^[✓✗•] [\w…]+.* (?:m?s|not \w+)$/.test(line));
      assertEquals(lines.length, 9);
      for (const line of lines) assert(displayWidth(line) <= width, line);
    }
  });

  const NAMES = [
    "a.yml",
    `orders/${"long-".repeat(30)}a.yml`,
    `注文/${"作成".repeat(40)}.yml`,
    `e\u0301te\u0301/${"e\u0301".repeat(80)}🦕🦕🦕.yml`,
    "users/read.yml",
  ];
  it("has columns that stand in line on a terminal, however long and wide names are", () => {
    for (const width of [60, 80, 120]) {
      const events = [
        startOf(NAMES.map((name) => step("DELETE", name))),
        ...NAMES.map((name): RunEvent => ({
          type: "request-end",
          result: result(step("DELETE", name), {
            sent: sent("DELETE", "http://h/"),
          }),
        })),
        END,
      ];
      const lines = report(events, { width, wraps: true }).split("\n")
        .filter((line) => line.startsWith("✓ ") && line.includes("DELETE"));
      const columns = (line: string) =>
        [/DELETE/, /no response/, / ms$/].map((it) =>
          displayWidth(line.slice(0, line.search(it)))
        );
      assertEquals(lines.length, NAMES.length);
      for (const line of lines) {
        assertEquals(columns(line), columns(lines[0]), line);
        assert(displayWidth(line) <= width, line);
      }
      // Start and end tell which it is.
      assert(/^✓ o\S*…\S*a\.yml /.test(lines[1]), lines[1]);
      const piped = report(events, { width });
      for (const name of NAMES) assert(piped.includes(`✓ ${name} `), piped);
    }
  });

  it("has no line that is wider, but for words and the places of problems", () => {
    for (const width of [60, 80]) {
      for (const verbose of ["none", "all"] as const) {
        const wide = report(sampleRun(), { width, verbose, wraps: true })
          .split("\n")
          .filter((line) => displayWidth(line) > width)
          .filter((line) => !/^ *(?:[│→] |\S+$)/.test(line));
        assertEquals(wide, [], `${width} ${verbose}`);
      }
    }
  });

  it("shows secrets nowhere", () => {
    const text = report(sampleRun(), { verbose: "all" });
    for (const secret of ["k-9f8e7d6c", "sid=abc", "t0ken", '"pw"']) {
      assertFalse(text.includes(secret), secret);
    }
  });

  it("learns the token of a request and masks it in the response", () => {
    const token = "eyJhbGciOi.J9";
    const text = reportOf({
      sent: sent("GET", "http://h/", {
        headers: [["Authorization", `Bearer ${token}`]],
      }),
      response: responseWith(`you sent ${token}`, "text/plain"),
    }, { verbose: "all" });
    assert(text.includes("Authorization: Bearer ***"), text);
    assert(text.includes("you sent ***"), text);
  });

  it("masks a secret where it was inserted, however short", () => {
    const secret = {
      expression: "x",
      origin: { kind: "program" },
      via: [],
      secret: true,
    } as const;
    const text = reportOf({
      sent: sent("POST", "http://h/pw", {
        headers: [["a", "1 pw"]],
        body: { type: "text", text: "x=pw" },
        insertions: [
          { ...secret, place: "url", start: 9, end: 11 },
          { ...secret, place: "header", name: "a", start: 2, end: 4 },
          { ...secret, place: "body", start: 2, end: 4 },
        ],
      }),
    }, { verbose: "all" });
    assert(text.includes("POST http://h/***"), text);
    assert(text.includes("a: 1 ***") && text.includes("x=***"), text);
    assertFalse(text.includes("pw"), text);
  });

  it("prints nothing that could steer a terminal, whoever says it", () => {
    const evil = "\x1b]0;owned\x07\x9b2J\u202e\r\b";
    const text = reportOf({
      status: "failed",
      failures: ["check"],
      sent: sent("GET", `http://h/${evil}`, { headers: [[evil, evil]] }),
      response: responseWith(evil, "text/plain", {
        statusText: evil,
        headers: [[evil, evil]],
        hops: [{
          status: 302,
          method: "GET",
          url: evil,
          location: evil,
          headers: [[evil, evil]],
        }],
      }),
      tests: [{
        name: evil,
        status: "failed",
        expected: evil,
        actual: `${evil}\n${evil}`,
        diagnostic: error("TEST", evil, `${evil}.yml:1:2`),
      }],
      assertions: [{
        expression: evil,
        operator: "eq",
        expected: evil,
        status: "failed",
      }],
      console: [{ level: "log", text: evil }],
      diagnostics: [error("SCRIPT_ERROR", evil, "a.yml:1:2")],
    }, { verbose: "all" });
    // deno-lint-ignore no-control-regex
    assertEquals(text.match(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/g), null);
  });

  it("prints a warning once", () => {
    const warning: RunEvent = {
      type: "warning",
      diagnostic: { code: "UNKNOWN_KEY", severity: "warning", message: "w" },
    };
    const diagnostics = [warning.diagnostic];
    assertEquals(report([warning, warning]), "warning UNKNOWN_KEY: w\n");
    const again = result(step("GET", "a.yml"), { diagnostics });
    const text = report([warning, { type: "request-end", result: again }]);
    assertEquals(text.match(/warning/g)?.length, 1);
  });

  it("shows the source line of a diagnostic, masked", () => {
    const text = reportOf({
      status: "errored",
      failures: ["render"],
      diagnostics: [error("UNDEFINED_VARIABLE", "m", "a.yml:2:12")],
    }, { source: () => "a: 1\nk-9f8e7d6c {{x}}" });
    assertEquals(text.split("\n").slice(1), [
      "  error UNDEFINED_VARIABLE: m",
      "    a.yml:2:12",
      "    2 | *** {{x}}",
      "      |     ^",
      "",
    ]);
  });

  it("names the iteration where there are several", () => {
    const steps = [0, 1].map((iteration) =>
      step("GET", "a.yml", { index: iteration, iteration })
    );
    const text = report([
      {
        type: "run-start",
        collection: "C",
        plan: { steps: [steps[0]], iterations: 2, rows: [] },
        startedAt: 0,
      },
      { type: "request-end", result: result(steps[1]) },
    ]);
    assert(text.includes("2 requests · 2 iterations"), text);
    assert(text.includes("✓ a.yml [2/2]"), text);
  });

  it("cuts long bodies with a note", () => {
    const body = Array.from({ length: 500 }, (_, i) => `line ${i}`).join("\n");
    const text = reportOf({
      sent: sent("GET", "http://h/"),
      response: responseWith(body, "text/plain", { truncated: true }),
    }, { verbose: "all" });
    assert(text.includes("│ line 99\n"), text);
    assertFalse(text.includes("line 100"), text);
    assert(text.includes("… cut here; the whole body has 4.4 kB"), text);
    assert(text.includes("… cut at the size limit for responses"), text);
  });

  it("says how a body ended that may not be whole", () => {
    for (
      const [more, note] of [
        [{ cut: true, truncated: true }, "… cut off here: the rest did not"],
        [{ unframed: true }, "(unframed: it ended with the connection"],
      ] as const
    ) {
      const text = reportOf({
        sent: sent("GET", "http://h/"),
        response: responseWith("abc", "text/plain", more),
      }, { verbose: "all" });
      assert(text.includes(note), text);
      assertEquals(text.includes("GET 200 cut off"), "cut" in more, text);
    }
  });

  it("shows the last lines of a script that printed without end", () => {
    const console = Array.from({ length: 1_000 }, (_, i) => ({
      level: "log" as const,
      text: `line ${i}`,
    }));
    const status = { status: "failed", failures: ["script"] } as const;
    const text = reportOf({ ...status, console });
    assert(text.includes("… 980 earlier lines with --verbose"), text);
    assert(text.includes("log   line 999\n"), text);
    assertEquals(text.split("\n").length, 23);
  });

  it("says so when only masked texts differ", () => {
    const text = reportOf({
      status: "failed",
      failures: ["check"],
      tests: [{
        name: "t",
        status: "failed",
        expected: '"k-9f8e7d6c"',
        actual: '"other secret"',
      }],
    }, { masker: createMasker(["k-9f8e7d6c", "other secret"]) });
    assert(text.includes("the hidden texts differ\n"), text);
  });

  for (const width of [80, 120]) {
    it(`goes on below with its indent at ${width} columns`, () => {
      const text = "a word and another one ".repeat(20).trim();
      const all = reportOf({
        status: "failed",
        failures: ["check"],
        sent: sent("POST", "http://h/"),
        response: responseWith(
          JSON.stringify({ a: [{ text, b: 1 }] }),
          "application/json",
          { headers: [["x-long", text]] },
        ),
        console: [{ level: "log", text }],
        tests: [
          { name: text, status: "failed" },
          {
            name: "one",
            status: "failed",
            expected: `"${text}1"`,
            actual: '"b"',
          },
          {
            name: "two",
            status: "failed",
            expected: JSON.stringify([text, 1]),
            actual: JSON.stringify([`${text}.`, 1]),
          },
        ],
      }, { width, wraps: true, verbose: "failed" }).split("\n");
      for (const line of all) {
        assert(displayWidth(line) <= width, line);
        // Nothing of it stands at the start of a line.
        assert(!/^(?:a|word|and|another|one)\b/.test(line), line);
      }
    });
  }

  it("cuts a difference of many lines around it", () => {
    const items = Array.from({ length: 90 }, (_, at) => `item ${at}`);
    const text = reportOf({
      status: "failed",
      failures: ["check"],
      tests: [{
        name: "t",
        status: "failed",
        expected: JSON.stringify(items),
        actual: JSON.stringify(items.map((it) => `${it}!`)),
      }],
    });
    assert(text.split("\n").length < 60, text);
    assert(/^\s+… 1\d\d lines$/m.test(text), text);
  });

  it("keeps the notes of a difference that stand for equal elements", () => {
    const written = (name: string) =>
      `[… 48 equal,{"id":48,"a":[1,2,3]},{"id":49,"a":[1,2,3]},{… 2 equal,"name":"${name}"},{"id":51,"a":[1,2,3]},{"id":52,"a":[1,2,3]},… 97 equal]`;
    const text = reportOf({
      status: "failed",
      failures: ["check"],
      tests: [{
        name: "t",
        status: "failed",
        expected: written("n"),
        actual: written("X"),
      }],
    });
    const marks = text.split("\n").map((line) => line.trim())
      .filter((line) => /^[-+…] ?/.test(line)).slice(1);
    assertEquals(marks, [
      "… 48 equal and 16 lines",
      "… 2 equal",
      '-     "name": "n"',
      '+     "name": "X"',
      "… 16 lines and 97 equal",
    ]);
  });

  it("counts what notes stand for in one gap of a difference, also where it is cut", () => {
    const written = (name: string) =>
      `[${
        Array.from({ length: 30 }, (_, at) =>
          `{"id":${at},"a":1,"b":2},{"id":${at},"a":1,"b":2},… 4 equal,{"id":${at},"a":1,"b":2},{… 5 equal,"name":"${name}"}`)
          .join()
      }]`;
    const text = reportOf({
      status: "failed",
      failures: ["check"],
      tests: [{
        name: "t",
        status: "failed",
        expected: written("n"),
        actual: written("X"),
      }],
    });
    const marks = text.split("\n").map((line) => line.trim())
      .filter((line) => /^… .*\blines?\b/.test(line));
    assertEquals(
      new Set(marks.slice(1, -1)),
      new Set(["… 14 lines and 4 equal"]),
    );
    assertEquals(marks.at(-1), "… 460 lines and 216 equal");
  });

  it("shows long texts from shortly before they differ", () => {
    const same = "x".repeat(500);
    const text = reportOf({
      status: "failed",
      failures: ["check"],
      tests: [{
        name: "t",
        status: "failed",
        expected: `"${same}1 and more"`,
        actual: `"${same}2 and more"`,
      }],
    });
    const [expected, actual, caret] = text.split("\n").slice(2);
    assertEquals(expected.trim(), `expected  …${"x".repeat(20)}1 and more"`);
    assertEquals(actual.trim(), `actual    …${"x".repeat(20)}2 and more"`);
    assertEquals(caret.indexOf("^"), expected.indexOf("1"));
  });
});

describe("the summary", () => {
  const rows: [
    name: string,
    more: Partial<typeof SUMMARY & { stopped: string }>,
    string[],
    unrun?: number,
  ][] = [
    ["all passed", {}, ["✓ 2 requests passed"]],
    ["interrupted", { interrupted: true }, ["– interrupted"]],
    ["stopped", { stopped: "--bail" }, [
      "✓ 2 requests passed (stopped: --bail)",
    ]],
    ["interrupted", { interrupted: true }, ["– interrupted; 3 did not run"], 3],
    ["stopped", { stopped: "--bail" }, [
      "✓ 2 requests passed (stopped: --bail; 1 did not run)",
    ], 1],
    ["nothing", { requests: counts({ skipped: 1 }) }, [
      "– nothing was executed",
    ]],
  ];
  for (const [name, more, end, unrun = 0] of rows) {
    it(`${name}, ${unrun} left`, () => {
      const steps = Array.from({ length: unrun }, () => step("GET", "a.yml"));
      const text = report([
        ...unrun > 0 ? [startOf(steps)] : [],
        { type: "run-end", summary: { ...SUMMARY, ...more } },
      ]);
      const lines = text.trimEnd().split("\n");
      assertEquals(
        lines.slice(lines.indexOf("  time        1 min 1 s") + 2),
        end,
      );
    });
  }
});
