import type { RenderedAuth } from "../http/rendered_request.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  locationOf,
} from "../source/diagnostic.ts";

/** A field as text; `""` where it is missing. */
export function textField(auth: RenderedAuth, name: string): string {
  const value = auth.fields.get(name);
  return value === undefined ? "" : String(value);
}

/** A flag, written as `true` or as the text "true"; undefined where it is missing or empty. */
export function flagField(
  auth: RenderedAuth,
  name: string,
): boolean | undefined {
  const text = textField(auth, name).trim();
  return text === "" ? undefined : text.toLowerCase() === "true";
}

/**
 * Writes a text as HTTP's quoted-string (RFC 9110, 5.6.4).
 *
 * @example
 * ```ts
 * import { quotedString } from "./auth_field.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(quotedString('a "b"'), '"a \\"b\\""');
 * ```
 */
export function quotedString(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/**
 * Makes a diagnostic about a request's auth, located at one of its fields
 * (`credentials.clientId`) or, without one, at the auth itself.
 */
export function authDiagnostic(
  auth: RenderedAuth,
  what: {
    readonly code: DiagnosticCode;
    /** State and way out: what follows the colon. Never a value of a field. */
    readonly problem: string;
    readonly field?: string;
    readonly severity?: "error" | "warning";
  },
): Diagnostic {
  const keys = what.field?.split(".").map((key) =>
    /^\d+$/.test(key) ? Number(key) : key
  );
  return {
    code: what.code,
    severity: what.severity ?? "error",
    message: `Cannot use "${auth.type}" auth: ${
      inOwnWords(auth, what.problem)
    }`,
    location: locationOf(
      { file: auth.at.file, path: [...auth.at.path, ...(keys ?? [])] },
      { place: "auth" },
    ),
  };
}

/** A text whose quoted names of fields are those that the file has. */
function inOwnWords({ own }: RenderedAuth, text: string): string {
  return own === undefined ? text : text.replace(
    /"([\w.]+)"/g,
    (quoted, name) => own.names.has(name) ? `"${own.names.get(name)}"` : quoted,
  );
}
