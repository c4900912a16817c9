import { toJson } from "../../tools/check/formats/json.ts";
import { type Findings, findProblems } from "../../host/check/find_problems.ts";
import {
  writeError,
  writeLog,
  writeOutput,
} from "../../host/terminal/write_output.ts";
import { contextOf } from "../../tools/report/console/context.ts";
import { diagnosticLines } from "../../tools/report/console/diagnostic_lines.ts";
import { styleFor } from "../style_for.ts";
import type { CheckCommandOptions } from "./options.ts";
import { summaryLines } from "./summary_lines.ts";
import { widthOf } from "../../host/terminal/width.ts";

/** A text with more mistakes than this is fixed by several calls. */
const MAX_PASSES = 100;

/** `brace check`: prints what is wrong with a collection, and sends nothing. */
export async function checkCommand(
  options: CheckCommandOptions,
): Promise<number> {
  let findings = await findProblems(options);
  if (options.fix) {
    const { fixCommand } = await import("./fix_command.ts");
    const fix = () =>
      fixCommand(findings.found, {
        source: (file) => findings.locator.source(file),
        diff: options.diff,
      });
    // What is fixed may show what comes after it in the same text.
    for (let pass = 0; pass < MAX_PASSES && await fix(); pass++) {
      findings = await findProblems(options);
    }
  }
  if (!options.diff) await print(findings, options);
  return exitCodeOf(findings, options);
}

async function print(
  { found, result, locator, masker }: Findings,
  { format, color }: CheckCommandOptions,
): Promise<void> {
  const masked = found.map((it) => masker.maskDiagnostic(it));
  const counts = result ?? { requests: 0, environments: [], hosts: [] };
  switch (format) {
    case "json": {
      return writeJson(toJson(masked, counts));
    }
    case "sarif": {
      const [{ toSarif }, { inRepository }] = await Promise.all([
        import("../../tools/check/formats/sarif.ts"),
        import("../../host/reports/in_repository.ts"),
      ]);
      return writeJson(toSarif(masked, inRepository));
    }
    case "github": {
      const [{ toGithub }, { inRepository }] = await Promise.all([
        import("../../tools/check/formats/github.ts"),
        import("../../host/reports/in_repository.ts"),
      ]);
      return writeLog(toGithub(masked, inRepository));
    }
    case "human":
      break;
    default:
      return format satisfies never;
  }
  const style = styleFor(Deno.stdout, color);
  const context = contextOf({
    style,
    verbose: "none",
    width: widthOf(Deno.stdout),
    masker,
    source: locator.source,
  });
  const write = result === undefined ? writeError : writeOutput;
  for (const diagnostic of found) {
    write(`${diagnosticLines(diagnostic, context).join("\n")}\n\n`);
  }
  if (result) {
    writeOutput(
      summaryLines(found, result, style).map((line) => `${line}\n`).join(""),
    );
  }
}

function writeJson(value: object): void {
  writeOutput(`${JSON.stringify(value, null, 2)}\n`, "json");
}

/** 0 without an error, 1 with one (strictly: with a warning), 2 where something could not be read. */
function exitCodeOf(
  { found, unreadable }: Findings,
  { strict }: { readonly strict: boolean },
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
