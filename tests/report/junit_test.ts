import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertFalse } from "@std/assert";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import fc from "fast-check";
import { collectRun } from "../../lib/report/collect.ts";
import { junitReport } from "../../lib/report/junit.ts";
import { createMasker } from "../../lib/report/mask.ts";
import type { RequestResult, RunEvent } from "../../lib/run/types.ts";
import { assertFixture } from "../support/golden.ts";
import { error, result, sampleRun, step } from "./sample_run.ts";

function report(events: readonly RunEvent[]): string {
  const collector = collectRun({
    masker: createMasker(["k-9f8e7d6c"]),
    bodyLimit: 0,
  });
  events.forEach(collector.add);
  return junitReport(collector.run());
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

describe("the JUnit report", () => {
  it("is as in fixtures/report/junit.xml", () => {
    assertFixture("report/junit.xml", report(sampleRun()));
  });

  it("adds up", () => {
    const root = parse(report(sampleRun()));
    const suites: Record<string, string>[] = root.testsuite;
    for (const count of ["tests", "failures", "errors", "skipped"]) {
      const sum = suites.reduce((sum, suite) => sum + Number(suite[count]), 0);
      assertEquals(String(sum), root[count], count);
    }
    assertEquals(root.tests, "17");
    assertEquals(root.failures, "5");
    assertEquals(root.errors, "4");
    assertEquals(root.skipped, "1");
    assertEquals(suites.map(({ name }) => name).at(0), "users/create.yml");
  });

  it("shows secrets nowhere", () => {
    assertFalse(report(sampleRun()).includes("k-9f8e7d6c"));
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
    const text = fc.string({ unit: "binary" });
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
      { numRuns: 500 },
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
