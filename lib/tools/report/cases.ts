import { counted } from "../../core/source/counted.ts";
import { causedMessage } from "./text/caused_message.ts";
import { assertionName } from "./assertion_title.ts";
import { UNCHECKED } from "./is_unchecked.ts";
import { requestLabel, streamCounts } from "./step_label.ts";
import type {
  CollectedAssertion,
  CollectedBody,
  CollectedDiagnostic,
  CollectedRequest,
  CollectedStream,
  CollectedTest,
} from "./collect/types.ts";
import { reasonOf } from "./reason_phrase.ts";
import { formatBytes, formatDuration } from "./text/amounts.ts";
import { fitEnd } from "./text/fit.ts";

/** One case of a report that lists cases: a check, or a request as a whole. */
export interface ReportCase {
  readonly name: string;
  /** Milliseconds. */
  readonly time: number;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly outcome: CaseOutcome;
  /** What helps to understand that it failed, or that nothing checked it, and what the run warns of. */
  readonly output?: string;
}

/** How a case ended. */
export type CaseOutcome =
  | { readonly kind: "passed" }
  | { readonly kind: "skipped"; readonly message: string }
  | {
    readonly kind: "failure" | "error";
    readonly message: string;
    readonly type: string;
    /** What was expected and what came, as texts. */
    readonly expected?: string;
    readonly actual?: string;
    /** Message, place, expected and actual, by lines. */
    readonly details: string;
  };

/** The cases of one request. */
export function casesOf(
  request: CollectedRequest,
  iterations: number,
): ReportCase[] {
  const { assertions, tests, duration } = request;
  const cases = [
    ...assertions.map((it) => checkCase(assertionName(it), it)),
    ...tests.map((it) => checkCase(it.name, it)),
  ];
  const own = ownOutcome(request);
  if (own.kind !== "passed" || cases.length === 0) {
    const [diagnostic] = errorsOf(request);
    cases.unshift({
      name: request.name,
      outcome: own,
      ...placeOf(diagnostic),
    });
  }
  const suffix = requestLabel({ ...request, path: "" }, iterations);
  const response = responseText(request);
  const failed = cases.filter(hasFailed);
  // Where nothing failed, the request is told of with its first case.
  const told = failed.length > 0 ? failed : cases.slice(0, 1);
  return cases.map((it, at) => {
    const isUnchecked = request.unchecked && at === 0;
    const output = [
      ...isUnchecked ? [`unchecked: ${UNCHECKED}\n`] : [],
      ...told.includes(it) ? warningsFor(it, told, request) : [],
      ...response && (isUnchecked || hasFailed(it)) ? [response] : [],
    ].join("");
    return {
      ...it,
      name: it.name + suffix,
      time: at === 0 ? duration : 0,
      ...output !== "" && { output },
    };
  });
}

/** A case before it has a time. */
type Untimed = Omit<ReportCase, "time">;

/** The warnings about a request, such as that a variable has no value: those of a check's line with it, others with the first check that is told of. */
function warningsFor(
  wanted: Untimed,
  told: readonly Untimed[],
  { diagnostics }: CollectedRequest,
): string[] {
  const isOf = ({ location }: CollectedDiagnostic, { file, line }: Untimed) =>
    line !== undefined && location?.line === line && location.file === file;
  return diagnostics.filter((it) =>
    it.severity === "warning" &&
    (isOf(it, wanted) ||
      wanted === told[0] && !told.some((other) => isOf(it, other)))
  ).map((it) => `warning: ${caseLines(it).join("\n")}\n`);
}

function hasFailed({ outcome }: Pick<ReportCase, "outcome">): boolean {
  return outcome.kind === "failure" || outcome.kind === "error";
}

/** What became of the request itself, its checks aside. */
function ownOutcome(request: CollectedRequest): CaseOutcome {
  const { status, skipReason = "skipped", failures } = request;
  if (status === "skipped") return { kind: "skipped", message: skipReason };
  const errors = errorsOf(request);
  const outside = failures.filter((it) => it !== "check");
  if (errors.length === 0 && outside.length === 0) return { kind: "passed" };
  return {
    kind: "error",
    message: errors.length > 0
      ? causedMessage(errors[0])
      : `Failed: ${outside.join(", ")}`,
    type: errors[0]?.code ?? outside.join(", "),
    details: errors.flatMap(caseLines).join("\n"),
  };
}

function errorsOf({ diagnostics }: CollectedRequest): CollectedDiagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}

function checkCase(
  name: string,
  check: CollectedAssertion | CollectedTest,
): Omit<ReportCase, "time"> {
  const { status, diagnostic, expected, actual } = check;
  if (status === "passed") return { name, outcome: { kind: "passed" } };
  if (status === "skipped") {
    return { name, outcome: { kind: "skipped", message: "by its script" } };
  }
  const details = [
    ...diagnostic === undefined ? [] : caseLines(diagnostic),
    ...expected === undefined ? [] : [`expected: ${expected}`],
    ...actual === undefined ? [] : [`actual: ${actual}`],
  ];
  return {
    name,
    outcome: {
      kind: "failure",
      message: diagnostic?.message ?? name,
      type: diagnostic?.code ?? "ASSERTION",
      ...expected !== undefined && { expected },
      ...actual !== undefined && { actual },
      details: details.join("\n"),
    },
    ...placeOf(diagnostic),
  };
}

/** Message, place and notes of a diagnostic. */
export function caseLines(
  { message, location, notes = [] }: CollectedDiagnostic,
): string[] {
  const { file, line, column } = location ?? {};
  const place = [file, line, column].filter((part) => part !== undefined);
  return [message, ...place.length === 0 ? [] : [place.join(":")], ...notes];
}

function placeOf(
  diagnostic: CollectedDiagnostic | undefined,
): { file?: string; line?: number; column?: number } {
  const { file, line, column } = diagnostic?.location ?? {};
  return {
    ...file === undefined ? {} : { file },
    ...line === undefined ? {} : { line },
    ...column === undefined ? {} : { column },
  };
}

/** Of a body, as much as helps at first sight. */
const MAX_LINES = 20;
const MAX_LENGTH = 500;

/** What the server responded, in short: status, content type and the first lines of the body. */
export function responseText(
  { response }: Pick<CollectedRequest, "response">,
): string | undefined {
  if (response === undefined) return undefined;
  const { status, headers, size, body, stream } = response;
  const named = `${status} ${reasonOf(response)}`.trim();
  if (stream !== undefined) {
    const about = [named, streamCounts(stream)].filter((it) => it !== "");
    return [about.join(" · "), ...messageLines(stream), ""].join("\n");
  }
  const type = headers.find(({ name }) => name.toLowerCase() === "content-type")
    ?.value;
  const about = [
    named,
    type,
    formatBytes(size.body),
  ].filter((it) => it !== undefined).join(" · ");
  return [about, ...bodyLines(body), ""].join("\n");
}

/** The last messages, a line each, and how the stream ended. */
function messageLines(
  { kind, messages, sent, received, dropped = 0, closed }: CollectedStream,
): string[] {
  const shown = messages.slice(-MAX_LINES).map(
    ({ direction, at, type, event = type, text, size }) => {
      const arrow = direction === "sent" ? "→" : "←";
      const content = type === "binary"
        ? `(${formatBytes(size)} of binary content)`
        : fitEnd(text.trim().replace(/\s*[\r\n]+\s*/g, " "), MAX_LENGTH);
      return `${arrow} ${formatDuration(at)} ${event} ${content}`;
    },
  );
  const more = sent + received - dropped - shown.length;
  if (more > 0) shown.unshift(`… ${counted(more, "earlier message")}`);
  if (closed === undefined) return shown;
  const { by, code, reason } = closed;
  // gRPC's status stands above.
  const why = [kind === "grpc" ? undefined : code, reason].filter((it) => it);
  return [
    ...shown,
    `ended by the ${by}${why.length > 0 ? `: ${why.join(" ")}` : ""}`,
  ];
}

function bodyLines(body: CollectedBody | undefined): string[] {
  if (body?.kind !== "text") return [];
  const text = body.text.trimEnd();
  const lines = text === "" ? [] : text.split(/\r?\n/);
  const shown = lines.slice(0, MAX_LINES).map((line) =>
    fitEnd(line, MAX_LENGTH)
  );
  return lines.length > MAX_LINES || body.cut ? [...shown, "…"] : shown;
}
