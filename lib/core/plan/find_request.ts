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

/** A path as a script writes it, without the extension that it may have. */
export function calledPath(called: string): string {
  return withoutExtension(called.replace(/^\.?\//, ""));
}

/** The names of an item and of the folders that it lies in. */
export function fullName(
  { name }: Pick<Item, "name">,
  folders: readonly Pick<Folder, "name">[],
): string {
  return [...folders, { name }].map(({ name }) => name).join("/");
}

/**
 * Whether a request is meant by what a script calls it: its path in the
 * collection, with or without the extension, its name, or the names of its
 * folders and its own.
 */
export function isCalled(located: Located, called: string): boolean {
  return located.request.name === called || isAtPath(located, called) ||
    hasFullName(located, called);
}

function isAtPath({ request }: Located, called: string): boolean {
  return withoutExtension(request.path) === calledPath(called);
}

function hasFullName({ request, folders }: Located, called: string): boolean {
  return called.includes("/") && fullName(request, folders) === called;
}

/** Finds a request by path or name: a path wins over a name, a name over the names of folders and request. */
export function findRequest(
  collection: Collection,
  called: string,
): Located | undefined {
  const all = [...requestsOf(collection.items)];
  return all.find((one) => isAtPath(one, called)) ??
    all.find(({ request }) => request.name === called) ??
    all.find((one) => hasFullName(one, called));
}

/** Whether a script calls a request by an ID of Postman's, which only Postman knows. */
export function isPostmanId(called: string): boolean {
  return /^(?:\d+-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(called);
}

/** Completes a message about a request that does not exist: ` (did you mean …?)`. */
export function nearestRequest(
  requests: Iterable<Pick<Request, "name" | "path">>,
  called: string,
): string {
  if (isPostmanId(called)) {
    return " (Brace has no IDs of requests: write the request's name)";
  }
  const names = [...requests].flatMap(({ name, path }) => [name, path]);
  const near = nearest(called, names);
  return didYouMean(near);
}
