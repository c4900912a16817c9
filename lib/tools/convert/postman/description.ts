import { type Json, jsonTextOf, members } from "../json.ts";

/** A description: text, or `{content, type}`; undefined where it says nothing. */
export function description(value: Json): string | undefined {
  const text = jsonTextOf(value) ?? jsonTextOf(members(value).content);
  return text?.trim() ? text : undefined;
}

/** The same as a member of a row. */
export function described(value: Json): { description?: string } {
  const text = description(value);
  return text === undefined ? {} : { description: text };
}
