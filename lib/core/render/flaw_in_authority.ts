/** All that ends a host, or hides one before it. */
export const NOT_IN_AUTHORITY = /[/?#@\\]/;
/** A scheme with its slashes, or the slashes alone. */
export const OWN_SCHEME = /^\s*(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\//;

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;

/** Where in an authority a value stands that a template's own text opened. */
export interface Standing {
  /** Whether `://` or `//` stands before it; else the host comes first in the URL. */
  readonly hasScheme: boolean;
  /** Whether the host has begun. */
  readonly hasHost: boolean;
  /** The character before the value. */
  readonly last: string;
}

/**
 * What a value may not hold where a template's own text opened the host. A
 * value that is known before the run may end the host: what follows its first
 * `/`, `?` or `#` is path. One that comes while running (`isFree`) may do so
 * with its first character only, behind a host that is there.
 */
export function flawInAuthority(
  text: string,
  { hasScheme, hasHost, last }: Standing,
  isFree: boolean,
): string | undefined {
  const end = text.search(NOT_IN_AUTHORITY);
  if (end === -1) return undefined;
  const unit = text[end];
  if (unit === "@" || unit === "\\") return unit;
  if (isFree && (end > 0 || !hasHost)) return unit;
  // The slashes of a scheme would open another host.
  const opens = hasScheme
    ? SCHEME.test(text)
    : unit === "/" && /[:/]/.test(end === 0 ? last : text[end - 1]);
  return opens ? unit : undefined;
}
