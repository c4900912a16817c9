import { isCommand } from "../command_text.ts";
import { commandsIn } from "./commands_in.ts";
import { curlArguments } from "./curl_flags.ts";
import { UnclosedQuoteError } from "./split_command.ts";

/** A program that is read. */
const COMMAND = /\b(?:curl|grpcurl|websocat|wscat)(?:\.exe)?\s/i;
const FENCE = /^\s*(?:`{3,}(?<info>[^`]*)|~{3,}(?<words>.*))$/;
/** Languages of data, in which a command is a text. */
const DATA = /^(?:json\w*|html?|xml)\b/i;
/** Languages of a POSIX shell alone: `shell` and `console` are written for others, too. */
const POSIX = /^(?:ba|z|k)?sh\b/i;
/** A span of code: a text between one or two backticks on a line. */
const SPAN = /(?<!`)(`{1,2})(?!`)([^`\n]{1,2000})\1(?!`)/g;
/** What a quote or an item of a list begins with. */
const MARKS = /^[ \t]*(?:(?:>|[-*+]|\d{1,3}[.)])[ \t]+)+/;
const CONTINUES = /[\\^`][ \t]*\r?$/;
/** Lines that a quote may go on over outside of fences. */
const MAX_LINES = 50;
/** What prose does not have behind the name of a program. */
const URL_LIKE =
  /^(?:[a-z][a-z\d+.-]*:\/\/|localhost\b|\{\{|\[|[\w-]+(?:\.[\w-]+)+(?:[:/?#]|$)|[\w-]+:\d+)/i;

/**
 * Makes blanks of what is no code in Markdown: prose, marks, and code without a
 * command. A text that is no Markdown is itself. Lines stay.
 */
export function codeOf(text: string, file: string): string {
  const lines = text.split("\n");
  const { fenced } = fencedLines(lines);
  const isMarkdown = /\.(?:md|mdx|markdown)$/i.test(file) ||
    fenced.includes("command") &&
      !lines.some((line, index) =>
        fenced[index] === undefined && COMMAND.test(line.replace(SPAN, ""))
      );
  if (!isMarkdown) {
    return lines.map((line, index) =>
      fenced[index] === "fence" ? blank(line) : line
    ).join("\n");
  }
  const code: string[] = [];
  while (code.length < lines.length) {
    const index = code.length;
    if (fenced[index] === "command") code.push(withoutMarks(lines[index]));
    else if (fenced[index] !== undefined) code.push(blank(lines[index]));
    else code.push(...outside(lines, index));
  }
  return code.join("\n");
}

/** The lines, from 0, of code that a fence says is for a POSIX shell. */
export function posixLines(text: string): ReadonlySet<number> {
  return fencedLines(text.split("\n")).posix;
}

type Fenced = "fence" | "command" | "other" | undefined;

/** For each line whether it is one around code with a command, in such code, or in other code with its own lines around it. */
function fencedLines(
  lines: readonly string[],
): { fenced: Fenced[]; posix: Set<number> } {
  const found: Fenced[] = lines.map(() => undefined);
  const posix = new Set<number>();
  const close = (open: number, end: number, language: string) => {
    const hasCommand = !DATA.test(language) &&
      lines.slice(open + 1, end).some((line) => COMMAND.test(line));
    found.fill(hasCommand ? "command" : "other", open, end + 1);
    if (hasCommand) found[open] = found[end] = "fence";
    if (!POSIX.test(language)) return;
    for (let at = open + 1; at < end; at++) posix.add(at);
  };
  let open: number | undefined;
  let language = "";
  for (const [index, line] of lines.entries()) {
    const { groups } = FENCE.exec(withoutMarks(line)) ?? {};
    const info = groups?.info ?? groups?.words;
    if (info === undefined) continue;
    if (open === undefined || info.trim() !== "") {
      open = index;
      language = info.trim();
    } else {
      close(open, index, language);
      open = undefined;
    }
  }
  return { fenced: found, posix };
}

/** A line outside of fences, and those that its command goes on over, as in indented code. */
function outside(lines: readonly string[], from: number): string[] {
  if (!COMMAND.test(lines[from])) return [spansIn(lines[from])];
  let end = from + 1;
  while (CONTINUES.test(lines[end - 1]) && end < lines.length) end++;
  let quoted = end;
  const last = Math.min(lines.length, end + MAX_LINES);
  while (quoted < last && lines[quoted].trim() !== "") quoted++;
  for (const to of new Set([end, quoted])) {
    const command = lines.slice(from, to).map(withoutMarks);
    if (isWhole(command.join("\n"))) return command;
  }
  return lines.slice(from, end).map(spansIn);
}

/** A line of prose with nothing but the spans of code that are commands. */
function spansIn(line: string): string {
  let out = "";
  for (const { 1: ticks, 2: inside, index } of line.matchAll(SPAN)) {
    if (!isWhole(inside)) continue;
    out += blank(line.slice(out.length, index)) + blank(ticks) + inside;
    // A command ends here, whatever stands behind it on the line.
    out += "&".padEnd(ticks.length);
  }
  return out + blank(line.slice(out.length));
}

/** Whether a text is a command, with an address: prose begins with the names of programs, too. */
function isWhole(text: string): boolean {
  if (!isCommand(text)) return false;
  try {
    const programs = commandsIn(text).flatMap(({ program }) => program ?? []);
    return programs.length > 0 && programs.every(({ name, args }) => {
      if (name !== "curl") return args.some((one) => URL_LIKE.test(one));
      const urls = curlArguments(args).given.filter(({ name }) =>
        name === "url"
      );
      return urls.length > 0 && urls.every(({ value }) => URL_LIKE.test(value));
    });
  } catch (error) {
    if (!(error instanceof UnclosedQuoteError)) throw error;
    return false;
  }
}

function withoutMarks(line: string): string {
  return line.replace(MARKS, blank);
}

function blank(text: string): string {
  return text.replace(/\S/g, " ");
}
