import { cannotImport } from "../json.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { fromVault, vaultNames } from "../../../core/collection/v3/vault.ts";
import { lineColumn } from "../../../core/source/line_starts.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import { parseJsonFile } from "../json.ts";
import { SecretValues } from "../secret_values.ts";
import type {
  Imported,
  ImportedEnvironment,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { composed, type PostmanCollection } from "./compose.ts";
import { importV3, isTree } from "./import_v3.ts";
import { countPostman } from "./count_postman.ts";
import { description } from "./postman_rows.ts";
import { levelLosses } from "./count_postman.ts";
import {
  postmanItems,
  postmanLevel,
  type PostmanReading,
} from "./postman_item.ts";
import { postmanVariables } from "./postman_rows.ts";

/** A file of Postman's, told apart. */
interface PostmanFile {
  readonly file: string;
  readonly data: Record<string, RawJson>;
}

/**
 * Imports Postman: a collection (2.0 or 2.1), an environment or globals, a
 * folder with several of them, or one with trees that Postman 12 writes
 * (https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html).
 */
export function importPostman(source: ImportSource): ImportResult {
  const { name, files, main, hasFile } = source;
  if (main === undefined && isTree(files)) return importV3(source);
  const diagnostics: Diagnostic[] = [];
  const collections: PostmanFile[] = [];
  const environments: PostmanFile[] = [];
  const vault = new Set<string>();
  for (const [file, text] of files) {
    if (main === undefined && !/\.json$/i.test(file)) continue;
    const { value, diagnostic } = parseJsonFile(file, text);
    if (diagnostic) {
      diagnostics.push(diagnostic);
      continue;
    }
    for (const name of vaultNames([[file, text]]).keys()) vault.add(name);
    if (vault.size > 0) takeOutVault(value);
    const data = isMapping(members(value).collection)
      ? members(members(value).collection)
      : members(value);
    const version = otherVersion(data);
    if (version !== undefined) {
      diagnostics.push(otherSchema(file, text, version));
    } else if (Array.isArray(data.item)) collections.push({ file, data });
    else if (Array.isArray(data.values)) environments.push({ file, data });
    else if (Array.isArray(data.requests)) {
      diagnostics.push(
        cannotImport(
          file,
          "it is a collection of version 1.0, export it as 2.1",
        ),
      );
    } else if (main !== undefined) {
      diagnostics.push(
        cannotImport(file, 'it has neither "item" nor "values"'),
      );
    }
  }
  if (diagnostics.length > 0) return { diagnostics };
  if (collections.length + environments.length === 0) {
    return {
      diagnostics: [
        cannotImport(
          name,
          "it contains neither a collection nor an environment",
        ),
      ],
    };
  }
  return {
    value: convert(collections, environments, { hasFile, vault }),
    diagnostics,
  };
}

/** Makes placeholders of the vault those of the variable of that name; scripts stay. Every value is visited once, whatever its depth. */
function takeOutVault(root: RawJson): void {
  const stack = [root];
  for (let value; (value = stack.pop()) !== undefined;) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, one] of Object.entries(value)) {
      if (key === "exec") continue;
      if (typeof one !== "string") stack.push(one);
      else Reflect.set(value, key, fromVault(one, ""));
    }
  }
}

/** The versions of the schema that are read. */
const VERSIONS = ["2.0", "2.1"];

/** The schema that a collection names, where it is one of another version. */
function otherVersion(
  data: Record<string, RawJson>,
): { schema: string; version: string } | undefined {
  const schema = jsonTextOf(members(data.info).schema) ?? "";
  const [, version] = /\/v(\d+(?:\.\d+)?)[^/]*\//.exec(schema) ?? [];
  return version === undefined || VERSIONS.includes(version)
    ? undefined
    : { schema, version };
}

function otherSchema(
  file: string,
  text: string,
  { schema, version }: { schema: string; version: string },
): Diagnostic {
  const diagnostic = cannotImport(
    file,
    `it is a collection of version ${version}, the versions ${
      VERSIONS.join(" and ")
    } are read (export it as 2.1)`,
  );
  const offset = text.indexOf(JSON.stringify(schema));
  return offset === -1 ? diagnostic : {
    ...diagnostic,
    location: { file, ...lineColumn(text, offset), length: schema.length + 2 },
  };
}

function convert(
  collections: readonly PostmanFile[],
  environmentFiles: readonly PostmanFile[],
  { hasFile, vault }: Pick<ImportSource, "hasFile"> & {
    readonly vault: Iterable<string>;
  },
): Imported {
  const notes: ImportNote[] = [];
  const secrets = new SecretValues(
    [...collections, ...environmentFiles].flatMap(({ data }) =>
      variableNames(data)
    ),
  );
  const reading = { secrets, notes, ...(hasFile && { hasFile }) };
  const read = collections.map((file) => collectionOf(file, reading));
  const environments = environmentFiles.map((file) =>
    environmentOf(file, secrets, notes)
  );
  return composed({
    collections: read,
    environments,
    secrets,
    notes,
    counts: countPostman(
      [...collections, ...environmentFiles].map(({ data }) => data),
    ),
    vault,
  });
}

function collectionOf(
  { file, data }: PostmanFile,
  shared: Omit<PostmanReading, "file">,
): PostmanCollection {
  const info = members(data.info);
  const reading = { file, ...shared };
  const level = postmanLevel(data, { path: "", reading });
  for (const note of level.notes) {
    shared.notes.push({ ...note, source: { file } });
  }
  const text = description(info.description);
  return {
    name: jsonTextOf(info.name) || "Postman collection",
    ...(text !== undefined && { docs: text }),
    ...(level.defaults && { defaults: level.defaults }),
    items: postmanItems(data.item, {
      path: "item",
      reading,
      hasAuth: level.defaults?.auth !== undefined,
      behavior: members(data.protocolProfileBehavior),
    }),
  };
}

function environmentOf(
  { file, data }: PostmanFile,
  secrets: SecretValues,
  notes: ImportNote[],
): ImportedEnvironment {
  const isGlobal = data._postman_variable_scope === "globals";
  const name = jsonTextOf(data.name) || (isGlobal ? "Globals" : "environment");
  for (const note of levelLosses(data)) {
    notes.push({ ...note, source: { file } });
  }
  return {
    name,
    ...(isGlobal && { isGlobal }),
    variables: postmanVariables(
      data.values,
      (variable, value) => secrets.variable(variable, value, name),
    ),
  };
}

function variableNames(data: Record<string, RawJson>): string[] {
  return [...elements(data.variable), ...elements(data.values)].map((row) =>
    jsonTextOf(members(row).key) ?? ""
  );
}
