import type { Diagnostic } from "./diagnostic.ts";

/** Lines of an error's message, and characters of each. */
const MAX_LINES = 10;
const MAX_LENGTH = 1_000;

/**
 * The base of Brace's errors: each carries what is wrong as data.
 *
 * @example
 * ```ts
 * import { createClient, DiagnosticError } from "@brace/brace";
 * import { assert, assertEquals, assertThrows } from "@std/assert";
 *
 * const error = assertThrows(() => createClient().render("{{a}} {{b}}"));
 * assert(error instanceof DiagnosticError);
 * assertEquals(error.diagnostics.map((it) => it.expression), ["a", "b"]);
 * ```
 */
export class DiagnosticError extends Error {
  /** The error's class, as it is printed. */
  override name = "DiagnosticError";
  /** The problems; at least one. */
  readonly diagnostics: readonly Diagnostic[];

  /** Makes an error whose message is the diagnostics' messages, a line each, with their places in files; of many the first. */
  constructor(diagnostics: readonly Diagnostic[], options?: ErrorOptions) {
    super(messageOf(diagnostics), options);
    this.diagnostics = diagnostics;
  }
}

/** Different messages, as many as a person reads; the diagnostics have them all. */
function messageOf(diagnostics: readonly Diagnostic[]): string {
  const messages = [...new Set(diagnostics.map(withPlace))];
  const lines = messages.slice(0, MAX_LINES).map((message) =>
    message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message
  );
  const more = messages.length - lines.length;
  return [...lines, ...more > 0 ? [`… and ${more} more`] : []].join("\n");
}

/** A log of an error that nobody caught has no other place. */
function withPlace({ message, location = {} }: Diagnostic): string {
  const { file, line, column } = location;
  if (file === undefined || line === undefined) return message;
  const place = [file, line, column].filter((it) => it !== undefined).join(":");
  return `${message} (${place})`;
}

/**
 * A placeholder could not be resolved or its value not be written in its place.
 *
 * @example
 * ```ts
 * import { createClient, InterpolationError } from "@brace/brace";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const client = createClient({ variables: { runtime: { base_url: "https://a.example" } } });
 * const { diagnostics: [problem] } = assertThrows(
 *   () => client.render("{{baseUrl}}/users"),
 *   InterpolationError,
 * );
 * assertEquals([problem.code, problem.suggestion], ["UNDEFINED_VARIABLE", "base_url"]);
 * ```
 */
export class InterpolationError extends DiagnosticError {
  /** The error's class, as it is printed. */
  override name = "InterpolationError";
}

/**
 * A collection, or something else that was asked for, cannot be loaded.
 *
 * @example
 * ```ts
 * import { CollectionError, openRequest, readCollection } from "@brace/brace";
 * import { assertThrows } from "@std/assert";
 *
 * const { value: collection } = readCollection({
 *   root: "",
 *   files: new Map([["opencollection.yml", "info: { name: Shop }"]]),
 * });
 * assertThrows(() => openRequest(collection!, "none.yml"), CollectionError, "none.yml");
 * ```
 */
export class CollectionError extends DiagnosticError {
  /** The error's class, as it is printed. */
  override name = "CollectionError";
}

/** A request could not be sent or its response not be read. */
export class NetworkError extends DiagnosticError {
  override name = "NetworkError";
  /** Whether no connection was made, so that nothing of the request went out. */
  readonly unsent: boolean;

  /** Makes an error whose message is the diagnostics' messages, a line each. */
  constructor(
    diagnostics: readonly Diagnostic[],
    { unsent = false, ...options }: ErrorOptions & { unsent?: boolean } = {},
  ) {
    super(diagnostics, options);
    this.unsent = unsent;
  }
}

/**
 * Something was refused by permission. What reads the process's environment for
 * a client throws it for a name that it keeps to itself.
 *
 * @example
 * ```ts
 * import { createClient, InterpolationError, PermissionError } from "@brace/brace";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const client = createClient({
 *   processEnv(name) {
 *     throw new PermissionError([
 *       { code: "PERMISSION", severity: "error", message: `Cannot read "${name}"` },
 *     ]);
 *   },
 * });
 * const error = assertThrows(
 *   () => client.render("{{process.env.HOME}}"),
 *   InterpolationError,
 * );
 * assertEquals(error.diagnostics[0].code, "PERMISSION");
 * ```
 */
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

/** The command line, or an option of a run, is wrong. */
export class UsageError extends DiagnosticError {
  /** The error's class, as it is printed. */
  override name = "UsageError";
}

/** A request's auth lacks a field, asks for what Brace cannot sign, or no token could be obtained. */
export class AuthError extends DiagnosticError {
  override name = "AuthError";
}
