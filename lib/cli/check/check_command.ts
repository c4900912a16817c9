import { locateAll } from "../../host/check/locate_all.ts";
import { openCheck } from "../../host/check/open_check.ts";
import { Locator } from "../../host/locate/locator.ts";
import { writeError, writeOutput } from "../../host/terminal/write_output.ts";
import { contextOf } from "../../report/console/context.ts";
import { diagnosticLines } from "../../report/console/diagnostic_lines.ts";
import { createMasker } from "../../secrets/masker.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { styleFor } from "../style_for.ts";
import type { CheckCommandOptions } from "./options.ts";
import { summaryLines } from "./summary_lines.ts";

/** Columns where nothing tells how many there are. */
const WIDTH = 80;

/** `brace check`: prints what is wrong with a collection, and sends nothing. */
export async function checkCommand(
  options: CheckCommandOptions,
): Promise<number> {
  const opened = await openCheck(options);
  const { index, unreadable } = opened;
  const masker = createMasker();
  if (index) {
    for (const { variable } of index.definitions()) {
      if (variable) masker.secrets.learn({ ...variable, template: true });
    }
  }
  const locator = new Locator();
  const checked = index?.check(opened.paths);
  const found = await locateAll(
    [...opened.diagnostics, ...checked?.diagnostics ?? []],
    locator,
  );
  const style = styleFor(Deno.stdout, options.color);
  const context = contextOf({
    style,
    verbose: "none",
    width: Deno.stdout.isTerminal() && Deno.consoleSize().columns || WIDTH,
    masker,
    source: locator.source,
  });
  const write = index === undefined ? writeError : writeOutput;
  for (const diagnostic of found) {
    write(`${diagnosticLines(diagnostic, context).join("\n")}\n\n`);
  }
  if (checked) {
    writeOutput(
      summaryLines(found, checked, style).map((line) => `${line}\n`).join(""),
    );
  }
  return exitCodeOf(found, { ...options, unreadable });
}

/** 0 without an error, 1 with one (strictly: with a warning), 2 where something could not be read. */
function exitCodeOf(
  found: readonly Diagnostic[],
  { strict, unreadable }: {
    readonly strict: boolean;
    readonly unreadable: boolean;
  },
): number {
  if (unreadable || found.some(({ code }) => code === "UNKNOWN_ENVIRONMENT")) {
    return 2;
  }
  return found.some(({ severity }) =>
      severity === "error" || strict && severity === "warning"
    )
    ? 1
    : 0;
}
