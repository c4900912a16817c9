import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { parse } from "@std/yaml/parse";
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

function asTexts(source: string): unknown {
  try {
    return parse(source, { schema: "failsafe" });
  } catch {
    // A tag that this schema does not know.
    return undefined;
  }
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
