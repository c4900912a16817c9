import { nearest } from "../../source/nearest.ts";
import type { Assertion, AssertionOperator } from "../types.ts";
import { keysOf } from "../shape/keys_of.ts";
import { OPERATOR_NAMES } from "../shape/operators.ts";
import { ASSERTION } from "../shape/steps.ts";
import type { YamlNode } from "../yaml/node.ts";
import { expectMapping, isDisabled } from "./read_rows.ts";

const ASSERTION_KEYS = keysOf(ASSERTION);

/** What people write who know another tool, where the nearest name would not find it. */
const SYNONYMS: ReadonlyMap<string, AssertionOperator> = new Map([
  ["equal", "eq"],
  ["equals", "eq"],
  ["=", "eq"],
  ["==", "eq"],
  ["===", "eq"],
  ["notEquals", "neq"],
  ["!=", "neq"],
  ["!==", "neq"],
  [">", "gt"],
  [">=", "gte"],
  ["<", "lt"],
  ["<=", "lte"],
  ["includes", "contains"],
  ["exists", "isDefined"],
]);

/** Reads `runtime.assertions`. */
export function readAssertions(node: YamlNode): Assertion[] {
  const assertions: Assertion[] = [];
  for (const row of node.list()) {
    if (!expectMapping(row, ASSERTION_KEYS)) continue;
    const expression = row.get("expression").text();
    if (!expression?.text.trim()) {
      row.missing("expression");
      continue;
    }
    const operator = readOperator(row);
    if (operator === undefined) continue;
    const value = row.get("value");
    // `null` is a word here: the value to compare with.
    const text = value.value === null ? value.written() ?? "" : value.scalar();
    assertions.push({
      expression,
      operator,
      ...(OPERATOR_NAMES[operator] &&
        { value: { text: text ?? "", at: value.at } }),
      disabled: isDisabled(row),
      at: row.at,
    });
  }
  return assertions;
}

function readOperator(row: YamlNode): AssertionOperator | undefined {
  const node = row.get("operator");
  const word = node.scalar();
  if (!word) {
    if (word !== undefined || !node.present) row.missing("operator");
    return undefined;
  }
  if (isOperator(word)) return word;
  const words = Object.keys(OPERATOR_NAMES);
  const near = SYNONYMS.get(word) ?? nearest(word, words);
  node.wrongWord(word, words, { code: "UNKNOWN_OPERATOR", near });
  return undefined;
}

/** True for the name of an operator. */
export function isOperator(word: string): word is AssertionOperator {
  return Object.hasOwn(OPERATOR_NAMES, word);
}
