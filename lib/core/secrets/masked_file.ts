import { fieldNameAt } from "../source/field_names.ts";
import type { Masker } from "./masker.ts";

/** The text of a collection's file without values of secrets; what its author wrote around them stays. */
export function maskedFile(text: string, masker: Masker): string {
  // A value of several lines is none line by line.
  const masked = masker.mask(text);
  return masked.split("\n").map((line, at) =>
    masker.maskSource(line, fieldNameAt(masked, at + 1))
  ).join("\n");
}
