import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { stringify } from "@std/yaml/stringify";
import fc from "fast-check";
import { passedLimit } from "../../../lib/core/collection/yaml/count_nodes.ts";
import {
  MAX_NODES,
  parseYaml,
} from "../../../lib/core/collection/yaml/parse_yaml.ts";
import { runs } from "../../support/check.ts";

function hasMoreNodes(text: string, inAll: number): boolean {
  return passedLimit(text, { inAll, inItem: Infinity }) !== undefined;
}

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

/** The most that one of its items has, by the function itself. */
function largestItem(text: string): number {
  let most = 0;
  while (passedLimit(text, { inAll: Infinity, inItem: most }) !== undefined) {
    most++;
  }
  return most;
}

const ITEMS: readonly [yaml: string, largest: number][] = [
  ["items:\n  - a: 1\n  - a: 1\n    b: 1\n  - a: 1", 3],
  ["items:\n- a: 1\n- a: 1\n  b: 1\n- a: 1", 3],
  ["items:\n  -\n    a: 1\n    b: [c, d]\n  - a", 5],
  ['"items":\n  - a: 1\n  - b: 1 # items:\n', 2],
  ["x: [1, 2, 3, 4, 5]\nitems:\n  - a", 7],
  // In brackets.
  ["{items: [{a: 1}, {a: 1, b: 2}, {a: 1}]}", 3],
  ['{"x": 1, "items": [{"a": [1, 2, 3]}, {"b": 1}]}', 5],
  ["items: [{a: 1}, {a: 1, b: [2]}]", 4],
  ["items:\n  [{a: 1}, {a: 1, b: [2]}]", 4],
  ["items:\n  - {a: 1, items: [{b: 1}, {c: 1}]}\n  - {a: 1}", 3],
  // Folders: what is inside counts for itself.
  [
    "items:\n  - a: 1\n    items:\n      - b: 1\n      - b: 1\n  - c: 1\n    d: 1\n",
    3,
  ],
  ["items:\n- a: 1\n  items:\n  - b: 1\n  - b: 1\n- c: 1\n  d: 1\n", 3],
  [
    '{"items": [{"a": 1, "items": [{"b": 1}, {"b": 1}]}, {"c": 1}]}',
    3,
  ],
  // What is only called so is of its request.
  ["items:\n  - a:\n      items:\n        - b\n        - c\n        - d", 6],
  ["a:\n  items:\n    - b\n    - c\n    - d", 5],
  ['{"items": [{"a": {"items": [1, 2, 3]}}]}', 6],
  ["items:\n  - a: |\n      items:\n        - x: 1\n    b: 1\n    c: 1", 4],
  ["- items:\n    - a\n    - b\n- c", 5],
  ["[[[[", 4],
];

describe("passedLimit", () => {
  for (const [yaml, expected] of ITEMS) {
    it(`counts ${expected} in the largest item of ${JSON.stringify(yaml)}`, () => {
      // Shorter texts are not looked at.
      assertEquals(largestItem(`${yaml}\n${"#".repeat(20)}`), expected);
    });
  }

  const item = "  - http: {\n url: a, headers: [{n: 1}, {n: 1}, {n: 1}]}\n";
  const request = (nodes: number) => `  - a:\n${"    - b\n".repeat(nodes)}`;

  it("lets many requests of one file pass", () => {
    const text = `items:\n${item.repeat(25_000)}`;
    assertEquals(hasMoreNodes(text, MAX_NODES), true);
    assertEquals(parseYaml("a.yml", text).diagnostics, []);
  });

  for (
    const [title, text, reason, line] of [
      [
        "one request that is too large",
        `items:\n${item}${request(MAX_NODES)}${item}`,
        "one request has more than 200,000 list items and members (move its body to a file)",
        4,
      ],
      [
        "one request in brackets that is too large",
        `{"items": [\n{"a": 1},\n{"a": [${"1,".repeat(MAX_NODES)}1]}]}`,
        "one request has more than 200,000 list items and members (move its body to a file)",
        3,
      ],
      [
        "too many requests",
        `items:\n${request(MAX_NODES / 2).repeat(11)}`,
        "it has more than 1,000,000 list items and members (divide it into files)",
        999_991,
      ],
    ] as const
  ) {
    it(`refuses ${title}`, () => {
      const { document, diagnostics } = parseYaml("a.yml", text);
      assertEquals(document, undefined);
      assertEquals(diagnostics.map(({ message }) => message), [
        `Cannot read "a.yml": ${reason}`,
      ]);
      assertEquals(diagnostics[0].location?.line, line);
    });
  }

  it("counts each item by itself, as the data has it", () => {
    const leaf = fc.record({
      name: fc.string({ unit: "binary-ascii" }),
      list: fc.array(fc.record({ items: fc.array(fc.integer()) }), {
        maxLength: 4,
      }),
    });
    const { folder } = fc.letrec<{ folder: object }>((tie) => ({
      folder: fc.record({
        name: fc.string({ unit: "binary-ascii" }),
        items: fc.array(
          fc.oneof({ maxDepth: 3 }, leaf, tie("folder")),
          { minLength: 1, maxLength: 4 },
        ),
      }),
    }));
    fc.assert(
      fc.property(folder, (data) => {
        const most = largest(data);
        for (const yaml of [stringify(data), JSON.stringify(data)]) {
          assertEquals(
            largestItem(`${yaml}\n#${"#".repeat(most)}`),
            most,
            yaml,
          );
        }
      }),
      { numRuns: runs(50) },
    );
  });
});

/** By the data: the most of one item, in the order of its text, up to where its own items begin. */
function largest(data: object, isRoot = true): number {
  const { items, ...rest } = data as { readonly items?: readonly object[] };
  const own = size(rest) + (items ? 1 : 0) + (isRoot ? 0 : 1);
  return Math.max(own, ...(items ?? []).map((one) => largest(one, false)));
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
    fc.assert(
      fc.property(tree, (data) => {
        for (const yaml of [stringify(data), JSON.stringify(data)]) {
          const n = size(data);
          assertEquals(hasMoreNodes(yaml, n), false, yaml);
          if (n > 0) assertEquals(hasMoreNodes(yaml, n - 1), true, yaml);
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it("keeps files with more of them from the parser", () => {
    const file = (items: number) => "x:\n" + "- a\n".repeat(items);
    assertEquals(parseYaml("a.yml", file(MAX_NODES - 1)).diagnostics, []);
    const { document, diagnostics } = parseYaml("a.yml", file(MAX_NODES));
    assertEquals(document, undefined);
    assertEquals(diagnostics.map(({ message }) => message), [
      `Cannot read "a.yml": it has more than 200,000 list items and members (divide it into files)`,
    ]);
    assertEquals(diagnostics[0].location?.line, MAX_NODES + 1);
  });

  it("lets long texts pass", () => {
    const lines = "  - a: [b, {c: d}]\n".repeat(60_000);
    assertEquals(parseYaml("a.yml", `docs: |\n${lines}`).diagnostics, []);
  });
});
