import {
  type Diagnostic,
  type DiagnosticCode,
  locationOf,
  wordFix,
} from "../../source/diagnostic.ts";
import { nearest, surelyMeant, useOneOf } from "../../source/nearest.ts";
import type { Origin } from "../../source/origin.ts";

/** So much of a path is quoted in messages. */
const MAX_PATH_LENGTH = 200;

/** A path, or as much of it as helps. */
export function shortPath(path: string): string {
  return path.length > MAX_PATH_LENGTH
    ? `${path.slice(0, MAX_PATH_LENGTH)}…`
    : path;
}

/** The keys of a path from an item of its file: the same for all items, and for all rows of a list. */
export function withoutIndexes(path: readonly (string | number)[]): string {
  return path.filter((part) => typeof part === "string").join(".")
    .replace(/^(?:items\.)+/, "");
}

/** What a value is, in words: "a list", "text", "nothing". */
export function nodeKind(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    default:
      return "a mapping";
  }
}

/** Keys that the message about another kind than a mapping names. */
const MAX_KEYS = 6;

/** Those of almost every mapping tell nothing about one. */
const COMMON = /^(?:description|docs|disabled|enabled|extensions|transient)$/;

/** The keys of a mapping, as a message names them. */
export function keysText(known: readonly string[]): string {
  const own = known.filter((key) => !COMMON.test(key));
  const more = own.length > MAX_KEYS ? ", …" : "";
  const verb = own.length === 1 ? "key is" : "keys are";
  return `its ${verb} ${own.slice(0, MAX_KEYS).join(", ")}${more}`;
}

/** A way out as it stands behind a message. */
export function inBrackets(wayOut: string | undefined): string {
  return wayOut === undefined ? "" : ` (${wayOut})`;
}

/** How a word is told of that is not among those allowed. */
export interface WordOptions {
  readonly code?: DiagnosticCode;
  /** The one that it surely means; default: the nearest. */
  readonly near?: string | undefined;
}

/**
 * What to say of a word that is not among those allowed; `name` is the path to show.
 *
 * @param meant As {@linkcode WordOptions.near}.
 */
export function unknownWord(
  { name, at }: { readonly name: string; readonly at: Origin },
  word: string,
  allowed: readonly string[],
  meant: string | undefined,
): Pick<Diagnostic, "message" | "location" | "suggestion" | "fix"> {
  const near = meant ?? nearest(word, allowed);
  const location = locationOf(at);
  const wayOut = near === undefined
    ? useOneOf(allowed)
    : `did you mean "${near}"?`;
  return {
    message: `Cannot read "${name}": "${word}" is unknown (${wayOut})`,
    location,
    ...(near !== undefined && { suggestion: near }),
    ...wordFix(location, word, meant ?? surelyMeant(word, allowed)),
  };
}
