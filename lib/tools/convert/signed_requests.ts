import { pushAll } from "../../core/source/push_all.ts";
import type { FileAuth } from "./open_collection.ts";
import type { ImportedItem, ImportedRequest } from "./types.ts";

/** A request, and what signs it. */
export interface SignedRequest {
  readonly item: ImportedRequest;
  /** Its own auth, or the one that it inherits. */
  readonly auth: FileAuth | undefined;
  readonly isInherited: boolean;
}

/** All requests in order, each with its auth. */
export function* signedRequests(
  items: readonly ImportedItem[],
  above: FileAuth | undefined,
): Generator<SignedRequest> {
  const below = (items: readonly ImportedItem[], above?: FileAuth) =>
    items.map((item) => ({ item, above })).toReversed();
  const left = below(items, above);
  for (let next; (next = left.pop()) !== undefined;) {
    const { item, above } = next;
    if (item.kind === "folder") {
      const own = item.defaults?.auth;
      pushAll(left, below(item.items, isInherit(own) ? above : own));
      continue;
    }
    const { auth } = item.request.http ?? {};
    const isInherited = auth === "inherit";
    yield { item, auth: isInherited ? above : auth, isInherited };
  }
}

/** A level without an auth takes the one above it. */
function isInherit(auth: FileAuth | undefined): boolean {
  return auth === undefined || auth === "inherit";
}
