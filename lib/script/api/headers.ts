import type { HeaderPair } from "../bridge.ts";

/** The value of a header by its name in any case; several values are joined. */
export function headerValue(
  headers: readonly HeaderPair[],
  name: unknown,
): string | undefined {
  const wanted = `${name}`.toLowerCase();
  const values = headers
    .filter(([key]) => key.toLowerCase() === wanted)
    .map(([, value]) => value);
  if (values.length === 0) return undefined;
  return wanted === "set-cookie" ? values[0] : values.join(", ");
}

/** Headers as an object, names as written; values of one name are joined. */
export function headerObject(
  headers: readonly HeaderPair[],
): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of headers) {
    const before = Object.hasOwn(out, name) ? out[name] : undefined;
    out[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return out;
}

/** Headers in order of a list of pairs or an object, as scripts write them. */
export function headerPairs(value: unknown): HeaderPair[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    return value.map((pair) =>
      Array.isArray(pair)
        ? [`${pair[0]}`, `${pair[1]}`]
        : [`${pair?.name ?? pair?.key}`, `${pair?.value}`]
    );
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(inner)
      ? inner.map((v): HeaderPair => [name, `${v}`])
      : inner === undefined || inner === null
      ? []
      : [[name, `${inner}`] as const]
  );
}
