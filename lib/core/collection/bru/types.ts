/** How a value is written, which says how its text follows from the file's. */
export type ValueForm =
  /** On the line of its name. */
  | "line"
  /** Between `'''`, indented by four. */
  | "multiline"
  /** All of a block, indented by two. */
  | "text";

/** A value with its place: what is between `start` and `end` in the file. */
export interface BruValue {
  readonly form: ValueForm;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A stretch of the file. */
export interface BruSpan {
  readonly start: number;
  readonly end: number;
}

/** `@name` or `@name(argument)` above a pair. */
export interface BruAnnotation {
  readonly name: string;
  readonly argument: string;
}

/** A line `name: value` of a block. */
export interface BruPair {
  /** Without quotes and `~`. */
  readonly name: string;
  readonly nameAt: BruSpan;
  /** Begins with `~`. */
  readonly disabled: boolean;
  readonly value: BruValue;
  /** The elements of a value in brackets, one a line. */
  readonly list?: readonly BruValue[];
  readonly annotations: readonly BruAnnotation[];
  /** `@contentType(…)` behind a value. */
  readonly contentType?: BruValue;
}

/** A block: `name { … }` or `name [ … ]`. */
export interface BruBlock {
  readonly name: string;
  readonly nameAt: BruSpan;
  /** The lines of a dictionary, the elements of a list (without values); empty for a text. */
  readonly pairs: readonly BruPair[];
  /** What a block of text holds; absent for the others. */
  readonly text?: BruValue;
}
