import type { CollectedRequest, CollectedRun } from "./collect/types.ts";
import { type JunitCase, junitCases } from "./junit/junit_cases.ts";
import { writeXml, type XmlElement } from "./text/write_xml.ts";

/**
 * Writes the JUnit report: one suite for each request file, by its path, with
 * one case for each assertion and test; a request without any, or that failed
 * outside of them, has a case of its own. Failed checks are failures, all else
 * that went wrong are errors. Times are in seconds; that of a request is with
 * its first case.
 */
export function junitReport(run: CollectedRun): string {
  const suites = [...byPath(run.requests)].map(([path, requests]) =>
    suiteOf(path, requests, run)
  );
  return writeXml({
    name: "testsuites",
    attributes: {
      name: run.collection,
      ...total(suites.flatMap(({ cases }) => cases)),
      time: seconds(run.summary.duration),
      timestamp: timestamp(run.startedAt),
    },
    content: suites.map(({ element }) => element),
  });
}

/** A file runs once in each iteration, and again where a script says so. */
function byPath(
  requests: readonly CollectedRequest[],
): Map<string, CollectedRequest[]> {
  return Map.groupBy(requests, ({ path }) => path);
}

function suiteOf(
  path: string,
  requests: readonly CollectedRequest[],
  run: CollectedRun,
): { readonly element: XmlElement; readonly cases: readonly JunitCase[] } {
  const cases = requests.flatMap((it) => junitCases(it, run.iterations));
  const time = requests.reduce((sum, { duration }) => sum + duration, 0);
  const output = requests.flatMap((it) => it.console)
    .map(({ level, text }) => `${level} ${text}\n`).join("");
  const { environment } = run;
  const element: XmlElement = {
    name: "testsuite",
    attributes: {
      name: path,
      ...total(cases),
      time: seconds(time),
      timestamp: timestamp(requests[0].startedAt),
      file: requests[0].file,
    },
    content: [
      ...environment === undefined ? [] : [properties({ environment })],
      ...cases.map((it) => caseOf(it, requests[0])),
      ...output === ""
        ? []
        : [{ name: "system-out", attributes: {}, content: output }],
    ],
  };
  return { element, cases };
}

function properties(values: Readonly<Record<string, string>>): XmlElement {
  return {
    name: "properties",
    attributes: {},
    content: Object.entries(values).map(([name, value]) => ({
      name: "property",
      attributes: { name, value },
    })),
  };
}

function caseOf(
  { name, time, file, line, outcome }: JunitCase,
  request: CollectedRequest,
): XmlElement {
  return {
    name: "testcase",
    attributes: {
      name,
      classname: className(request.path),
      time: seconds(time),
      file: file ?? request.file,
      line,
    },
    content: outcome.kind === "passed" ? [] : [outcomeOf(outcome)],
  };
}

function outcomeOf(
  outcome: Exclude<JunitCase["outcome"], { kind: "passed" }>,
): XmlElement {
  const { message } = outcome;
  switch (outcome.kind) {
    case "skipped":
      return { name: "skipped", attributes: { message } };
    case "failure":
    case "error":
      return {
        name: outcome.kind,
        attributes: { message, type: outcome.type },
        content: outcome.details,
      };
    default:
      return outcome satisfies never;
  }
}

function total(
  cases: readonly JunitCase[],
): { tests: number; failures: number; errors: number; skipped: number } {
  const of = (kind: JunitCase["outcome"]["kind"]) =>
    cases.filter(({ outcome }) => outcome.kind === kind).length;
  return {
    tests: cases.length,
    failures: of("failure"),
    errors: of("error"),
    skipped: of("skipped"),
  };
}

/** Viewers group by what stands before the last dot. */
function className(path: string): string {
  return path.replace(/\.ya?ml$/, "").replaceAll("/", ".");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

/** The format's own schema allows neither fractions nor a time zone; it is UTC. */
function timestamp(iso: string): string {
  return iso.slice(0, "2026-01-02T03:04:05".length);
}
