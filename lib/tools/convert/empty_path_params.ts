import type { FileParam } from "./open_collection.ts";

/** What has to be said of path parameters without a value, which no request can be sent with. */
export function emptyPathParams(
  url: string,
  params: readonly FileParam[] = [],
): string[] {
  const names = new Set(
    [...url.matchAll(/:([A-Za-z_][\w-]*)/g)].map(([, name]) => name),
  );
  return params.filter(({ name, value, type, disabled }) =>
    type === "path" && value === "" && !disabled && names.has(name)
  ).map(({ name }) =>
    `The path parameter "${name}" is empty: give it a value, the request is not sent without one`
  );
}
