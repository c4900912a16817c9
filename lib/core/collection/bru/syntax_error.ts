import type { BruBlock, BruSpan } from "./types.ts";

/** Stops the reading of a `.bru` file; its message says what is wrong there. */
export class BruSyntaxError extends SyntaxError {
  constructor(message: string, readonly span: BruSpan) {
    super(message);
  }
}

/** The error for a block without its end. */
export function unclosed(head: Pick<BruBlock, "name" | "nameAt">) {
  return new BruSyntaxError(
    `the block "${head.name}" has no end: a line that begins with "}" is missing`,
    head.nameAt,
  );
}
