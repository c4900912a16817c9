import type { Place } from "../source/diagnostic.ts";
import type { Text } from "../source/origin.ts";
import type { Template } from "../template/types.ts";
import type { Scopes } from "../scope/scopes.ts";
import type { Value } from "../scope/value/value.ts";
import { cachedTemplate, templateOf } from "../template/template_of.ts";
import { Execution, type Owner } from "../scope/execution.ts";
import { Resolver } from "../scope/resolver.ts";
import { type Rendered, rendered } from "./rendered.ts";
import { type UrlOptions, UrlWriter } from "./url_writer.ts";

/** What can be rendered: a text, one from a file, or a parsed template. */
export type RenderSource = string | Text | Template;

/** The template of a source, and what it stands in. */
function open(
  source: RenderSource,
): { template: Template; owner: Owner | undefined } {
  if (typeof source === "string") {
    return { template: cachedTemplate(source), owner: undefined };
  }
  if ("parts" in source) return { template: source, owner: undefined };
  return { template: templateOf(source), owner: source };
}

/** A resolver for a source. */
export function resolverFor(
  source: RenderSource,
  scopes: Scopes,
  execution: Execution = new Execution(),
  place: Place = "text",
): { template: Template; resolver: Resolver } {
  const { template, owner } = open(source);
  return {
    template,
    resolver: new Resolver(scopes, execution, template.source, owner, place),
  };
}

/**
 * Renders a source as text: strings as they are, other values as their text.
 * A text without placeholders comes back as it is.
 */
export function renderText(
  source: RenderSource,
  scopes: Scopes,
  execution?: Execution,
  place: Place = "text",
): Rendered<string> {
  if (open(source).template.placeholders.length === 0) {
    return rendered(open(source).template.source, []);
  }
  const { template, resolver } = resolverFor(source, scopes, execution, place);
  const text = resolver.text(template, resolver.owner);
  return rendered(text, resolver.diagnostics, resolver.insertions);
}

/** Renders a source; one placeholder alone keeps the kind of its value. */
export function renderValue(
  source: RenderSource,
  scopes: Scopes,
  execution?: Execution,
  place: Place = "text",
): Rendered<Value> {
  const { template, resolver } = resolverFor(source, scopes, execution, place);
  const [part] = template.placeholders;
  if (template.parts.length !== 1 || part === undefined) {
    return renderText(source, scopes, execution, place);
  }
  if (resolver.resolve(part) === "value") {
    return rendered(resolver.value, resolver.diagnostics);
  }
  // Reported, kept, dropped or nested text: as in any other text.
  return renderText(source, scopes, execution, place);
}

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
  const written = open(source).template;
  // Nothing in it is to be put anywhere.
  if (written.placeholders.length === 0 && !options.pathParameter) {
    return rendered(written.source, []);
  }
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
