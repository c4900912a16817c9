import type { Diagnostic } from "../source/diagnostic.ts";
import { readEnvironment } from "./read/read_environment.ts";
import type { Variable } from "./types.ts";
import { YamlNode } from "./yaml/node.ts";
import { parseYaml } from "./yaml/parse_yaml.ts";

/** Variables of the global scope, and what is wrong with their file. */
export interface GlobalsReading {
  readonly variables: readonly Variable[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the global scope's variables: a file such as those of `environments/`, that stands alone. */
export function readGlobals(file: string, text: string): GlobalsReading {
  const { document, diagnostics } = parseYaml(file, text);
  if (document === undefined) return { variables: [], diagnostics };
  const node = YamlNode.root(document, diagnostics, new Set());
  const environment = readEnvironment(node, {
    name: file,
    dotenv: () => new Map(),
  });
  for (const key of ["extends", "dotEnvFilePath", "clientCertificates"]) {
    if (!node.get(key).present) continue;
    node.get(key).report({
      code: "UNSUPPORTED",
      severity: "warning",
      message: `Ignored "${key}": global variables come from this file alone`,
    });
  }
  return { variables: environment?.variables ?? [], diagnostics };
}
