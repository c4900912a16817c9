import type { CollectedSent } from "../../../tools/report/collect/types.ts";
import type { JsonInsertion } from "../../../tools/report/provenance/provenance_json.ts";
import type { Marked } from "./marked_pieces.ts";

/** A text of a request. */
export interface TextPlace {
  readonly place: JsonInsertion["place"];
  readonly name?: string;
  /** Which of several headers or parts of the name. */
  readonly nth?: number;
}

export type InsertionMark = Marked<JsonInsertion>;

/** What placeholders gave to a text of a request, outer ones first. */
export function marksIn(
  { insertions = [] }: Pick<CollectedSent, "insertions">,
  { place, name, nth = 0 }: TextPlace,
): InsertionMark[] {
  return insertions.flatMap((of): InsertionMark[] => {
    const { start, end } = of;
    return of.place === place && (of.nth ?? 0) === nth &&
        (name === undefined || of.name?.toLowerCase() === name.toLowerCase()) &&
        start !== undefined && end !== undefined
      ? [{ start, end, of }]
      : [];
  }).sort((a, b) => a.start - b.start || b.end - a.end);
}
