import type { Masker } from "../../../core/secrets/masker.ts";
import type { Diagnostic, Location } from "../../../core/source/diagnostic.ts";
import { formatDiagnostic } from "../../../core/source/format_diagnostic.ts";
import type { Locator } from "../../locate/locator.ts";

/**
 * The error that a test of Deno shows for what is wrong: each diagnostic with
 * its place in the files of the collection, secrets masked. Its stack is the
 * first of these places, as the stack of Brace tells a reader nothing.
 */
export function failureOf(
  diagnostics: readonly Diagnostic[],
  { masker, locator }: { readonly masker: Masker; readonly locator: Locator },
): Error {
  const texts = diagnostics.map((diagnostic) =>
    formatDiagnostic(masker.maskDiagnostic(diagnostic), {
      source: locator.source,
      mask: (text) => masker.maskSource(text),
    })
  );
  const error = new Error(texts.join("\n\n"));
  const place = diagnostics.map(({ location }) => placeOf(location))
    .find((it) => it !== undefined);
  // Deno prints the message, and the stack without its first line.
  error.stack = place === undefined
    ? error.name
    : `${error.name}\n    at ${place}`;
  return error;
}

function placeOf(location: Location | undefined): string | undefined {
  if (location?.file === undefined) return undefined;
  const { file, line, column = 1 } = location;
  return line === undefined ? file : `${file}:${line}:${column}`;
}
