import type { Diagnostic } from "../source/diagnostic.ts";
import { NetworkError } from "../source/errors.ts";
import type { Response } from "./response.ts";

/** A response ended before its framing says so. */
export class CutError extends NetworkError {
  /** Makes an error with what came, to be shown. */
  constructor(
    diagnostics: readonly Diagnostic[],
    readonly response: Response,
    options?: ErrorOptions,
  ) {
    super(diagnostics, options);
  }
}
