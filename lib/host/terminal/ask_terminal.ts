import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { askHidden } from "./ask_hidden.ts";
import { discardInput } from "./discard_input.ts";

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
  const answer = hidden ? askHidden(text) : askVisible(text);
  if (answer === null) left();
  return answer ?? undefined;
}

function askVisible(question: string): string | null {
  discardInput();
  return prompt(question);
}
