import { REQUEST } from "../core/collection/shape/item.ts";
import { DEFAULTS } from "../core/collection/shape/level.ts";
import type { Shape } from "../core/collection/shape/types.ts";

const FLAGS = ["true", "false"];

/** The words that the format itself has, by their key. */
let table: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * Whether a text is a word that the format has under a key, such as `header`
 * under `placement`, or a switch's `true`, which a `.bru` file has as a text. No
 * secret stands there, whatever the key is called and whatever secrets say.
 */
export function isFormatWord(key: string, text: string): boolean {
  table ??= wordsOf([REQUEST, DEFAULTS]);
  return table.get(key)?.has(text) ?? false;
}

function wordsOf(shapes: readonly Shape[]): Map<string, Set<string>> {
  const table = new Map<string, Set<string>>();
  const seen = new Set<Shape>();
  const add = (key: string, words: readonly string[]) => {
    const known = table.get(key) ?? new Set();
    table.set(key, known);
    for (const word of words) known.add(word);
  };
  const visit = (key: string, shape: Shape): void => {
    switch (shape.kind) {
      case "text":
        return add(key, [
          ...shape.words ?? [],
          ...Object.keys(shape.offers ?? {}),
        ]);
      case "flag":
        return add(key, FLAGS);
      case "list":
        return visit(key, shape.of);
      case "mapping":
        if (seen.has(shape)) return;
        seen.add(shape);
        for (const [key, one] of Object.entries(shape.keys)) visit(key, one);
        return;
      case "cases":
        add(shape.by, Object.keys(shape.cases));
        for (const one of Object.values(shape.cases)) visit(key, one);
        return;
      case "either":
        for (const one of shape.of) visit(key, one);
        return;
      case "number":
      case "item":
      case "any":
        return;
      default:
        shape satisfies never;
    }
  };
  for (const shape of shapes) visit("", shape);
  return table;
}
