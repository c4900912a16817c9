import type { Diagnostic } from "../source/diagnostic.ts";
import type { AssertionOperator } from "../collection/types.ts";

/** The result of one assertion. */
export interface AssertionResult {
  /** As written: `res.status`. */
  readonly expression: string;
  readonly operator: AssertionOperator;
  /** The right side as rendered, or as written where it could not be; absent for operators without one. */
  readonly expected?: string;
  /** The left side's value, as text. */
  readonly actual?: string;
  readonly status: "passed" | "failed";
  readonly diagnostic?: Diagnostic;
}
