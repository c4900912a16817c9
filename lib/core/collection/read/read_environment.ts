import { once } from "../../source/once.ts";
import { ENVIRONMENT } from "../shape/level.ts";
import type { Same } from "../shape/types.ts";
import { STORE_TYPES } from "../../scope/layer.ts";
import type { Environment, Variable } from "../types.ts";
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
    externalSecrets,
    ...fields
  } = read;
  const stored = externalSecrets
    ? storedVariables(externalSecrets, node.get("externalSecrets"))
    : [];
  const dotenv = path && readDotenvFile(path, node, context);
  return {
    name,
    file: node.at.file,
    ...(base && { extends: base.text, extendsAt: base.at }),
    variables: [...readVariables(), ...stored] as readonly Variable[],
    ...(dotenv && { dotenv }),
    ...fields,
    ...(fields.clientCertificates &&
      { certificatesAt: node.get("clientCertificates").at }),
  };
}
true satisfies Same<
  ReturnType<typeof compose>,
  Omit<Environment, "diagnostics" | "sharedName">
>;

/** The field that says what to ask each kind of store for. */
const NEEDED = {
  "hashicorp-vault-server": "path",
  "aws-secrets-manager": "secretName",
  "azure-key-vault": "vaultName",
  "gcp-secrets-manager": "projectId",
} as const;

/** What can stand in a host or a path of a store. Classes of Unicode take long to make. */
const forms = once((): readonly (readonly [
  field: "path" | "secretName" | "vaultName" | "projectId",
  form: RegExp,
  about: string,
])[] => [
  ["vaultName", /^[A-Za-z0-9-]+$/, "letters, digits and hyphens"],
  ["projectId", /^[A-Za-z0-9-]+$/, "letters, digits and hyphens"],
  [
    "path",
    /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\s/?#\\\p{Cc}]+(?:\/[^\s/?#\\\p{Cc}]+)*$/u,
    "names with slashes between them, such as secret/data/app",
  ],
  ["secretName", /^[^\p{Cc}]+$/u, "a name on one line"],
]);

/** The variables whose values a store has. */
function storedVariables(
  { type, variables }: NonNullable<
    ReturnType<NonNullable<typeof ENVIRONMENT.keys.externalSecrets.read>>
  >,
  node: YamlNode,
): Variable[] {
  // Bruno writes an empty list where nothing is set.
  if (variables.length === 0) return [];
  const known = STORE_TYPES.find((one) => one === type);
  if (known === undefined) {
    if (type === "hashicorp-vault-cloud") {
      node.get("type").report({
        code: "UNSUPPORTED",
        severity: "warning",
        message:
          `Ignored "${node.name}": the service "${type}" has ended (move the secrets to another store)`,
      });
    } else if (type === undefined || type === "") {
      node.missing("type", `write one of ${STORE_TYPES.join(", ")}`);
    } else node.get("type").wrongWord(type, STORE_TYPES);
    return [];
  }
  const rows = node.get("variables").list();
  return variables.flatMap(({ name, at, disabled, ...fields }, index) => {
    if (disabled) return [];
    const row = rows[index];
    const needed = NEEDED[known];
    if (name === "") row.missing("name");
    if (!fields[needed]) row.missing(needed);
    for (const [field, form, about] of forms()) {
      const text = fields[field];
      if (!text || form.test(text)) continue;
      row.get(field).report({
        code: "INVALID_FIELD",
        message:
          `Cannot use "${field}": it holds something else than ${about} (write the name alone)`,
      });
    }
    if (name === "") return [];
    const store = { ...fields, name, type: known, at };
    const variable: Variable = {
      name,
      value: "",
      secret: true,
      unset: true,
      disabled: false,
      store,
      at,
    };
    return [variable];
  });
}

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
