import type { Request } from "../collection/types.ts";
import type { RenderedRequest } from "../http/rendered_request.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import * as renderers from "./part_renderers.ts";
import { type RenderOptions, renderWith } from "./render_with.ts";

/**
 * Renders a request: every placeholder in URL, headers, body and auth, each by
 * its place. Everything that is wrong with the request is reported at once; a
 * request with an error has no value and cannot be sent.
 */
export function renderRequest(
  request: Request,
  options: RenderOptions,
): { value?: RenderedRequest; diagnostics: Diagnostic[] } {
  return renderWith(request, options, renderers);
}
