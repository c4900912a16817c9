import type { Param, Request } from "../collection/types.ts";
import { segmentNames } from "../render/segment_names.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import { nearest } from "../source/nearest.ts";
import { cachedTemplate } from "../template/template_of.ts";

/** `:id` as a whole segment, or with an ending; behind `//` stands a host. */
const SEGMENT = /(?<!\/)\/:([A-Za-z_][\w.-]*)(?=$|[/?#])/g;

/**
 * Segments of a request's own URL that look like a path parameter and have
 * none: they go out as written, which an API rarely means. A parameter that is
 * switched off says that it is meant.
 */
export function unsetSegments({ url, params }: Request): Diagnostic[] {
  if (!url.text.includes("/:")) return [];
  const names = new Set(
    params.filter(({ type }) => type === "path").map(({ name }) => name.text),
  );
  const unused = [...names].filter((name) => !url.text.includes(`:${name}`));
  const isInQuery = (wanted: string) =>
    params.some(({ type, disabled, name }) =>
      type === "query" && !disabled && name.text === wanted
    );
  const found: Diagnostic[] = [];
  for (const { kind, text, start } of cachedTemplate(url.text).parts) {
    if (kind !== "text") continue;
    const [path] = text.split(/[?#]/, 1);
    for (const { 1: whole, index } of path.matchAll(SEGMENT)) {
      const own = segmentNames(whole);
      if (own.some((one) => names.has(one))) continue;
      const [, name] = own;
      const near = nearest(name, unused);
      found.push({
        code: "INVALID_URL",
        severity: "warning",
        message: `Left ":${name}" in the URL as it is: ${
          isInQuery(name)
            ? 'the parameter of this name goes into the query (give it the type "path")'
            : `the request has no path parameter of this name (${
              near === undefined
                ? "add it with its value"
                : `did you mean ":${near}"?`
            })`
        }`,
        location: locationOf(url.at, {
          offset: start + index + 1,
          length: name.length + 1,
          place: "url",
        }),
      });
    }
    if (path !== text) break;
  }
  return found;
}

/** Path parameters that the URL has no place for: their values do not go out. */
export function unusedParameters(
  parameters: readonly Param[],
  asked: ReadonlySet<string>,
): Diagnostic[] {
  return parameters.filter(({ type, name: { text }, value }) =>
    type === "path" && text !== "" && value.text !== "" && !asked.has(text)
  ).map(({ name }) => ({
    code: "INVALID_URL",
    severity: "warning",
    message:
      `The value of "${name.text}" has no effect: the URL has no segment ":${name.text}" (add it, or take the parameter out)`,
    location: locationOf(name.at),
  }));
}
