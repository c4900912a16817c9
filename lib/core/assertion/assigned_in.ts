import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import {
  SCRIPT_COMMENT,
  SCRIPT_TEXT,
} from "../collection/required/not_code.ts";
import type { Text } from "../source/origin.ts";

/** A member of the response, the request or a message that gets a value. */
const ASSIGNED =
  /(?<![\w$.])((?:res|req|messages?)(?:\s*\.\s*[\w$]+|\s*\[[^\]]*\])+)\s*(?<sign>=)(?![=>])/d;
const PART = new RegExp(
  [SCRIPT_COMMENT, SCRIPT_TEXT, ASSIGNED].map(({ source }) => source).join("|"),
  "dg",
);

/**
 * Warns of `res.status = 200` in an expression, where `==` is meant: it holds
 * for every response. JSONPath has no such sign.
 */
export function assignedIn({ text, at }: Text): Diagnostic | undefined {
  if (!text.includes("=")) return undefined;
  for (const { 1: target, indices } of text.matchAll(PART)) {
    const [offset] = indices?.groups?.sign ?? [];
    if (offset === undefined) continue;
    return {
      code: "SCRIPT_SYNTAX",
      severity: "warning",
      message:
        `Set "${target}" with "=" in an expression, which compares nothing: write "==" or "==="`,
      location: locationOf(at, { offset, length: 1, place: "script" }),
    };
  }
  return undefined;
}
