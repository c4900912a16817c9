import {
  caseLines,
  type CaseOutcome,
  casesOf,
  type ReportCase,
} from "./cases.ts";
import type { CollectedDiagnostic, CollectedRequest } from "./collect/types.ts";
import { failOnText } from "./fail_on.ts";
import type { ReportedRun } from "./reported_run.ts";
import { requestLabel } from "./step_label.ts";
import { escapeXmlAttribute, escapeXmlText } from "./text/escape_controls.ts";

/** What stands above the cases of a request file. */
class Suite {
  /** Its requests: a file runs once in each iteration, and again where a script says so. */
  readonly positions: number[] = [];
  readonly total: Total = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  /** Milliseconds. */
  time = 0;
  hasOutput = false;

  constructor(
    /** The request's path; a number tells it from others of that path. */
    readonly name: string,
    readonly first: Pick<CollectedRequest, "file" | "startedAt">,
  ) {}
}

interface Total {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

/**
 * Writes the JUnit report: one suite for each request, by its path, with
 * one case for each assertion and test; a request without any, or that failed
 * outside of them, has a case of its own. Failed checks are failures, all else
 * that went wrong are errors. Times are in seconds; that of a request is with
 * its first case.
 */
export function* junitReport(run: ReportedRun): Generator<string> {
  const suites = suitesOf(run);
  const total: Total = { tests: 0, failures: 0, errors: 0, skipped: 0 };
  for (const suite of suites) {
    for (const key of Object.keys(total) as (keyof Total)[]) {
      total[key] += suite.total[key];
    }
  }
  const errors = run.warnings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    total.tests++;
    total.errors++;
  }
  const failing = failOnText(run.summary);
  if (failing !== "") {
    total.tests++;
    total.failures++;
  }
  const root = {
    name: "testsuites",
    attributes: {
      name: run.collection,
      tests: total.tests,
      failures: total.failures,
      errors: total.errors,
      time: seconds(run.summary.duration),
    },
  };
  yield XML_DECLARATION;
  if (suites.length === 0 && errors.length === 0 && failing === "") {
    yield writeElement(root);
    return;
  }
  yield `${openTag(root)}\n`;
  if (errors.length > 0 || failing !== "") {
    yield writeElement(suiteOf(errors, failing), "  ");
  }
  for (const suite of suites) yield* suiteText(suite, run);
  yield "</testsuites>\n";
}

/**
 * What is wrong with the run itself, such as why it did not start: else the
 * file would say that all is well.
 *
 * @param failing Why it fails though its requests do not; may be "".
 */
function suiteOf(
  errors: readonly CollectedDiagnostic[],
  failing: string,
): XmlElement {
  const caseWith = (name: string, content: XmlElement): XmlElement => ({
    name: "testcase",
    attributes: { name, classname: RUN, time: seconds(0) },
    content: [content],
  });
  const cases = [
    ...errors.slice(0, 1).map(({ message, code }) =>
      caseWith("run", {
        name: "error",
        attributes: { message, type: code },
        content: errors.flatMap(caseLines).join("\n"),
      })
    ),
    ...failing === "" ? [] : [
      caseWith("verdict", {
        name: "failure",
        attributes: { message: failing, type: "verdict" },
      }),
    ],
  ];
  const counts = {
    tests: cases.length,
    failures: failing === "" ? 0 : 1,
    errors: errors.length > 0 ? 1 : 0,
    skipped: 0,
  };
  return {
    name: "testsuite",
    attributes: { name: RUN, ...counts, time: seconds(0) },
    content: cases,
  };
}

const RUN = "brace";

/** The suites and what they count, which stands before their cases. */
function suitesOf(run: ReportedRun): Suite[] {
  const suites = new Map<string, Suite>();
  const nth = nthOfPath();
  for (const at of run.paths.keys()) {
    const request = run.read(at);
    const { path, file, startedAt } = request;
    const number = nth(request);
    const name = number === 1 ? path : `${path} (${number})`;
    let suite = suites.get(name);
    if (suite === undefined) {
      suite = new Suite(name, { file, startedAt });
      suites.set(name, suite);
    }
    suite.positions.push(at);
    suite.time += request.duration;
    suite.hasOutput ||= request.console.length > 0;
    for (const { outcome } of casesOf(request, run.iterations)) {
      suite.total.tests++;
      const counted = COUNTED[outcome.kind];
      if (counted !== undefined) suite.total[counted]++;
    }
  }
  return [...suites.values()];
}

/**
 * Tells which one of its path a request is, from 1: a collection in one file
 * may have several of one name. In each iteration they have places of their own.
 */
function nthOfPath(): (request: CollectedRequest) => number {
  const places = new Map<string, Map<number, number>>();
  return ({ path, stage = "", iteration, index }) => {
    const key = JSON.stringify([path, stage, iteration]);
    const known = places.get(key) ?? new Map<number, number>();
    places.set(key, known);
    const number = known.get(index) ?? known.size + 1;
    known.set(index, number);
    return number;
  };
}

/** What was wrong with one request before, in so many elements. */
const MAX_FLAKY = 10;

const COUNTED: Record<CaseOutcome["kind"], keyof Total | undefined> = {
  passed: undefined,
  failure: "failures",
  error: "errors",
  skipped: "skipped",
};

function* suiteText(suite: Suite, run: ReportedRun): Generator<string> {
  const { name, total, time, first } = suite;
  const attributes = {
    name,
    ...total,
    time: seconds(time),
    timestamp: timestamp(first.startedAt),
    file: first.file,
  };
  yield `  ${openTag({ name: "testsuite", attributes })}\n`;
  const { environment } = run;
  if (environment !== undefined) {
    yield writeElement(properties({ environment }), "    ");
  }
  for (const { positions, names } of byLabel(suite, run)) {
    const numbering = new Numbering(names);
    for (const at of positions) {
      const request = run.read(at);
      for (const [at, it] of casesOf(request, run.iterations).entries()) {
        const before = at === 0 ? flakyOf(request) : [];
        const named = { ...it, name: numbering.next(it.name) };
        const element = caseOf(named, { request, suite: name, before });
        yield writeElement(element, "    ");
      }
    }
  }
  if (suite.hasOutput) {
    yield "    <system-out>";
    for (const at of suite.positions) {
      for (const { level, text } of run.read(at).console) {
        yield escapeXmlText(`${level} ${text}\n`);
      }
    }
    yield "</system-out>\n";
  }
  yield "  </testsuite>\n";
}

/** The requests of a suite, those of an iteration together, with the names of their cases: those of other iterations end otherwise. */
function* byLabel(
  { positions }: Suite,
  run: ReportedRun,
): Generator<{ positions: number[]; names: Set<string> }> {
  let together: { positions: number[]; names: Set<string> } | undefined;
  let last: string | undefined;
  for (const at of positions) {
    const request = run.read(at);
    const label = requestLabel(request, run.iterations);
    if (together === undefined || label !== last) {
      if (together) yield together;
      together = { positions: [], names: new Set() };
    }
    last = label;
    together.positions.push(at);
    for (const { name } of casesOf(request, run.iterations)) {
      together.names.add(name);
    }
  }
  if (together) yield together;
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
  { name, time, file, line, outcome, output }: ReportCase,
  { request, suite, before }: {
    request: CollectedRequest;
    suite: string;
    before: readonly XmlElement[];
  },
): XmlElement {
  return {
    name: "testcase",
    attributes: {
      name,
      classname: className(suite),
      time: seconds(time),
      file: file ?? request.file,
      line,
    },
    content: [
      ...outcome.kind === "passed" ? [] : [outcomeOf(outcome)],
      ...before,
      ...output === undefined
        ? []
        : [{ name: "system-out", attributes: {}, content: output }],
    ],
  };
}

/** What was wrong before it passed, as Surefire writes it. */
function flakyOf({ flaky = [] }: CollectedRequest): XmlElement[] {
  return flaky.slice(0, MAX_FLAKY).map((diagnostic) => ({
    name: "flakyFailure",
    attributes: { message: diagnostic.message, type: diagnostic.code },
    content: [{
      name: "stackTrace",
      attributes: {},
      content: caseLines(diagnostic).join("\n"),
    }],
  }));
}

function outcomeOf(
  outcome: Exclude<ReportCase["outcome"], { kind: "passed" }>,
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

/**
 * Numbers what has a name that was there before, as `name (2)`: repeated
 * visits of a request, and checks of equal names.
 */
class Numbering {
  readonly #written: ReadonlySet<string>;
  readonly #counts = new Map<string, number>();

  /** @param written All names that are there, numbered by their writers maybe. */
  constructor(written: ReadonlySet<string>) {
    this.#written = written;
  }

  /** The name of the next one, in order. */
  next(name: string): string {
    let count = (this.#counts.get(name) ?? 0) + 1;
    if (count > 1) {
      while (this.#written.has(`${name} (${count})`)) count++;
    }
    this.#counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  }
}

/** An element of an XML document; attributes that are undefined are left out. */
interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Elements, or text. */
  readonly content?: readonly XmlElement[] | string;
}

/** The first line of an XML document. */
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes an element, by lines. */
function writeElement(
  { name, attributes, content = [] }: XmlElement,
  indent = "",
): string {
  const open = openTag({ name, attributes });
  if (content.length === 0) return `${indent}${open.slice(0, -1)}/>\n`;
  if (typeof content === "string") {
    return `${indent}${open}${escapeXmlText(content)}</${name}>\n`;
  }
  const inside = content.map((it) => writeElement(it, `${indent}  `)).join("");
  return `${indent}${open}\n${inside}${indent}</${name}>\n`;
}

/** Writes the start of an element whose content is written by its caller. */
function openTag(
  { name, attributes }: Pick<XmlElement, "name" | "attributes">,
): string {
  return `<${name}${writeAttributes(attributes)}>`;
}

function writeAttributes(attributes: XmlElement["attributes"]): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXmlAttribute(String(value))}"`)
    .join("");
}
