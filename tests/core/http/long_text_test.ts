import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { LongText } from "../../../lib/core/http/long_text.ts";

/** What is decoded at once, in bytes. */
const PIECE = 64 * 1024;

/** Texts about a piece's end, of characters of one to four bytes. */
const texts = fc.record({
  blanks: fc.boolean(),
  length: fc.integer({ min: PIECE - 6, max: PIECE + 2 }),
  end: fc.string({
    unit: fc.constantFrom("a", "b", "ä", "€", "😀"),
    maxLength: 8,
  }),
}).map(({ blanks, length, end }) => (blanks ? " " : "a").repeat(length) + end);

/** What is asked for: an end of the text, with something before or after it at times. */
const parts = fc.record({
  from: fc.integer({ min: 0, max: 12 }),
  to: fc.integer({ min: 0, max: 12 }),
  more: fc.constantFrom("", "", "b"),
});

function long(text: string, contentType = "text/plain"): LongText {
  return new LongText(new TextEncoder().encode(text), contentType);
}

describe("LongText", () => {
  it("says of a text what the text itself says", () => {
    fc.assert(fc.property(texts, parts, (text, { from, to, more }) => {
      const whole = long(text);
      const part = text.slice(text.length - from, text.length - to) + more;
      assertEquals(`${whole}`, text);
      assertEquals(whole.length, text.length);
      assertEquals(whole.includes(part), text.includes(part));
      assertEquals(whole.endsWith(part), text.endsWith(part));
      assertEquals(whole.isWide, /[^\0-\xff]/.test(text));
      assertEquals(whole.first, /\S/.exec(text)?.[0]);
      const start = text.slice(0, text.length - from) + more;
      assertEquals(whole.startsWith(start), text.startsWith(start));
      assertEquals(whole.equals(start), text === start);
      assertEquals(
        Math.sign(whole.compare(start)),
        text < start ? -1 : text > start ? 1 : 0,
      );
      assertEquals(whole.start(start.length), text.slice(0, start.length));
    }));
  });

  it("is longer than no text is", () => {
    const whole = long("ab");
    assertEquals(whole.endsWith("aab"), false);
    assertEquals(whole.startsWith("abb"), false);
    assertEquals(whole.equals(1), false);
    assertEquals(whole.includes(""), true);
    assertEquals(whole.start(5), "ab");
  });

  const CHARSETS: [contentType: string, bytes: number[]][] = [
    ["text/plain; charset=utf-16be", [0x20, 0xac]],
    ["text/plain; charset=windows-1252", [0x80]],
    ["text/plain", [0xef, 0xbb, 0xbf, 0xe2, 0x82, 0xac]],
    ["text/plain; charset=klingon", [0xe2, 0x82, 0xac]],
  ];
  for (const [contentType, bytes] of CHARSETS) {
    it(`reads ${contentType}, ${bytes.length} bytes`, () => {
      const whole = new LongText(Uint8Array.from(bytes), contentType);
      assertEquals([`${whole}`, whole.length], ["€", 1]);
    });
  }
});
