import { inheritedScripts } from "../../core/collection/inherit.ts";
import { heightOfScope, placesOf } from "../../tools/check/places/reach.ts";
import type { CollectionIndex } from "../../tools/check/collection_index.ts";
import type { PageCollection } from "../drafts.ts";

/**
 * Whether a script before each of the requests sets a variable whenever it runs,
 * and none reads what it was before: nobody has to give the value.
 */
export function isSetFirst(
  name: string,
  { loaded: { collection } }: Pick<PageCollection, "loaded">,
  { items, index }: {
    readonly items: readonly { readonly path: string }[];
    readonly index: CollectionIndex | undefined;
  },
): boolean {
  if (collection === undefined || index === undefined) return false;
  const height = Math.min(
    ...index.definitionsOf(name).filter(({ by }) => by === "file")
      .map(({ scope }) => heightOfScope(scope)),
  );
  const paths = new Set(items.map(({ path }) => path));
  const places = placesOf(collection.items)
    .filter(({ request }) => paths.has(request.path));
  return places.length > 0 && places.every(({ folders, request }) => {
    const scripts = inheritedScripts(
      collection,
      folders,
      request,
      "before-request",
    );
    for (const script of scripts) {
      const { sets, reads, readsAny } = index.scripts.factsOf(script);
      if (readsAny || reads.some((one) => one.name === name)) return false;
      const isSet = sets.some((one) =>
        one.name === name && one.unsure === undefined &&
        heightOfScope(one.scope) <= height
      );
      if (isSet) return true;
    }
    return false;
  });
}
