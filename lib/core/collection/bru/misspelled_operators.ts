import type { Diagnostic } from "../../source/diagnostic.ts";
import { lineColumn } from "../../source/line_starts.ts";
import { isOneEdit } from "../../source/nearest.ts";
import {
  isOperator,
  OPERATOR_NAMES,
  OPERATOR_ROWS,
} from "../shape/operators.ts";
import { OPERATOR_SYNONYMS } from "../shape/steps.ts";
import type { BruBlock } from "./shape.ts";

/**
 * Finds lines of `assert` that begin with what is nearly an operator. Bruno
 * takes such a word for the beginning of the text that it compares with.
 */
export function misspelledOperators(
  file: string,
  source: string,
  blocks: readonly BruBlock[],
): Diagnostic[] {
  return blocks.filter(({ name }) => name === "assert")
    .flatMap(({ pairs }) => pairs)
    .flatMap(({ name, value: { form, text, start } }): Diagnostic[] => {
      const [word, blank] = /^\S+( ?)/.exec(text) ?? [""];
      const written = word.trimEnd();
      const near = form === "line"
        ? meantOperator(written, blank === " ")
        : undefined;
      return near === undefined ? [] : [{
        code: "UNKNOWN_OPERATOR",
        severity: "warning",
        message:
          `Compared "${name}" with a text: "${written}" is not an operator (did you mean "${near}"? to compare with this text, put eq before it)`,
        location: {
          file,
          ...lineColumn(source, start),
          length: written.length,
        },
        suggestion: near,
      }];
    });
}

/** The operator that a word nearly is; words of real texts, such as "net" and "late", are none. */
function meantOperator(word: string, hasValue: boolean): string | undefined {
  if (isOperator(word)) return undefined;
  const synonym = OPERATOR_SYNONYMS.get(word);
  const names = OPERATOR_NAMES.filter((name) =>
    OPERATOR_ROWS[name].hasValue === hasValue
  );
  if (synonym !== undefined && names.includes(synonym)) return synonym;
  return names.find((name) =>
    name.length < MIN_LENGTH
      ? name === word.replace(/(.)\1+/g, "$1")
      : isOneEdit(name, word) && !isInflected(name, word)
  );
}

/** Whether both are forms of one English word, such as "matches" and "matched": the other form is a word of a text. */
function isInflected(name: string, word: string): boolean {
  const [stem, other] = [name, word].map((it) =>
    it.replace(/(?:s|es|ed|er|y)$/, "")
  );
  return stem === other && /^[a-z]+$/.test(word);
}

/** Shorter operators are as near to ordinary words as to their own misspellings. */
const MIN_LENGTH = 5;
