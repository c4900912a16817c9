import type { Diagnostic, Location } from "../../core/source/diagnostic.ts";
import { locatePlaces } from "./locate_places.ts";
import type { Locator } from "../locate/locator.ts";

/** Completes diagnostics, and the places that have to do with them, and sorts them by file and line. */
export async function locateAll(
  diagnostics: readonly Diagnostic[],
  locator: Locator,
): Promise<Diagnostic[]> {
  const located = await locator.locate(diagnostics);
  const related = located.flatMap((it) => it.related ?? []);
  const places = await locatePlaces(
    related.map(({ location }) => location),
    locator,
  );
  let next = 0;
  return located.map((diagnostic) =>
    diagnostic.related === undefined ? diagnostic : {
      ...diagnostic,
      related: diagnostic.related.map(({ message, location }) => ({
        message,
        location: places[next++] ?? location,
      })),
    }
  ).toSorted((a, b) => byPlace(a.location, b.location));
}

function byPlace(a: Location | undefined, b: Location | undefined): number {
  const fileA = a?.file ?? "";
  const fileB = b?.file ?? "";
  if (fileA !== fileB) return fileA < fileB ? -1 : 1;
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
