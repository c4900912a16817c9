import type { Flag } from "./flag.ts";

/** How commands print what programs read, too; the first where nothing is said. */
export const FORMATS = ["text", "json"] as const;

/** One of them. */
export type Format = typeof FORMATS[number];

/** What commands print that programs read, too. */
export const TEXT_OR_JSON: Flag = {
  name: "format",
  value: FORMATS.join("|"),
  default: FORMATS[0],
  help: "For people, or for programs",
};
