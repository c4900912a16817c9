import { parseYaml } from "../../../core/collection/yaml/parse_yaml.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { type FormatStyle, formatYaml } from "./format_yaml.ts";
import { isSameContent } from "./is_same_content.ts";
import { Refusal } from "./refusal.ts";

/** More rounds than any text needs until it stays as it is. */
const MAX_ROUNDS = 4;

/** What formatting a file gives. */
export interface Formatted {
  /** Absent where the file stays as it is for a reason. */
  readonly text?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes a collection's file in its one style: the order of keys is Bruno's,
 * texts with placeholders are quoted, bodies and scripts are blocks, JSON
 * bodies indented. Comments stay. What the file says is the same, but for the
 * white space of JSON bodies; formatting it once more changes nothing. A file
 * for which this cannot be had stays as it is, with the reason.
 */
export function formatFile(
  file: string,
  text: string,
  style: FormatStyle,
): Formatted {
  const { document, diagnostics } = parseYaml(file, text);
  if (document === undefined) return { diagnostics };
  const isCrlf = /\r\n/.test(text) && !/[^\r]\n/.test(text);
  const plain = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  try {
    const formatted = settled(plain, style);
    if (!isSameContent(plain, formatted, style.shape)) {
      throw new Refusal("it would say something else");
    }
    return {
      text: isCrlf ? formatted.replaceAll("\n", "\r\n") : formatted,
      diagnostics: [],
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      diagnostics: [{
        code: "UNSUPPORTED",
        severity: "warning",
        message: `Left "${file}" as it is: ${error.message}`,
        location: { file },
      }],
    };
  }
}

/** Formatted until that changes nothing any more. */
function settled(text: string, style: FormatStyle): string {
  let before = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const after = formatYaml(before, style);
    if (after === before) return after;
    before = after;
  }
  throw new Refusal("it has no form that stays");
}
