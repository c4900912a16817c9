import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { askAnew } from "./discard_input.ts";
import { discardInput } from "./discard_input.ts";
import type { HostAnswer, HostQuestion } from "../../core/policy/policy.ts";

/**
 * Asks the person at the terminal whether a host may be connected to; undefined
 * without a terminal. `left` is told that somebody pressed Ctrl-C or
 * Ctrl-D and gave no answer.
 */
export function hostAsker(
  left: () => void,
): ((question: HostQuestion) => Promise<HostAnswer>) | undefined {
  if (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal()) return undefined;
  return (question) => Promise.resolve(askHost(question, left));
}

function askHost(
  { host, request }: HostQuestion,
  left: () => void,
): HostAnswer {
  const who = request === undefined
    ? "A request"
    : `"${escapeControls(request)}"`;
  const question =
    `${who} wants to connect to ${host}, which is not declared. Allow it? [o]nce, for this [r]un, [n]o:`;
  const answer = askAnew({
    discard: discardInput,
    ask: () => prompt(question),
    now: () => performance.now(),
  });
  if (answer === null) left();
  switch (answer?.trim().toLowerCase()) {
    case "o":
    case "once":
    case "y":
    case "yes":
      return "once";
    case "r":
    case "run":
      return "run";
    default:
      return "no";
  }
}
