import { counted, countsOf } from "../../core/source/counted.ts";
import { toSarif } from "../../tools/check/sarif.ts";
import { toGithub } from "../../tools/check/sarif.ts";
import { inRepository } from "../../host/reports/in_repository.ts";
import { FlagValues } from "../flags/flag_values.ts";
import { toCheckOptions } from "../flags/to_check_options.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { Origin } from "../../core/source/origin.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { configured, originsOf } from "../config/configured.ts";
import { toJson } from "../../tools/check/sarif.ts";
import { type Findings, findProblems } from "../../host/check/find_problems.ts";
import {
  writeError,
  writeLog,
  writeOutput,
} from "../../host/terminal/write_output.ts";
import { contextOf } from "../../tools/report/console/context.ts";
import { type Context, indent } from "../../tools/report/console/context.ts";
import { diagnosticLines } from "../../tools/report/console/diagnostic_lines.ts";
import { failureProblem } from "../../tools/report/console/problems/failures.ts";
import {
  type Group,
  grouped,
  type Most,
  restLines,
  type ShownProblem,
} from "../../tools/report/console/problems/grouped.ts";
import { forCommand } from "../for_command.ts";
import { styleFor } from "../style_for.ts";
import type { CheckCommandOptions } from "../command.ts";
import { widthOf } from "../../host/terminal/width.ts";
import type { CheckResult } from "../../tools/check/collection_index.ts";
import type { Style } from "../../tools/report/style.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { inCheckWords } from "./check_words.ts";

/**
 * `brace check` with the values that the collection's `brace.yaml` gives a run.
 *
 * @throws {DiagnosticError} What is typed or in the file is wrong.
 */
export async function configuredCheck(typed: FlagValues): Promise<number> {
  const { flags, ...more } = await withRunValues(typed);
  return await checkCommand({ ...toCheckOptions(flags), ...more });
}

/** The flags of a run that give values. */
const VALUES = [
  "env-file",
  "secrets-file",
  "global-env",
  "var",
  "env-var",
  "data",
] as const;

/** The flags of a check, with what a run would be given besides. */
interface CheckFlags {
  readonly flags: FlagValues;
  /** Environments that a run selects together, and none of them alone. */
  readonly together?: readonly string[];
  /** Where the file gives options, by their names. */
  readonly origins?: ReadonlyMap<string, Origin>;
  /** What is wrong with `brace.yaml`. */
  readonly configured?: readonly Diagnostic[];
}

/**
 * Adds the values that `brace.yaml` gives a run of the same collection. Of its
 * environments a check takes those of a chosen profile; without one it looks at
 * every environment, since other runs select others.
 *
 * @throws {UsageError} The profile is not there.
 */
async function withRunValues(flags: FlagValues): Promise<CheckFlags> {
  let run: FlagValues;
  try {
    run = await configured(flags);
  } catch (error) {
    if (!(error instanceof CollectionError)) throw error;
    return { flags, configured: error.diagnostics };
  }
  const values = new Map(flags.values);
  const names = flags.has("profile") ? [...VALUES, "env"] : VALUES;
  for (const name of names) {
    const given = run.values.get(name);
    if (given !== undefined) values.set(name, given);
  }
  const environments = run.all("env");
  return {
    flags: new FlagValues(
      flags.command,
      flags.positionals,
      values,
      run.origins,
    ),
    ...(!values.has("env") && { together: environments }),
    origins: originsOf(run),
  };
}

/** A text with more mistakes than this is fixed by several calls. */
const MAX_PASSES = 100;

/** `brace check`: prints what is wrong with a collection, and sends nothing. */
async function checkCommand(
  options: CheckCommandOptions,
): Promise<number> {
  const first = await findProblems(options);
  let findings = first;
  if (options.fix) {
    const { Fixing } = await import("./fix_command.ts");
    const fixing = new Fixing(options);
    try {
      // What is fixed may show what comes after it in the same text.
      for (
        let pass = 0;
        pass < MAX_PASSES && await fixing.pass(findings);
        pass++
      ) {
        findings = await findProblems({
          ...options,
          readText: fixing.readText,
        });
      }
    } finally {
      if (!options.diff) fixing.printNames(findings);
    }
    if (options.diff) {
      fixing.printDiff(findings);
      // The files are as they were.
      return exitCodeOf(first, options);
    }
  }
  print(findings, options);
  return exitCodeOf(findings, options);
}

function print(
  { found: all, result, locator, masker }: Findings,
  { format, color, verbose, data }: CheckCommandOptions,
): void {
  const found = inCheckWords(forCommand("check", all), data);
  const masked = found.map((it) => masker.maskDiagnostic(it));
  const counts = result ?? { requests: 0, environments: [], hosts: [] };
  switch (format) {
    case "json": {
      return writeJson(toJson(masked, counts));
    }
    case "sarif": {
      return writeJson(toSarif(masked, inRepository));
    }
    case "github": {
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
  const { blocks, isWhole } = verbose
    ? { blocks: found.map((it) => diagnosticLines(it, context)), isWhole: true }
    : groupedBlocks(found, context);
  const summary = [
    ...result ? summaryLines(found, result, style) : [],
    ...isWhole ? [] : [style.dim("--verbose shows each of them in full")],
  ];
  const parts = summary.length === 0 ? blocks : [...blocks, summary];
  write(`${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`);
}

/** Findings of one severity that are shown in full; more of them are named. */
const MOST: Most = { all: 20, first: 20 };

/** Findings in their order: equal ones together, as a run shows its errors. */
function groupedBlocks(
  found: readonly Diagnostic[],
  context: Context,
): { readonly blocks: readonly string[][]; readonly isWhole: boolean } {
  const problems = found.map((it): ShownProblem => {
    const { severity, environments = [] } = it;
    const problem = failureProblem(it, context);
    // What is wrong with some environments has another cause.
    const key = JSON.stringify([severity, environments, problem.key]);
    return { ...problem, key };
  });
  const groups = new Map<string, Group>();
  const unnamed: string[][] = [];
  for (const severity of ["error", "warning", "hint"] as const) {
    const own = problems.filter((_, at) => found[at].severity === severity);
    const { groups: shown, rest } = grouped(own, { check: MOST, error: MOST });
    for (const [key, group] of shown) groups.set(key, group);
    if (rest.length > 0) {
      const head = counted(rest.length, `more ${severity}`);
      unnamed.push(restLines(rest, context, head));
    }
  }
  const keys = new Set(problems.map(({ key }) => key));
  const shown = [...keys].flatMap((key) => groups.get(key) ?? []);
  return {
    blocks: [
      ...shown.map((group) => [
        ...group.lines,
        ...indent(group.more(context), 2),
      ]),
      ...unnamed,
    ],
    isWhole: shown.length === found.length,
  };
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

/** Hosts that are named. */
const MAX_SHOWN = 8;

/** What was found in a word, what was looked at, and where a run would go. */
function summaryLines(
  found: readonly Diagnostic[],
  { requests, environments, hosts }: CheckResult,
  style: Style,
): string[] {
  const counts = countsOf(found);
  const what = counts.length === 0 ? "no problems" : counts.join(", ");
  const where = environments.length === 0
    ? ""
    : `, with ${
      environments.length === 1
        ? "the environment"
        : `${environments.length} environments:`
    } ${environments.join(", ")}`;
  const failed = found.some(({ severity }) => severity === "error");
  const stress = failed ? style.red : style.green;
  const lines = [
    `${style.bold(stress(what))} in ${counted(requests, "request")}${
      escapeControls(where)
    }`,
  ];
  if (hosts.length > 0) {
    const more = hosts.length > MAX_SHOWN
      ? ` and ${hosts.length - MAX_SHOWN} more`
      : "";
    const shown = hosts.slice(0, MAX_SHOWN).join(", ");
    lines.push(style.dim(escapeControls(`a run contacts ${shown}${more}`)));
  }
  return lines;
}
