import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { inheritedScripts } from "../../core/collection/inherit.ts";
import type { RenderedItem } from "../../host/run/render_requests.ts";
import { placesOf } from "../../tools/check/places/reach.ts";
import type { PageCollection } from "../drafts.ts";

/**
 * Whether none of the requests is sent, whatever a person types. A request with
 * a script before it counts as one that is: what the script sets, nobody knows.
 *
 * @param stops Whether a problem stays, whatever the person types and other requests set.
 */
export function allStopped(
  { loaded: { collection } }: Pick<PageCollection, "loaded">,
  items: readonly RenderedItem[],
  stops: (problem: Diagnostic) => boolean,
): boolean {
  if (collection === undefined || items.length === 0) return false;
  const isStopped = ({ request, diagnostics }: RenderedItem) =>
    request === undefined &&
    diagnostics.some((one) => one.severity === "error" && stops(one));
  if (!items.every(isStopped)) return false;
  const places = new Map(
    placesOf(collection.items).map((place) => [place.request.path, place]),
  );
  return items.every(({ path }) => {
    const place = places.get(path);
    return place !== undefined &&
      inheritedScripts(
          collection,
          place.folders,
          place.request,
          "before-request",
        ).length === 0;
  });
}
