import { withoutExtension } from "../collection/format.ts";
import type { Collection, Folder, Item, Request } from "../collection/types.ts";
import { didYouMean, nearest } from "../source/nearest.ts";

/** A request of a collection and the folders that it lies in, outer first. */
export interface Located {
  readonly request: Request;
  readonly folders: readonly Folder[];
}

/** Every request of a collection, in the order of a run. */
export function* requestsOf(
  items: readonly Item[],
  folders: readonly Folder[] = [],
): Generator<Located> {
  for (const item of items) {
    switch (item.kind) {
      case "folder":
        yield* requestsOf(item.items, [...folders, item]);
        break;
      case "request":
        yield { request: item, folders };
        break;
      case "unsupported":
        break;
      default:
        item satisfies never;
    }
  }
}

/**
 * Whether a request is meant by what a script calls it: its path in the
 * collection, with or without the extension, or its name.
 */
export function isCalled(request: Request, called: string): boolean {
  const path = called.replace(/^\.?\//, "");
  return request.name === called || request.path === path ||
    withoutExtension(request.path) === withoutExtension(path);
}

/** Finds a request by path or name: a path wins over a name, a name over the names of folders and request. */
export function findRequest(
  collection: Collection,
  called: string,
): Located | undefined {
  const all = [...requestsOf(collection.items)];
  return all.find(({ request }) =>
    request.name !== called && isCalled(request, called)
  ) ?? all.find(({ request }) => request.name === called) ??
    all.find(({ request, folders }) =>
      [...folders, request].map(({ name }) => name).join("/") === called
    );
}

/** Completes a message about a request that does not exist: ` (did you mean …?)`. */
export function nearestRequest(
  requests: Iterable<Pick<Request, "name" | "path">>,
  called: string,
): string {
  const names = [...requests].flatMap(({ name, path }) => [name, path]);
  const near = nearest(called, names);
  return didYouMean(near);
}
