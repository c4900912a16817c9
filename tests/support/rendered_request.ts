import type { RenderedRequest } from "../../lib/core/http/rendered_request.ts";
import { createPolicy, type Policy } from "../../lib/core/policy/policy.ts";

/** A rendered GET with the given parts. */
export function renderedRequest(
  url: string,
  parts: Partial<Omit<RenderedRequest, "settings">> & {
    readonly settings?: Partial<RenderedRequest["settings"]>;
  } = {},
): RenderedRequest {
  return {
    method: "GET",
    headers: [],
    authHeaders: [],
    ...parts,
    url,
    settings: {
      followRedirects: true,
      ...parts.settings,
    },
  };
}

/** A policy that allows everything. */
export const OPEN: Policy = createPolicy({
  declared: [],
  allow: true,
  deny: [],
});
