import type { Diagnostic, Fix } from "../../../core/source/diagnostic.ts";
import { isNearest } from "../../../core/source/nearest.ts";
import { rootName } from "../../../core/template/template_of.ts";

/** More names take too long to compare. */
export const MAX_CANDIDATES_COMPARED = 2_000;

/** What a renderer says of a text that stands outside of quotes. */
const UNQUOTED = /\((?:[^()]*, )?put quotes around it: /;

/**
 * What fixes a diagnostic without a question: quotes around a placeholder in
 * JSON, or the name that the message suggests, where no other one is as near.
 *
 * @param textOf The text that the diagnostic is about, as its file has it.
 * @param names The names that are in reach.
 */
export function fixOf(
  diagnostic: Diagnostic,
  textOf: () => string | undefined,
  names: () => Iterable<string>,
): Fix | undefined {
  const { code, location, expression, message } = diagnostic;
  const { offset, length } = location ?? {};
  if (
    location === undefined || offset === undefined || length === undefined ||
    expression === undefined ||
    code !== "INVALID_BODY" && code !== "UNDEFINED_VARIABLE"
  ) {
    return undefined;
  }
  const text = textOf();
  if (!text?.slice(offset, offset + length).startsWith("{{")) return undefined;
  switch (code) {
    case "INVALID_BODY":
      return UNQUOTED.test(message)
        ? {
          title: "Put quotes around it",
          location,
          edits: [
            { offset, length: 0, text: '"' },
            { offset: offset + length, length: 0, text: '"' },
          ],
        }
        : undefined;
    case "UNDEFINED_VARIABLE": {
      const name = rootName(expression);
      const near = diagnostic.suggestion;
      if (name === undefined || near === undefined) return undefined;
      const all = new Set(names());
      if (all.size > MAX_CANDIDATES_COMPARED) return undefined;
      if (!isNearest(near, name, all)) return undefined;
      return {
        title: `Change it to "${near}"`,
        location,
        edits: [{
          offset: text.indexOf(name, offset),
          length: name.length,
          text: near,
        }],
      };
    }
    default:
      return code satisfies never;
  }
}
