import type { Diagnostic, Location } from "../../../core/source/diagnostic.ts";
import type { CheckResult } from "../collection_index.ts";

/** Findings for programs: places are lines and columns. */
export function toJson(
  diagnostics: readonly Diagnostic[],
  { requests, environments, hosts }: Omit<CheckResult, "diagnostics">,
): object {
  const count = (severity: Diagnostic["severity"]) =>
    diagnostics.filter((it) => it.severity === severity).length;
  return {
    version: "1",
    summary: {
      errors: count("error"),
      warnings: count("warning"),
      hints: count("hint"),
      requests,
    },
    environments,
    hosts,
    diagnostics: diagnostics.map(({ location, related, fix, ...rest }) => ({
      ...rest,
      ...(location && { location: placeOf(location) }),
      ...(related && {
        related: related.map(({ message, location }) => ({
          message,
          location: placeOf(location),
        })),
      }),
      ...(fix && { fix: fix.title }),
    })),
  };
}

function placeOf(
  { file, line, column, length, yamlPath, place }: Location,
): object {
  return { file, line, column, length, yamlPath, place };
}
