import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isBruComment } from "../../lib/embedded/page/workbench/editor/bru_comment.ts";

/** Lines of blocks; the comment begins at `¦`. */
const LINES: [block: string, line: string][] = [
  ["get", "  url: http://127.0.0.1/a#b"],
  ["get", "  url: {{host}}//a // b"],
  ["get", "  ¦// url: http://a"],
  ["headers", "  X-Ticket: Bug #5 # 6"],
  ["headers", "  ¦# all"],
  ["script:pre-request", "  const a = 'http://b'; ¦// http://c"],
  ["script:pre-request", "  #a = 1;"],
  ["tests", "  test(`http://a`, f);¦// c"],
  ["body:json", '  "a": 1, ¦// b'],
  ["body:json", '  "a": "#b"'],
  ["body:text", "  a // b"],
  ["body:graphql", "  query { a } ¦# b"],
];

describe("a comment in a .bru file, as the page colours it", () => {
  for (const [block, marked] of LINES) {
    it(`${block}: ${marked}`, () => {
      const line = marked.replace("¦", "");
      const found = [...line].findIndex((_, at) =>
        isBruComment(line, at, block)
      );
      assertEquals(found, marked.indexOf("¦"));
    });
  }
});
