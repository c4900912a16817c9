import { shellWord } from "../../host/terminal/shell_word.ts";
import { CONSOLE_KINDS, REPORT_KINDS } from "../../tools/report/kinds.ts";
import { type CommandSpec, flagsOf } from "./flag.ts";

/** The reporters of newman and of Postman's command line, and Brace's; "": the console has it anyway. */
const REPORTERS: Readonly<Record<string, string>> = {
  cli: "",
  text: "",
  progress: "",
  emojitrain: "",
  json: "json",
  junit: "junit",
  junitfull: "junit",
  html: "html",
  htmlextra: "html",
};

/**
 * What to write for a list of reporters such as `cli,junit`, whether Brace has
 * them or only others do; undefined where no word of it is a reporter.
 */
export function reportersInstead(list: string): string | undefined {
  const names = list.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => reporterFor(name) === undefined);
  if (unknown.length === names.length) return undefined;
  const kinds = new Set(names.map(reporterFor));
  kinds.delete("");
  kinds.delete(undefined);
  const written = [...kinds].map((kind) => `--reporter ${kind}`).join(" ");
  const others = unknown.map((name) => `"${name}"`).join(", ");
  return [
    written === ""
      ? "leave it out: the console shows the run"
      : `write ${written}`,
    ...others === "" ? [] : [`Brace does not have ${others}`],
  ].join("; ");
}

/** What follows `--reporter` for a reporter's name; "" for what the console shows anyway. */
function reporterFor(name: string): string | undefined {
  if (isConsole(name)) return name;
  const kind = REPORT_KINDS.find((it) => it === name) ??
    (Object.hasOwn(REPORTERS, name) ? REPORTERS[name] : undefined);
  return kind && `${kind}=FILE`;
}

/** Whether a reporter prints where it is given without a file. */
function isConsole(name: string | undefined): boolean {
  return name === "github" || CONSOLE_KINDS.some((it) => it === name);
}

/**
 * What to write for `--format json`, `--json` and `--reporter json`, where a
 * command prints or writes that with another flag.
 *
 * @param valueOf The value that a flag has on the command line.
 */
export function formatInstead(
  spec: CommandSpec,
  written: string,
  valueOf: (written: string) => string | undefined,
): string | undefined {
  const flags = flagsOf(spec);
  const asked = ["--format", "-f", "--reporter"].includes(written)
    ? valueOf(written)
    : written.replace(/^-+/, "");
  const format = flags.find(({ name }) => name === "format");
  if (format?.value?.split("|").includes(asked ?? "")) {
    return `write --format ${asked}`;
  }
  if (!flags.some(({ name }) => name === "reporter")) return undefined;
  const isFile = written === "-o";
  const kind = isFile ? valueOf("--format") ?? valueOf("-f") : asked;
  if (isConsole(kind)) {
    return `write --reporter ${kind}`;
  }
  const file = valueOf("-o") ?? valueOf("--output");
  const report = REPORT_KINDS.find((it) => it === kind) ??
    (isFile ? kindOf(file ?? "") : undefined);
  if (report === undefined) {
    return written.startsWith("--") ? reportersInstead(asked ?? "") : undefined;
  }
  const own = isFile ? undefined : valueOf(written);
  if (own !== undefined && own !== report && kindOf(own) === report) {
    return `write --reporter ${report}=${shellWord(own)}`;
  }
  return file === undefined
    ? `write --reporter ${report}=- (${report}=FILE writes a file)`
    : `write --reporter ${report}=${
      shellWord(file)
    }: --output FILE is for a response`;
}

/** The report that a file is named for. */
function kindOf(file: string): typeof REPORT_KINDS[number] | undefined {
  const [ending] = /[^.]*$/.exec(file) ?? [];
  return ending === "xml"
    ? "junit"
    : ending === "md"
    ? "markdown"
    : REPORT_KINDS.find((kind) => kind === ending);
}
