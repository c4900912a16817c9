import type { RunCollectionOptions } from "../../host/run/collection_options.ts";

/** The names that have values from outside of the files: secrets that somebody typed, and what flags of `brace open` give. */
export function heldNames(
  { secrets }: { readonly secrets: readonly string[] },
  { variables, envVariables }: RunCollectionOptions,
): string[] {
  return [...secrets, ...Object.keys({ ...variables, ...envVariables })];
}
