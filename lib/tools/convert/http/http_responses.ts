import type { ImportedRequest, ImportNote } from "../types.ts";
import { setFromResponse } from "../set_from_response.ts";
import type { HttpFileRequest } from "./http_file.ts";
import type { Uses } from "./http_templates.ts";

/** The names that a request's response goes by: `@name`, or else a title that is a name. */
export function nameOf(
  { name, title }: Pick<HttpFileRequest, "name" | "title">,
): string | undefined {
  if (name) return name;
  return title !== undefined && /^[A-Za-z_$][\w$]*$/.test(title)
    ? title
    : undefined;
}

/** A response that others use is taken by an action of the request that gets it. */
export function takeResponses(
  { responses }: Uses,
  named: ReadonlyMap<string, ImportedRequest>,
  notes: ImportNote[],
): void {
  for (const { request, expression, variable, place } of responses) {
    const item = named.get(request);
    if (!item) {
      notes.push({
        kind: "person",
        message:
          `No request has the name "${request}": set the variable "${variable}"`,
        ...(place && { source: place }),
      });
      continue;
    }
    setFromResponse(item, variable, expression);
  }
}
