/**
 * The scopes, highest first: the one place that knows the order. Folders are
 * several layers of the scope `folder`, inner before outer.
 */
export const SCOPE_NAMES = [
  "runtime",
  "data",
  "request",
  "folder",
  "environment",
  "collection",
  "global",
] as const;

/** The name of a scope. */
export type ScopeName = typeof SCOPE_NAMES[number];
