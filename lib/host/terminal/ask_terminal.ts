import { escapeControls } from "../../report/text/escape_controls.ts";

/**
 * Asks the person at the terminal; undefined without one. `left` is told that
 * there is only Ctrl-C or Ctrl-D for an answer.
 */
export function askTerminal(
  question: string,
  left: () => void,
): string | undefined {
  if (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal()) return undefined;
  const answer = prompt(`${escapeControls(question)}:`);
  if (answer === null) left();
  return answer ?? undefined;
}
