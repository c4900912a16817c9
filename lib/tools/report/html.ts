import {
  reportedRequests,
  type ReportedRun,
  type ReportMeta,
} from "./reported_run.ts";
import { escapeXmlText } from "./text/escape_controls.ts";
import { guardOutput } from "./text/escape_controls.ts";
import page from "./html/generated/page.ts";
import { phasesOf } from "./html/phases_of.ts";
import { scriptJson } from "./html/script_json.ts";
import type { Mark, PageData, Row } from "./html/types.ts";
import type {
  CollectedDiagnostic,
  CollectedRequest,
  CollectedStreamMessage,
} from "./collect/types.ts";
import { UNCHECKED } from "./is_unchecked.ts";
import { type EarlierMessages, withMessages } from "./request_pieces.ts";
import { callLabel } from "./step_label.ts";
import { fitEnd } from "./text/fit.ts";

/**
 * Writes the HTML report: one file that needs nothing else. It runs Brace's own
 * script, which it knows by its hash, and nothing else; it asks for nothing from
 * the network, and foreign text is data that the script inserts as text.
 */
export function* htmlReport(
  run: ReportedRun,
  meta: ReportMeta,
): Generator<string> {
  const { paths, read: _, earlier: __, ...about } = run;
  const data: Omit<PageData, "rows"> = {
    ...about,
    clientVersion: meta.clientVersion,
    exitCode: meta.exitCode,
    ...meta.seed !== undefined && { seed: meta.seed },
  };
  yield head(run.collection).map((line) => `${line}\n`).join("");
  for (const at of paths.keys()) {
    const request = withFirst(run.read(at), run.earlier?.(at));
    yield `${dataBlock(`details-${at}`, scriptJson(request))}\n`;
  }
  // The list is written row by row: it may be long.
  const [open, close] = dataBlock("run", "\n").split("\n");
  yield `${open}${scriptJson(data).slice(0, -1)},"rows":[`;
  let separator = "";
  for (const row of toRows(run)) {
    yield separator + scriptJson(row);
    separator = ",";
  }
  yield `]}${close}\n<script>${page.script}</script>\n</body>\n</html>\n`;
}

/** Characters of the first messages of a long stream that a browser is given, besides the last ones. */
const MAX_FIRST = 1_024 ** 2;
/** What a message has around its text. */
const FACTS = 100;

/** A request with the first messages of its stream, and how many are left out behind them. */
function withFirst(
  request: CollectedRequest,
  earlier: EarlierMessages | undefined,
): CollectedRequest {
  const { stream } = request.response ?? {};
  if (earlier === undefined || stream === undefined) return request;
  const messages: CollectedStreamMessage[] = [];
  let omitted = 0;
  let size = 0;
  for (const some of earlier) {
    if (size < MAX_FIRST) messages.push(...some);
    else omitted += some.length;
    for (const { text } of some) size += text.length + FACTS;
  }
  messages.push(...stream.messages);
  return withMessages(request, { messages, ...omitted > 0 && { omitted } });
}

function head(collection: string): string[] {
  const name = guardOutput(escapeXmlText(collection), "xml", {
    terminal: false,
    github: true,
  });
  const policy = [
    "default-src 'none'",
    `script-src '${page.scriptHash}'`,
    `style-src '${page.styleHash}'`,
    // Pictures of bodies, as data of the report itself.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    "<!DOCTYPE html>",
    `<html lang="en">`,
    "<head>",
    `<meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta name="referrer" content="no-referrer">`,
    `<title>${name} – Brace</title>`,
    `<style>${page.style}</style>`,
    "</head>",
    "<body>",
    `<div id="app"><p class="notice">Opening the report of ${name}…</p><noscript><p class="notice">This report needs JavaScript.</p></noscript></div>`,
  ];
}

function dataBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** So much of a message stands in the list. */
const MAX_PROBLEM_LENGTH = 200;

/** The list of a run's requests, one after the other. */
export function* toRows(run: ReportedRun): Generator<Row> {
  const { iterations } = run;
  const startOf = starts(run);
  const paths = new Set(run.paths);
  const nths = new Map<string, number>();
  for (const request of reportedRequests(run)) {
    const { path, response, assertions, tests } = request;
    const checks = [...assertions, ...tests]
      .filter(({ status }) => status !== "skipped");
    const problem = request.unchecked ? UNCHECKED : problemOf(request);
    const warning = firstOf(request, "warning");
    yield {
      id: idOf(path, { paths, nths }),
      name: request.name,
      path,
      folder: path.slice(0, Math.max(0, path.lastIndexOf("/"))),
      status: request.unchecked ? "unchecked" : request.status,
      ...request.method !== undefined && { method: request.method },
      ...request.request && {
        method: callLabel(request.request.method, request.request.stream),
        url: request.request.url,
      },
      ...response && { code: response.status, size: response.size.body },
      ...response?.stream?.kind === "grpc" && { grpc: response.statusText },
      start: startOf(request),
      duration: request.duration,
      phases: phasesOf(request),
      tags: request.tags,
      ...iterations > 1 && request.stage === undefined &&
        { iteration: request.iteration },
      checks: checks.length,
      passed: checks.filter(({ status }) => status === "passed").length,
      ...problem !== undefined &&
        { problem: fitEnd(problem, MAX_PROBLEM_LENGTH) },
      ...warning && { warning: fitEnd(warning.message, MAX_PROBLEM_LENGTH) },
      marks: marksOf(request),
    };
  }
}

/** When requests began, from the run's start. Where the clock stood still (`--now`), one begins when the one before has ended. */
function starts(
  run: ReportedRun,
): (request: Pick<CollectedRequest, "startedAt" | "duration">) => number {
  const origin = Date.parse(run.startedAt);
  const since = ({ startedAt }: Pick<CollectedRequest, "startedAt">) =>
    Math.max(0, Date.parse(startedAt) - origin);
  // Most often it is so for one of the first: the others are not read for that.
  if (reportedRequests(run).some((request) => since(request) > 0)) return since;
  let end = 0;
  return ({ duration }) => (end += duration) - duration;
}

/** `users/create.yml`, then `users/create.yml~2`, unless that is a path. */
function idOf(
  path: string,
  { paths, nths }: {
    readonly paths: ReadonlySet<string>;
    readonly nths: Map<string, number>;
  },
): string {
  let nth = nths.get(path) ?? 0;
  let id: string;
  do id = ++nth === 1 ? path : `${path}~${nth}`; while (
    nth > 1 && paths.has(id)
  );
  nths.set(path, nth);
  return id;
}

function problemOf(request: CollectedRequest): string | undefined {
  const { assertions, tests, skipReason } = request;
  const error = firstOf(request, "error");
  const check = [...assertions, ...tests].find(({ status }) =>
    status === "failed"
  );
  return error?.message ?? check?.diagnostic?.message ?? skipReason;
}

function firstOf(
  { diagnostics }: CollectedRequest,
  wanted: CollectedDiagnostic["severity"],
): CollectedDiagnostic | undefined {
  return diagnostics.find(({ severity }) => severity === wanted);
}

/** What its time was spent on; what no phase accounts for are redirects, retries, Brace itself. */
function marksOf(request: CollectedRequest): Mark[] {
  const { attempts, flaky, slow, stage } = request;
  return [
    ...stage ? [stage] : [],
    ...flaky ? ["flaky" as const] : [],
    ...slow ? ["slow" as const] : [],
    ...attempts > 1 ? ["retried" as const] : [],
    ...firstOf(request, "warning") ? ["warned" as const] : [],
  ];
}
