import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { parse } from "@std/yaml/parse";
import { openRequest, readCollection, renderRequest } from "../../../mod.ts";
import { parseYaml } from "../../../lib/core/collection/yaml/parse_yaml.ts";

/** Scalars, and what stands around them, as people write them. */
const VALUES = [
  ...["7", "07", "+7", "-7", "7.", "7.0", "7.5", "1.10", ".5", "-0", "0"],
  ...["1e3", "1_000", "7_", "7_x", "0x1F", "0b11", "0o17", "1e21", "0.1"],
  ...["12345678901234567890", "0.0000001", ".inf", "-.inf", ".nan", "1:30"],
  ...["true", "True", "FALSE", "false", "~", "null", "!!float 7", '"07"'],
  ...["7 # c", "07 # c", "&a 7", "[7, 08]", "{a: 7.10, b: 3}", "[true, TRUE]"],
  ...["2024-01-01", "127.0.0.1", "1.0.0", "1e5x", "123e4567-e89b", "'a  07'"],
];

describe("the text of a number, as its file has it", () => {
  for (const one of VALUES) {
    it(`${one}, beside every other`, () => {
      for (const other of VALUES) {
        const source = `x: ${one}\ny: ${other}\n`;
        const { document } = parseYaml("a.yml", source);
        const texts = asTexts(source);
        visit(document!.root, [], (path) => {
          const text = path.reduce<unknown>(
            (at, key) => (at as Record<string | number, unknown>)?.[key],
            texts,
          );
          const wanted = typeof text === "string" ? text : undefined;
          assertEquals(document!.written(path), wanted, source);
        });
      }
    });
  }
});

/** The value of a variable in YAML → `{{v}}` in text, or what is wrong with the file. */
const RENDERED = [
  // A tag changes nothing about the numbers beside it.
  [
    "[!!float 2, 010, 1.10, 12345678901234567890]",
    '[2,"010",1.10,12345678901234567890]',
  ],
  ["[!!bool true, 0x1F, ~]", '[true,"0x1F",null]'],
  ["!!null ~", "null"],
  // Keys are as written, too.
  ["{1.0: a, 1.10: b}", '{"1.0":"a","1.10":"b"}'],
  ["{010: 010, k: {0x1F: 1.50}}", '{"010":"010","k":{"0x1F":1.50}}'],
  ["{12345678901234567890: 1e3}", '{"12345678901234567890":1e3}'],
  [
    '{"010": a, 2: b, true: c, ~: d}',
    '{"2":"b","010":"a","true":"c","null":"d"}',
  ],
  // A merge key would bring nothing.
  ["{<<: {a: 1}, b: 2}", "INVALID_FIELD"],
  ["[{<<: [{a: 1}]}]", "INVALID_FIELD"],
  ["{<<: text}", '{"<<":"text"}'],
] as const;

describe("a variable's value, as its file has it", () => {
  for (const [value, expected] of RENDERED) {
    it(value, () => {
      const files = new Map([
        [
          "opencollection.yml",
          `info: {name: x}\nrequest:\n  variables:\n    - name: v\n      value: ${value}\n`,
        ],
        [
          "a.yml",
          "http: {method: POST, url: http://h, body: {type: text, data: '{{v}}'}}",
        ],
      ]);
      const { value: collection, diagnostics } = readCollection({
        root: "",
        files,
      });
      const problem = diagnostics.find(({ severity }) => severity === "error");
      if (problem || !collection) return assertEquals(problem?.code, expected);
      const { request, scopes, inherited } = openRequest(collection, "a.yml");
      const { body } = renderRequest(request, scopes, { inherited });
      assertEquals(body, expected);
    });
  }
});

/** Tags that only the core schema knows say nothing about the text. */
function asTexts(source: string): unknown {
  return parse(source.replace(/!!float/g, "!!str"), { schema: "failsafe" });
}

function visit(
  value: unknown,
  path: readonly (string | number)[],
  found: (path: readonly (string | number)[]) => void,
): void {
  if (typeof value !== "object" || value === null) return found(path);
  for (const [key, one] of Object.entries(value)) {
    visit(one, [...path, Array.isArray(value) ? Number(key) : key], found);
  }
}
