import {
  isStdout,
  type ReporterOption,
  useStdout,
} from "../../host/reports/reporter_option.ts";
import {
  CONSOLE_KINDS,
  type ConsoleKind,
  REPORT_KINDS,
} from "../../tools/report/kinds.ts";
import { shellWord } from "../../host/terminal/shell_word.ts";
import { UsageError } from "../../core/source/errors.ts";
import type { FlagValues } from "./flag_values.ts";
import { reportersInstead } from "./foreign_reporters.ts";

/** What `--reporter` asks for. */
export interface Reporters {
  /** How the console report looks; absent: as it suits. */
  readonly console?: ConsoleKind;
  readonly reporters: readonly ReporterOption[];
}

/**
 * Reads `--reporter KIND` and `--reporter KIND=FILE`.
 *
 * @throws {UsageError} They cannot be had, or not together.
 */
export function toReporters(flags: FlagValues): Reporters {
  const reporters: ReporterOption[] = [];
  let console: ConsoleKind | undefined;
  for (const value of flags.all("reporter")) {
    const kind = CONSOLE_KINDS.find((kind) => kind === value);
    if (kind === undefined) reporters.push(toReporter(value, flags));
    else if (console === undefined || console === kind) console = kind;
    else throw contradiction(`${console}" with "--reporter ${kind}`, flags);
  }
  checkFiles(reporters, flags);
  return { reporters, ...console !== undefined && { console } };
}

/**
 * The reporters of a command line that is wrong, as far as they are beyond
 * doubt: those that are right by themselves, each with a file of its own.
 */
export function certainReporters(flags: FlagValues): ReporterOption[] {
  const reporters = flags.all("reporter").flatMap((value) => {
    try {
      return [toReporter(value, flags)];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return [];
    }
  });
  const files = [toOutput(flags), ...reporters.map(({ file }) => file)];
  return reporters.filter(({ file }) =>
    file === undefined || files.filter((it) => it === file).length === 1
  );
}

function toReporter(value: string, flags: FlagValues): ReporterOption {
  const equals = value.indexOf("=");
  const name = equals < 0 ? value : value.slice(0, equals);
  checkWritten(value, flags);
  const known = [...REPORT_KINDS, ...CONSOLE_KINDS];
  const instead = known.some((kind) => kind === name)
    ? undefined
    : reportersInstead(name);
  if (instead !== undefined) {
    throw wrong(`${value}": Brace has no such reporter, ${instead}`, flags);
  }
  const kind = flags.oneOf("reporter", name, known);
  const report = REPORT_KINDS.find((it) => it === kind);
  if (report === undefined) {
    throw wrong(
      `${value}": it is printed, not written, leave out "${
        value.slice(equals)
      }"`,
      flags,
    );
  }
  // Annotations are for whoever reads the log.
  if (equals < 0 && report === "github") return { kind: report };
  const file = equals < 0 ? "" : value.slice(equals + 1);
  if (file === "") {
    throw wrong(
      `${value}": it names no file, write "--reporter ${report}=FILE", or "--reporter ${report}=-" for standard output`,
      flags,
    );
  }
  return { kind: report, file: isStdout(file) ? "-" : file };
}

/** Refuses several reports in one flag, and a colon instead of `=`, as other tools have them. */
function checkWritten(value: string, flags: FlagValues): void {
  const isKind = (name: string) => REPORT_KINDS.some((kind) => kind === name);
  const written = (parts: readonly string[]) =>
    parts.map((part) => `--reporter ${shellWord(part)}`).join(" ");
  const [first, ...others] = value.split(/,(?=[a-z]+=)/);
  if (
    first.includes("=") && others.some((part) => isKind(part.split("=", 1)[0]))
  ) {
    throw wrong(
      `${value}": repeat the flag for each report, write ${
        written([first, ...others])
      }`,
      flags,
    );
  }
  const [, kind, file] = /^([a-z]+):(.*)$/.exec(value) ?? [];
  if (kind !== undefined && isKind(kind)) {
    throw wrong(
      `${value}": its file follows a "=", write ${
        written([`${kind}=${file || "FILE"}`])
      }`,
      flags,
    );
  }
}

/** Where `--output` leads: `-` for standard output, whatever it is called. */
export function toOutput(flags: FlagValues): string | undefined {
  const output = flags.text("output");
  return output !== undefined && isStdout(output) ? "-" : output;
}

function checkFiles(
  reporters: readonly ReporterOption[],
  flags: FlagValues,
): void {
  const seen = new Set<string>();
  for (const { kind, file } of reporters) {
    if (file === undefined) continue;
    if (seen.has(file)) {
      throw wrong(
        `${kind}=${file}": another report goes ${
          file === "-" ? "to standard output" : "into that file"
        }`,
        flags,
      );
    }
    seen.add(file);
  }
  if (useStdout(reporters) && toOutput(flags) === "-") {
    throw flags.refuse(
      "output",
      'Cannot use "--output -" with a report on standard output: both go there',
    );
  }
}

function contradiction(which: string, flags: FlagValues): Error {
  return wrong(`${which}": the console has one report`, flags);
}

function wrong(rest: string, flags: FlagValues): Error {
  return flags.refuse("reporter", `Cannot use "--reporter ${rest}`);
}
