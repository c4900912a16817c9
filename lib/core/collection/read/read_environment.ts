import type { Environment } from "../types.ts";
import { keysOf } from "../shape/keys_of.ts";
import { ENVIRONMENT } from "../shape/level.ts";
import type { YamlNode } from "../yaml/node.ts";
import { readVariables } from "./read_variables.ts";

const ENVIRONMENT_KEYS = keysOf(ENVIRONMENT);

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
  if (!node.mapping(ENVIRONMENT_KEYS)) return undefined;
  if (node.get("externalSecrets").get("variables").present) {
    node.get("externalSecrets").report({
      code: "UNSUPPORTED",
      severity: "warning",
      message: `Ignored "${
        node.get("externalSecrets").name
      }": Brace does not read secret vaults (give the values when it is selected)`,
    });
  }
  const base = node.get("extends").scalar();
  const dotenv = readDotenvFile(node.get("dotEnvFilePath"), context);
  const certificates = node.get("clientCertificates");
  return {
    name: node.get("name").scalar() || context.name,
    file: node.at.file,
    ...(base && { extends: base, extendsAt: node.get("extends").at }),
    variables: readVariables(node.get("variables")),
    ...(dotenv && { dotenv }),
    ...(certificates.present && {
      clientCertificates: certificates.list().map((one) => one.value),
      certificatesAt: certificates.at,
    }),
  };
}

function readDotenvFile(
  node: YamlNode,
  context: EnvironmentContext,
): ReadonlyMap<string, string> | undefined {
  const path = node.scalar();
  if (!path) return undefined;
  const values = context.dotenv(path.replace(/^\.\//, ""));
  if (!values) {
    node.report({
      code: "MISSING_PATH",
      severity: "warning",
      message: `Cannot find "${path}": no such file in the collection's folder`,
    });
  }
  return values;
}
