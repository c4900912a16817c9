import type { Diagnostic } from "../../source/diagnostic.ts";
import {
  AuthError,
  DiagnosticError,
  InterpolationError,
  NetworkError,
  PermissionError,
} from "../../source/errors.ts";
import type { FailureClass } from "../types.ts";

/** What an error means for a request's result. */
export interface Failure {
  readonly class: FailureClass;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Sorts an error by what decides the exit code. Errors that are not
 * Brace's own are defects and thrown on.
 */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof DiagnosticError)) throw error;
  const { diagnostics } = error;
  if (error instanceof PermissionError || refused(diagnostics)) {
    return { class: "permission", diagnostics };
  }
  if (error instanceof NetworkError) return { class: "network", diagnostics };
  if (error instanceof InterpolationError || error instanceof AuthError) {
    return { class: "render", diagnostics };
  }
  return { class: "script", diagnostics };
}

/** The class of diagnostics that stopped a rendering. */
export function renderFailure(
  diagnostics: readonly Diagnostic[],
): FailureClass {
  return refused(diagnostics) ? "permission" : "render";
}

/** The class of what ended a script. */
export function failureOfScript(diagnostic: Diagnostic): FailureClass {
  return diagnostic.code === "PERMISSION" ? "permission" : "script";
}

function refused(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((it) => it.code === "PERMISSION");
}
