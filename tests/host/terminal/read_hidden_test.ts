import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { readHidden } from "../../../lib/host/terminal/read_hidden.ts";

const CASES: [name: string, typed: string, expected: string | null][] = [
  ["a line", "abc\r", "abc"],
  ["up to its end", "abc\nd\n", "abc"],
  ["nothing but Enter", "\r", ""],
  ["Backspace", "abx\x7fc\x08\x08bc\r", "abc"],
  ["Backspace at the start", "\x7fa\r", "a"],
  ["Backspace takes whole characters", "aé€😀\x7f\x7f\x7fb\r", "ab"],
  ["Ctrl-U", "wrong\x15right\r", "right"],
  ["Ctrl-C", "abc\x03d\r", null],
  ["Ctrl-D", "\x04", null],
  ["Ctrl-D in a line", "a\x04b\r", "ab"],
  ["the end", "abc", null],
];

for (const [name, typed, expected] of CASES) {
  it(`a hidden line: ${name}`, () => {
    const bytes = new TextEncoder().encode(typed);
    let at = 0;
    const answer = readHidden({
      readSync(into) {
        if (at === bytes.length) return null;
        into[0] = bytes[at++];
        return 1;
      },
    });
    assertEquals(answer, expected);
  });
}
