import { flawInJson } from "../../core/render/flaw_in_json.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { expandsBeyond } from "../../core/source/plain_value.ts";
import { lineColumn } from "../../core/source/line_starts.ts";
import { conflictDiagnostic } from "../../core/source/merge_conflict.ts";

export {
  elements,
  isMapping,
  jsonTextOf,
  members,
} from "../../core/source/plain_value.ts";

/** JSON from a file, whose shape nothing vouches for. */
export type RawJson = unknown;

/** A large API has some 100,000 values. */
const MAX_VALUES = 2_000_000;

/**
 * What is wrong with a document of YAML that has too many values with each
 * alias written out, or one that stands in itself; undefined for any other.
 */
export function tooManyValues(
  file: string,
  document: RawJson,
): Diagnostic | undefined {
  return expandsBeyond(document, MAX_VALUES)
    ? {
      code: "LIMIT",
      severity: "error",
      message:
        `Cannot import "${file}": it has more than ${MAX_VALUES} values with its aliases written out`,
      location: { file },
    }
    : undefined;
}

/** Reads a JSON file, with or without a byte order mark; what is wrong is located. */
export function parseJsonFile(
  file: string,
  text: string,
): { value?: RawJson; diagnostic?: Diagnostic } {
  const source = text.replace(/^\ufeff/, "");
  try {
    return { value: JSON.parse(source) };
  } catch {
    const conflict = conflictDiagnostic(file, source, "INVALID_SYNTAX");
    if (conflict) return { diagnostic: conflict };
    const { offset, message } = flawInJson(source);
    return {
      diagnostic: {
        code: "INVALID_SYNTAX",
        severity: "error",
        message: `Cannot read "${file}": it is not valid JSON: ${message}`,
        location: { file, ...lineColumn(source, offset) },
      },
    };
  }
}

/** A file whose content is not what it is taken for. */
export function cannotImport(file: string, why: string): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot import "${file}": ${why}`,
    location: { file },
  };
}
