/** A regular expression, or why a text is not one. */
export type ReadPattern =
  | { readonly ok: true; readonly value: RegExp }
  | { readonly ok: false; readonly why: string };

/**
 * Reads the right side of `matches`: a regular expression as it stands, or
 * `/…/flags`.
 */
export function readPattern(text: string): ReadPattern {
  const [, source = text, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  try {
    // g and y make test() depend on earlier calls.
    return { ok: true, value: new RegExp(source, flags.replace(/[gy]/g, "")) };
  } catch (error) {
    return { ok: false, why: (error as Error).message };
  }
}
