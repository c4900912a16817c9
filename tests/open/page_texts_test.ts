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
  followUrl,
  pathNames,
  queryOf,
  withQuery,
} from "../../lib/embedded/page/workbench/request/query.ts";
import {
  at,
  isSame,
  withAt,
} from "../../lib/embedded/page/workbench/state/json_edit.ts";
import {
  formatPlace,
  parsePlace,
} from "../../lib/embedded/page/workbench/state/place.ts";
import { SHELL } from "../../lib/open/generated/shell.ts";
import { ANY_CHARACTER } from "../support/any_character.ts";

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
      { name: "c", value: "" },
    ]);
    assertEquals(withQuery(url, []), "{{base?x}}/a#g");
    assertEquals(
      withQuery("/a#b", [{ name: "c", value: "d" }, { name: "e", value: "" }]),
      "/a?c=d&e#b",
    );
    assertEquals(pathNames("http://h:80/:id/b/:name?x=/:no"), ["id", "name"]);
  });

  it("leads the rows that it has, and leaves the others", () => {
    const params: Readonly<Record<string, string>>[] = [
      { name: "a", value: "1", type: "query" },
      { name: "id", value: "7", type: "path" },
      { name: "z", value: "9" },
    ];
    assertEquals(followUrl(params, "/?a=1", "/?a=2"), [
      { name: "a", value: "2", type: "query" },
      ...params.slice(1),
    ]);
    assertEquals(followUrl(params, "/?a=1", "/"), params.slice(1));
    assertEquals(followUrl(params, "/", "/?b=1"), params);
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
