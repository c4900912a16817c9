import type { Diagnostic } from "../source/diagnostic.ts";
import type { LongText } from "../http/long_text.ts";
import type { Value } from "../scope/value/value.ts";
import type { AssertionOperator } from "../collection/types.ts";

/** The value of a left side; the text of a long response is read as it is asked about. */
export type Actual = Value | LongText | undefined;

/** The value of a left side, or why it has none. */
export type ValueSelection<T = Value | undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The result of one assertion. */
export interface AssertionResult {
  /** As written: `res.status`. */
  readonly expression: string;
  /** What compares both sides. */
  readonly operator: AssertionOperator;
  /** The right side as rendered, or as written where it could not be; absent for operators without one. */
  readonly expected?: string;
  /** The right side as written: the same in each run. */
  readonly written?: string;
  /** The left side's value, as text. */
  readonly actual?: string;
  /** Whether it holds. */
  readonly status: "passed" | "failed";
  /** Why it does not hold, and where it is written. */
  readonly diagnostic?: Diagnostic;
}
