import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import type { HostAnswer, HostQuestion } from "../../core/policy/policy.ts";
import { personTime } from "../person_time.ts";

/**
 * Throws away what was typed before a question, which would otherwise be taken for
 * its answer. Returns false where the system or Deno's permissions do not allow
 * it: Deno has no other way to read without waiting (no upstream issue known).
 */
export function discardInput(): boolean {
  // Loaded when somebody is asked, and without a turn of the event loop.
  const { openSync, readSync, closeSync, constants } = globalThis.process
    .getBuiltinModule("node:fs");
  let terminal: number;
  try {
    terminal = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  // In raw mode, unfinished lines are readable as well.
  Deno.stdin.setRaw(true);
  const chunk = new Uint8Array(1024);
  try {
    while (readSync(terminal, chunk) > 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EAGAIN";
  } finally {
    Deno.stdin.setRaw(false);
    closeSync(terminal);
  }
}

/** Milliseconds in which nobody reads a question and answers it. */
const TOO_SOON = 500;

/** A terminal as it is asked. */
interface Asking {
  /** Throws away what was typed before; false where that cannot be done. */
  discard(): boolean;
  /** Asks, and waits; null where there is no answer. */
  ask(): string | null;
  /** Milliseconds from any start. */
  now(): number;
}

/**
 * Asks, and takes only what is typed after the question. Where earlier input
 * cannot be thrown away, an answer that comes too soon does not count, and the
 * question is asked again.
 */
export function askAnew({ discard, ask, now }: Asking): string | null {
  for (;;) {
    const discarded = discard();
    const asked = now();
    const answer = ask();
    const isPremature = !discarded && now() - asked < TOO_SOON;
    if (answer === null || !isPremature) return answer;
  }
}

/**
 * Asks the person at the terminal whether a host may be connected to; undefined
 * without a terminal. `left` is told that somebody pressed Ctrl-C or
 * Ctrl-D and gave no answer.
 */
export function hostAsker(
  left: () => void,
): ((question: HostQuestion) => Promise<HostAnswer>) | undefined {
  if (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal()) return undefined;
  // It holds the thread, so whoever asks must have begun to wait: that is not its time.
  return (question) => Promise.resolve().then(() => askHost(question, left));
}

function askHost(
  { host, request, byScript }: HostQuestion,
  left: () => void,
): HostAnswer {
  const who = request === undefined
    ? "A request"
    : `${byScript ? "A script of " : ""}"${escapeControls(request)}"`;
  const question =
    `${who} wants to connect to ${host}, which is not declared. Allow it? [o]nce, for this [r]un, [n]o:`;
  const answer = personTime.take(() =>
    askAnew({
      discard: discardInput,
      ask: () => prompt(question),
      now: () => performance.now(),
    })
  );
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
