import { inheritedScripts } from "../../core/collection/inherit.ts";
import type { Request, Script } from "../../core/collection/types.ts";
import { placesOf } from "../../tools/check/places/reach.ts";
import type { PageCollection } from "../drafts.ts";

/** A request that would be sent, and the scripts that run before it. */
export interface SentRequest {
  readonly request: Request;
  readonly before: readonly Script[];
}

/** The requests of a collection that would be sent, by their paths. */
export function sentRequests(
  { loaded: { collection } }: Pick<PageCollection, "loaded">,
  paths: ReadonlySet<string>,
): ReadonlyMap<string, SentRequest> {
  if (collection === undefined) return new Map();
  return new Map(
    placesOf(collection.items)
      .filter(({ request }) => paths.has(request.path))
      .map(({ folders, request }) => [request.path, {
        request,
        before: inheritedScripts(
          collection,
          folders,
          request,
          "before-request",
        ),
      }]),
  );
}
