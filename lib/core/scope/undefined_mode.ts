/** What becomes of a placeholder that does not resolve. */
export type UndefinedMode = "error" | "keep" | "empty";

/** All of them. */
export const UNDEFINED_MODES: readonly UndefinedMode[] = [
  "error",
  "keep",
  "empty",
];
