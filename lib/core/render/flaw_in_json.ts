import { type JsonFlaw, JsonScanner } from "./json_scanner.ts";

/**
 * Where a text that `JSON.parse` refuses stops being JSON; engines tell it of
 * some errors only. A comment is a flaw, too.
 */
export function flawInJson(text: string): JsonFlaw {
  const scanner = new JsonScanner(text);
  scanner.read(0, text.length);
  scanner.end(text.length);
  const { flaw, comments: [comment] } = scanner;
  return comment === undefined || flaw && flaw.offset < comment[0]
    ? flaw ?? { offset: text.length, message: "it ends too early" }
    : { offset: comment[0], message: "it has a comment" };
}
