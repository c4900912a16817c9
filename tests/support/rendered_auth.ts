import type { AuthType } from "../../lib/core/collection/types.ts";
import type { RenderedAuth } from "../../lib/core/http/rendered_request.ts";

/** A rendered auth at `http.auth` of `a.yml`. */
export function renderedAuth(
  type: AuthType,
  fields: Readonly<Record<string, string | boolean>> = {},
): RenderedAuth {
  return {
    type,
    at: { file: "a.yml", path: ["http", "auth"] },
    fields: new Map(Object.entries(fields)),
  };
}
