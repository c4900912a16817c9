import type { Diagnostic } from "../source/diagnostic.ts";
import { isMapping } from "../source/plain_value.ts";
import { readDotenv } from "./read/read_dotenv.ts";
import { readEnvironment } from "./read/read_environment.ts";
import { readValue } from "./read/read_value.ts";
import type { Environment, Variable } from "./types.ts";
import { YamlNode } from "./yaml/node.ts";
import { parseYaml, type YamlDocument } from "./yaml/parse_yaml.ts";

/** A file of variables that stands alone, and what is wrong with it. */
export interface EnvFileReading {
  /** Absent where the file is malformed. */
  readonly value?: Environment;
  /** What scripts and reports call the environment; absent for a `.env`. */
  readonly name?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Variables of the global scope, and what is wrong with their file. */
export interface GlobalsReading {
  readonly variables: readonly Variable[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A first line that only a `.env` file has; with a colon and a blank before the `=` it is YAML. */
const DOTENV_LINE = /^[ \t]*(?:export[ \t]+)?[A-Za-z_][\w.-]*[ \t]*=/;

/** Parses the text of a file that is no `.env`. */
export type EnvFileParser = (
  file: string,
  text: string,
) => { document?: YamlDocument; diagnostics: Diagnostic[] };

/**
 * Reads a file of variables: an environment as those of `environments/` or as
 * Postman exports it, a mapping of names to values (both YAML or JSON), or a
 * `.env`, which its name or its first line tells.
 *
 * @param parse Default: YAML.
 */
export function readEnvFile(
  file: string,
  text: string,
  parse: EnvFileParser = parseYaml,
): EnvFileReading {
  const read = readVariables(file, text, parse, {
    keys: ["dotEnvFilePath"],
    why: "only an environment of the collection has one",
  });
  return read.value === undefined || isDotenv(file, text)
    ? read
    : { ...read, name: nameOf(read.value) };
}

/** The name that a file gives its environment, or that of the file, as in Bruno. */
function nameOf({ name, file }: Environment): string {
  return name === file
    ? baseName(file).replace(/\.(?:ya?ml|json|bru)$/i, "")
    : name;
}

function baseName(file: string): string {
  return file.slice(
    Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1,
  );
}

/** Reads the global scope's variables: a file of the same kinds, that stands alone. */
export function readGlobals(
  file: string,
  text: string,
  parse: EnvFileParser = parseYaml,
): GlobalsReading {
  const { value, diagnostics } = readVariables(file, text, parse, {
    keys: ["extends", "dotEnvFilePath", "clientCertificates"],
    why: "global variables come from this file alone",
  });
  return { variables: value?.variables ?? [], diagnostics };
}

/** @param ignored Keys of an environment that mean nothing here. */
function readVariables(
  file: string,
  text: string,
  parse: EnvFileParser,
  ignored: { readonly keys: readonly string[]; readonly why: string },
): EnvFileReading {
  if (isDotenv(file, text)) return fromDotenv(file, text);
  const { document, diagnostics } = parse(file, text);
  if (document === undefined) return { diagnostics };
  const node = YamlNode.root(document, diagnostics, new Set());
  if (Array.isArray(node.get("variables").value)) {
    const value = readEnvironment(node, {
      name: file,
      dotenv: () => new Map(),
    });
    for (const key of ignored.keys) {
      if (!node.get(key).present) continue;
      node.get(key).report({
        code: "UNSUPPORTED",
        severity: "warning",
        message: `Ignored "${key}": ${ignored.why}`,
      });
    }
    return { ...(value && { value }), diagnostics };
  }
  if (isOfPostman(node)) return { value: fromPostman(node), diagnostics };
  node.mapping();
  const variables = node.keys().map((name) => ({
    name,
    value: readValue(node.get(name)),
    secret: false,
    disabled: false,
    at: node.get(name).at,
  }));
  return { value: { name: file, file, variables }, diagnostics };
}

/** Whether it is an environment as Postman exports it: read as names and values, it would give other variables. */
function isOfPostman(node: YamlNode): boolean {
  const values: unknown = node.get("values").value;
  return Array.isArray(values) &&
    (node.has("_postman_variable_scope") || values.length > 0) &&
    values.every((row) => isMapping(row) && Object.hasOwn(row, "key"));
}

function fromPostman(node: YamlNode): Environment {
  const { file } = node.at;
  const variables = node.get("values").list().flatMap((row): Variable[] => {
    const name = row.get("key").scalar() ?? "";
    if (name === "") return [];
    const secret = row.get("type").value === "secret";
    const value = row.get("value");
    // Postman leaves the values of secrets out.
    const unset = secret && (!value.present || value.value === "");
    return [{
      name,
      value: unset ? "" : readValue(value),
      secret,
      ...(unset && { unset }),
      disabled: row.get("enabled").value === false ||
        row.get("disabled").value === true,
      at: value.at,
    }];
  });
  return { name: node.get("name").scalar() ?? file, file, variables };
}

/** Whether a file is a `.env`, by its name, or else by its first line. */
function isDotenv(file: string, text: string): boolean {
  const name = baseName(file);
  if (/\.(?:ya?ml|json|bru)$/i.test(name)) return false;
  if (/^\.env(?:\.|$)|\.env$/i.test(name)) return true;
  const first = text.replace(/^\uFEFF/, "").match(/^(?![ \t]*(?:#|\r?$)).*/m);
  return first !== null && DOTENV_LINE.test(first[0]);
}

function fromDotenv(file: string, text: string): EnvFileReading {
  const { value, places, diagnostics } = readDotenv(file, text);
  const variables = [...value].map(([name, value]) => ({
    name,
    value,
    secret: false,
    disabled: false,
    at: { file, path: [name], place: places.get(name)! },
  }));
  return { value: { name: file, file, variables }, diagnostics };
}
