import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { Locator } from "../../host/locate/locator.ts";
import { configured } from "../config/configured.ts";
import { certainFlags } from "../flags/certain_flags.ts";
import type { FlagValues } from "../flags/flag_values.ts";
import { runSpec } from "../flags/specs/run_spec.ts";
import { certainReporters, toOutput } from "../flags/to_reporters.ts";
import { printDiagnostics } from "../print_diagnostics.ts";
import type { RunCommandOptions } from "./options.ts";
import { Output } from "./output.ts";
import { withAnnotations } from "./with_annotations.ts";

/**
 * Tells why `brace run` cannot do what its arguments say, and gives the exit
 * code: where the reports are beyond doubt, they say it too.
 *
 * @param args What stands behind `run`.
 */
export async function refuseArguments(
  args: readonly string[],
  diagnostics: readonly Diagnostic[],
): Promise<number> {
  const flags = certainFlags(runSpec.spec, args);
  return await refuseFlags(await configuredOr(flags), diagnostics);
}

/** The same for flags that can be read, but not be used. */
export async function refuseFlags(
  flags: FlagValues,
  diagnostics: readonly Diagnostic[],
): Promise<number> {
  const code = await printDiagnostics(diagnostics);
  const asksOnly = ["help", "show-config", "print-hosts"]
    .some((name) => flags.has(name));
  if (asksOnly) return code;
  const [masker, locator] = [createMasker(), new Locator()];
  const reporters = withAnnotations(certainReporters(flags));
  const output = toOutput(flags);
  const printed = new Output(
    { verbose: "none", reporters, ...output !== undefined && { output } },
    locator,
    masker,
  );
  await printed.annotations(diagnostics);
  await reportRefused(
    {
      reporters,
      paths: flags.positionals,
      printHosts: false,
      ...output !== undefined && { output },
      ...flags.has("failed-in") && { failedIn: flags.text("failed-in")! },
      read: ["ca", "data", "env-file", "global-env", "secrets-file"]
        .flatMap((name) => flags.all(name)),
    },
    diagnostics,
    { masker, locator, output: printed },
  );
  return code;
}

/** With what `brace.yaml` adds, where that can be read. */
async function configuredOr(flags: FlagValues): Promise<FlagValues> {
  try {
    return await configured(flags);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return flags;
  }
}

/** Loads the reports only where there are any, and a run to tell of. */
export async function reportRefused(
  { reporters, printHosts, failedIn, output: file, paths: [path], read }:
    & Pick<
      RunCommandOptions,
      "reporters" | "printHosts" | "failedIn" | "output" | "paths"
    >
    & {
      /** Files that the run was to read. */
      readonly read: readonly string[];
    },
  diagnostics: readonly Diagnostic[],
  { output, ...setup }: {
    readonly masker: Masker;
    readonly locator: Locator;
    readonly output: Output;
  },
): Promise<void> {
  // What failed before is still to be run.
  const kept = reporters.filter(({ file }) =>
    file === undefined || file !== failedIn
  );
  if (kept.length === 0 || printHosts || output.hasBegun) return;
  const { reportRefusal } = await import(
    "../../host/reports/report_refusal.ts"
  );
  await reportRefusal(kept, diagnostics, {
    ...setup,
    path,
    read,
    ...(file !== undefined && file !== "-" && { output: file }),
  });
}
