/**
 * A parsed template: the text and its parts, which tile it. Immutable; parse
 * once, render often.
 */
export interface Template {
  /** The text as given. */
  readonly source: string;
  /** Texts and placeholders in order; together they cover `source`. */
  readonly parts: readonly Part[];
  /** The placeholders among the parts, in order. */
  readonly placeholders: readonly PlaceholderPart[];
  /**
   * What rendering has worked out about the template, once for all renderings;
   * kept here since a weak map would cost more than parsing does.
   */
  readonly memo: { json?: unknown; jsonFragment?: unknown };
}

/** A piece of a {@linkcode Template}. */
export type Part = TextPart | PlaceholderPart;

/** Text that is written out as it is. */
export interface TextPart {
  /** Tells this kind from the others. */
  readonly kind: "text";
  /** Offset of the first character, in UTF-16 code units. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
  /** The text. */
  readonly text: string;
}

/** A `{{…}}`, well-formed or not. */
export interface PlaceholderPart {
  /** Tells this kind from the others. */
  readonly kind: "placeholder";
  /** Offset of the opening braces, in UTF-16 code units. */
  readonly start: number;
  /** Offset behind the closing braces. */
  readonly end: number;
  /** The text between the braces, trimmed: also the name that wins as a whole. */
  readonly text: string;
  /** What the text means; absent when it is not an expression. */
  readonly expression?: Expression;
  /** Why it is not an expression. */
  readonly problem?: SyntaxProblem;
}

/** The problem inside a malformed placeholder, and its position. */
export interface SyntaxProblem {
  /** Completes "Cannot parse …: ". */
  readonly message: string;
  /** Offset in the template's text. */
  readonly offset: number;
}

/** What a placeholder means. */
export type Expression =
  | Reference
  | GeneratorCall
  | Prompt
  | Literal
  | ProcessEnv;

/** `user.orders[0].id`: a variable's name and a path into its value. */
export interface Reference {
  /** Tells this kind from the others. */
  readonly kind: "reference";
  /** The name. */
  readonly name: string;
  /** The steps from the variable's value to the one that is meant. */
  readonly path: readonly Segment[];
}

/** One step into a value. */
export interface Segment {
  /** The property's name, or the digits of an index. */
  readonly key: string;
  /** The key as an array index; -1 where it is not one. */
  readonly index: number;
  /** Offset of the step in the template's text, its `.` or `[` included. */
  readonly start: number;
  /** Offset behind the step. */
  readonly end: number;
}

/** `$randomInt(1, 6)`: a value made anew. */
export interface GeneratorCall {
  /** Tells this kind from the others. */
  readonly kind: "generator";
  /** With the dollar sign. */
  readonly name: string;
  /** Numbers and quoted texts. */
  readonly args: readonly (string | number)[];
}

/** `?One-time code`: a value that is asked for. */
export interface Prompt {
  /** Tells this kind from the others. */
  readonly kind: "prompt";
  /** The text. */
  readonly text: string;
}

/** `'{{'`: text that is written as it is. */
export interface Literal {
  /** Tells this kind from the others. */
  readonly kind: "literal";
  /** The text between the quotes. */
  readonly value: string;
}

/** `process.env.HOME`: a variable of the process's environment. */
export interface ProcessEnv {
  /** Tells this kind from the others. */
  readonly kind: "process-env";
  /** The name. */
  readonly name: string;
}
