import type { WrittenPart } from "./types.ts";

/** A boundary that no part holds. */
export function boundaryFor(parts: readonly WrittenPart[]): string {
  let boundary = "brace-boundary";
  while (parts.some(({ value }) => value?.includes(`--${boundary}`))) {
    boundary += "-";
  }
  return boundary;
}
