import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { hiddenRefusal } from "../../../lib/host/terminal/ask_terminal.ts";

/** What promptSecret gave, and what is said of it where it is not taken. */
const CASES: [line: string, says: RegExp | undefined][] = [
  ["", undefined],
  ["hunter2", undefined],
  [" a\tb ", undefined],
  ["é€😀 \u00a0\u200b", undefined],
  ["caf\ufffd", /not UTF-8/],
  ["\x1b[A\ufffd", /not UTF-8/],
  ["ab\x1b[D", /Esc or an arrow/],
  ["\x00", /Esc or an arrow/],
  ["a\x01", /Esc or an arrow/],
  ["\x04", /Esc or an arrow/],
  ["\x1c", /Esc or an arrow/],
  ["a\x7fb", /Esc or an arrow/],
  ["\x85", /Esc or an arrow/],
  ["a\nb", /Esc or an arrow/],
];

for (const [line, says] of CASES) {
  const name = JSON.stringify(line);
  it(`a hidden line is ${says ? "not " : ""}taken: ${name}`, () => {
    const refusal = hiddenRefusal(line);
    assertEquals(
      says === undefined ? refusal === undefined : says.test(refusal ?? ""),
      true,
      refusal,
    );
  });
}
