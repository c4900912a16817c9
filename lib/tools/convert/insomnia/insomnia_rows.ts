import { encodedQuery } from "../../../core/collection/v3/wire_rules.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileRow } from "../open_collection.ts";

/** Makes a text of Insomnia a template. */
export type InsomniaTemplate = (text: string) => string;

/** Rows `{name, value, disabled}`. */
export function insomniaRows(
  value: RawJson,
  template: InsomniaTemplate,
): FileRow[] {
  return elements(value).map(members).flatMap((row) => {
    const name = jsonTextOf(row.name) ?? "";
    const text = jsonTextOf(row.value) ?? "";
    const description = jsonTextOf(row.description);
    return name === "" && text === "" ? [] : [{
      name: template(name),
      value: template(text),
      ...(description?.trim() && { description }),
      ...(row.disabled === true && { disabled: true as const }),
    }];
  });
}

/**
 * Query parameters, whose values Insomnia encodes: what would end one does not.
 * What is encoded already stays, and so do placeholders.
 */
export function queryRows(
  value: RawJson,
  { template, encodes }: { template: InsomniaTemplate; encodes: boolean },
): FileRow[] {
  const encoded = (text: string, ends: RegExp) =>
    encodes ? encodedQuery(text, ends) : text;
  return insomniaRows(value, template).map((row) => ({
    ...row,
    name: encoded(row.name, /[&#+=]|%(?![\dA-Fa-f]{2})/g),
    value: encoded(row.value, /[&#+]|%(?![\dA-Fa-f]{2})/g),
  }));
}

/** The rows that Insomnia sends: one without a name is none. */
export function namedRows(
  rows: readonly FileRow[],
  { what, notes }: { what: string; notes: string[] },
): FileRow[] {
  const named = rows.filter(({ name }) => name !== "");
  if (named.length < rows.length) {
    notes.push(
      `Left out a ${what} without a name, which Insomnia does not send: name it to send it`,
    );
  }
  return named;
}
