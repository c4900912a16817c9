import { HIDDEN, type Json } from "../api.ts";

/**
 * Finds the spans of one server for those of an earlier one: they hide the same
 * where the text around them is the same. Gives the new span for each old one
 * that has exactly one.
 *
 * @param before A file's text with the spans of the earlier server.
 * @param now Its text with those of this server.
 */
export function reboundSpans(
  before: string,
  now: string,
): ReadonlyMap<string, string> {
  const places = spansByPlace(now);
  const found = new Map<string, string>();
  const doubtful = new Set<string>();
  for (const [place, spans] of spansByPlace(before)) {
    const others = places.get(place);
    if (others?.length !== spans.length) continue;
    for (const [at, span] of spans.entries()) {
      const known = found.get(span);
      if (known !== undefined && known !== others[at]) doubtful.add(span);
      found.set(span, others[at]);
    }
  }
  for (const span of doubtful) found.delete(span);
  return found;
}

/** The spans of all lines that are alike without them. */
function spansByPlace(text: string): Map<string, string[]> {
  const places = new Map<string, string[]>();
  if (!text.includes("⟪")) return places;
  for (const line of text.split("\n")) {
    const spans = line.match(HIDDEN);
    if (spans === null) continue;
    const place = line.replace(HIDDEN, "⟪⟫");
    const known = places.get(place);
    if (known) known.push(...spans);
    else places.set(place, spans);
  }
  return places;
}

/** A text with other spans in place of its own. */
export function withSpans(
  text: string,
  spans: ReadonlyMap<string, string>,
): string {
  return text.replace(HIDDEN, (span) => spans.get(span) ?? span);
}

/** The same of a document. */
export function documentWithSpans(
  value: Json,
  spans: ReadonlyMap<string, string>,
): Json {
  if (typeof value === "string") return withSpans(value, spans);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((one) => documentWithSpans(one, spans));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      withSpans(key, spans),
      documentWithSpans(one, spans),
    ]),
  );
}
