import { promptSecret } from "@std/cli/prompt-secret";
import { askAnew } from "./ask_anew.ts";
import { discardInput } from "./discard_input.ts";
import { HiddenKeys } from "./hidden_keys.ts";
import { hiddenRefusal } from "./hidden_refusal.ts";
import { writeOutput } from "./write_output.ts";

/** Asks, and shows nothing of what is typed; null where nobody answers. */
export function askHidden(question: string): string | null {
  for (;;) {
    // What was pasted behind a line that is not taken is none, either.
    const answer = askAnew({
      discard: discardInput,
      // The cursor may stand behind a line of progress, which prompt() clears, too.
      ask: () => readHidden(`\r\x1b[K${question}`),
      now: () => performance.now(),
    });
    const refusal = answer === null ? undefined : hiddenRefusal(answer);
    if (refusal === undefined) return answer;
    writeOutput(`${refusal}\n`);
  }
}

/** promptSecret reads from `Deno.stdin` alone, which gives it other bytes until it is done. */
function readHidden(question: string): string | null {
  const { stdin } = Deno;
  const { setRaw, readSync } = stdin;
  const keys = new HiddenKeys();
  const one = new Uint8Array(1);
  const waiting: number[] = [];
  // Without `cbreak` Ctrl-C is a key like others, and heard at once.
  stdin.setRaw = (mode) => setRaw.call(stdin, mode);
  stdin.readSync = (bytes) => {
    while (waiting.length === 0) {
      const read = readSync.call(stdin, one);
      if (!read) return read;
      waiting.push(...keys.press(one[0]));
    }
    bytes[0] = waiting.shift()!;
    return 1;
  };
  try {
    // promptSecret shows its question first: what is typed at once would be shown, too.
    setRaw.call(stdin, true);
    const line = promptSecret(question, { mask: "" });
    return keys.isAnswered ? line : null;
  } finally {
    Object.assign(stdin, { setRaw, readSync });
  }
}
