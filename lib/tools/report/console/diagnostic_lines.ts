import type { Diagnostic, Location } from "../../../core/source/diagnostic.ts";
import {
  type DiagnosticStyle,
  formatDiagnostic,
  type FormatOptions,
  sourceLines,
} from "../../../core/source/format_diagnostic.ts";
import type { Context } from "./context.ts";
import { inFlags } from "../text/flag_words.ts";

/** Where in a file something is. */
export type PlaceOfFile = Pick<
  Location,
  "file" | "line" | "column" | "yamlPath"
>;

/** Where something is: `users/create.yml:12:5`, or by path in the file; undefined for nowhere. */
export function placeText(
  location: PlaceOfFile | undefined,
): string | undefined {
  if (location?.file === undefined) return undefined;
  const { file, line, column = 1, yamlPath } = location;
  if (line !== undefined) return `${file}:${line}:${column}`;
  return yamlPath === undefined ? file : `${file}, ${yamlPath}`;
}

/** A diagnostic in full, with its source line where the context knows the source. */
export function diagnosticLines(
  diagnostic: Diagnostic,
  context: Context,
): string[] {
  const options = optionsOf(context);
  return formatDiagnostic(
    context.masker.maskDiagnostic(inFlags(diagnostic)),
    options,
  ).split("\n");
}

/** The source line of a place, with a caret, where the context knows the source. */
export function excerptLines(location: Location, context: Context): string[] {
  const { masker, style } = context;
  return sourceLines(
    masker.maskLocation(location),
    (text) => style.red(text),
    optionsOf(context),
  );
}

function optionsOf(
  { style, source, masker, width, prose }: Context,
): FormatOptions & { readonly style: DiagnosticStyle } {
  return {
    width: Math.max(40, width - 12),
    // Some of them are indented.
    wrap: prose - 2,
    mask: masker.maskSource,
    style: {
      error: (text) => style.bold(style.red(text)),
      warning: (text) => style.bold(style.yellow(text)),
      faint: style.dim,
    },
    ...source === undefined ? {} : { source },
  };
}
