import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { HiddenKeys } from "../../../lib/host/terminal/ask_terminal.ts";

/** What is typed, what promptSecret reads up to the end of its line, and whether that is an answer. */
const CASES: [name: string, typed: string, read: string, answer: boolean][] = [
  ["a line", "abc\r", "abc\n", true],
  ["up to its end", "abc\nd\n", "abc\n", true],
  ["nothing but Enter", "\r", "\n", true],
  ["Backspace", "abx\x7fc\x08d\r", "abx\x7fc\x7fd\n", true],
  ["Backspace at the start", "\x7fa\r", "a\n", true],
  [
    "Backspace takes whole characters",
    "aé€😀\x7f\x08\x7fb\r",
    "aé€😀\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7fb\n",
    true,
  ],
  [
    "Backspace behind characters that are gone",
    "aé\x7f\x7f\x7fb\r",
    "aé\x7f\x7f\x7fb\n",
    true,
  ],
  ["Ctrl-U", "né\x15ok\r", "né\x7f\x7f\x7fok\n", true],
  ["Ctrl-U at the start", "\x15a\r", "a\n", true],
  ["other keys", "a\t\x1b[A\x1c\x1ab\r", "a\t\x1b[A\x1c\x1ab\n", true],
  ["Ctrl-C", "\x03", "\n", false],
  ["Ctrl-C in a line", "abc\x03d\r", "abc\n", false],
  ["Ctrl-D", "\x04", "\n", false],
  ["Ctrl-D in a line", "a\x04b\r", "ab\n", true],
  ["Ctrl-D in a line that was taken back", "a\x7f\x04", "a\x7f\n", false],
  ["the end", "abc", "abc", false],
];

for (const [name, typed, expected, isAnswered] of CASES) {
  it(`keys at a hidden question: ${name}`, () => {
    const keys = new HiddenKeys();
    const read: number[] = [];
    for (const byte of new TextEncoder().encode(typed)) {
      read.push(...keys.press(byte));
      if (read.at(-1) === 0x0a) break;
    }
    assertEquals(
      [new TextDecoder().decode(Uint8Array.from(read)), keys.isAnswered],
      [expected, isAnswered],
    );
  });
}
