import type { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import { type Rendered, rendered } from "./rendered.ts";
import { type RenderSource, resolverFor } from "./render_text.ts";
import { type UrlOptions, UrlWriter } from "./url_writer.ts";

/**
 * Renders a URL. Values are inserted as they are, each by the place that the
 * text to its left has reached; the result is not yet in its wire form.
 */
export function renderUrl(
  source: RenderSource,
  options: UrlOptions,
  scopes: Scopes,
  execution?: Execution,
): Rendered<string> {
  const { template, resolver } = resolverFor(source, scopes, execution, "url");
  const writer = new UrlWriter(resolver, options);
  const url = writer.write(template, resolver.owner);
  return rendered(url, resolver.diagnostics, resolver.insertions);
}

/** Renders the name or value of a query parameter that is added to a URL. */
export function renderQueryText(
  source: RenderSource,
  options: Pick<UrlOptions, "encodeUrl">,
  scopes: Scopes,
  execution?: Execution,
): Rendered<string> {
  const { template, resolver } = resolverFor(
    source,
    scopes,
    execution,
    "query parameter",
  );
  const writer = new UrlWriter(resolver, options, "query");
  const text = writer.write(template, resolver.owner);
  return rendered(text, resolver.diagnostics, resolver.insertions);
}
