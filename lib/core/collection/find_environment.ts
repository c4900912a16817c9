import type { Diagnostic } from "../source/diagnostic.ts";
import { readEnvironment } from "./read/read_environment.ts";
import { toldApart } from "./environment_names.ts";
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

/** An entry that cannot be read. */
const NOTHING: Environment = { name: "", file: "", variables: [] };

/** Finds an environment again in its own file, or by its name in that of a collection. */
export function findEnvironment(
  { name, sharedName = name }: Pick<Environment, "name" | "sharedName">,
  { file, text }: { readonly file: string; readonly text: string },
): EnvironmentFinding {
  const { document, diagnostics } = isV3Path(file)
    ? parseV3({ path: file, shown: file }, text)
    : parseYaml(file, text);
  if (document === undefined) return { path: [], diagnostics };
  const root = YamlNode.root(document, diagnostics, new Set());
  const inside = root.get("config").get("environments");
  const nodes = inside.present ? inside.list() : [root];
  const values = nodes.map((node, index) => {
    const own = inside.present ? `environment ${index + 1}` : sharedName;
    return readEnvironment(node, { name: own, dotenv: () => new Map() });
  });
  const names = inside.present
    ? toldApart(values.map((value) => value ?? NOTHING), []).map((it) =>
      it.name
    )
    : [name];
  // It may share its name with one in another file, too.
  const at = [name, sharedName].map((one) => names.indexOf(one))
    .find((at) => at >= 0);
  const value = at === undefined ? undefined : values[at];
  if (value) return { value, path: nodes[at!].path, diagnostics };
  return { path: [], diagnostics };
}
