import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import {
  jsonTextLines,
  linesWith,
  plainTextLines,
  type TextLines,
  unfoldedLines,
} from "../../lib/embedded/page/workbench/answer/text_lines.ts";
import { lineSegments } from "../../lib/embedded/page/workbench/answer/line_segments.ts";
import {
  followRows,
  followUrl,
  pathNames,
  queryOf,
  withQuery,
} from "../../lib/embedded/page/workbench/request/query.ts";
import type { DefinitionView } from "../../lib/embedded/page/workbench/api.ts";
import { shownDefinitions } from "../../lib/embedded/page/workbench/parts/shown_definitions.ts";
import {
  at,
  isSame,
  withAt,
} from "../../lib/embedded/page/workbench/state/json_edit.ts";
import {
  formatPlace,
  parsePlace,
} from "../../lib/embedded/page/workbench/state/place.ts";
import { readCollection } from "../../lib/core/collection/read_collection.ts";
import { checkCollection } from "../../lib/tools/check/check_collection.ts";
import { SHELL } from "../../lib/open/generated/shell.ts";
import { ANY_CHARACTER } from "../support/any_character.ts";

/** What checks warn of in a collection of these files. */
function checked(files: Record<string, string>): string[] {
  const { value, diagnostics } = readCollection({
    root: "",
    files: new Map(Object.entries(files)),
  });
  return [...diagnostics, ...checkCollection(value!)].filter((it) =>
    it.severity !== "hint"
  ).map(({ message }) => message);
}

/** Lines as they are shown, with two blanks for each step. */
function textOf({ text, count, starts, ends, depths }: TextLines): string[] {
  return Array.from(
    { length: count },
    (_, it) => "  ".repeat(depths[it]) + text.slice(starts[it], ends[it]),
  );
}

describe("the lines of an answer", () => {
  it("are those of JSON.stringify, and each token stays as it was written", () => {
    fc.assert(fc.property(fc.json(), (json) => {
      // What is between tokens is not in the text of the page.
      const shown = textOf(jsonTextLines(json)).map((it) =>
        it.replace(/^( *"(?:[^"\\]|\\.)*"):(?=\S)/, "$1: ")
      ).join("\n");
      assertEquals(JSON.parse(shown), JSON.parse(json));
      const tokens = (text: string) =>
        text.match(/"(?:[^"\\]|\\.)*"|[^\s"]/g)?.join("") ?? "";
      assertEquals(tokens(shown), tokens(json));
    }));
  });

  it("stand as people write them", () => {
    const lines = jsonTextLines('{"a":[1,{"b":{}}],"c":[]}');
    assertEquals(textOf(lines), [
      "{",
      '  "a":[',
      "    1,",
      "    {",
      '      "b":{}',
      "    }",
      "  ],",
      '  "c":[]',
      "}",
    ]);
    assertEquals([...unfoldedLines(lines, new Set([1]))], [0, 1, 7, 8]);
  });

  it("of a text that is cut or no JSON are all there", () => {
    fc.assert(fc.property(fc.string(), (text) => {
      const all = (it: string) => it.replaceAll(/\s/g, "");
      assertEquals(all(textOf(jsonTextLines(text)).join("")), all(text));
      assertEquals(
        textOf(plainTextLines(text)).join("\n"),
        text.replaceAll("\r\n", "\n"),
      );
    }));
  });

  it("with a word are found, whatever its case", () => {
    const word = fc.constantFrom("a", "Ab", "b\u0130", "x");
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: fc.constantFrom("a", "B", "x", "\u0130", " ") }),
        ),
        word,
        (texts, word) => {
          const lines = plainTextLines(texts.join("\n"));
          const found = texts.flatMap((it, index) =>
            it.toLowerCase().includes(word.toLowerCase()) ? [index] : []
          );
          assertEquals([...linesWith(lines, word)], texts.length ? found : []);
        },
      ),
    );
  });

  it("in colours say the same", () => {
    for (const language of ["json", "xml", "text"] as const) {
      fc.assert(fc.property(fc.string(), (line) => {
        const shown = lineSegments(line, language).map(({ text }) => text)
          .join("");
        assertEquals(shown.replaceAll(" ", ""), line.replaceAll(" ", ""));
      }));
    }
  });
});

describe("the query of a URL", () => {
  it("is read and written, and a placeholder with a ? begins none", () => {
    const url = "{{base?x}}/a?b=1&c&d={{e&f}}#g";
    assertEquals(queryOf("{{a?b=c}}/d"), []);
    assertEquals(queryOf("/a?b=1&c#d?e=f"), [
      { name: "b", value: "1" },
      { name: "c", value: "", isBare: true },
    ]);
    assertEquals(withQuery(url, []), "{{base?x}}/a#g");
    assertEquals(
      withQuery("/a#b", [{ name: "c", value: "d" }, { name: "e", value: "" }]),
      "/a?c=d&e=#b",
    );
    assertEquals(pathNames("http://h:80/:id/b/:name?x=/:no"), ["id", "name"]);
    for (const name of ["id.json", "id"]) {
      const names = pathNames("http://h/:id.json/:to", new Set([name]));
      assertEquals(names, ["to"], name);
    }
    assertEquals(pathNames("http://h/:id.json"), ["id"]);
    for (const [name, left] of [["a-:b", "c"], ["c", "a-"]]) {
      const names = pathNames("http://h/:a-:b/:c", new Set([name]));
      assertEquals(names, [left], name);
    }
  });

  it("leads the rows that it has, and leaves the others", () => {
    const params: Readonly<Record<string, string>>[] = [
      { name: "a", value: "1", type: "query" },
      { name: "id", value: "7", type: "path" },
      { name: "z", value: "9" },
    ];
    const listed = { isWhole: false };
    assertEquals(followUrl(params, "/?a=1", "/?a=2", listed), [
      { name: "a", value: "2", type: "query" },
      ...params.slice(1),
    ]);
    assertEquals(followUrl(params, "/?a=1", "/", listed), params.slice(1));
    assertEquals(followUrl(params, "/", "/?b=1", listed), params);
    const off: Parameters<typeof followUrl>[0] = [
      { name: "a", value: "1" },
      { name: "a", value: "2", disabled: true },
    ];
    assertEquals(followUrl(off, "/?a=1", "/?a=3", listed), [
      { name: "a", value: "3" },
      off[1],
    ]);
    assertEquals(followUrl(off, "/?a=1", "/", listed), [off[1]]);
  });

  /** A row as `name=value`, off with `~`, and the URL after an edit of the rows. */
  const row = (text: string) => {
    const [name, value] = text.replace("~", "").split("=");
    return { name, value, ...text.startsWith("~") && { disabled: true } };
  };
  const ROWS: readonly (readonly [
    what: string,
    url: string,
    before: string,
    after: string,
    whole: string,
    other?: string,
  ])[] = [
    ["a value", "/?a=1&b=2#c", "a=1 b=2", "a=1 b=3", "/?a=1&b=3#c"],
    ["a name", "/?a=1&b=2", "a=1 b=2", "c=1 b=2", "/?c=1&b=2"],
    ["a row is off", "/?a=1&b=2", "a=1 b=2", "~a=1 b=2", "/?b=2"],
    ["the last one is off", "/x?a=1", "a=1", "~a=1", "/x"],
    ["a row is on", "/?b=2", "~a=1 b=2 ~c=3", "~a=1 b=2 c=3", "/?b=2&c=3"],
    ["the first is on", "/?b=2", "~a=1 b=2", "a=1 b=2", "/?a=1&b=2"],
    ["a row is gone", "/?a=1&b=2&c=3", "a=1 b=2 c=3", "a=1 c=3", "/?a=1&c=3"],
    ["one of two is gone", "/?a=1&a=2", "a=1 a=2", "a=2", "/?a=2"],
    ["rows change places", "/?a=1&b=2", "a=1 b=2", "b=2 a=1", "/?b=2&a=1"],
    ["a new row", "/?a=1", "a=1", "a=1 b=2", "/?a=1&b=2"],
    ["a first row", "/", "", "b=2", "/?b=2", "/"],
    ["a row beside others", "/?z=9", "", "b=2", "/?b=2&z=9", "/?z=9"],
    ["others without a value", "/?a=1&b=&c", "a=1 b=", "~a=1 b=", "/?b=&c"],
    ["a row without a value", "/?a=1&b", "a=1 b", "c=1 b", "/?c=1&b"],
    ["a row without a name", "/?a=1", "a=1", "a=1 =2", "/?a=1"],
    ["text that divides", "/", "", "b={{a&b}}&c#d", "/?b={{a&b}}%26c%23d", "/"],
    ["what is as it was", "/?a=9&b=2", "a=1 b=2", "a=1 b=3", "/?a=9&b=3"],
    ["one that only a list has", "/?a=1", "a=1 b=2", "a=3 b=2", "/?a=3&b=2"],
  ];

  for (const [what, url, before, after, whole, other = whole] of ROWS) {
    it(`follows its rows: ${what}`, () => {
      const [old, now] = [before, after].map((it) =>
        it.split(" ").filter(Boolean).map(row)
      );
      assertEquals(followRows(url, old, now, { isWhole: true }), whole);
      assertEquals(followRows(url, old, now, { isWhole: false }), other);
    });
  }

  const URLS: readonly (readonly [
    what: string,
    rows: string,
    before: string,
    after: string,
    wanted: string,
  ])[] = [
    ["new ones", "a=2", "/?a=2", "/?a=2&b=3&c", "a=2 b=3 c="],
    ["all, once it is edited", "", "/?a=1", "/?a=1&b=2", "a=1 b=2"],
    ["two of one name", "a=1", "/?a=1", "/?a=1&a=2", "a=1 a=2"],
    ["one with another name", "a=1 b=2", "/?a=1&b=2", "/?c=1&b=2", "c=1 b=2"],
    ["one that is gone", "a=1 b=2", "/?a=1&b=2", "/?b=2", "b=2"],
    ["one that it gets", "a=1", "/", "/?a=2", "a=2"],
    ["beside one that is off", "~a=1", "/", "/?a=2", "~a=1 a=2"],
    ["text that divides", "a=b&c", "/?a=b%26c", "/x?a=b%26c", "a=b&c"],
    ["no names yet", "", "/", "/?=1&", ""],
    ["path parameters", "", "/", "/:id/:to?x=1", "x=1 :id= :to="],
    ["another path", ":id=7 :to=8", "/:id/:to", "/:ids/:to", ":ids=7 :to=8"],
    ["a shorter path", ":id=7 :to=8", "/:id/:to", "/:to", ":to=8"],
    ["one name twice", "", "/", "/:id/:id", ":id="],
  ];

  for (const [what, rows, before, after, wanted] of URLS) {
    it(`is led by a URL of Bruno: ${what}`, () => {
      const all = rows.split(" ").filter(Boolean).map((text) =>
        text.startsWith(":")
          ? { ...row(text.slice(1)), type: "path" }
          : row(text)
      );
      const made = followUrl(all, before, after, { isWhole: true });
      assertEquals(
        made.map(({ name, value, type, disabled }) =>
          (disabled ? "~" : type === "path" ? ":" : "") + `${name}=${value}`
        ).join(" "),
        wanted,
      );
    });
  }

  // What servers read from a row, whatever the page escapes in the URL.
  const VALUES = [
    "R&D 50%",
    "50% & more",
    "&%41%2",
    "%26 & %2G",
    "1+1 & é",
    "a+b&c",
    "a b&c",
    "#1 & 100%",
    "é&%C3%A9%e9",
    "ü & 日本 😀",
    "a=b&c=d",
    "{{x}}&50%",
    "%",
    "+",
    " & ",
  ];
  for (const value of VALUES) {
    it(`has the value of its row: ${value}`, () => {
      const params = [{ name: "q", value, type: "query" }];
      const url = followRows("http://h/x", [], params, { isWhole: true });
      const x = { variables: [{ name: "x", value: "1" }] };
      assertEquals(
        [
          checked({
            "opencollection.yml": "info: {name: A}\n",
            "a.yml": JSON.stringify({
              info: { name: "A", type: "http" },
              http: { method: "GET", url, params },
              runtime: x,
            }),
          }),
          checked({
            "bruno.json": '{"version": "1", "name": "A", "type": "collection"}',
            "a.bru":
              `meta {\n  name: A\n  type: http\n}\n\nget {\n  url: ${url}\n}\n\nparams:query {\n  q: ${value}\n}\n\nvars:pre-request {\n  x: 1\n}\n`,
          }),
        ],
        [[], []],
      );
    });
  }

  it("has no pair of a path parameter", () => {
    const id = { name: "id", value: "1", type: "path" };
    assertEquals(followRows("/:id?a=", [], [id], { isWhole: true }), "/:id?a=");
  });
});

describe("an edit of a document", () => {
  it("sets what stands at the keys, and touches nothing else", () => {
    const key = fc.constantFrom("a", "b", "c");
    const value = fc.letrec((tie) => ({
      tree: fc.oneof(
        fc.string(),
        fc.dictionary(key, tie("tree"), { minKeys: 1 }),
      ),
    })).tree;
    fc.assert(
      fc.property(
        value,
        fc.array(key, { minLength: 1, maxLength: 4 }),
        fc.string(),
        (tree, keys, text) => {
          const before = structuredClone(tree);
          const next = withAt(tree as never, keys, text);
          assertEquals(at(next, keys), text);
          assertEquals(tree, before);
          assert(isSame(next, withAt(next, keys, text)));
        },
      ),
    );
  });

  it("that takes the last row away takes the list away", () => {
    const document = { http: { url: "x" }, runtime: { assertions: ["a"] } };
    assertEquals(withAt(document, ["runtime", "assertions", 0], undefined), {
      http: { url: "x" },
    });
  });
});

it("an address of the page is read as it was written", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, minLength: 1 }), (id) => {
      const place = { view: "item", id: id.toWellFormed() } as const;
      assertEquals(parsePlace(formatPlace(place)), place);
    }),
  );
  assertEquals(parsePlace("#/item/%"), { view: "home" });
  assertEquals(parsePlace("#/requests?status=failed"), { view: "run" });
});

it("the page and its editors have at most 450 KB by gzip, with their licences", async () => {
  let size = 0;
  for (const { text } of Object.values(SHELL.files)) {
    const stream = new Blob([text]).stream();
    const packed = stream.pipeThrough(new CompressionStream("gzip"));
    size += (await new Response(packed).bytes()).length;
  }
  assert(size <= 450_000, `it has ${size} bytes`);
  const [editors] = Object.entries(SHELL.files).filter(([name]) =>
    name.startsWith("editors-")
  );
  assertMatch(editors[1].text, /@codemirror\/view \d[^]*MIT License/);
});

describe("the definitions of a variable", () => {
  const by = (
    by: DefinitionView["by"],
    scope: string,
    more: Partial<DefinitionView> = {},
  ): DefinitionView => ({ by, scope, secret: false, ...more });
  const login = { file: "login.yml", line: 12 };
  const kept = by("script", "runtime", { kept: true });
  const CASES: readonly {
    readonly what: string;
    readonly all: readonly DefinitionView[];
    readonly shown: readonly (readonly [string, number])[];
  }[] = [
    {
      what: "a script that has set it is no other definition",
      all: [kept, by("script", "runtime", { place: login })],
      shown: [["runtime", 1]],
    },
    {
      what: "nor are two, nor an action",
      all: [
        kept,
        by("script", "runtime", { place: login }),
        by("action", "runtime", { place: login }),
      ],
      shown: [["runtime", 2]],
    },
    {
      what: "a script of another scope is",
      all: [kept, by("script", "collection", { place: login })],
      shown: [["runtime", 0], ["collection", 0]],
    },
    {
      what: "a file is",
      all: [
        by("script", "collection", { kept: true }),
        by("file", "collection", { place: login }),
      ],
      shown: [["collection", 0], ["collection", 0]],
    },
    {
      what: "a script that has not run is",
      all: [by("script", "runtime", { place: login })],
      shown: [["runtime", 0]],
    },
  ];
  for (const { what, all, shown } of CASES) {
    it(`are listed: ${what}`, () => {
      assertEquals(
        shownDefinitions(all).map((
          { definition, setters },
        ) => [definition.scope, setters.length]),
        shown as unknown as [string, number][],
      );
    });
  }
});
