/** Adds items to a list. Unlike spread arguments, it has no limit to how many. */
export function pushAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
