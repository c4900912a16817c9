import type { Defaults } from "../../../core/collection/types.ts";
import type { RequestPlace } from "./reach.ts";
import type { IndexedDefinition } from "../types.ts";
import { usesIn } from "../uses/uses_in.ts";

/** The first request that a file has to do with, and for each variable of the file one that uses it. */
export function somePlaces(
  file: string,
  places: readonly RequestPlace[],
  definitions: readonly IndexedDefinition[],
): RequestPlace[] {
  const names = new Set(
    definitions.filter(({ location }) => location.file === file)
      .map(({ name }) => name),
  );
  const chosen: RequestPlace[] = [];
  for (const place of places) {
    const { folders, request } = place;
    const isInside = folders.some(({ defaults }) => fileOf(defaults) === file);
    const used = usesIn(request).filter(({ name, expression = name }) =>
      names.delete(name) || names.delete(expression)
    );
    const isFirst = chosen.length === 0 ||
      isInside &&
        !chosen.some((one) => one.folders.at(-1) === folders.at(-1));
    if (isFirst || used.length > 0) chosen.push(place);
  }
  return chosen;
}

/** The file of a level, if something in it says so. */
function fileOf(
  { headers: [header], variables: [variable], scripts: [script], auth }:
    Defaults,
): string | undefined {
  return (header?.name ?? variable ?? script ?? auth)?.at.file;
}
