import type { Diagnostic } from "../source/diagnostic.ts";
import type { RequestResult, RunEvent } from "../run/types.ts";
import { checkLines } from "./console/checks.ts";
import {
  type ConsoleOptions,
  type Context,
  contextOf,
  indent,
} from "./console/context.ts";
import { diagnosticLines } from "./console/diagnostic_lines.ts";
import { exchangeLines } from "./console/exchange.ts";
import {
  type Columns,
  columnsOf,
  requestLine,
} from "./console/request_line.ts";
import { scriptOutputLines } from "./console/script_output.ts";
import { summaryLines } from "./console/summary.ts";
import { stepLabel } from "./step_label.ts";
import { count } from "./text/amounts.ts";
import { escapeControls } from "./text/escape_controls.ts";

export type { ConsoleOptions } from "./console/context.ts";

type RunStart = Extract<RunEvent, { type: "run-start" }>;

/**
 * Makes the report for people: a line for each request, below it what failed,
 * and a summary. The reporter takes a run's events in order and gives back the
 * text to print for each, with its line ends; `""` for nothing. Secrets are
 * masked, and nothing that a server or a script says can steer the terminal.
 */
export function consoleReporter(
  options: ConsoleOptions,
): (event: RunEvent) => string {
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

  function linesOf(event: RunEvent): string[] {
    switch (event.type) {
      case "run-start":
        columns = columnsOf(event.plan, context.width);
        return startLines(event, context);
      case "warning":
        return isNew(event.diagnostic)
          ? diagnosticLines(event.diagnostic, context)
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
        return [
          requestLine(result, columns, context),
          ...indent(detailLines({ ...result, diagnostics }, context), 2),
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
  }

  return (event) => linesOf(event).map((line) => `${line}\n`).join("");
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

/** What stands below a request's line. */
function detailLines(result: RequestResult, context: Context): string[] {
  const { verbose } = context;
  const passed = result.status === "passed" || result.status === "skipped";
  return [
    ...verbose ? exchangeLines(result, context) : [],
    ...checkLines(result, context),
    ...result.diagnostics.flatMap((it) => diagnosticLines(it, context)),
    ...verbose || !passed ? scriptOutputLines(result.console, context) : [],
  ];
}
