import type { Diagnostic } from "../../source/diagnostic.ts";

/** A problem of a placeholder; the reporter of the problem adds the location. */
export type PlaceholderProblem =
  & Pick<Diagnostic, "code" | "message">
  & Partial<Diagnostic>;
