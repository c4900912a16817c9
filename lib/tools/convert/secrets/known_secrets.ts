import { searchFor } from "../../../core/secrets/automaton.ts";
import type { Masker } from "../../../core/secrets/masker.ts";
import { shownDescription } from "./hide_shown.ts";
import { isUnlike, type SecretValues } from "./secret_values.ts";

/** Tells what a text is called that is a secret elsewhere. */
export function nameFor(
  secrets: SecretValues,
): (text: string) => string | undefined {
  return (text) => isUnlike(text) ? secrets.known.get(text) : undefined;
}

/** Puts placeholders for the secrets that stand in a text. */
export function knownIn(secrets: SecretValues): (text: string) => string {
  const values = [...secrets.known.keys()].filter(isUnlike);
  if (values.length === 0) return (text) => text;
  const search = searchFor(values.map((text) => ({ text })));
  return (text) => {
    let out = "";
    let end = 0;
    for (const [from, to] of search.find(text, false)) {
      const name = secrets.known.get(text.slice(from, to));
      if (from < end || name === undefined) continue;
      out += `${text.slice(end, from)}{{${name}}}`;
      end = to;
    }
    return end === 0 ? text : out + text.slice(end);
  };
}

/** Names, kinds and files are what they are. */
const KEPT = new Set([
  "name",
  "type",
  "method",
  "filePath",
  "contentType",
  "title",
  "protoFilePath",
]);

/** A part of a request with the secrets that stand in any of its texts as placeholders; masked in descriptions. */
export function everyText<Value>(
  value: Value,
  { known, masker }: {
    readonly known: (text: string) => string;
    readonly masker: Masker;
  },
): Value {
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return known(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        KEPT.has(key)
          ? one
          : key === "description" && typeof one === "string"
          ? shownDescription(one, masker)
          : walk(one),
      ]),
    );
  };
  return walk(value) as Value;
}
