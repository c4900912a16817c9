import type { BruBlock, BruSpan } from "./shape.ts";

/** The block that lists the secrets of an environment. */
const SECRETS = "vars:secret";

/** Stops the reading of a `.bru` file; its message says what is wrong there. */
export class BruSyntaxError extends SyntaxError {
  constructor(
    message: string,
    readonly span: BruSpan,
    /** True when the line may hold the value of a secret, so that nobody shows it. */
    readonly confidential = false,
  ) {
    super(message);
  }
}

/** The error for a block without its end, where another one may begin. */
export function unclosed(
  { name, nameAt }: Pick<BruBlock, "name" | "nameAt">,
  next?: string,
): BruSyntaxError {
  const place = next ? ` before "${next}"` : "";
  return new BruSyntaxError(
    `the block "${name}" has no end: a line that begins with "}" is missing${place}`,
    nameAt,
  );
}

/** True for the block whose lines may hold values that belong in no file. */
export function isSecrets(name: string): boolean {
  return name === SECRETS;
}
