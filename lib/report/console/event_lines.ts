import type { Diagnostic } from "../../source/diagnostic.ts";
import type { RunEvent } from "../../run/types.ts";
import { stepLabel } from "../step_label.ts";
import { count } from "../text/amounts.ts";
import { escapeControls } from "../text/escape_controls.ts";
import {
  type ConsoleOptions,
  type Context,
  contextOf,
  indent,
} from "./context.ts";
import type * as Details from "./detail_lines.ts";
import { type Columns, columnsOf, requestLine } from "./request_line.ts";
import { summaryLines } from "./summary.ts";

type RunStart = Extract<RunEvent, { type: "run-start" }>;

/** Whether more than one line is to be said about an event: what writes it may be loaded then. */
export function needsDetails(
  event: RunEvent,
  { verbose }: Pick<ConsoleOptions, "verbose">,
): boolean {
  switch (event.type) {
    case "warning":
      return true;
    case "request-end": {
      const { status, diagnostics } = event.result;
      const passed = status === "passed" || status === "skipped";
      return verbose || !passed || diagnostics.length > 0;
    }
    case "run-start":
    case "request-start":
    case "run-end":
      return false;
    default:
      return event satisfies never;
  }
}

/**
 * Makes what writes a run's events, in order, as lines.
 *
 * @param details Gives what writes more than a line about an event; called
 * for those that {@linkcode needsDetails} names.
 */
export function eventLines(
  options: ConsoleOptions,
  details: () => typeof Details,
): (event: RunEvent) => string[] {
  const context = contextOf(options);
  const warned = new Set<string>();
  const failed: string[] = [];
  let columns: Columns = { label: 0, method: 3, status: 0, iterations: 1 };

  /** Each warning is printed once. */
  function isNew({ severity, code, message, location }: Diagnostic): boolean {
    if (severity === "error") return true;
    const { file, line, column, yamlPath } = location ?? {};
    const key = [code, message, file, line, column, yamlPath].join("\n");
    if (warned.has(key)) return false;
    warned.add(key);
    return true;
  }

  return (event) => {
    switch (event.type) {
      case "run-start":
        columns = columnsOf(event.plan, context.width);
        return startLines(event, context);
      case "warning":
        return isNew(event.diagnostic)
          ? details().diagnosticLines(event.diagnostic, context)
          : [];
      case "request-start":
        return [];
      case "request-end": {
        const { result } = event;
        if (result.sent !== undefined) context.masker.addRequest(result.sent);
        if (result.status === "failed" || result.status === "errored") {
          failed.push(
            escapeControls(stepLabel(result.step, columns.iterations)),
          );
        }
        const diagnostics = result.diagnostics.filter(isNew);
        const below = needsDetails(event, context)
          ? details().detailLines({ ...result, diagnostics }, context)
          : [];
        return [
          requestLine(result, columns, context),
          ...indent(below, 2),
          ...context.verbose ? [""] : [],
        ];
      }
      case "run-end":
        return [
          ...context.verbose ? [] : [""],
          ...summaryLines(event.summary, failed, context),
        ];
      default:
        return event satisfies never;
    }
  };
}

function startLines(event: RunStart, { style, line }: Context): string[] {
  const { plan, collection, environment } = event;
  const requests = plan.steps.length;
  const facts = [
    ...environment === undefined ? [] : [`environment ${line(environment)}`],
    count(requests, "request"),
    ...plan.iterations > 1 ? [count(plan.iterations, "iteration")] : [],
  ];
  return [
    style.bold(line(collection)) + style.dim(` · ${facts.join(" · ")}`),
    "",
  ];
}
