import type { Diagnostic } from "../../../core/source/diagnostic.ts";

/** The words of QuickJS and of V8 for what they do not name. */
const NAMELESS =
  /(?:not a (?:function|constructor)|parent class must be constructor|is not defined|of (?:undefined|null)(?: \((?:read|sett)ing '.*'\))?)$/s;

/** The words for a value that no variable can have, and that an await may have been to give. */
const REFUSED = /: it(?:s ".*")? is (?:undefined|an instance of Promise)$/s;

/** Whether a script's failure can be told with the name of the thing. */
export function isNameless(diagnostic: Diagnostic | undefined): boolean {
  return diagnostic !== undefined &&
    (NAMELESS.test(diagnostic.message) || isRefused(diagnostic.message));
}

/** Whether a test failed over what a promise without an await gives, as far as the words tell. */
export function isUnmet(diagnostic: Diagnostic | undefined): boolean {
  return diagnostic?.code === "TEST" &&
    /\b(?:undefined|Promise|false|NaN)\b/.test(diagnostic.message);
}

/** Whether a failure is over a value that a call got and does not take. */
export function isRefused(message: string): boolean {
  return REFUSED.test(message);
}
