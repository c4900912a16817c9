import type { RunCollectionOptions } from "./collection_options.ts";

type Name = keyof RunCollectionOptions;

/** Pairs of options that contradict each other, for programs and the command line alike. */
export const CONTRADICTIONS: readonly (readonly [Name, Name])[] = [
  ["cookieJar", "noCookies"],
  ["proxy", "noProxy"],
  // The file says how often.
  ["data", "iterations"],
];
