import { writeOutput } from "../../host/terminal/write_output.ts";
import { VERSION } from "../../core/source/version.ts";
import { COMMAND_NAMES } from "../command.ts";
import {
  type CommandSpec,
  type Flag,
  flagHelp,
  flagsOf,
  flagSyntax,
  HELP_FLAG,
} from "../flags/flag.ts";
import { COMMANDS } from "../commands.ts";
import licences from "./licences.json" with { type: "json" };

export { topicCommand } from "../topic/topic_command.ts";

// Commands that print what Brace has at hand. They are loaded together.

/** `brace man`: prints the manual page. */
export async function manCommand(): Promise<number> {
  writeOutput(await manPage(), "text");
  return 0;
}

/** Exit codes and what they say, as in docs/running.md. */
const EXIT_CODES: readonly (readonly [code: number, meaning: string])[] = [
  [0, "Everything passed."],
  [1, "A test or an assertion failed."],
  [2, "The command line is wrong, or Brace cannot load or write a file."],
  [3, "A request could not be rendered."],
  [4, "Network: no connection, no response, a wrong certificate."],
  [5, "A script failed."],
  [6, "Permission refused for a host, a file or an environment variable."],
  [70, "A defect of Brace."],
  [130, "Interrupted."],
  [142, "A script of --trust-scripts never ended (1 on Windows)."],
];

/** The manual page of Brace, in the macros of man(7). */
export async function manPage(): Promise<string> {
  const commands = await Promise.all(
    COMMAND_NAMES.map(async (name) => (await COMMANDS[name].load()).spec),
  );
  return [
    `.TH BRACE 1 "" "Brace ${VERSION}" "User Commands"`,
    ".SH NAME",
    text(
      "brace - runs collections of HTTP requests, with variables, scripts and tests",
    ),
    ".SH SYNOPSIS",
    ".B brace",
    ".I COMMAND",
    text("[flags]"),
    ".SH DESCRIPTION",
    text(
      "Collections are YAML files, one for each request or one with all of them, in the format OpenCollection. By default, Brace never sends an unresolved placeholder.",
    ),
    ".SH COMMANDS",
    ...commands.flatMap(commandLines),
    ".SH OPTIONS",
    ...flagLines(HELP_FLAG),
    ...flagLines({ name: "version", short: "V", help: "Print the version" }),
    ".SH EXIT STATUS",
    ...EXIT_CODES.flatMap(([code, meaning]) => [
      ".TP",
      `.B ${code}`,
      text(meaning),
    ]),
    ".SH SEE ALSO",
    text("https://jsr.io/@brace/brace"),
    "",
  ].join("\n");
}

function commandLines(spec: CommandSpec): string[] {
  return [
    `.SS ${quoted(`brace ${spec.name} ${spec.usage}`.trim())}`,
    text(spec.description.replaceAll("\n", " ")),
    ...flagsOf(spec).filter((flag) => flag !== HELP_FLAG).flatMap(flagLines),
    ...spec.examples.flatMap(({ line, note }) => [
      ".PP",
      text(`${note[0].toUpperCase()}${note.slice(1)}:`),
      ".RS",
      ".nf",
      text(line),
      ".fi",
      ".RE",
    ]),
  ];
}

function flagLines(flag: Flag): string[] {
  const short = flag.short === undefined ? "" : `-${flag.short}, `;
  return [
    ".TP",
    `.B ${quoted(short + flagSyntax(flag))}`,
    text(flagHelp(flag)),
  ];
}

/** A line of text: what roff would read as its own is escaped. */
function text(line: string): string {
  return escaped(line).replace(/^(?=[.'])/, "\\&");
}

function quoted(line: string): string {
  return `"${escaped(line).replaceAll('"', "\\(dq")}"`;
}

function escaped(line: string): string {
  return line.replaceAll("\\", "\\e").replaceAll("-", "\\-")
    .replaceAll("…", "\\[u2026]").replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha").replaceAll("~", "\\(ti");
}

/** `brace licenses`: prints the licences of Brace and of what it contains. */
export function licensesCommand(): number {
  writeOutput(licencesText(), "text");
  return 0;
}

/** The licences of Brace and of what it contains, one after the other. */
export function licencesText(): string {
  return licences.map(({ of, licence }) =>
    `${of}\n${"=".repeat(of.length)}\n\n${licence}\n`
  ).join("\n\n");
}
