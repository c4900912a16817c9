import { heightOfScope } from "../../tools/check/places/reach.ts";
import type { CollectionIndex } from "../../tools/check/collection_index.ts";
import type { SentRequest } from "./sent_requests.ts";

/**
 * Whether a script before each of the requests sets a variable whenever it runs,
 * and none reads what it was before: nobody has to give the value.
 */
export function isSetFirst(
  name: string,
  sent: ReadonlyMap<string, SentRequest>,
  index: CollectionIndex | undefined,
): boolean {
  if (index === undefined || sent.size === 0) return false;
  const height = Math.min(
    ...index.definitionsOf(name).filter(({ by }) => by === "file")
      .map(({ scope }) => heightOfScope(scope)),
  );
  return sent.values().every(({ before }) => {
    for (const script of before) {
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
