import { addCounts, type Counts } from "../counts.ts";
import { elements, type Json, members } from "../json.ts";

/** Counts what an archive holds: a request an entry, an example a response that came. */
export function countHar(document: Json): Counts {
  const entries = elements(members(members(document).log).entries);
  return addCounts({
    requests: entries.length,
    examples: entries.filter(hasResponse).length,
  });
}

/** True for an entry whose request was answered. */
export function hasResponse(entry: Json): boolean {
  const { status } = members(members(entry).response);
  return typeof status === "number" && status !== 0;
}
