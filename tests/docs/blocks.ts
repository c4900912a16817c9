/** A fenced block of a page. */
export interface Block {
  /** What stands after the fence, such as `sh` or `ts ignore`. */
  readonly language: string;
  readonly text: string;
  /** Line of the page, from 1. */
  readonly line: number;
}

/** A command and what the page says that it prints. */
export interface Step {
  readonly command: string;
  readonly output?: string;
}

/** The fenced blocks of a page of Markdown, those in lists included. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)]
    .map(({ 1: indent, 2: language, 3: text, index }) => ({
      language,
      text: text.replace(new RegExp(`^${indent}`, "gm"), ""),
      line: page.slice(0, index).split("\n").length,
    }));
}

/** The commands of a block: its lines, or those after `$ ` with their output. */
export function stepsOf({ language, text }: Block): Step[] {
  switch (language) {
    case "sh":
      return text.replaceAll(/ *\\\n */g, " ").split("\n")
        .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
        .filter((line) => line !== "")
        .map((command) => ({ command }));
    case "console":
      return text.split(/^\$ /m).slice(1).map((part) => {
        const end = part.indexOf("\n");
        return { command: part.slice(0, end), output: part.slice(end + 1) };
      });
    default:
      return [];
  }
}

/**
 * The path of a block that is a whole file: in its first line
 * (`# users/create.yml`), or after the language (`csv users.csv`).
 */
export function fileOf({ language, text }: Block): string | undefined {
  return /^(?:#|\/\/) (\S+\.\w+)\n/.exec(text)?.[1] ??
    /^\w+ (\S+\.\w+)$/.exec(language)?.[1];
}

/** Splits a command line at blanks; quoted parts stay together. */
export function words(command: string): string[] {
  return (command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [])
    .map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

/** Without what differs from run to run: times, and the blanks before them. */
export function normalized(text: string): string {
  return text.replace(/ *<?\b\d+(\.\d+)? ?(ms|s)\b/g, " TIME")
    .replace(/ +$/gm, "").trim();
}
