import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { askAnew } from "../../../lib/host/terminal/discard_input.ts";

/** What was typed, when it comes behind its question, and what counts. */
const CASES: {
  name: string;
  discard: boolean;
  typed: [text: string | null, after: number][];
  expected: string | null;
}[] = [
  { name: "a person", discard: false, typed: [["r", 900]], expected: "r" },
  {
    name: "what was there before",
    discard: false,
    typed: [["r", 1], ["r", 499], ["n", 500]],
    expected: "n",
  },
  {
    name: "a fast one where nothing was there before",
    discard: true,
    typed: [["r", 1]],
    expected: "r",
  },
  { name: "nobody", discard: false, typed: [[null, 1]], expected: null },
];

for (const { name, discard, typed, expected } of CASES) {
  it(`an answer counts that comes behind the question: ${name}`, () => {
    let now = 0;
    let asked = 0;
    const answer = askAnew({
      discard: () => discard,
      ask() {
        const [text, after] = typed[asked++];
        now += after;
        return text;
      },
      now: () => now,
    });
    assertEquals([answer, asked], [expected, typed.length]);
  });
}
