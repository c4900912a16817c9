import type { Request } from "../collection/types.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../source/diagnostic.ts";
import { ownIndex, splitQuery, writtenValues } from "./written_query.ts";

/**
 * Says of a `+` that it goes out as one although `encodeUrl` is set: Bruno
 * encodes text of files, too, so there the server reads a plus.
 *
 * @param rendered The URL with its query, in which values of the run are
 * encoded: what is left comes from files.
 */
export function plainPlus(request: Request, rendered: string): Diagnostic[] {
  const { url, settings } = request;
  if (!settings.encodeUrl) return [];
  const own = inUrl(request) ?? inParameter(request);
  if (own === undefined && !splitQuery(rendered)[1]?.includes("+")) return [];
  return [{
    code: "INVALID_URL",
    severity: "warning",
    message:
      'Left the "+" in the query as it is: servers read it as a blank (write %2B for a plus, %20 for a blank)',
    // A variable has it.
    location: own ??
      locationOf(url.at, { length: url.text.length, place: "url" }),
  }];
}

function inUrl({ url }: Request): Location | undefined {
  const mark = ownIndex(url.text, "?");
  if (mark === undefined) return undefined;
  const offset = ownIndex(url.text, "+", mark);
  const end = ownIndex(url.text, "#") ?? Infinity;
  return offset === undefined || offset > end
    ? undefined
    : locationOf(url.at, { offset, length: 1, place: "url" });
}

function inParameter({ url, params }: Request): Location | undefined {
  const rows = params.filter(({ type, disabled }) =>
    type === "query" && !disabled
  );
  if (!rows.some(({ value }) => value.text.includes("+"))) return undefined;
  // The value in the URL goes out.
  const written = writtenValues(url.text);
  for (const { name, value } of rows) {
    const offset = ownIndex(value.text, "+");
    if (offset === undefined || written.has(name.text)) continue;
    return locationOf(value.at, {
      offset,
      length: 1,
      place: "query parameter",
    });
  }
  return undefined;
}
