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
 * What to write for a list of reporters such as `cli,junit`, or a reporter that
 * only others have; undefined where a word of it is no reporter.
 */
export function reportersInstead(list: string): string | undefined {
  const names = list.split(",").map((name) => name.trim());
  if (!names.every((name) => Object.hasOwn(REPORTERS, name))) return undefined;
  const kinds = new Set(names.map((name) => REPORTERS[name]));
  kinds.delete("");
  return kinds.size === 0
    ? "leave it out: the console shows the run"
    : `write ${[...kinds].map((kind) => `--reporter ${kind}=FILE`).join(" ")}`;
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
  if (CONSOLE_KINDS.some((it) => it === kind) || kind === "github") {
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
