import { escapeControls } from "../../report/text/escape_controls.ts";
import { discardInput } from "./discard_input.ts";
import { readHidden } from "./read_hidden.ts";

/** How a person is asked. */
export interface AskOptions {
  /** Whether what is typed is not shown. */
  readonly hidden: boolean;
  /** Told that somebody pressed Ctrl-C or Ctrl-D and gave no answer. */
  left(): void;
}

/** Asks the person at the terminal; undefined without one. What was typed before is not an answer. */
export function askTerminal(
  question: string,
  { hidden, left }: AskOptions,
): string | undefined {
  if (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal()) return undefined;
  const text = `${escapeControls(question)}:`;
  discardInput();
  const answer = hidden ? askHidden(text) : prompt(text);
  if (answer === null) left();
  return answer ?? undefined;
}

function askHidden(question: string): string | null {
  Deno.stdin.setRaw(true);
  try {
    // The cursor may stand behind a line of progress, which prompt() clears, too.
    write(`\r\x1b[K${question} `);
    return readHidden(Deno.stdin);
  } finally {
    Deno.stdin.setRaw(false);
    write("\n");
  }
}

function write(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
