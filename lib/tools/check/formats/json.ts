import type { Diagnostic, Location } from "../../../core/source/diagnostic.ts";
import type { CheckResult } from "../collection_index.ts";
import { githubCommand } from "../../report/github/github_command.ts";

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

const LEVELS = { error: "error", warning: "warning", hint: "notice" } as const;

/** Findings as annotations: GitHub Actions shows them at the lines of the files. */
export function toGithub(
  diagnostics: readonly Diagnostic[],
  inRepository: (file: string) => string | undefined,
): string {
  return diagnostics.map(
    ({ code, severity, message, notes = [], location }) => {
      const { file, line, column } = location ?? {};
      return githubCommand({
        level: LEVELS[severity],
        title: code,
        message: [message, ...notes].join("\n"),
        ...(file !== undefined && { file }),
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
      }, { inRepository });
    },
  ).join("");
}
