import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse } from "@std/assert";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import fc from "fast-check";
import { junitReport } from "../../../lib/tools/report/junit.ts";
import type { RequestResult, RunEvent } from "../../../lib/core/run/types.ts";
import type { TestResult } from "../../../lib/core/script/border/types.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import { ANY_CHARACTER } from "../../support/any_character.ts";
import { responseWith } from "../../support/response_with.ts";
import { assertFixture } from "../../support/golden.ts";
import { reported } from "./reported.ts";
import { error, result, sampleRun, step } from "./sample_run.ts";
import { runs } from "../../support/check.ts";

function report(events: readonly RunEvent[]): string {
  return [...junitReport(reported(events))].join("");
}

const LISTS = ["testsuite", "testcase", "property", "failure", "error"];

// deno-lint-ignore no-explicit-any
function parse(text: string): any {
  assertEquals(XMLValidator.validate(text), true);
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    isArray: (name) => LISTS.includes(name),
    parseAttributeValue: false,
    parseTagValue: false,
    trimValues: false,
    htmlEntities: true,
  }).parse(text).testsuites;
}

/** The report of requests that ended like this. */
// deno-lint-ignore no-explicit-any
function suitesOf(results: readonly RequestResult[]): any[] {
  const [start, ...others] = sampleRun();
  return parse(report([
    start,
    ...results.map((result): RunEvent => ({ type: "request-end", result })),
    others.at(-1)!,
  ])).testsuite;
}

/**
 * junit-10.xsd of Jenkins' xUnit plugin, as it is about elements: what they may
 * contain and what attributes they have, `!` marks those that they must have.
 * The value of each is a string there; Surefire's schema wants numbers.
 */
const SCHEMA: Record<string, { content: string[]; attributes: string[] }> = {
  testsuites: {
    content: ["testsuite"],
    attributes: ["name", "time", "tests", "failures", "disabled", "errors"],
  },
  testsuite: {
    content: [
      "testsuite",
      "properties",
      "testcase",
      "system-out",
      "system-err",
    ],
    attributes: [
      ..."name tests! failures errors time disabled skipped skips".split(" "),
      ..."timestamp hostname id package assertions file skip log url".split(
        " ",
      ),
    ],
  },
  properties: { content: ["property"], attributes: [] },
  property: { content: [], attributes: ["name!", "value!"] },
  testcase: {
    content: [
      ..."skipped error failure rerunFailure rerunError".split(" "),
      ..."flakyFailure flakyError system-out system-err".split(" "),
    ],
    attributes: [
      ..."name! assertions time timestamp classname status".split(" "),
      ..."class file line log group url".split(" "),
    ],
  },
  failure: { content: ["#text"], attributes: ["type", "message"] },
  error: { content: ["#text"], attributes: ["type", "message"] },
  flakyFailure: {
    content: ["#text", "stackTrace", "system-out", "system-err"],
    attributes: ["type", "message"],
  },
  stackTrace: { content: ["#text"], attributes: [] },
  skipped: { content: ["#text"], attributes: ["type", "message"] },
  "system-out": { content: ["#text"], attributes: [] },
  "system-err": { content: ["#text"], attributes: [] },
};
const NUMBERS = ["time", "tests", "failures", "errors", "skipped", "line"];

/** What a document has that the schema does not allow. */
function violations(text: string): string[] {
  const [, root] = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    preserveOrder: true,
  }).parse(text);
  const found: string[] = [];
  // deno-lint-ignore no-explicit-any
  const visit = (node: any): string => {
    const [name] = Object.keys(node).filter((it) => it !== ":@");
    if (name === "#text") return name;
    const { content, attributes } = SCHEMA[name];
    const given = node[":@"] ?? {};
    for (const [key, value] of Object.entries(given)) {
      if (![key, `${key}!`].some((it) => attributes.includes(it))) {
        found.push(`${name} ${key}`);
      }
      if (NUMBERS.includes(key) && !/^\d+(\.\d+)?$/.test(String(value))) {
        found.push(`${name} ${key}=${value}`);
      }
    }
    for (const key of attributes.filter((it) => it.endsWith("!"))) {
      if (!(key.slice(0, -1) in given)) found.push(`${name} lacks ${key}`);
    }
    for (const child of node[name].map(visit)) {
      if (!content.includes(child)) found.push(`${name} > ${child}`);
    }
    return name;
  };
  if (visit(root) !== "testsuites") found.push("root");
  return found;
}

function passed(name: string): TestResult {
  return { name, status: "passed" };
}

describe("the JUnit report", () => {
  it("says what sets a variable that has no value, and warns where a check failed", () => {
    const unset = (place: string, name: string) =>
      error("UNDEFINED_VARIABLE", `Cannot read "${name}"`, place);
    const warning = (place: string, name: string): Diagnostic => ({
      ...unset(place, name),
      severity: "warning",
      notes: [`"${name}" is set by the script of c.yml, which runs later`],
    });
    const test = (name: string, line: number): TestResult => ({
      name,
      status: "failed",
      diagnostic: error("TEST", name, `a.yml:${line}:1`),
    });
    const [checked, unsent] = suitesOf([
      result(step("GET", "a.yml"), {
        status: "failed",
        failures: ["check"],
        tests: [test("one", 7), test("two", 8), test("three", 9)],
        diagnostics: [warning("a.yml:8:4", "b"), warning("a.yml:3:4", "a")],
      }),
      result(step("GET", "b.yml"), {
        status: "errored",
        failures: ["render"],
        diagnostics: [{
          ...error(
            "UNDEFINED_VARIABLE",
            'Cannot resolve "{{token}}": no scope defines "token"',
            "b.yml:2:3",
          ),
          notes: [
            '"token" is set by the after-response script of c.yml, which runs later: give it a lower seq',
          ],
        }],
      }),
    ]);
    assertEquals(
      // deno-lint-ignore no-explicit-any
      checked.testcase.map((it: any) => it["system-out"]),
      [
        'warning: Cannot read "a"\na.yml:3:4\n"a" is set by the script of c.yml, which runs later\n',
        'warning: Cannot read "b"\na.yml:8:4\n"b" is set by the script of c.yml, which runs later\n',
        undefined,
      ],
    );
    assertEquals(
      unsent.testcase[0].error[0].message,
      'Cannot resolve "{{token}}": set by c.yml, which runs later',
    );
  });

  it("is as in fixtures/report/junit.xml", () => {
    assertFixture("report/junit.xml", report(sampleRun()));
  });

  it("adds up", () => {
    const root = parse(report(sampleRun()));
    const suites: Record<string, string>[] = root.testsuite;
    for (const count of ["tests", "failures", "errors"]) {
      const sum = suites.reduce((sum, suite) => sum + Number(suite[count]), 0);
      assertEquals(String(sum), root[count], count);
    }
    assertEquals(root.tests, "17");
    assertEquals(root.failures, "5");
    assertEquals(root.errors, "4");
    assertEquals(suites.filter((it) => it.skipped === "1").length, 1);
    assertEquals(suites.map(({ name }) => name).at(0), "users/create.yml");
  });

  it("keeps to the schema of Jenkins, its order included", () => {
    for (const events of [sampleRun(), [sampleRun()[0], sampleRun().at(-1)!]]) {
      assertEquals(violations(report(events)), []);
    }
  });

  it("shows secrets nowhere", () => {
    assertFalse(report(sampleRun()).includes("k-9f8e7d6c"));
  });

  it("has a suite for each request of one name", () => {
    const executions = [[0, 0], [1, 0], [1, 0], [2, 1], [3, 1]];
    const suites = suitesOf(
      executions.map(([index, iteration]) =>
        result({ ...step("GET", "Same", { iteration }), index }, {
          tests: [{ name: "t", status: "passed" }],
        })
      ),
    );
    assertEquals(
      suites.map((
        { name, tests, testcase: [{ classname }] },
      ) => [name, tests, classname]),
      [["Same", "2", "Same"], ["Same (2)", "3", "Same (2)"]],
    );
  });

  it("has one suite for all executions of a file", () => {
    const [suite, ...others] = suitesOf(
      [0, 1, 2].map((iteration) =>
        result(step("GET", "users/a.yml", { iteration }), {
          tests: [{ name: "t", status: "passed" }],
          console: [{ level: "log", text: `i ${iteration}` }],
          duration: 10,
        })
      ),
    );
    assertEquals(others, []);
    assertEquals(suite.name, "users/a.yml");
    assertEquals(suite.tests, "3");
    assertEquals(suite.time, "0.030");
    assertEquals(suite["system-out"], "log i 0\nlog i 1\nlog i 2\n");
    assertEquals(suite.testcase[0].classname, "users.a");
  });

  const names: [
    name: string,
    results: readonly Partial<RequestResult>[],
    expected: string[],
  ][] = [
    ["a request that is visited again", [{}, {}, {}], ["a", "a (2)", "a (3)"]],
    ["tests of one name", [{ tests: [passed("t"), passed("t")] }], [
      "t",
      "t (2)",
    ]],
    [
      "a test whose name has a number",
      [{ tests: [passed("t (2)"), passed("t"), passed("t"), passed("t")] }],
      ["t (2)", "t", "t (3)", "t (4)"],
    ],
    [
      "an assertion as it is written",
      [{
        assertions: [{
          expression: "res.body.id",
          operator: "eq",
          expected: '"5f1c"',
          written: " {{$uuid}} ",
          actual: '"5f1d"',
          status: "failed",
        }],
      }],
      ["res.body.id eq {{$uuid}}"],
    ],
  ];
  for (const [name, results, expected] of names) {
    it(`names cases the same in every run and once in a suite: ${name}`, () => {
      const [suite] = suitesOf(
        results.map((more) => result(step("GET", "a.yml"), more)),
      );
      assertEquals(
        suite.testcase.map(({ name }: { name: string }) => name),
        expected,
      );
    });
  }

  it("numbers iterations, and visits within them", () => {
    const [start] = sampleRun();
    const steps = [0, 1].map((iteration) =>
      step("GET", "a.yml", { index: iteration, iteration })
    );
    const results = [steps[0], steps[0], steps[1]].map((it): RunEvent => ({
      type: "request-end",
      result: result(it),
    }));
    const [suite] = parse(report([
      { ...start, plan: { steps, iterations: 2, rows: [] } } as RunEvent,
      ...results,
      sampleRun().at(-1)!,
    ])).testsuite;
    assertEquals(
      suite.testcase.map(({ name }: { name: string }) => name),
      ["a [1/2]", "a [1/2] (2)", "a [2/2]"],
    );
  });

  it("shows with what failed what the server responded", () => {
    const [suite] = suitesOf([
      result(step("GET", "a.yml"), {
        status: "failed",
        failures: ["check"],
        response: responseWith(
          `token k-9f8e7d6c\n${"line\n".repeat(40)}`,
          "text/plain",
          { status: 500, statusText: "Oh no" },
        ),
        tests: [passed("fine"), { ...passed("wrong"), status: "failed" }],
      }),
    ]);
    const [fine, wrong] = suite.testcase;
    assertEquals(fine["system-out"], undefined);
    assertEquals(
      wrong["system-out"],
      `500 Oh no · text/plain · 217 B\ntoken ***\n${"line\n".repeat(19)}…\n`,
    );
  });

  it("shows of a response without text its status", () => {
    for (const body of ["", Uint8Array.of(0, 1, 2)]) {
      const [suite] = suitesOf([
        result(step("GET", "a.yml"), {
          status: "failed",
          failures: ["check"],
          response: responseWith(body, ""),
          tests: [{ ...passed("wrong"), status: "failed" }],
        }),
      ]);
      const [wrong] = suite.testcase;
      assertEquals(wrong["system-out"].split("\n").length, 2);
    }
  });

  it("gives a request without checks one case of its own", () => {
    const [passed, failed] = suitesOf([
      result(step("GET", "a.yml")),
      result(step("GET", "b.yml"), {
        status: "errored",
        failures: ["network"],
        diagnostics: [error("TIMEOUT", "too <slow>", "b.yml:3:1")],
      }),
    ]);
    assertEquals(passed.testcase, [
      { name: "a", classname: "a", time: "0.012", file: "a.yml" },
    ]);
    const [{ error: [why], ...about }] = failed.testcase;
    assertEquals(about.line, "3");
    assertEquals(why.type, "TIMEOUT");
    assertEquals(why.message, "too <slow>");
    assertEquals(why["#text"], "too <slow>\nb.yml:3:1");
  });

  it("is well-formed XML whatever is in it, and nothing is lost", () => {
    const text = fc.string({ unit: ANY_CHARACTER });
    fc.assert(
      fc.property(text, text, (name, message) => {
        const [suite] = suitesOf([
          result(step("GET", "a.yml"), {
            status: "failed",
            failures: ["check"],
            tests: [{
              name,
              status: "failed",
              diagnostic: error("TEST", message, "a.yml:1:1"),
            }],
            console: [{ level: "log", text: message }],
          }),
        ]);
        const [found] = suite.testcase;
        if (/^[\x20-\x7e\t\n\r]*$/.test(name + message)) {
          assertEquals(found.name, name);
          assertEquals(found.failure[0].message, message);
          assertEquals(suite["system-out"], `log ${message}\n`);
        }
        assertEquals(found.classname, "a");
      }),
      { numRuns: runs(500) },
    );
  });

  it("writes characters that XML lacks by their codes", () => {
    const [suite] = suitesOf([
      result(step("GET", "a.yml"), {
        tests: [{ name: "\0\x1b[2J\ud800\uffff\t\n", status: "passed" }],
      }),
    ]);
    assertEquals(suite.testcase[0].name, "\\x00\\x1b[2J\\ud800\\uffff\t\n");
    assert(XMLValidator.validate(report(sampleRun())) === true);
  });
});
