import type { Diagnostic, Location } from "../../core/source/diagnostic.ts";
import { VERSION } from "../../core/source/version.ts";
import { codePage } from "./code_pages.ts";
import type { CheckResult } from "./collection_index.ts";
import { githubCommand } from "../report/github/github_command.ts";

const SARIF_LEVELS = {
  error: "error",
  warning: "warning",
  hint: "note",
} as const;

/** Findings in the Static Analysis Results Interchange Format, 2.1.0. */
export function toSarif(
  diagnostics: readonly Diagnostic[],
  pathOf: (file: string) => string | undefined = (file) => file,
): object {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      tool: {
        driver: {
          name: "Brace",
          version: VERSION,
          rules: codes.map((code) => ({
            id: code,
            shortDescription: { text: codePage(code).what },
            help: { text: codePage(code).more },
          })),
        },
      },
      columnKind: "utf16CodeUnits",
      results: diagnostics.map((diagnostic) => {
        const { code, severity, message, notes = [], related = [] } =
          diagnostic;
        const place = physical(diagnostic.location, pathOf);
        return {
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level: SARIF_LEVELS[severity],
          message: { text: [message, ...notes].join("\n") },
          ...(place && { locations: [{ physicalLocation: place }] }),
          ...(related.length > 0 && {
            relatedLocations: related.map(({ message, location }, id) => ({
              id,
              message: { text: message },
              ...physicalOf(location, pathOf),
            })),
          }),
        };
      }),
    }],
  };
}

function physicalOf(
  location: Location,
  pathOf: (file: string) => string | undefined,
): object {
  const physicalLocation = physical(location, pathOf);
  return physicalLocation ? { physicalLocation } : {};
}

function physical(
  location: Location | undefined,
  pathOf: (file: string) => string | undefined,
): object | undefined {
  if (location?.file === undefined) return undefined;
  const { file, line, column = 1, length } = location;
  const path = pathOf(file) ?? file;
  return {
    artifactLocation: {
      uri: path.split("/").map(encodeURIComponent).join("/"),
    },
    ...(line !== undefined && {
      region: {
        startLine: line,
        startColumn: column,
        ...(length !== undefined && { endColumn: column + length }),
      },
    }),
  };
}

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
