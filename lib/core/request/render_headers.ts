import type { Header } from "../collection/types.ts";
import { locationOf } from "../source/diagnostic.ts";
import {
  renderHeaderName,
  renderHeaderValue,
} from "../render/render_header.ts";
import type { RenderContext } from "./render_context.ts";

type Pair = readonly [name: string, value: string];

/**
 * Renders a request's headers behind those it inherits. A header replaces
 * inherited ones of its name, in any case; duplicates within a level stay.
 */
export function renderHeaders(
  inherited: readonly Header[],
  own: readonly Header[],
  context: RenderContext,
): Pair[] {
  const pairs = renderLevel(own, context);
  const names = new Set(pairs.map(([name]) => name.toLowerCase()));
  // The same name as written is the same name, also where it does not render.
  for (const { name, disabled } of own) {
    if (!disabled) names.add(name.text.toLowerCase());
  }
  const above = renderLevel(inherited, context, names);
  return [...above, ...pairs];
}

/** @param replaced Lower-case names of headers that need not be rendered. */
function renderLevel(
  headers: readonly Header[],
  context: RenderContext,
  replaced?: ReadonlySet<string>,
): Pair[] {
  const { scopes, execution } = context;
  const pairs: Pair[] = [];
  const counts = new Map<string, number>();
  for (const header of headers) {
    const written = header.name.text;
    if (header.disabled || replaced?.has(written.toLowerCase())) continue;
    const renderedName = renderHeaderName(header.name, scopes, execution);
    const name = context.take(renderedName, undefined);
    if (name !== undefined && replaced?.has(name.toLowerCase())) continue;
    const key = (name ?? written).toLowerCase();
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    const place = { name: name ?? written, ...(nth > 0 && { nth }) };
    context.insert(
      { place: "header name", ...place },
      renderedName.insertions ?? [],
    );
    if (name === "") {
      context.diagnostics.push({
        code: "INVALID_HEADER",
        severity: "error",
        message: "Cannot write a header: its name is empty",
        location: locationOf(header.name.at, { place: "header name" }),
      });
    }
    const value = context.take(
      renderHeaderValue(header.value, written, scopes, execution),
      "",
      { place: "header", ...place },
    );
    pairs.push([name ?? written, value]);
  }
  return pairs;
}
