import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parseBru } from "../../../lib/core/collection/bru/parse_bru.ts";
import { editBruVariables } from "../../../lib/host/files/write/edit_bru_variables.ts";
import type { Value } from "../../../lib/core/scope/value/value.ts";

const FILE = `vars {
  base: http://a
  ~base: http://off
  @description(Where it listens)
  @number
  port: 1
  key: '''
    one
    two
  '''
  last: x
}
vars:secret [
  token
]
color: #ff0000
`;

interface Row {
  readonly name: string;
  readonly before?: string;
  readonly changes: Readonly<Record<string, Value | undefined>>;
  /** What differs: lines that go, lines that come. */
  readonly after: string;
}

const ROWS: readonly Row[] = [
  {
    name: "a value in its line; what is off, and everything else, stays",
    changes: { base: "http://b" },
    after: FILE.replace("base: http://a", "base: http://b"),
  },
  {
    name: "a value of several lines",
    changes: { base: "1\n  2", key: "short" },
    after: FILE.replace("'''\n    one\n    two\n  '''", "short")
      .replace("http://a", "'''\n    1\n      2\n  '''"),
  },
  {
    name: "the type above a line",
    changes: { port: 2 },
    after: FILE.replace("port: 1", "port: 2"),
  },
  {
    name: "another type above a line",
    changes: { port: { a: [1] } },
    after: FILE.replace("@number\n  port: 1", '@object\n  port: {"a":[1]}'),
  },
  {
    name: "a text where a type stood",
    changes: { port: "none" },
    after: FILE.replace("@number\n  port: 1", "port: none"),
  },
  {
    name: "the type of a number and of an object where none stood",
    changes: { base: { id: 1 }, last: 5, new: true },
    after: FILE.replace("base: http://a", '@object\n  base: {"id":1}')
      .replace("last: x", "@number\n  last: 5\n  @boolean\n  new: true"),
  },
  {
    name: "what is deleted goes with what stands above it",
    changes: { port: undefined, key: undefined },
    after: FILE.replace(/ {2}@desc[^]*? {2}'''\n {4}one[^]*?'''\n/, "")
      .replace(/ {2}@desc[^]*?'''\n {2}last/, "  last"),
  },
  {
    name: "what is new comes last",
    changes: { "a b": "c", none: undefined, empty: null },
    after: FILE.replace("last: x\n", 'last: x\n  "a b": c\n  empty: \n'),
  },
  {
    name: "what is not a template",
    changes: { last: "{{key}}" },
    after: FILE.replace("last: x", "last: {{'{{'}}key}}"),
  },
  {
    name: "into a file without variables",
    before: "vars:secret [\n  token\n]\n",
    changes: { a: "1" },
    after: "vars {\n  a: 1\n}\nvars:secret [\n  token\n]\n",
  },
  {
    name: "into an empty block",
    before: "vars {\n}\n",
    changes: { a: "1" },
    after: "vars {\n  a: 1\n}\n",
  },
  {
    name: "into a block without lines",
    before: "vars {}\n",
    changes: { a: "1" },
    after: "vars {\n  a: 1\n}\n",
  },
];

describe("editBruVariables", () => {
  for (const { name, before = FILE, changes, after } of ROWS) {
    it(`writes ${name}`, () => {
      const edited = editBruVariables(
        { file: "e.bru", text: before },
        new Map(Object.entries(changes)),
        () => false,
      );
      assert("text" in edited, JSON.stringify(edited));
      assertEquals(edited.text, after);
      const read = parseBru("e.bru", edited.text, { kind: "environment" });
      assertEquals(read.diagnostics, []);
    });
  }

  it("says what is gone", () => {
    const edited = editBruVariables(
      { file: "e.bru", text: FILE },
      new Map([["other", 1]]),
      (name) => name === "other",
    );
    assertEquals(edited, { gone: "other" });
  });

  for (const text of [" a", "a ", "a\n'''\nb", "'''", "a\r\nb"]) {
    it(`refuses what the format cannot hold: ${JSON.stringify(text)}`, () => {
      const edited = editBruVariables(
        { file: "e.bru", text: FILE },
        new Map([["base", text]]),
        () => true,
      );
      assert("problem" in edited, JSON.stringify(edited));
      assert(edited.problem.message.includes('"base"'));
    });
  }

  it("says where a file is malformed", () => {
    const edited = editBruVariables(
      { file: "e.bru", text: "vars {\n  a\n}\n" },
      new Map([["a", 1]]),
      () => true,
    );
    assert("problem" in edited);
    assertEquals(edited.problem.code, "BRU_SYNTAX");
  });
});
