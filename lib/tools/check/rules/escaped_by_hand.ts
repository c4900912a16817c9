import { levelsIn } from "../../../core/collection/inherit.ts";
import type { Collection, Request } from "../../../core/collection/types.ts";
import { jsonShape } from "../../../core/render/json_shape.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import { cachedTemplate } from "../../../core/template/template_of.ts";

/** Text of JSON without its quotes: what other clients need in a body. */
const ESCAPED = String
  .raw`JSON\s{0,9}\.\s{0,9}stringify\s{0,9}\([^;\n]{0,300}?\)\s{0,40}\.\s{0,9}slice\s{0,9}\(\s{0,9}1\s{0,9},\s{0,9}-1\s{0,9}\)`;
const SET = String
  .raw`\bset\w{0,40}\s{0,9}\(\s{0,9}[\x22\x27\x60]([\w.-]{1,100})[\x22\x27\x60]\s{0,9},\s{0,9}`;

const SET_ESCAPED = new RegExp(`${SET}(${ESCAPED})`, "dg");
const ASSIGNED = new RegExp(
  String.raw`(?<![\w$.])([A-Za-z_$][\w$]{0,99})\s{0,9}=\s{0,9}` + ESCAPED,
  "g",
);
const SET_NAME = new RegExp(
  String.raw`${SET}([A-Za-z_$][\w$]{0,99})\s{0,9}\)`,
  "dg",
);

/** The variables that scripts set to such texts, and where. */
const known = new WeakMap<Collection, ReadonlyMap<string, Location>>();

/**
 * Values that scripts escape by hand for JSON, and that a JSON body has between
 * quotes, where each value is escaped.
 */
export function escapedByHand(
  { body }: Request,
  collection: Collection,
): Diagnostic[] {
  if (!body?.interpolate || body.type !== "json") return [];
  let escaped = known.get(collection);
  if (escaped === undefined) {
    known.set(collection, escaped = escapedIn(collection));
  }
  if (escaped.size === 0) return [];
  const found = new Map<string, Diagnostic>();
  for (const piece of jsonShape(cachedTemplate(body.data.text)).pieces) {
    if (piece.kind !== "slot" || piece.role !== "string") continue;
    const name = piece.part.text.trim();
    const location = escaped.get(name);
    if (location === undefined || found.has(name)) continue;
    found.set(name, {
      code: "ESCAPED_TWICE",
      severity: "warning",
      message:
        `Found a value for "{{${name}}}" that the script escapes for JSON: the JSON body escapes it again (set the text itself, without JSON.stringify and slice)`,
      location,
    });
  }
  return [...found.values()];
}

function escapedIn(collection: Collection): Map<string, Location> {
  const found = new Map<string, Location>();
  for (const { level } of levelsIn(collection)) {
    for (const { code, at } of level.scripts) {
      if (!code.includes("stringify") || !code.includes("slice")) continue;
      const names = new Set(
        [...code.matchAll(ASSIGNED)].map(([, name]) => name),
      );
      for (
        const { 1: variable, 2: value, indices } of [
          ...code.matchAll(SET_ESCAPED),
          ...code.matchAll(SET_NAME),
        ]
      ) {
        const isEscaped = value.startsWith("JSON") || names.has(value);
        if (!isEscaped || found.has(variable)) continue;
        const [offset, end] = indices![2]!;
        const about = {
          offset,
          length: end - offset,
          place: "script",
        } as const;
        found.set(variable, locationOf(at, about));
      }
    }
  }
  return found;
}
