import { githubCommand } from "../../report/github/github_command.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";

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
