/** Headers that a proxy or the sender may change on the way, so that signing them would break the signature. */
const UNSIGNED = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-length",
  "cookie",
  "expect",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-amzn-trace-id",
  "x-forwarded-for",
]);

/** The signed headers as SigV4 sees them. */
export interface CanonicalHeaders {
  /** A line each, sorted: lower-case name, colon, value; values of one name joined by commas. */
  readonly lines: string;
  /** The names, joined by semicolons. */
  readonly names: string;
}

/** Puts the headers that are signed into SigV4's form. */
export function canonicalHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): CanonicalHeaders {
  const values = new Map<string, string[]>();
  for (const [name, value] of headers) {
    const key = name.trim().toLowerCase();
    if (UNSIGNED.has(key)) continue;
    const list = values.get(key) ?? [];
    list.push(value.trim().replace(/ +/g, " "));
    values.set(key, list);
  }
  const names = [...values.keys()].toSorted();
  return {
    lines: names.map((name) => `${name}:${values.get(name)!.join(",")}\n`)
      .join(""),
    names: names.join(";"),
  };
}
