import { counted } from "../../../core/source/counted.ts";
import { iterationCount, stepCount } from "../../../core/plan/iterations.ts";
import type { RequestResult, RunEvent } from "../../../core/run/types.ts";
import { carriersOf, stepLabel } from "../step_label.ts";
import { escapeControls } from "../text/escape_controls.ts";
import {
  type ConsoleOptions,
  type Context,
  contextOf,
  indent,
} from "./context.ts";
import type * as Details from "./detail_lines.ts";
import { GroupRuns } from "./group_runs.ts";
import { isUnchecked } from "../is_unchecked.ts";
import {
  type Columns,
  columnsOf,
  requestHead,
  requestLine,
} from "./request_line.ts";
import { summaryLines, unsentRow, verdict } from "./summary.ts";
import { Unreached } from "./unreached.ts";
import { Pieces } from "./pieces.ts";

/** Requests of a kind, skipped, unchecked or slow, that a compact report lists: the reason is often the same. */
const MAX_LISTED = 10;

/** Failures of the only request in so many lines are still in sight at the end. */
const MAX_IN_SIGHT = 20;

/** What a request is called where its failures are shown. */
type About = Parameters<Details.Failures["add"]>[1];

type RunStart = Extract<RunEvent, { type: "run-start" }>;

/** Whether more than one line is to be said about an event: what writes it may be loaded then. */
export function needsDetails(
  event: RunEvent,
  options: Pick<ConsoleOptions, "verbose">,
): boolean {
  switch (event.type) {
    case "warning":
      return true;
    case "request-end":
      return isVerbose(event.result, options) || hasFailed(event.result) ||
        event.result.diagnostics.length > 0;
    case "run-start":
    case "request-start":
    case "run-end":
      return false;
    default:
      return event satisfies never;
  }
}

function hasFailed({ status }: RequestResult): boolean {
  return status === "failed" || status === "errored";
}

/** Whether everything about a request is to be shown. */
function isVerbose(
  result: RequestResult,
  { verbose }: Pick<ConsoleOptions, "verbose">,
): boolean {
  return verbose === "all" || verbose === "failed" && hasFailed(result);
}

/**
 * Makes what writes a run's events, in order, as lines: a line for each
 * request that the kind of report lists, and below the list in full what
 * failed.
 *
 * @param details Gives what writes more than a line about an event; called
 * for those that {@linkcode needsDetails} names.
 */
export function eventLines(
  options: ConsoleOptions,
  details: () => typeof Details,
): (event: RunEvent) => string[] {
  const context = contextOf(options);
  const { kind = "pretty" } = options;
  // The other kinds do not list failures as they happen, so they print them all at the end.
  const showsTitles = kind === "pretty" || kind === "compact" ||
    options.verbose !== "none";
  let single = false;
  let columns: Columns = { label: 0, method: 3, status: 0, iterations: 1 };
  let failures: Details.Failures | undefined;
  let warnings: Details.Warnings | undefined;
  let start: RunStart | undefined;
  /** Absent where nothing runs again. */
  let groups: GroupRuns | undefined;
  /** What passed only when its group ran again. */
  const flaky = new Set<string>();
  /** What failed in a group that may run again. */
  const mayPass: { result: RequestResult; about: About }[] = [];
  let steps = 0;
  let ended = 0;
  let unchecked = 0;
  const unsent: string[] = [];
  let skipped = 0;
  const unreached = new Unreached();
  let passedOver = 0;
  let slow = 0;
  /** Requests that passed, whose console output is not shown. */
  let printed = 0;

  /** Whether a request has a line of its own, right when it ended. */
  function hasLine(result: RequestResult, below: readonly string[]): boolean {
    switch (kind) {
      case "pretty":
        return true;
      case "compact":
        // One that scripts repeat for ever fills no log.
        return steps === 1 && ended === 1 || below.length > 0 ||
          hasFailed(result) ||
          result.flaky !== undefined ||
          result.status === "skipped" && ++skipped <= MAX_LISTED ||
          isUnchecked(result) && result.rerun === undefined &&
            ++passedOver <= MAX_LISTED ||
          result.slow === true && ++slow <= MAX_LISTED;
      case "dots":
      case "failures":
        return isVerbose(result, context);
      default:
        return kind satisfies never;
    }
  }

  function requestLines(result: RequestResult): string[] {
    for (const carrier of carriersOf(result)) {
      context.masker.secrets.learnRequest(carrier);
    }
    ended++;
    unreached.add(result);
    if (isUnchecked(result) && result.rerun === undefined) unchecked++;
    const { item } = result.step;
    if (item.kind === "unsupported" && result.rerun === undefined) {
      unsent.push(item.type);
    }
    const below: string[] = [];
    let more = "";
    const verbose = isVerbose(result, context);
    if (
      result.console.length > 0 && result.rerun === undefined && !verbose &&
      !hasFailed(result)
    ) printed++;
    if (verbose) below.push(...details().everythingLines(result, context));
    if (hasFailed(result)) {
      const titles = failed(result);
      // Of a single request all is said right below its line.
      if (!single && showsTitles) {
        if (titles === details().AS_ABOVE) [more] = titles;
        else below.push(...titles);
      }
    }
    for (const diagnostic of result.diagnostics) {
      if (diagnostic.severity === "error") continue;
      warnings ??= new (details().Warnings)(context);
      below.push(...warnings.add(diagnostic));
    }
    if (!hasLine(result, below)) return below;
    return [
      ...requestLine(result, columns, { ...context, more }),
      ...indent(below, 2),
      ...verbose && below.length > 0 ? [""] : [],
    ];
  }

  /** Gives the titles of what failed; what may run again is told of in full when it does not. */
  function failed(result: RequestResult): readonly string[] {
    const about = {
      request: escapeControls(stepLabel(result.step, columns.iterations)),
      head: requestHead(result, columns, context),
      // Groups that run side by side wait for each other with their lines.
      isBelow: start?.plan.apart === undefined,
      isAlone: single,
    };
    if (groups === undefined) {
      failures ??= new (details().Failures)(context);
      return failures.add(result, about);
    }
    mayPass.push({ result, about });
    return new (details().Failures)(context).add(result, about);
  }

  /** Takes into the failures what did not pass in the last run of its group; gives what failed before it passed. */
  function settle(): Details.Failures | undefined {
    let before: Details.Failures | undefined;
    // Of what failed several times before it passed, the last time is enough.
    for (const { result, about } of mayPass.toReversed()) {
      if (!flaky.delete(visitOf(result))) continue;
      before ??= new (details().Failures)(context);
      before.add(result, about);
    }
    for (const { result, about } of mayPass) {
      if (!groups!.isLast(result)) continue;
      failures ??= new (details().Failures)(context);
      failures.add(result, about);
    }
    return before;
  }

  /** How many requests of a kind are not listed. */
  function moreOf(count: number, head: string, kind: string): string[] {
    const more = count - MAX_LISTED;
    if (more <= 0) return [];
    const { style } = context;
    const where = style.dim(": --reporter pretty lists them");
    return [style.yellow(`${head} ${more} more ${kind}`) + where];
  }

  function rerunLines(rerun: number | undefined): string[] {
    const line = groups?.begun(rerun);
    return line === undefined || kind === "failures" ? [] : ["", line, ""];
  }

  function failureLines(): string[] {
    if (failures === undefined) return [];
    return single && ended === 1
      ? [...indent(failures.ofOne(), 2), ""]
      : ["", ...failures.lines()];
  }

  function linesOf(event: RunEvent): string[] {
    switch (event.type) {
      case "run-start":
        start = event;
        columns = columnsOf(event.plan, context);
        steps = stepCount(event.plan);
        single = steps === 1 && showsTitles;
        if (event.reruns) groups = new GroupRuns(event, context);
        return kind === "failures" ? [] : startLines(event, context);
      case "warning": {
        const { diagnostic } = event;
        if (diagnostic.severity === "error") {
          return details().diagnosticLines(diagnostic, context);
        }
        warnings ??= new (details().Warnings)(context);
        return [...warnings.add(diagnostic)];
      }
      case "request-start":
        return rerunLines(event.rerun);
      case "request-end": {
        const { result } = event;
        // One that is skipped does not start.
        const before = rerunLines(result.rerun);
        if (result.flaky) flaky.add(visitOf(result));
        groups?.add(result, hasFailed(result));
        return [...before, ...requestLines(result)];
      }
      case "run-end": {
        const before = settle();
        const count = {
          ...failures?.count ?? { failed: 0, sent: 0 },
          unchecked,
          // Scripts can run a request again.
          unrun: Math.max(0, steps - ended),
          unreached: unreached.besides(start?.plan.added),
        };
        const inFull = failureLines();
        return [
          ...moreOf(skipped, "–", "skipped"),
          ...moreOf(passedOver, "•", "unchecked"),
          ...moreOf(slow, "✓", "slow"),
          ...inFull,
          "",
          ...before?.lines(
            "Flaky: they failed, and passed when they ran again",
          ) ?? [],
          ...warnings?.lines() ?? [],
          ...kind === "failures"
            ? [
              ...unsentRow(unsent, context),
              verdict(event.summary, count, context),
            ]
            : summaryLines(
              event.summary,
              { ...count, unsent, ...kind !== "dots" && { printed } },
              context,
            ),
          ...failures === undefined || single && inFull.length <= MAX_IN_SIGHT
            ? []
            : ["", ...failures.list()],
        ];
      }
      default:
        return event satisfies never;
    }
  }

  let pieces: Pieces | undefined;
  let last: string | undefined;
  return (event) => {
    if (event.type === "run-start") pieces = new Pieces(event.plan);
    const own = linesOf(event);
    const lines = spaced(pieces?.add(event, own) ?? own, last);
    last = lines.at(-1) ?? last;
    return lines;
  };
}

/** What tells a request of an iteration from all others. */
function visitOf({ step }: RequestResult): string {
  return `${step.index} ${step.iteration}`;
}

/** With one empty line where there would be several. */
function spaced(
  lines: readonly string[],
  before: string | undefined,
): string[] {
  return lines.filter((line, at) =>
    line !== "" || (at === 0 ? before : lines[at - 1]) !== ""
  );
}

function startLines(event: RunStart, { style, own }: Context): string[] {
  const { plan, collection, environment } = event;
  const requests = stepCount(plan);
  const facts = [
    ...environment === undefined ? [] : [`environment ${own(environment)}`],
    counted(requests, "request"),
    ...plan.iterations > 1
      ? [
        `${plan.only ? `${iterationCount(plan)} of ` : ""}${
          counted(plan.iterations, "iteration")
        }`,
      ]
      : [],
  ];
  return [
    style.bold(own(collection)) + style.dim(` · ${facts.join(" · ")}`),
    "",
  ];
}
