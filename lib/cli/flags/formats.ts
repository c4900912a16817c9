/** How commands print what programs read, too; the first where nothing is said. */
export const FORMATS = ["text", "json"] as const;

/** One of them. */
export type Format = typeof FORMATS[number];
