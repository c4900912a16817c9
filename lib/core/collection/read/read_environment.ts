import { ENVIRONMENT } from "../shape/level.ts";
import type { Same } from "../shape/types.ts";
import type { Environment } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";

/** What an environment's file does not say itself. */
export interface EnvironmentContext {
  /** The name where `name` is absent. */
  readonly name: string;
  /** Names and values of a `.env` file, by its path inside the collection. */
  dotenv(path: string): ReadonlyMap<string, string> | undefined;
}

/** Reads an environment: a file of `environments/`, or one of `config.environments`. */
export function readEnvironment(
  node: YamlNode,
  context: EnvironmentContext,
): Environment | undefined {
  if (!node.present) {
    return { name: context.name, file: node.at.file, variables: [] };
  }
  return compose(node, context);
}

function compose(node: YamlNode, context: EnvironmentContext) {
  const read = ENVIRONMENT.read(node);
  if (read === undefined) return undefined;
  const {
    name = context.name,
    extends: base,
    dotEnvFilePath: path,
    variables: readVariables,
    ...fields
  } = read;
  const secrets = node.get("externalSecrets");
  if (secrets.get("variables").present) {
    secrets.report({
      code: "UNSUPPORTED",
      severity: "warning",
      message:
        `Ignored "${secrets.name}": Brace does not read secret vaults (give the values when it is selected)`,
    });
  }
  const dotenv = path && readDotenvFile(path, node, context);
  return {
    name,
    file: node.at.file,
    ...(base && { extends: base.text, extendsAt: base.at }),
    variables: readVariables(),
    ...(dotenv && { dotenv }),
    ...fields,
    ...(fields.clientCertificates &&
      { certificatesAt: node.get("clientCertificates").at }),
  };
}
true satisfies Same<
  ReturnType<typeof compose>,
  Omit<Environment, "diagnostics">
>;

function readDotenvFile(
  path: string,
  node: YamlNode,
  context: EnvironmentContext,
): ReadonlyMap<string, string> | undefined {
  const values = context.dotenv(path.replace(/^\.\//, ""));
  if (!values) {
    node.get("dotEnvFilePath").report({
      code: "MISSING_PATH",
      severity: "warning",
      message: `Cannot find "${path}": no such file in the collection's folder`,
    });
  }
  return values;
}
