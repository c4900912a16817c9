import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { stringify } from "@std/yaml/stringify";
import fc from "fast-check";
import { hasMoreNodes } from "../../../lib/core/collection/yaml/parse_yaml.ts";
import {
  MAX_NODES,
  parseYaml,
} from "../../../lib/core/collection/yaml/parse_yaml.ts";

/** How many a text has, by the function itself. */
function count(text: string): number {
  let most = 0;
  while (hasMoreNodes(text, most)) most++;
  return most;
}

const ROWS: readonly [yaml: string, count: number][] = [
  ["", 0],
  ["a", 0],
  ["a: b", 1],
  ["a: b: c", 2],
  ["a:b", 0],
  ["- a\n- b", 2],
  ["- - a\n  - b", 3],
  ["-a", 0],
  ["- a: 1\n  b: 2", 3],
  ["[a, b, [c]]", 4],
  ["{a: 1, b: 2}", 2],
  ["[[[[", 4],
  ["a: x, y, [z]", 1],
  ["a: it's, b's", 1],
  ["a: 'x: - [, it''s'\nb: 1", 2],
  ['a: "x: \\" - [,"\nb: 1', 2],
  ['a: "x\n  - y: z"\nb: 1', 2],
  ["a: 1 # b: [,\nc: 2", 2],
  ["a: x#y: z", 2],
  ["a: |\n  b: [,\n\n  - c\nd: 1", 2],
  ["a: >-\n  b: c", 1],
  ["- a: |\n    b: c\n  d: 1", 3],
  ["- |\n b: c\n- d", 2],
  ["- - |\n   b: c\n  - d", 3],
  ["a: &x !!str |\n  b: c\nd: *x", 2],
  ["a: |\r\n  b: c\r\nd: 1\r\n", 2],
  ["a: |", 1],
  ["a: 'never closed - [", 1],
  ["]]]\n- a", 1],
];

/** By the data: an empty list or mapping counts as one. */
function size(data: unknown): number {
  if (typeof data !== "object" || data === null) return 0;
  const inside: unknown[] = Object.values(data);
  return Math.max(1, inside.length) +
    inside.reduce<number>((sum, it) => sum + size(it), 0);
}

describe("hasMoreNodes", () => {
  for (const [yaml, expected] of ROWS) {
    it(`counts ${expected} in ${JSON.stringify(yaml)}`, () => {
      // Shorter texts are not looked at.
      assertEquals(count(`${yaml}\n${"#".repeat(20)}`), expected);
    });
  }

  it("counts what the data has, in blocks and in brackets", () => {
    const text = fc.string({ unit: "binary-ascii" });
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.integer(),
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie("tree"), {
          maxKeys: 4,
        }),
      ),
    }));
    fc.assert(fc.property(tree, (data) => {
      for (const yaml of [stringify(data), JSON.stringify(data)]) {
        const n = size(data);
        assertEquals(hasMoreNodes(yaml, n), false, yaml);
        if (n > 0) assertEquals(hasMoreNodes(yaml, n - 1), true, yaml);
      }
    }));
  });

  it("keeps files with more of them from the parser", () => {
    const file = (items: number) => "x:\n" + "- a\n".repeat(items);
    assertEquals(parseYaml("a.yml", file(MAX_NODES - 1)).diagnostics, []);
    const { document, diagnostics } = parseYaml("a.yml", file(MAX_NODES));
    assertEquals(document, undefined);
    assertEquals(diagnostics.map(({ message }) => message), [
      `Cannot read "a.yml": it has more than ${MAX_NODES} list items and members (divide it into files)`,
    ]);
  });

  it("lets long texts pass", () => {
    const lines = "  - a: [b, {c: d}]\n".repeat(300_000);
    assertEquals(parseYaml("a.yml", `docs: |\n${lines}`).diagnostics, []);
  });
});
