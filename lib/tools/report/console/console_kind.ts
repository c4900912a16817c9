import type { ConsoleKind } from "../kinds.ts";

/** So many requests fit on a screen or two. */
const FEW = 100;

/** How the console report looks where nobody says. */
export function consoleKind(
  requests: number,
  { terminal }: { readonly terminal: boolean },
): ConsoleKind {
  return terminal && requests < FEW ? "pretty" : "compact";
}
