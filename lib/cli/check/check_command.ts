import type { CheckResult } from "../../check/collection_index.ts";
import { withoutIgnored } from "../../check/without_ignored.ts";
import { locateAll } from "../../host/check/locate_all.ts";
import { openCheck } from "../../host/check/open_check.ts";
import { Locator } from "../../host/locate/locator.ts";
import {
  writeError,
  writeLog,
  writeOutput,
} from "../../host/terminal/write_output.ts";
import { contextOf } from "../../report/console/context.ts";
import { diagnosticLines } from "../../report/console/diagnostic_lines.ts";
import { createMasker, type Masker } from "../../secrets/masker.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { styleFor } from "../style_for.ts";
import type { CheckCommandOptions } from "./options.ts";
import { summaryLines } from "./summary_lines.ts";
import { widthOf } from "../../host/terminal/width.ts";

/** A text with more mistakes than this is fixed by several calls. */
const MAX_PASSES = 100;

/** What was found, and what is needed to show it. */
interface Findings {
  readonly found: readonly Diagnostic[];
  readonly result: CheckResult | undefined;
  readonly locator: Locator;
  readonly masker: Masker;
}

/** `brace check`: prints what is wrong with a collection, and sends nothing. */
export async function checkCommand(
  options: CheckCommandOptions,
): Promise<number> {
  let { findings, unreadable } = await find(options);
  if (options.fix) {
    const { fixCommand } = await import("./fix_command.ts");
    const fix = () =>
      fixCommand(findings.found, {
        source: (file) => findings.locator.source(file),
        diff: options.diff,
      });
    // What is fixed may show what comes after it in the same text.
    for (let pass = 0; pass < MAX_PASSES && await fix(); pass++) {
      ({ findings, unreadable } = await find(options));
    }
  }
  if (!options.diff) await print(findings, options);
  return exitCodeOf(findings.found, { ...options, unreadable });
}

async function find(
  options: CheckCommandOptions,
): Promise<{ findings: Findings; unreadable: boolean }> {
  const masker = createMasker();
  const opened = await openCheck({
    ...options,
    learn: (variable) => masker.secrets.learn(variable),
  });
  const { index, unreadable, texts } = opened;
  for (const { variable } of index?.definitions() ?? []) {
    if (variable) masker.secrets.learn({ ...variable, template: true });
  }
  const locator = new Locator(texts);
  const checked = index?.check(opened.paths);
  const result = checked && {
    ...checked,
    // An environment may have a token for a host's name.
    hosts: checked.hosts.map((host) => masker.mask(host)),
  };
  const located = await locateAll(
    [
      ...options.configured ?? [],
      ...opened.diagnostics,
      ...result?.diagnostics ?? [],
    ],
    locator,
  );
  const found = withoutIgnored(
    located,
    (file) => locator.source(file),
    [
      ...texts.keys(),
      ...located.flatMap(({ location }) => location?.file ?? []),
    ],
  );
  return { findings: { found, result, locator, masker }, unreadable };
}

async function print(
  { found, result, locator, masker }: Findings,
  { format, color }: CheckCommandOptions,
): Promise<void> {
  const masked = found.map((it) => masker.maskDiagnostic(it));
  const counts = result ?? { requests: 0, environments: [], hosts: [] };
  switch (format) {
    case "json": {
      const { toJson } = await import("../../check/formats/json.ts");
      return writeJson(toJson(masked, counts));
    }
    case "sarif": {
      const [{ toSarif }, { inRepository }] = await Promise.all([
        import("../../check/formats/sarif.ts"),
        import("../../host/reports/in_repository.ts"),
      ]);
      return writeJson(toSarif(masked, inRepository));
    }
    case "github": {
      const [{ toGithub }, { inRepository }] = await Promise.all([
        import("../../check/formats/github.ts"),
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
