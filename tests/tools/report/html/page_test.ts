import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type CodeLine,
  jsonLines,
  plainLines,
} from "../../../../lib/embedded/page/code/code_view.tsx";
import {
  filteredRows,
  type Filters,
  NO_FILTERS,
  toEntries,
} from "../../../../lib/embedded/page/filters.ts";
import { hexLines } from "../../../../lib/embedded/page/request/media.tsx";
import { rowAt, topsOf } from "../../../../lib/embedded/page/virtual_list.tsx";
import { isJson } from "../../../../lib/embedded/page/request/body_view.tsx";
import { markedPieces } from "../../../../lib/embedded/page/code/marked_pieces.ts";
import {
  formatRoute,
  parseRoute,
} from "../../../../lib/embedded/page/route.ts";
import { sourceText } from "../../../../lib/embedded/page/code/marked_text.tsx";
import { ticksOf } from "../../../../lib/embedded/page/waterfall.tsx";
import type { JsonInsertion } from "../../../../lib/tools/report/provenance/provenance_json.ts";
import type { Row } from "../../../../lib/tools/report/html/types.ts";
import { ANY_CHARACTER } from "../../../support/any_character.ts";

function written(lines: readonly CodeLine[]): string[] {
  return lines.map(({ depth, segments }) =>
    "  ".repeat(depth) + segments.map(({ text }) => text).join("")
  );
}

describe("JSON in the page", () => {
  const rows: [name: string, text: string, expected: string[]][] = [
    ["members", '{"a":1,"b":[true,null]}', [
      "{",
      '  "a": 1,',
      '  "b": [',
      "    true,",
      "    null",
      "  ]",
      "}",
    ]],
    ["what is empty", '{"a":{},"b":[]}', ["{", '  "a": {},', '  "b": []', "}"]],
    ["numbers as they are written", "[1.0,12345678901234567890]", [
      "[",
      "  1.0,",
      "  12345678901234567890",
      "]",
    ]],
    ["the mask of a secret", '{"a":***,"b":2}', [
      "{",
      '  "a": ***,',
      '  "b": 2',
      "}",
    ]],
    ["what was cut", '{"a":[1,{"b":"c', [
      "{",
      '  "a": [',
      "    1,",
      "    {",
      '      "b": "c',
    ]],
    ["brackets that open nothing", "]}1", ["]", "}1"]],
    ["comments", '{"a":1 // one\n,/* two */"b":2}', [
      "{",
      '  "a": 1 // one',
      "  ,",
      '  /* two */ "b": 2',
      "}",
    ]],
  ];
  for (const [name, text, expected] of rows) {
    it(`has ${name}`, () => assertEquals(written(jsonLines(text)), expected));
  }

  it("knows what is what, and where it stands", () => {
    assertEquals(jsonLines('{"a": "b"}')[1].segments, [
      { text: '"a"', kind: "key", start: 1 },
      { text: ":", kind: "plain", start: 4 },
      { text: " ", kind: "plain" },
      { text: '"b"', kind: "string", start: 6 },
    ]);
  });

  it("knows where a bracket closes and how much is in it", () => {
    const [first, , second] = jsonLines('{"a":1,"b":[2,3,4]}');
    assertEquals([first.closes, first.members], [7, 2]);
    assertEquals([second.closes, second.members], [6, 3]);
  });

  it("loses nothing of any JSON, nor of any text", () => {
    const solid = (text: string) => text.replace(/\s/g, "");
    const texts = fc.oneof(fc.json(), fc.string({ unit: ANY_CHARACTER }));
    fc.assert(fc.property(texts, (text) => {
      const segments = jsonLines(text).flatMap((line) => line.segments);
      assertEquals(
        solid(segments.map((it) => it.text).join("")),
        solid(text),
      );
      for (const { text: part, start } of segments) {
        if (start === undefined) continue;
        assertEquals(text.slice(start, start + part.length), part);
      }
    }));
  });

  it("is read as such where its type says so, or it is some", () => {
    assertEquals(
      ([
        ["{}", "application/json; charset=utf-8"],
        ["[1,", "application/problem+json"],
        ["[INFO] started", "text/plain"],
        ['{"a":1}', "text/plain"],
        ["{}\n{}", "application/x-ndjson"],
        ["text", "application/json"],
      ] as const).map(([text, type]) => isJson(text, type)),
      [true, true, false, true, false, false],
    );
  });

  it("leaves other texts as they are", () => {
    assertEquals(plainLines("a\r\nb\n"), [
      { depth: 0, segments: [{ text: "a", kind: "plain", start: 0 }] },
      { depth: 0, segments: [{ text: "b", kind: "plain", start: 3 }] },
      { depth: 0, segments: [{ text: "", kind: "plain", start: 5 }] },
    ]);
  });
});

describe("markedPieces", () => {
  const mark = (start: number, end: number) => ({ start, end, of: `${start}` });
  const pieces = (
    text: string,
    marks: readonly ReturnType<typeof mark>[],
    start = 0,
  ) =>
    markedPieces(text, marks, start).map(({ text, mark, isFirst }) =>
      `${text}${mark === undefined ? "" : `:${mark.of}`}${isFirst ? "!" : ""}`
    );
  const rows: [string, string[], string[]][] = [
    ["without marks", pieces("abc", []), ["abc"]],
    ["one in the middle", pieces("abcd", [mark(1, 3)]), ["a", "bc:1!", "d"]],
    ["one inside of another", pieces("abcd", [mark(0, 4), mark(2, 3)]), [
      "ab:0!",
      "c:2!",
      "d:0",
    ]],
    ["one that begins with another", pieces("abc", [mark(0, 3), mark(0, 1)]), [
      "a:0!",
      "bc:0!",
    ]],
    ["a stretch of a text", pieces("cd", [mark(1, 3)], 2), ["c:1", "d"]],
    ["an empty one", pieces("ab", [mark(1, 1)]), ["a", ":1!", "b"]],
    ["an empty one where two stretches meet", [
      ...pieces("ab", [mark(2, 2)]),
      ...pieces("cd", [mark(2, 2)], 2),
    ], ["ab", ":2!", "cd"]],
  ];
  for (const [name, actual, expected] of rows) {
    it(name, () => assertEquals(actual, expected));
  }

  it("gives the text back", () => {
    const marks = fc.array(fc.tuple(fc.nat(12), fc.nat(12)));
    fc.assert(fc.property(fc.string({ maxLength: 12 }), marks, (text, all) => {
      const sorted = all.map(([a, b]) => mark(Math.min(a, b), Math.max(a, b)))
        .sort((a, b) => a.start - b.start || b.end - a.end);
      const out = markedPieces(text, sorted, 0).map((it) => it.text).join("");
      assertEquals(out, text);
    }));
  });
});

describe("routes of the page", () => {
  const filters: Filters = {
    query: "a b&c",
    bodies: true,
    statuses: ["failed", "errored", "unchecked"],
    tag: "smoke",
    folder: "users/admin",
    over: 250,
    sort: "slow",
  };
  for (
    const route of [
      { view: "overview", filters: NO_FILTERS },
      { view: "waterfall", filters },
      { view: "requests", id: "a b/ü?#%/c.yml~2", filters: NO_FILTERS },
      { view: "requests", id: "a.yml", filters },
    ] as const
  ) {
    it(formatRoute(route), () => {
      assertEquals(parseRoute(formatRoute(route)), route);
    });
  }

  for (
    const [hash, view] of [
      ["", "overview"],
      ["#", "overview"],
      ["#/nowhere", "overview"],
      ["#/request", "overview"],
      ["#/requests?status=x&over=-1&sort=y&z=1", "requests"],
    ] as const
  ) {
    it(`read what they do not know: ${hash}`, () => {
      assertEquals(parseRoute(hash), { view, filters: NO_FILTERS });
    });
  }

  it("survive an address that is cut", () => {
    assertEquals(parseRoute("#/request/a%E").id, "a%E");
  });
});

describe("filters of the page", () => {
  const row = (path: string, more: Partial<Row> = {}): Row => ({
    id: path,
    name: path,
    path,
    folder: path.slice(0, Math.max(0, path.lastIndexOf("/"))),
    status: "passed",
    start: 0,
    duration: 10,
    phases: [],
    tags: [],
    checks: 0,
    passed: 0,
    marks: [],
    ...more,
  });
  const entries = toEntries([
    row("users/create", { method: "POST", tags: ["smoke"], code: 201 }),
    row("users/admin/ban", { status: "failed", problem: "got Teapot" }),
    row("orders/slow", { duration: 900, url: "http://h/ORDERS" }),
    row("top", { status: "skipped", duration: 0 }),
    row("usersx/a", { status: "errored", duration: 20 }),
    row("usersx/b", { status: "unchecked", duration: 5 }),
  ]);
  const rows: [name: string, Partial<Filters>, expected: string[]][] = [
    ["none", {}, [
      "users/create",
      "users/admin/ban",
      "orders/slow",
      "top",
      "usersx/a",
      "usersx/b",
    ]],
    ["words, in any case", { query: "post CREATE" }, ["users/create"]],
    ["a word of the address", { query: "h/orders" }, ["orders/slow"]],
    ["a status of HTTP", { query: "201" }, ["users/create"]],
    ["a message", { query: "teapot" }, ["users/admin/ban"]],
    ["a tag by its name", { query: "smoke" }, ["users/create"]],
    ["bodies only where they are asked for", { query: "needle" }, []],
    ["bodies", { query: "needle", bodies: true }, ["orders/slow"]],
    ["a word here, one there", { query: "needle slow", bodies: true }, [
      "orders/slow",
    ]],
    ["statuses", { statuses: ["failed", "errored"] }, [
      "users/admin/ban",
      "usersx/a",
    ]],
    ["passed, unchecked ones included", { statuses: ["passed"] }, [
      "users/create",
      "orders/slow",
      "usersx/b",
    ]],
    ["those of the passed ones that nothing checked", {
      statuses: ["unchecked"],
    }, ["usersx/b"]],
    ["a tag", { tag: "smoke" }, ["users/create"]],
    ["a folder and those in it", { folder: "users" }, [
      "users/create",
      "users/admin/ban",
    ]],
    ["a time", { over: 20 }, ["orders/slow", "usersx/a"]],
    ["the slowest first", { sort: "slow", over: 1 }, [
      "orders/slow",
      "usersx/a",
      "users/create",
      "users/admin/ban",
      "usersx/b",
    ]],
    ["by path", { sort: "name", over: 15 }, ["orders/slow", "usersx/a"]],
    ["failed first", { sort: "status" }, [
      "users/admin/ban",
      "usersx/a",
      "usersx/b",
      "users/create",
      "orders/slow",
      "top",
    ]],
  ];
  for (const [name, some, expected] of rows) {
    it(name, () => {
      const found = filteredRows(
        entries,
        { ...NO_FILTERS, ...some },
        (index, word) => index === 2 && word === "needle",
      );
      assertEquals(found.map((it) => it.row.path), expected);
    });
  }
});

describe("sourceText", () => {
  const insertion = (more: Partial<JsonInsertion>): JsonInsertion => ({
    place: "url",
    expression: "x",
    origin: { kind: "script" },
    via: [],
    secret: false,
    ...more,
  });
  const rows: [Partial<JsonInsertion>, string][] = [
    [{
      scope: "environment",
      label: "local",
      origin: { kind: "file", file: "local.yml", line: 3, column: 5 },
    }, "environment local, local.yml:3:5"],
    [{ scope: "runtime" }, "runtime, set by a script"],
    [{ origin: { kind: "generator", name: "$uuid" } }, "generated"],
  ];
  for (const [more, expected] of rows) {
    it(expected, () => assertEquals(sourceText(insertion(more)), expected));
  }
});

describe("ticksOf", () => {
  for (
    const [from, to, expected] of [
      [0, 60, [0, 10, 20, 30, 40, 50, 60]],
      [0, 100, [0, 20, 40, 60, 80, 100]],
      [950, 1_040, [960, 980, 1_000, 1_020, 1_040]],
      [5, 5, []],
    ] as const
  ) {
    it(`${from} to ${to}`, () =>
      assertEquals(ticksOf(from, to), [...expected]));
  }
});

describe("the rows of a list", () => {
  it("begin where the ones before end", () => {
    const heights = fc.array(fc.constantFrom(56, 74), { maxLength: 40 });
    fc.assert(fc.property(heights, fc.nat(3_000), (heights, y) => {
      const tops = topsOf(heights, (it) => it);
      const sum = (to: number) =>
        heights.slice(0, to).reduce((a, b) => a + b, 0);
      assertEquals([...tops], [...heights, 0].map((_, at) => sum(at)));
      const at = rowAt(tops, y);
      assertEquals(at >= 0 && tops[at] <= y, true);
      assertEquals(y >= sum(heights.length) || y < tops[at + 1], true);
    }));
  });
});

describe("hexLines", () => {
  it("have offset, bytes and characters in columns", () => {
    const bytes = new TextEncoder().encode("GET /\0ab<c>");
    assertEquals(hexLines(bytes, 8).split("\n"), [
      "0000  47 45 54 20 2f 00 61 62  GET /.ab",
      "0008  3c 63 3e                 <c>",
    ]);
  });
});
