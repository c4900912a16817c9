import type { Diagnostic } from "./diagnostic.ts";

/** The base of Brace's errors: each carries what is wrong as data. */
export class DiagnosticError extends Error {
  /** The error's class, as it is printed. */
  override name = "DiagnosticError";
  /** What is wrong; at least one. */
  readonly diagnostics: readonly Diagnostic[];

  /** Makes an error whose message is the diagnostics' messages, a line each. */
  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(diagnostics.map((d) => d.message).join("\n"), options);
    this.diagnostics = diagnostics;
  }
}

/** A placeholder could not be resolved or its value not be written in its place. */
export class InterpolationError extends DiagnosticError {
  /** The error's class, as it is printed. */
  override name = "InterpolationError";
}

/** A collection, or something else that was asked for, cannot be loaded. */
export class CollectionError extends DiagnosticError {
  /** The error's class, as it is printed. */
  override name = "CollectionError";
}

/** A request could not be sent or its answer not be read. */
export class NetworkError extends DiagnosticError {
  override name = "NetworkError";
}

/** Something was refused by permission. */
export class PermissionError extends DiagnosticError {
  /** The error's class, as it is printed. */
  override name = "PermissionError";
  /** Whether the request had gone out before, such as one whose redirect is refused. */
  readonly sent: boolean;

  /** Makes an error whose message is the diagnostics' messages, a line each. */
  constructor(
    diagnostics: readonly Diagnostic[],
    { sent = false, ...options }: ErrorOptions & { sent?: boolean } = {},
  ) {
    super(diagnostics, options);
    this.sent = sent;
  }
}

/** A script threw, ran too long, or needed too much memory. */
export class ScriptError extends DiagnosticError {
  override name = "ScriptError";
}

/** The command line is wrong. */
export class UsageError extends DiagnosticError {
  override name = "UsageError";
}

/** A request's auth lacks a field, asks for what Brace cannot sign, or no token could be had. */
export class AuthError extends DiagnosticError {
  override name = "AuthError";
}
