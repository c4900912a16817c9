import { COMMAND, IN_SCRIPT } from "../command_text.ts";
import type { QuotingShell } from "./shell_expansion.ts";

/** A line that goes on behind its end. */
const CONTINUES = /[\\^`][ \t]*\r?$/;
/** A line of its own beside the commands: a comment, an assignment, an option of cmd. */
const OTHER_START =
  /^[ \t]*(?:#|::|(?:rem|set|setlocal|export)\b|@|\$?[A-Za-z_]\w*[ \t]*=)/i;
/** What only a POSIX shell means something by: its prompt, a comment, a variable, or a backslash at a line's end. */
const POSIX_ONLY =
  /^[ \t]*(?:\$[ \t]|#)|\$\{?[A-Z_][A-Z\d_]*\b|\$\(|\\\s*\r?\n/;
/** How PowerShell goes on. A POSIX shell ends a command in backticks with one behind a word. */
const BLANK_AND_BACKTICK = /[ \t]`[ \t]*\r?\n/;
const DOUBLE_QUOTED = /"(?:[^"\\]|\\[^])*"/g;
/** A quote at the beginning of a word. */
const SINGLE_QUOTED = /(?:^|[\s=@])\$?'/;

/**
 * The texts of each shell in a text that has commands for several, as pages of
 * documentation do. Blanks stand where the others are, so that places stay.
 *
 * @param posix Lines, from 0, that say themselves that they are for a POSIX shell.
 */
export function textsByShell(
  text: string,
  posix: ReadonlySet<number> = new Set(),
): { shell: QuotingShell; text: string }[] {
  const whole = shellOf(text);
  let line = 0;
  const sections = sectionsOf(text).map((section) => {
    const [blanks] = /^\s*/.exec(section) ?? [""];
    const isPosix = posix.has(line + lineBreaksIn(blanks));
    line += lineBreaksIn(section);
    return { section, shell: sectionShell(section, whole, isPosix) };
  });
  const [first = whole, ...others] = new Set(
    sections.map(({ shell }) => shell),
  );
  if (others.length === 0) return [{ shell: first, text }];
  return [first, ...others].map((shell) => ({
    shell,
    text: sections.map((one) =>
      one.shell === shell ? one.section : one.section.replace(/\S/g, " ")
    ).join(""),
  }));
}

/** The shell that a text is written for: by its line continuations and escapes. */
export function shellOf(text: string): QuotingShell {
  if (/\^\s*\r?\n|\^"|\^&/.test(text)) return "cmd";
  if (/`\s*\r?\n|^[ \t]*curl\.exe\s/m.test(text) && !/\\\s*\r?\n/.test(text)) {
    return "powershell";
  }
  return "posix";
}

/** The shell of a command; of one that any may read, that of the whole text. */
function sectionShell(
  section: string,
  whole: QuotingShell,
  isPosix: boolean,
): QuotingShell {
  const own = shellOf(section);
  // The name `curl.exe` alone is typed in any of them.
  if (own === "cmd" || BLANK_AND_BACKTICK.test(section)) return own;
  if (isPosix) return "posix";
  if (whole !== "cmd") return whole;
  return POSIX_ONLY.test(section) ||
      SINGLE_QUOTED.test(section.replace(DOUBLE_QUOTED, '""'))
    ? "posix"
    : whole;
}

/** A text in parts, of which each begins with a command or a line beside them. */
function sectionsOf(text: string): string[] {
  const sections: string[] = [];
  let section = "";
  let goesOn = false;
  for (const line of text.split(/(?<=\n)/)) {
    const isStart = COMMAND.test(line) || IN_SCRIPT.test(line) ||
      OTHER_START.test(line);
    if (isStart && !goesOn && section !== "") {
      sections.push(section);
      section = "";
    }
    section += line;
    goesOn = CONTINUES.test(line.replace(/\n$/, ""));
  }
  return [...sections, section];
}

function lineBreaksIn(text: string): number {
  return text.split("\n").length - 1;
}
