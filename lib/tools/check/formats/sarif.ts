import type { Diagnostic, Location } from "../../../core/source/diagnostic.ts";
import { VERSION } from "../../../core/source/version.ts";
import { codePage } from "../code_pages.ts";

const LEVELS = { error: "error", warning: "warning", hint: "note" } as const;

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
          level: LEVELS[severity],
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
