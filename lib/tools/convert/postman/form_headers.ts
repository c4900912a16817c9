import type { FileRow } from "../open_collection.ts";
import { type Json, members } from "../json.ts";

/** A Content-Type that Postman keeps, by the mode of the form that goes with it. */
const FITS: Readonly<Record<string, RegExp>> = {
  formdata: /^multipart\/form-data\b|\{\{/i,
  urlencoded: /^application\/x-www-form-urlencoded\b|\{\{/i,
};

/**
 * The headers that Postman sends with a form: it replaces a Content-Type that
 * does not fit the body, unless its own is switched off (`form` in
 * https://github.com/postmanlabs/postman-request/blob/develop/request.js).
 */
export function formHeaders(
  headers: readonly FileRow[],
  mode: Json,
  behavior: Json,
): { headers: FileRow[]; note?: string } {
  const fits = typeof mode === "string" ? FITS[mode] : undefined;
  const off = members(members(behavior).disabledSystemHeaders)["content-type"];
  if (fits === undefined || off === true) return { headers: [...headers] };
  const isReplaced = ({ name, value, disabled }: FileRow) =>
    !disabled && /^content-type$/i.test(name) && !fits.test(value.trim());
  const replaced = headers.find(isReplaced);
  if (replaced === undefined) return { headers: [...headers] };
  return {
    headers: headers.filter((row) => !isReplaced(row)),
    note:
      `Left out the header Content-Type "${replaced.value}": Postman replaces it by that of the form`,
  };
}
