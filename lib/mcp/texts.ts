import type { Masker } from "../core/secrets/masker.ts";

/** The text of a collection's file without values of secrets; what its author wrote around them stays. */
export function maskedFile(text: string, masker: Masker): string {
  // A value of several lines is none line by line.
  return masker.mask(text).split("\n").map((line) => masker.maskSource(line))
    .join("\n");
}

const CUT = /[^\s"'`…]{4,}…/g;

/** Stands for an ellipsis that an author wrote, until the answer is masked. */
const WRITTEN = "\u{f1a2e}";

/** A masked text of which nothing is cut: its ellipses are its author's. */
export function whole(text: string): string {
  return text.replaceAll("…", WRITTEN);
}

/** A value of JSON without secrets in its texts; names of members are Brace's own, or were masked as part of a text. */
export function maskedDeep(value: unknown, masker: Masker): unknown {
  if (typeof value === "string") {
    // What is cut may be the beginning of a secret: it is hidden, whatever it is.
    return masker.mask(value).replace(CUT, "***…").replaceAll(WRITTEN, "…");
  }
  if (Array.isArray(value)) return value.map((one) => maskedDeep(one, masker));
  if (typeof value === "number" || typeof value === "bigint") {
    const text = String(value);
    return masker.mask(text) === text ? value : masker.mask(text);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      maskedDeep(one, masker),
    ]),
  );
}
