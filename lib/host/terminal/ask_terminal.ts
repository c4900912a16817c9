import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { discardInput } from "./discard_input.ts";
import { promptSecret } from "@std/cli/prompt-secret";
import { askAnew } from "./discard_input.ts";
import { writeOutput } from "./write_output.ts";
import { widthOf } from "./width.ts";
import { wrapText } from "../../core/source/display_width.ts";

/** How a person is asked. */
export interface AskOptions {
  /** Whether what is typed is not shown. */
  readonly hidden: boolean;
  /** The name of the secret whose value is asked for; absent: it is something else. */
  readonly secret?: string;
  /** Whether a request of the collection sets that secret: nobody knows its value by heart. */
  readonly isSet?: boolean;
  /** Whether requests are only rendered, so that none sets it. */
  readonly isRendering?: boolean;
  /** Told that somebody pressed Ctrl-C or Ctrl-D and gave no answer. */
  left(): void;
}

/**
 * Asks the person at the terminal; undefined without one, and for a secret that
 * a request of the run sets. What was typed before is not an answer.
 */
export function askTerminal(
  question: string,
  { hidden, isSet, isRendering, left }: AskOptions,
): string | undefined {
  if (isSet && !isRendering) return undefined;
  if (!Deno.stdin.isTerminal() || !Deno.stdout.isTerminal()) return undefined;
  const lines = questionLines(question, widthOf(Deno.stdout));
  const last = lines.pop()!;
  for (const line of lines) writeOutput(`\r\x1b[K${line}\n`);
  const answer = hidden ? askHidden(last) : askVisible(last);
  if (answer === null) left();
  return answer ?? undefined;
}

/** A question in lines of so many columns: it breaks between words, and has room for an answer behind it. */
export function questionLines(question: string, width: number): string[] {
  return wrapText(`${escapeControls(question)}:`, {
    width: Math.max(20, width - 12),
  });
}

function askVisible(question: string): string | null {
  discardInput();
  return prompt(question);
}

/** Asks, and shows nothing of what is typed; null where nobody answers. */
function askHidden(question: string): string | null {
  for (;;) {
    // Text pasted after a refused line is not an answer either.
    const answer = askAnew({
      discard: discardInput,
      // prompt() also clears a progress line in front of the cursor.
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

/** Why a hidden line is not taken: what nobody sees may be wrong unnoticed; undefined: it is taken. */
export function hiddenRefusal(line: string): string | undefined {
  if (line.includes("\ufffd")) {
    return "Brace cannot use that: it contains a character that is not UTF-8. Type it again.";
  }
  if (/(?!\t)\p{Cc}/u.test(line)) {
    return "Brace cannot use that: it contains a key such as Esc or an arrow. Type it again.";
  }
  return undefined;
}

const CTRL_C = 3;
const CTRL_D = 4;
const BACKSPACE = 8;
const LINE_FEED = 10;
const RETURN = 13;
const CTRL_U = 21;
const DELETE = 127;

/**
 * Lets the keys at a hidden question do what they do elsewhere. Seen of
 * @std/cli's promptSecret with Deno 2.9.6 in a pty: Ctrl-C is heard after the
 * next Enter only (denoland/deno#27465) and leaves a terminal without echo
 * where nobody listens, Ctrl-D and Ctrl-U become a part of the secret, and
 * Backspace takes one byte of "é" (no upstream issue known).
 */
export class HiddenKeys {
  readonly #line: number[] = [];
  #isAnswered = false;

  /** Whether Enter ended the line: nothing else does that gives an answer. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** The bytes for promptSecret in place of one that was typed. */
  press(byte: number): number[] {
    switch (byte) {
      case RETURN:
      case LINE_FEED:
        this.#isAnswered = true;
        return [LINE_FEED];
      case CTRL_C:
        return [LINE_FEED];
      case CTRL_D:
        return this.#line.length === 0 ? [LINE_FEED] : [];
      case BACKSPACE:
      case DELETE:
        return this.#drop(this.#line.findLastIndex(isFirst));
      case CTRL_U:
        return this.#drop(0);
      default:
        this.#line.push(byte);
        return [byte];
    }
  }

  /** Takes away all from a byte on. */
  #drop(from: number): number[] {
    return this.#line.splice(from).map(() => DELETE);
  }
}

/** Whether a byte begins a character of UTF-8. */
function isFirst(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}
