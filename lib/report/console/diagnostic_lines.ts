import type { Diagnostic, Location } from "../../source/diagnostic.ts";
import { formatDiagnostic } from "../../source/format_diagnostic.ts";
import { maskDiagnostic } from "../mask/mask_diagnostic.ts";
import type { Context } from "./context.ts";

/** Where something is: `users/create.yml:12:5`, or by path in the file; undefined for nowhere. */
export function formatPlace(
  location: Location | undefined,
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
  const { style, source, line, masker, width } = context;
  return formatDiagnostic(maskDiagnostic(diagnostic, line), {
    width: Math.max(40, width - 10),
    mask: (text) => masker.maskText(text),
    style: {
      error: (text) => style.bold(style.red(text)),
      warning: (text) => style.bold(style.yellow(text)),
      faint: style.dim,
    },
    ...source === undefined ? {} : { source },
  }).split("\n");
}
