import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { displayWidth } from "../../../lib/core/source/display_width.ts";
import type {
  Diagnostic,
  Location,
} from "../../../lib/core/source/diagnostic.ts";
import {
  formatDiagnostic,
  type FormatOptions,
} from "../../../lib/core/source/format_diagnostic.ts";

function lines(
  diagnostic: Partial<Diagnostic>,
  source?: string,
  options: FormatOptions = {},
): string[] {
  return formatDiagnostic({
    code: "INVALID_SYNTAX",
    severity: "error",
    message: "No",
    ...diagnostic,
  }, { ...(source !== undefined && { source: () => source }), ...options })
    .split("\n");
}

/** The source line and the caret line. */
function picture(
  source: string,
  location: Location,
  options: FormatOptions = {},
): string[] {
  return lines({ location: { line: 1, ...location } }, source, options).slice(
    -2,
  );
}

describe("formatDiagnostic", () => {
  it("refuses what is not options, as JavaScript may give it", () => {
    const problem = {
      code: "USAGE",
      severity: "error",
      message: "Cannot",
    } as const;
    for (const options of ["text", { source: "text" }]) {
      assertThrows(
        () => formatDiagnostic(problem, options as never),
        TypeError,
        "give { source: (file) => text }",
      );
    }
    assertEquals(formatDiagnostic(problem, {}), "error USAGE: Cannot");
  });

  it("wraps message, place and notes where that is asked for", () => {
    const diagnostic = {
      message: "Cannot do this: there is no room for all of it",
      notes: ["this note has no room either"],
      location: {
        file: "users/create.yml",
        line: 2,
        column: 9,
        yamlPath: "http.url",
      },
    };
    assertEquals(lines(diagnostic, undefined, { wrap: 29 }), [
      "error INVALID_SYNTAX: Cannot",
      "    do this: there is no room",
      "    for all of it",
      "  users/create.yml:2:9",
      "  http.url",
      "  this note has no room",
      "    either",
    ]);
    const place = "  users/create.yml:2:9  http.url";
    for (const wrap of [31, 32]) {
      assertEquals(
        lines(diagnostic, undefined, { wrap }).includes(place),
        wrap === place.length,
      );
    }
  });

  it("shows message, place, source line and notes", () => {
    assertEquals(
      lines({
        code: "UNDEFINED_VARIABLE",
        message:
          `Cannot resolve "{{baseUrl}}": no scope defines "baseUrl" (did you mean "base_url"?)`,
        suggestion: "base_url",
        scopesSearched: ["runtime", "request"],
        notes: [`"login.yml" sets it, and did not run`],
        location: {
          file: "users/create.yml",
          line: 2,
          column: 9,
          length: 11,
          yamlPath: "http.url",
        },
      }, `http:\n  url: "{{baseUrl}}/users"\n`),
      [
        `error UNDEFINED_VARIABLE: Cannot resolve "{{baseUrl}}": no scope defines "baseUrl" (did you mean "base_url"?)`,
        `  users/create.yml:2:9  http.url`,
        `  2 |   url: "{{baseUrl}}/users"`,
        `    |         ^^^^^^^^^^^`,
        `  searched: runtime, request`,
        `  "login.yml" sets it, and did not run`,
      ],
    );
  });

  const PLACES: [location: Location | undefined, expected: string[]][] = [
    [undefined, []],
    [{ file: "a.yml" }, ["  a.yml"]],
    [{ file: "a.yml", line: 3 }, ["  a.yml:3:1"]],
    [{ file: "a.yml", yamlPath: "http.url", place: "url" }, [
      "  a.yml  http.url",
    ]],
    [{ place: "header", line: 1, column: 4 }, ["  1:4  header"]],
    [{}, []],
  ];
  for (const [location, expected] of PLACES) {
    it(`shows the place ${JSON.stringify(location)}`, () => {
      assertEquals(lines({ ...(location && { location }) }).slice(1), expected);
    });
  }

  it("shows a trail and a suggestion that the message does not have", () => {
    const diagnostic = {
      code: "CYCLE",
      trail: ["a", "b", "a"],
      suggestion: "c",
    } as const;
    assertEquals(lines(diagnostic).slice(1), ["  a → b → a", "  try: c"]);
    assertEquals(
      lines({ ...diagnostic, message: "a → b → a, use c" }).slice(1),
      [],
    );
  });

  it("gives each part its style", () => {
    const style = {
      error: (text: string) => `<e>${text}</e>`,
      warning: (text: string) => `<w>${text}</w>`,
      faint: (text: string) => `<f>${text}</f>`,
    };
    assertEquals(
      lines(
        { severity: "warning", location: { file: "a", line: 1, column: 1 } },
        "x",
        { style },
      ),
      [
        "<w>warning INVALID_SYNTAX:</w> No",
        "  <f>a:1:1</f>",
        "  <f>1 |</f> x",
        "  <f>  |</f> <w>^</w>",
      ],
    );
  });

  const PICTURES: [
    name: string,
    source: string,
    location: Location,
    expected: string[],
  ][] = [
    ["one character", "abc", { column: 2 }, ["  1 | abc", "    |  ^"]],
    ["the end of a line", "abc", { column: 4 }, ["  1 | abc", "    |    ^"]],
    ["past the end", "abc", { column: 40, length: 9 }, [
      "  1 | abc",
      "    |    ^",
    ]],
    ["more than the line has", "abc", { column: 2, length: 9 }, [
      "  1 | abc",
      "    |  ^^",
    ]],
    [
      "an empty line",
      "",
      { column: 1 },
      ["  1 | ", "    | ^"].map((one) => one.trimEnd()),
    ],
    ["a line of many", "a\r\nb\rc\nd", { line: 3, column: 1 }, [
      "  3 | c",
      "    | ^",
    ]],
    ["a high line number", "\n".repeat(11) + "x", { line: 12, column: 1 }, [
      "  12 | x",
      "     | ^",
    ]],
    ["tabs", "\ta\tb", { column: 4 }, ["  1 |   a  b", "    |      ^"]],
    ["wide characters", "日本 x", { column: 4 }, [
      "  1 | 日本 x",
      "    |      ^",
    ]],
    ["a wide character", "a日b", { column: 2 }, ["  1 | a日b", "    |  ^^"]],
    ["emoji", "😀 x", { column: 4 }, ["  1 | 😀 x", "    |    ^"]],
    ["combining marks", "e\u0301x", { column: 3 }, [
      "  1 | e\u0301x",
      "    |  ^",
    ]],
    ["control characters", "a\x1b[31mb", { column: 7 }, [
      "  1 | a␛[31mb",
      "    |       ^",
    ]],
    ["bidirectional controls", "a\u202eb", { column: 3 }, [
      "  1 | a\ufffdb",
      "    |   ^",
    ]],
  ];
  for (const [name, source, location, expected] of PICTURES) {
    it(`points to ${name}`, () => {
      assertEquals(
        picture(source, location).map((one) => one.trimEnd()),
        expected,
      );
    });
  }

  it("shows what is marked whole where a line has room for it", () => {
    const source = `${"a".repeat(40)}{{a name of 30 characters, so}}${
      "b".repeat(40)
    }`;
    const [line] = picture(source, { column: 41, length: 31 }, { width: 40 });
    assertEquals(line.includes("{{a name of 30 characters, so}}"), true, line);
  });

  it("shows nothing where the source has no such line", () => {
    assertEquals(lines({ location: { line: 9, column: 1 } }, "a\nb"), [
      "error INVALID_SYNTAX: No",
      "  9:1",
    ]);
  });

  const WIDE: [name: string, column: number, length: number][] = [
    ["the start", 3, 2],
    ["the middle", 50, 2],
    ["the end", 100, 1],
    ["more than fits", 20, 60],
  ];
  for (const [name, column, length] of WIDE) {
    it(`cuts a long line around ${name}`, () => {
      const source = "0123456789".repeat(10);
      const [line, carets] = picture(source, { column, length }, { width: 20 });
      const shown = line.slice("  1 | ".length);
      const at = carets.indexOf("^") - "    | ".length;
      const marked = Math.min(length, 10);
      assertEquals(shown.replaceAll("…", "").length <= 20, true, shown);
      assertEquals(
        shown.slice(at, at + marked),
        source.slice(column - 1, column - 1 + marked),
      );
      assertEquals(
        carets.trimEnd().length - carets.indexOf("^") >= marked,
        true,
      );
    });
  }

  it("cuts a line of wide characters by their columns", () => {
    const source = `url: ${"字".repeat(30)}{{name}}${"字".repeat(30)}`;
    const location = { column: 36, length: 8 };
    const [line, carets] = picture(source, location, { width: 40 });
    assertEquals(
      [line, carets.trimEnd()],
      [
        `  1 | …${"字".repeat(8)}{{name}}${"字".repeat(8)}…`,
        `    | ${" ".repeat(17)}${"^".repeat(8)}`,
      ],
    );
    assertEquals(displayWidth(line), "  1 | ".length + 42);
  });

  it("does not cut a surrogate pair", () => {
    for (let width = 4; width < 30; width++) {
      for (let column = 1; column < 60; column += 2) {
        const [line] = picture("😀".repeat(30), { column, length: 2 }, {
          width,
        });
        assertEquals(line.isWellFormed(), true);
      }
    }
  });

  it("shows a place in the middle of a line of a megabyte", () => {
    const mask = (text: string) => text.replaceAll("secret", "***");
    const source = `secret${" ".repeat(500_000)}secret {{x}} ${
      "y".repeat(500_000)
    }`;
    const location = { column: 500_014, length: 5 };
    assertEquals(picture(source, location, { mask, width: 20 }), [
      "  1 | …   *** {{x}} yyyyyyy…",
      "    |         ^^^^^",
    ]);
  });

  it("masks the source line, also where the caret would cut a secret", () => {
    const mask = (text: string) => text.replaceAll("secret", "***");
    const source = `token: secret {{x}}`;
    assertEquals(picture(source, { column: 15, length: 5 }, { mask }), [
      "  1 | token: *** {{x}}",
      "    |            ^^^^^",
    ]);
    assertEquals(
      lines({ location: { line: 1, column: 10 } }, source, { mask }).slice(-1),
      [
        "  1 | token: *** {{x}}",
      ],
    );
  });

  it("marks a place beside what only the whole line tells is secret", () => {
    const mask = (text: string) => text.replace(/(?<=^k: .*v: )\w+/, "***");
    for (
      const [column, length, carets] of [
        [1, 1, "^"],
        [15, 1, "           ^"],
      ] as const
    ) {
      assertEquals(picture("k: v: secret, z", { column, length }, { mask }), [
        "  1 | k: v: ***, z",
        `    | ${carets}`,
      ]);
    }
  });

  it("keeps the message from commanding the terminal", () => {
    assertEquals(lines({ message: "a\x1b]0;b\x07" }), [
      "error INVALID_SYNTAX: a␛]0;b␇",
    ]);
  });
});

describe("displayWidth", () => {
  const CASES: [text: string, width: number][] = [
    ["", 0],
    ["abc", 3],
    ["äöü", 3],
    ["日本語", 6],
    ["한글", 4],
    ["ＡＢ", 4],
    ["e\u0301", 1],
    ["😀", 2],
    ["a\u200bb", 2],
    ["Łódź", 4],
    ["мир", 3],
    ["… – · • ✓ ✗ → ← ↪ │ ─", 21],
    ["✓ 日本", 6],
  ];
  for (const [text, width] of CASES) {
    it(`of ${JSON.stringify(text)} is ${width}`, () =>
      assertEquals(displayWidth(text), width));
  }
});
