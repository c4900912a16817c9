import type { Collection, Item, Request } from "../../collection/types.ts";
import { requestsOf } from "../../plan/find_request.ts";
import { isWithin } from "../../plan/is_within.ts";

/**
 * Whether a lower seq lets a request come before another one of its folder. Not
 * so where `extensions.brace.order` decides, for those of setup and teardown, in
 * a bundled file, whose own order counts, or in Postman's files, which have
 * another key for it.
 */
export function seqDecides(
  { file, items, config: { setup = [], teardown = [] } }: Collection,
  later: Request,
  before: Item,
): boolean {
  if (before.kind !== "request") return false;
  const isStaged = [...setup, ...teardown].some((path) =>
    [later, before].some((one) => isWithin(one.path, path))
  );
  if (isStaged) return false;
  const isNamed = [later, before].every(({ at }) =>
    at.file !== file && !at.file.endsWith(".request.yaml")
  );
  const beside = isNamed ? requestsBeside(items, later) : [];
  return beside.includes(before) &&
    beside.every((one, at) => at === 0 || inOrder(beside[at - 1], one));
}

/** Whether the order in which paths select requests puts one behind another that follows it in the collection. */
export function precedesInFiles(
  { items }: Collection,
  later: Request,
  before: Item,
): boolean {
  for (const { request } of requestsOf(items)) {
    if (request === later) return true;
    if (request === before) return false;
  }
  return false;
}

/** The requests of the folder that a request lies in. */
function requestsBeside(
  items: readonly Item[],
  wanted: Request,
): readonly Item[] {
  if (items.includes(wanted)) {
    return items.filter(({ kind }) => kind !== "folder");
  }
  for (const item of items) {
    if (item.kind !== "folder") continue;
    const found = requestsBeside(item.items, wanted);
    if (found.length > 0) return found;
  }
  return [];
}

function inOrder(
  { seq: a = Infinity, name: one }: Item,
  { seq: b = Infinity, name: other }: Item,
): boolean {
  return a < b || a === b && one.toLowerCase() <= other.toLowerCase();
}
