import type { Diagnostic } from "../source/diagnostic.ts";
import type { Response } from "../http/response.ts";
import { parseBody } from "../http/parse_body.ts";

/** What reads the content. */
const BODY = /\bres\s*(?:\.\s*(?:body|getBody)\b|\[\s*["']body["']\s*\]|\()/;

/**
 * Adds to what is wrong with an expression that the content, which it reads as
 * text, says that it is JSON, but is not.
 */
export function noteInvalidBody(
  diagnostic: Diagnostic,
  expression: string,
  response: Response | undefined,
): Diagnostic {
  if (response === undefined || !BODY.test(expression)) return diagnostic;
  const { invalid } = parseBody(response);
  if (invalid === undefined) return diagnostic;
  const note = `the response says that it is JSON, but it is not: ${invalid}`;
  return { ...diagnostic, notes: [...diagnostic.notes ?? [], note] };
}
