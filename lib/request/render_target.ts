import type { Param, Request } from "../collection/types.ts";
import { locationOf } from "../source/diagnostic.ts";
import { decodeComponent, encodeComponent } from "../render/encode.ts";
import { renderChecked } from "../render/render_checked.ts";
import { renderQueryText, renderUrl } from "../render/render_url.ts";
import type { RenderContext } from "./render_context.ts";
import { toWireUrl, type WireForm } from "./to_wire_url.ts";
import { splitQuery, writtenQuery } from "./written_query.ts";
import { pushAll } from "../source/push_all.ts";

/** Nothing is forbidden in a path parameter: it is encoded. */
const NOTHING = /(?!)/;

/** Renders a request's URL with its parameters into the wire form. */
export function renderTarget(
  request: Request,
  context: RenderContext,
): WireForm | undefined {
  const { scopes, execution } = context;
  const { encodeUrl } = request.settings;
  const parameters = request.params.filter(({ disabled }) => !disabled);
  const before = context.diagnostics.length;
  const text = context.take(
    renderUrl(
      request.url,
      { encodeUrl, pathParameter: pathParameters(parameters, context) },
      scopes,
      execution,
    ),
    "",
  );
  const whole = withoutBlanks(request.url.text, text);
  const url = withQuery(request, whole, parameters, context);
  // A URL that could not be rendered would only be reported a second time.
  if (context.diagnostics.slice(before).some((d) => d.severity === "error")) {
    return undefined;
  }
  const wire = toWireUrl(url);
  if (typeof wire !== "string") return wire;
  context.diagnostics.push({
    code: "INVALID_URL",
    severity: "error",
    message: `Cannot send to the URL "${request.url.text}": ${wire}`,
    location: locationOf(request.url.at, {
      length: request.url.text.length,
      place: "url",
    }),
  });
  return undefined;
}

function pathParameters(
  parameters: readonly Param[],
  context: RenderContext,
): ((name: string) => string | undefined) | undefined {
  const values = new Map<string, Param>();
  for (const parameter of parameters) {
    if (parameter.type === "path") values.set(parameter.name.text, parameter);
  }
  if (values.size === 0) return undefined;
  return (name) => {
    const parameter = values.get(name);
    if (parameter === undefined) return undefined;
    const rule = {
      place: "path parameter",
      code: "INVALID_URL",
      forbidden: NOTHING,
      target: `the path parameter "${name}"`,
    } as const;
    const { scopes, execution } = context;
    const text = renderChecked(parameter.value, rule, scopes, execution);
    return encodeComponent(context.take(text, ""));
  };
}

/**
 * A URL without the blanks that are written around it. Those at the end of a
 * value belong to the value.
 */
function withoutBlanks(written: string, rendered: string): string {
  const own = written.length - written.trimEnd().length;
  const text = rendered.slice(0, rendered.length - own).trimStart();
  const isWhole = /^\{\{[^{}]*\}\}$/.test(written.trim());
  return isWhole ? text.trimEnd() : withEncodedEnd(text);
}

/** Blanks at the end of a URL are dropped, unless they are encoded. */
function withEncodedEnd(text: string): string {
  const { length } = text.trimEnd();
  return length === text.length
    ? text
    : text.slice(0, length) + encodeComponent(text.slice(length));
}

/** Adds the query parameters that the URL does not have already. */
function withQuery(
  request: Request,
  url: string,
  parameters: readonly Param[],
  context: RenderContext,
): string {
  const added: string[] = [];
  const [base, query, fragment] = splitQuery(url);
  const inTemplate = writtenQuery(request.url.text);
  const inUrl = new Set((query ?? "").split("&").map(comparable));
  for (const { name, value, type } of parameters) {
    if (type !== "query") continue;
    if (inTemplate({ name, value })) continue;
    const rendered = queryPair(request, { name, value }, context);
    if (!inUrl.has(comparable(rendered))) added.push(rendered);
  }
  if (added.length === 0) return url;
  const all = query ? [query, ...added] : added;
  return `${base}?${all.join("&")}${fragment}`;
}

function queryPair(
  request: Request,
  { name, value }: Pick<Param, "name" | "value">,
  { scopes, execution, ...context }: RenderContext,
): string {
  const { encodeUrl } = request.settings;
  const [key, text] = [name, value].map((source) => {
    const part = renderQueryText(source, { encodeUrl }, scopes, execution);
    pushAll(context.diagnostics, part.diagnostics);
    // A list of parameters has no fragment: a "#" in it is meant.
    return (part.value ?? "").replaceAll("#", "%23");
  });
  return withEncodedEnd(`${key}=${text}`);
}

/** A pair with its escapes undone, so that two spellings of it compare equal. */
function comparable(pair: string): string {
  const mark = pair.indexOf("=");
  const [name, value] = mark === -1
    ? [pair, ""]
    : [pair.slice(0, mark), pair.slice(mark + 1)];
  return JSON.stringify(
    [name, value].map((text) => decodeComponent(text.replaceAll("+", " "))),
  );
}
