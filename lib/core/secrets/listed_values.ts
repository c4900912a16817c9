import type { Range } from "./automaton.ts";
import { isLikeKey } from "./hidden_names.ts";
import { mayHoldSecrets } from "./secret_field.ts";

/** A member of JSON whose value is a list or an object. */
const OUTER = /"([^"\\]{1,100})"\s{0,20}:\s{0,20}(?=[[{])/g;
/** What there is in it: texts, each with the colon behind a name, and brackets. */
const TOKEN = /"((?:[^"\\]|\\[^])*)"(\s{0,20}:)?|[[\]{}]/dg;

/** What a validator calls a mistake, such as `validation.min.8`. */
const CODE = /^[a-z_]+(?:\.(?:[a-z_]+|\d{1,2}))+$/i;

/** A header whose values are never a mistake's words. */
const COOKIE = /^(?:set-)?cookie$/i;

/** A list or an object that is open. */
interface Level {
  /** The secret name that it stands behind. */
  readonly name: string;
  /** Whether the next text is a value of that name: an item of its list, a `value`. */
  isValue: boolean;
  /** What the next list or object stands behind. */
  next: string;
}

/**
 * Texts in the list of a secret name, and the `value` in its object, as far as
 * they look like keys: `{"password": ["is too short"]}` tells of a mistake.
 */
export function listedValues(
  text: string,
  isWanted: (name: string, value: string) => boolean,
): { name: string; range: Range }[] {
  const values: { name: string; range: Range }[] = [];
  let end = 0;
  for (const { 0: lead, 1: name, index } of text.matchAll(OUTER)) {
    // The whole of one is read once, with what is inside of it.
    if (index < end || !mayHoldSecrets(name)) continue;
    const levels: Level[] = [];
    let level: Level = { name, isValue: true, next: name };
    TOKEN.lastIndex = index + lead.length;
    end = text.length;
    for (let match; (match = TOKEN.exec(text)) !== null;) {
      const [token, value, colon] = match;
      if (colon !== undefined) {
        level.isValue = value === "value";
        level.next = mayHoldSecrets(value) ? value : level.name;
      } else if (value !== undefined) {
        const { name, isValue } = level;
        if (
          isValue && isWanted(name, value) &&
          (COOKIE.test(name) || isLikeKey(value) && !CODE.test(value))
        ) values.push({ name, range: match.indices![1]! });
      } else if (token === "[" || token === "{") {
        levels.push(level);
        const { next } = level;
        const isValue = token === "[" &&
          (level.isValue || next !== level.name);
        level = { name: next, isValue, next };
      } else {
        level = levels.pop()!;
        if (levels.length > 0) continue;
        end = TOKEN.lastIndex;
        break;
      }
    }
  }
  return values;
}
