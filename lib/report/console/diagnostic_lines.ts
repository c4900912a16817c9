import type { Diagnostic, Location } from "../../source/diagnostic.ts";
import type { Context } from "./context.ts";

/** Where something is: `users/create.yml:12:5`, or by path in the file; undefined for nowhere. */
export function formatPlace(
  location: Location | undefined,
): string | undefined {
  if (location?.file === undefined) return undefined;
  const { file, line, column, yamlPath } = location;
  if (line !== undefined) {
    return column === undefined
      ? `${file}:${line}`
      : `${file}:${line}:${column}`;
  }
  return yamlPath === undefined ? file : `${file}, ${yamlPath}`;
}

/** A diagnostic in full, its first line after `error:` or `warning:`. */
export function diagnosticLines(
  diagnostic: Diagnostic,
  context: Context,
): string[] {
  const { style, formatDiagnostic, lines } = context;
  const colour = diagnostic.severity === "error" ? style.red : style.yellow;
  const stress = (line: string) =>
    line.replace(
      /^(?:error|warning)(?:\[\w+\])?:/,
      (label) => style.bold(colour(label)),
    );
  if (formatDiagnostic !== undefined) {
    const [first, ...rest] = lines(formatDiagnostic(diagnostic).trimEnd());
    return [stress(first), ...rest];
  }
  const [first, ...rest] = lines(diagnostic.message);
  const place = formatPlace(diagnostic.location);
  return [
    stress(`${diagnostic.severity}: ${first}`),
    ...rest,
    ...place === undefined ? [] : [style.dim(`  at ${context.line(place)}`)],
    ...(diagnostic.notes ?? []).flatMap(lines).map((note) => `  ${note}`),
  ];
}
