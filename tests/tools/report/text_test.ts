import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { readContent } from "../../../lib/tools/report/content.ts";
import { statusClass } from "../../../lib/tools/report/status_class.ts";
import {
  formatBytes,
  formatDuration,
} from "../../../lib/tools/report/text/amounts.ts";
import { comparableLines } from "../../../lib/tools/report/text/value_lines.ts";
import { indentJson } from "../../../lib/tools/report/text/indent_json.ts";
import {
  CONTROL_CHARACTERS,
  guardOutput,
} from "../../../lib/tools/report/text/escape_controls.ts";
import { lineDiff } from "../../../lib/tools/report/text/value_lines.ts";
import { displayWidth } from "../../../lib/core/source/display_width.ts";
import {
  breakLines,
  fitEnd,
  fitStart,
} from "../../../lib/tools/report/text/fit.ts";

describe("statusClass", () => {
  const rows: [status: number, expected: string | undefined][] = [
    [99, undefined],
    [100, "Informational"],
    [199, "Informational"],
    [200, "Successful"],
    [302, "Redirection"],
    [404, "Client error"],
    [500, "Server error"],
    [599, "Server error"],
    [600, undefined],
  ];
  for (const [status, expected] of rows) {
    it(`${status}`, () => assertEquals(statusClass(status), expected));
  }
});

describe("formatDuration", () => {
  const rows: [number, string][] = [
    [0, "0 ms"],
    [0.3, "<1 ms"],
    [12.4, "12 ms"],
    [999.6, "1.00 s"],
    [1_240, "1.24 s"],
    [12_340, "12.3 s"],
    [59_990, "1 min 0 s"],
    [123_000, "2 min 3 s"],
  ];
  for (const [time, text] of rows) {
    it(text, () => assertEquals(formatDuration(time), text));
  }
});

describe("formatBytes", () => {
  const rows: [number, string][] = [
    [0, "0 B"],
    [999, "999 B"],
    [1_234, "1.2 kB"],
    [999_999, "1.0 MB"],
    [3_400_000_000, "3.4 GB"],
  ];
  for (const [bytes, text] of rows) {
    it(text, () => assertEquals(formatBytes(bytes), text));
  }
});

describe("displayWidth", () => {
  const rows: [string, number][] = [
    ["abc", 3],
    ["é", 1],
    ["e\u0301", 1],
    ["日本", 4],
    ["🙂", 2],
    ["✓", 1],
    ["한국어", 6],
    ["한국어".normalize("NFD"), 6],
  ];
  for (const [text, width] of rows) {
    it(text, () => assertEquals(displayWidth(text), width));
  }

  it("is what the cutting functions keep to", () => {
    fc.assert(fc.property(
      fc.string({ unit: "grapheme" }),
      fc.integer({ min: 1, max: 12 }),
      (text, width) =>
        displayWidth(fitEnd(text, width)) <= width &&
        displayWidth(fitStart(text, width)) <= width,
    ));
  });
});

describe("indentJson", () => {
  it("changes whitespace only", () => {
    fc.assert(fc.property(fc.json(), (text) => {
      assertEquals(indentJson(text), JSON.stringify(JSON.parse(text), null, 2));
    }));
  });

  const rows: [string, string][] = [
    [
      '{"a":1.0,"b":12345678901234567890}',
      '{\n  "a": 1.0,\n  "b": 12345678901234567890\n}',
    ],
    ['{"a":[1,{"b":"c', '{\n  "a": [\n    1,\n    {\n      "b": "c'],
    ['{"a":***}', '{\n  "a": ***\n}'],
  ];
  for (const [text, expected] of rows) {
    it(text, () => assertEquals(indentJson(text), expected));
  }
});

describe("breakLines", () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", "b", " ", "語", "😀"),
    maxLength: 200,
  });

  it("fills lines and loses nothing but blanks", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 30 }), (text, width) => {
        const lines = breakLines(text, width, Infinity);
        const without = (text: string) => text.replaceAll(" ", "");
        assertEquals(without(lines.join("")), without(text));
        for (const line of lines) assert(displayWidth(line) <= width, line);
      }),
    );
  });

  it("says when there is more", () => {
    assertEquals(breakLines("one two three four five", 9, 2), [
      "one two",
      "three fo…",
    ]);
    assertEquals(breakLines("one two", 9, 2), ["one two"]);
  });
});

describe("comparableLines", () => {
  it("are the same for values that only differ in the order of members", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      const turned = JSON.stringify(reversed(value));
      assertEquals(
        comparableLines(JSON.stringify(value)),
        comparableLines(turned),
      );
    }));
  });

  const rows: [name: string, text: string, string[]][] = [
    [
      "as scripts show them",
      '{ at: Date 2026-01-01T09:30:00.000Z, a: Map {}, b: "x y" }',
      [
        "{",
        "  a: Map {}",
        "  at: Date 2026-01-01T09:30:00.000Z",
        '  b: "x y"',
        "}",
      ],
    ],
    ["cut", '{"a":[1,{"b":"c…', [
      "{",
      '  "a": [',
      "    1",
      "    {",
      '      "b": "c…',
      "    }",
      "  ]",
      "}",
    ]],
    ["no JSON at all", "]},:{,,", [": {}"]],
  ];
  for (const [name, text, expected] of rows) {
    it(name, () => assertEquals(comparableLines(text), expected));
  }

  it("give up on what is nested too deep", () => {
    assertEquals(comparableLines("[".repeat(1_000)), undefined);
  });
});

/** A value with its objects' members in the opposite order. */
function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value).reverse().map(([key, it]) => [key, reversed(it)]),
  );
}

describe("lineDiff", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });

  it("gives both texts back", () => {
    fc.assert(fc.property(lines, lines, (expected, actual) => {
      const diff = lineDiff(expected, actual);
      const without = (kind: string) =>
        diff.filter((line) => line.kind !== kind).map(({ text }) => text);
      assertEquals(without("actual"), expected);
      assertEquals(without("expected"), actual);
    }));
  });

  it("shows two long texts without anything in common as blocks", () => {
    const many = (text: string) => Array.from({ length: 5_000 }, () => text);
    assertEquals(lineDiff(many("a"), many("b")).length, 10_000);
  });
});

describe("readContent", () => {
  const utf8 = new TextEncoder().encode("añb");
  const rows: [name: string, Uint8Array, string, number, unknown][] = [
    ["UTF-8", utf8, "", 9, { kind: "text", text: "añb", cut: false }],
    ["a halved character", utf8, "", 2, { kind: "text", text: "a", cut: true }],
    [
      "a charset",
      Uint8Array.of(0xf1),
      'text/plain; charset="ISO-8859-1"',
      9,
      { kind: "text", text: "ñ", cut: false },
    ],
    [
      "an unknown charset",
      utf8,
      "text/plain; charset=nonsense",
      9,
      { kind: "text", text: "añb", cut: false },
    ],
    [
      "a byte order mark",
      Uint8Array.of(0xff, 0xfe, 0x61, 0),
      "",
      9,
      { kind: "text", text: "a", cut: false },
    ],
    [
      "no text",
      Uint8Array.of(0xff, 0x41),
      "",
      9,
      { kind: "binary", bytes: Uint8Array.of(0xff, 0x41), cut: false },
    ],
    [
      "NUL",
      Uint8Array.of(0x41, 0, 0x41),
      "",
      2,
      { kind: "binary", bytes: Uint8Array.of(0x41, 0), cut: true },
    ],
  ];
  const ascii = (text: string) => new TextEncoder().encode(text);
  const kinds: [text: string, contentType: string, kind: string][] = [
    ["%PDF-1.4\nAAAA", "application/pdf", "binary"],
    ["%PDF-1.4\nAAAA", "application/octet-stream", "binary"],
    ["%PDF-1.4\nAAAA", "", "binary"],
    ["\x07\x07\x07", "audio/mpeg", "binary"],
    ["AAAA", "audio/mpeg", "binary"],
    ["AAAA", "application/pdf; charset=utf-8", "binary"],
    ["\x05\x05", "application/octet-stream", "binary"],
    ["\t\t\t", "application/octet-stream", "binary"],
    ["\x05\x05", "", "binary"],
    // Lists of what to play, drawings and records are texts.
    ["#EXTM3U\na.mp3\n", "audio/mpegurl", "text"],
    ["<svg/>", "image/svg+xml", "text"],
    ['\x1e{"a":1}\n', "application/json-seq", "text"],
    ["8=FIX.4.4\x019=5\x01", "text/plain", "text"],
    ["ID3 is a format of tags", "text/plain; charset=utf-8", "text"],
    ["\x1b[32mok\x1b[39m\n", "application/octet-stream", "text"],
    ["a\tb\r\n", "application/octet-stream", "text"],
    ["\n", "text/plain", "text"],
    ["", "application/pdf", "text"],
  ];
  for (const [text, contentType, kind] of kinds) {
    it(`takes ${JSON.stringify(text)} of "${contentType}" for ${kind}`, () => {
      const content = readContent(ascii(text), { contentType, limit: 99 });
      assertEquals(content.kind, kind);
    });
  }
  for (const [name, bytes, contentType, limit, expected] of rows) {
    it(name, () => {
      assertEquals<unknown>(
        readContent(bytes, { contentType, limit }),
        expected,
      );
    });
  }
});

describe("guardOutput for lines", () => {
  const kept = "\\x1b\\[(?:1|2|22|3[1236]|39)m|\\r\\x1b\\[K|\\r?\\n|\\t";
  const control = new RegExp(`(?!${kept})${CONTROL_CHARACTERS}`, "u");
  // All that are below U+3000, one beyond, and a half.
  const characters = Array.from(
    { length: 0x3000 },
    (_, code) => String.fromCharCode(code),
  ).concat("\u{e0041}", "\ud800", "\u{1f600}");
  const reader = { terminal: true, github: false };

  it("escapes what could steer a terminal, character by character", () => {
    for (const character of characters) {
      const text = `a${character}b`;
      const safe = guardOutput(text, "lines", reader);
      const isKept = !control.test(text);
      assertEquals(safe === text, isKept, JSON.stringify(text));
      assert(!control.test(safe), JSON.stringify(text));
    }
  });

  it("keeps Brace's own colors beside it", () => {
    const text = "\x1b[31mred\x1b[39m \x1b[2J\n";
    assertEquals(
      guardOutput(text, "lines", reader),
      "\x1b[31mred\x1b[39m \\x1b[2J\n",
    );
  });
});
