import type { Diagnostic } from "../../source/diagnostic.ts";

/** What is wrong with a placeholder; who reports it adds where. */
export type Problem =
  & Pick<Diagnostic, "code" | "message">
  & Partial<Diagnostic>;
