import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  editFile,
  heldByBru,
  readData,
} from "../../../lib/tools/edit/edit_file.ts";
import type { Edit, EditData } from "../../../lib/tools/edit/types.ts";
import { modelEdit, pathsIn, valueAt } from "./model_edit.ts";
import { runs } from "../../support/check.ts";

const words = fc.constantFrom(
  "a",
  "1",
  "{{token}}",
  "two words",
  "it's: fine",
  "https://x.example/?a={{b}}",
  "# text",
);

const texts = fc.constantFrom(
  "one line",
  '{\n  "a": 1,\n\n  "b": "{{x}}"\n}',
  "test('a', () => {\n  // }\n});",
);

/** Texts of a body, some with a first or a last line in common. */
const bodies = fc.constantFrom(
  "one line",
  '{ "qty": 1 }',
  '{ "qty": 2 }',
  '{\n  "a": 1,\n  "b": "{{x}}"\n}',
  '{\n  "c": 1\n}',
  "[\n  1,\n  2\n]",
);

const rows = fc.array(
  fc.record({
    name: fc.constantFrom("a", "b", "c-d", "x y"),
    value: fc.oneof(words, fc.constant("line one\nline two")),
    off: fc.boolean(),
    about: fc.nat(4).map((n) => n === 0),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Files as people and Bruno write them: blocks in any order, blank lines, blanks behind lines. */
const files = fc.record({
  url: words,
  headers: fc.option(rows, { nil: undefined }),
  query: fc.option(rows, { nil: undefined }),
  variables: fc.option(rows, { nil: undefined }),
  body: fc.option(texts, { nil: undefined }),
  tests: fc.option(texts, { nil: undefined }),
  docs: fc.option(texts, { nil: undefined }),
  isMixed: fc.boolean(),
  gap: fc.constantFrom("\n", "\n\n", "\n\n\n"),
  eol: fc.constantFrom("\n", "\r\n"),
}).map((it) => {
  const lines = (list: typeof it.headers) =>
    (list ?? []).map(({ name, value, off, about }) =>
      `${about ? "  @description('why')\n" : ""}  ${off ? "~" : ""}${
        name.includes(" ") ? `"${name}"` : name
      }: ${
        value.includes("\n") ? `'''\n${indented(value, 4)}\n  '''` : value
      }\n`
    ).join("");
  const dictionary = (name: string, list: typeof it.headers) =>
    list === undefined ? [] : [`${name} {\n${lines(list)}}`];
  const text = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`${name} {\n${indented(value, 2)}\n}`];
  const blocks = [
    "meta {\n  name: A\n  type: http\n  seq: 3\n}",
    `post {\n  url: ${it.url}\n  body: ${
      it.body === undefined ? "none" : "json"
    }\n  auth: inherit\n}`,
    ...dictionary("headers", it.headers),
    ...dictionary("params:query", it.query),
    ...text("body:json", it.body),
    ...dictionary("vars:pre-request", it.variables),
    ...text("tests", it.tests),
    ...text("docs", it.docs),
    "example {\n  name: stays\n}",
  ];
  if (it.isMixed) blocks.reverse();
  return `${blocks.join(it.gap)}\n`.replaceAll("\n", it.eol);
});

function indented(text: string, blanks: number): string {
  return text.replace(/^/gm, " ".repeat(blanks));
}

const PATH = "request.bru";

function read(text: string): EditData {
  const found = readData({ path: PATH, text });
  assert(found.problem === undefined, JSON.stringify(found.problem));
  return found.data;
}

/** Values that edits of a form change. */
function isEditable(
  data: EditData,
  keys: readonly (string | number)[],
): boolean {
  return typeof valueAt(data, keys) === "string" &&
    !["type", "method", "seq", "auth", "disabled"].includes(
      String(keys.at(-1)),
    );
}

describe("edits of .bru files", () => {
  it("say what the edit says, and other lines stay", () => {
    fc.assert(
      fc.property(
        files,
        fc.nat(1_000),
        fc.nat(3),
        words,
        (text, pick, kind, value) => {
          const data = read(text);
          const paths = pathsIn(data).filter((keys) =>
            kind < 2
              ? isEditable(data, keys)
              : keys.length > 2 && typeof keys.at(-1) === "number"
          );
          if (paths.length === 0) return;
          const keys = paths[pick % paths.length];
          const edit: Edit = kind < 2
            ? { kind: "set", keys, value }
            : kind === 2
            ? { kind: "remove", keys }
            : { kind: "move", keys, to: 0 };
          // Scripts have an order of their own, and are more than a text.
          if (kind >= 2 && keys.includes("scripts")) return;
          const edited = editFile({ path: PATH, text }, [edit]);
          assert(
            edited.problem === undefined,
            `${edited.problem?.message} ${JSON.stringify([edit, text])}`,
          );
          assertEquals(
            heldByBru(read(edited.text)),
            heldByBru(modelEdit(data, edit)),
          );
          const [from, to] = [text, edited.text].map((one) => one.split("\n"));
          const gone = from.filter((line) => !to.includes(line)).length;
          if (kind < 2) {
            assert(
              gone <= String(valueAt(data, keys)).split("\n").length + 2,
              JSON.stringify([edit, text, edited.text]),
            );
            assertEquals(text.includes("\r\n"), edited.text.includes("\r\n"));
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it("that change a text leave nothing behind", () => {
    fc.assert(
      fc.property(files, fc.nat(1_000), bodies, bodies, (text, pick, a, b) => {
        const data = read(text);
        const paths = pathsIn(data).filter((keys) =>
          isEditable(data, keys) && keys.at(-1) === "data" &&
          typeof valueAt(data, keys) === "string"
        );
        if (paths.length === 0) return;
        const keys = paths[pick % paths.length];
        const saved = (text: string, value: string) => {
          const edit = { kind: "set", keys, value } as const;
          const edited = editFile({ path: PATH, text }, [edit]);
          assert(edited.problem === undefined, edited.problem?.message);
          return edited.text;
        };
        const once = saved(text, a);
        assertEquals(saved(once, a), once);
        assertEquals(saved(saved(once, b), a), once);
        assertEquals(valueAt(read(once), keys), a);
      }),
      { numRuns: runs(100) },
    );
  });

  it("that change nothing leave every byte; those undone, too", () => {
    fc.assert(
      fc.property(files, fc.nat(1_000), (text, pick) => {
        const data = read(text);
        assertEquals(
          editFile({ path: PATH, text }, [{
            kind: "set",
            keys: [],
            value: structuredClone(data),
          }]),
          { text, edits: [] },
        );
        const paths = pathsIn(data).filter((keys) => {
          const value = valueAt(data, keys);
          return isEditable(data, keys) && typeof value === "string" &&
            !value.includes("\n") &&
            !keys.includes("scripts");
        });
        const keys = paths[pick % paths.length];
        const there = editFile({ path: PATH, text }, [{
          kind: "set",
          keys,
          value: "other",
        }]);
        assert(there.problem === undefined, JSON.stringify([keys, text]));
        const back = editFile({ path: PATH, text: there.text }, [
          { kind: "set", keys, value: valueAt(data, keys) },
        ]);
        // Blanks around a JSON body are no part of its value.
        const bare = (one: string | undefined) =>
          keys.at(-1) === "data" ? one?.replaceAll(/\s+/g, " ") : one;
        assertEquals(bare(back.text), bare(text), JSON.stringify(keys));
      }),
      { numRuns: runs(100) },
    );
  });
});
