import type { Diagnostic } from "../../../source/diagnostic.ts";

/** What was read from files before, by what it is. */
export type KeptReadings = Map<string, KeptReading>;

/** One thing that was read. */
export interface KeptReading {
  /** What it was read from: while this is the same, so is what is read. */
  readonly from: readonly unknown[];
  /** What was read; the same object each time. */
  readonly value: unknown;
  /** What is wrong with it. */
  readonly diagnostics: readonly Diagnostic[];
}
