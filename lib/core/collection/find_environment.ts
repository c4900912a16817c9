import type { Diagnostic } from "../source/diagnostic.ts";
import { readEnvironment } from "./read/read_environment.ts";
import type { Environment } from "./types.ts";
import { isV3Path, parseV3 } from "./v3/parse_v3.ts";
import { YamlNode } from "./yaml/node.ts";
import { parseYaml } from "./yaml/parse_yaml.ts";

/** An environment in the text of its file. */
export interface EnvironmentFinding {
  /** Absent where the file is malformed or has none of that name. */
  readonly value?: Environment;
  /** Keys that lead to it. */
  readonly path: readonly (string | number)[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds an environment by its name in its own file, or in that of a collection. */
export function findEnvironment(
  name: string,
  { file, text }: { readonly file: string; readonly text: string },
): EnvironmentFinding {
  const { document, diagnostics } = isV3Path(file)
    ? parseV3({ path: file, shown: file }, text)
    : parseYaml(file, text);
  if (document === undefined) return { path: [], diagnostics };
  const root = YamlNode.root(document, diagnostics, new Set());
  const inside = root.get("config").get("environments");
  const nodes = inside.present ? inside.list() : [root];
  for (const [index, node] of nodes.entries()) {
    const value = readEnvironment(node, {
      name: inside.present ? `environment ${index + 1}` : name,
      dotenv: () => new Map(),
    });
    if (value && (!inside.present || value.name === name)) {
      return { value, path: node.path, diagnostics };
    }
  }
  return { path: [], diagnostics };
}
