import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { questionLines } from "../../../lib/host/terminal/ask_terminal.ts";

const SECRET =
  'Value of the secret "apiKey" (or set BRACE_SECRET_apiKey, or give --secrets-file FILE)';

/** A question, the terminal's columns, and its lines. */
const ROWS: readonly [string, number, string[]][] = [
  ["User", 80, ["User:"]],
  [SECRET, 120, [`${SECRET}:`]],
  [SECRET, 80, [
    'Value of the secret "apiKey" (or set BRACE_SECRET_apiKey, or give',
    "--secrets-file FILE):",
  ]],
  ["a\nb\x1b[2J", 80, ["a\\nb\\x1b[2J:"]],
  ["one two three four", 10, ["one two three four:"]],
];

describe("a question at a terminal", () => {
  for (const [question, width, expected] of ROWS) {
    it(`has ${expected.length} lines of ${width} columns: ${expected[0]}`, () =>
      assertEquals(questionLines(question, width), expected));
  }
});
