import { GLOBALS_NAME } from "../../../core/collection/format.ts";
import { cannotImport } from "../json.ts";
import { jsonTextOf, members, type RawJson } from "../json.ts";
import { SecretValues } from "../secrets/secret_values.ts";
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
import {
  type PostmanFile,
  type PostmanFiles,
  postmanFiles,
} from "./postman_files.ts";
import { description } from "./postman_rows.ts";
import { levelLosses } from "./count_postman.ts";
import {
  postmanItems,
  postmanLevel,
  type PostmanReading,
  withLevel,
} from "./postman_item.ts";
import { postmanVariables } from "./postman_rows.ts";
import { RequestIds } from "./request_ids.ts";

/**
 * Imports Postman: a collection (2.0 or 2.1), an environment or globals, a
 * folder with several of them, or one with trees that Postman 12 writes
 * (https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html).
 */
export function importPostman(source: ImportSource): ImportResult {
  const { name, files, main, hasFile } = source;
  if (main === undefined && isTree(files)) return importV3(source);
  const read = postmanFiles(source);
  const { collections, environments, diagnostics } = read;
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
    value: convert(read, { hasFile }),
    diagnostics,
  };
}

function convert(
  { collections, environments: environmentFiles, vault }: PostmanFiles,
  { hasFile }: Pick<ImportSource, "hasFile">,
): Imported {
  const notes: ImportNote[] = [...joinedNote(collections)];
  const secrets = new SecretValues();
  const ids = new RequestIds(collections.map(({ data }) => data));
  const reading = { secrets, notes, ids, ...(hasFile && { hasFile }) };
  const all = collections.map((file) => collectionOf(file, reading));
  const environments = environmentFiles.map((file) =>
    environmentOf(file, secrets, notes)
  );
  return composed({
    collections: all,
    environments,
    secrets,
    notes,
    counts: countPostman(
      [...collections, ...environmentFiles].map(({ data }) => data),
    ),
    vault,
  });
}

/** Collections of a folder that a message names. */
const MAX_NAMED = 10;

/** Says that several collections become one, which people may not expect. */
function joinedNote(collections: readonly PostmanFile[]): ImportNote[] {
  const { length } = collections;
  if (length < 2) return [];
  const names = collections.slice(0, MAX_NAMED).map(({ file, data }) =>
    `"${nameOf(data)}" (${file})`
  );
  return [{
    kind: "changed",
    message: `${length} collections become one, each a folder of it: ${
      names.join(", ")
    }${length > MAX_NAMED ? ", …" : ""}`,
  }];
}

function nameOf(data: Record<string, RawJson>): string {
  return jsonTextOf(members(data.info).name) || "Postman collection";
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
    name: nameOf(data),
    ...(text !== undefined && { docs: text }),
    ...(level.defaults && { defaults: level.defaults }),
    items: postmanItems(data.item, {
      path: "item",
      reading,
      above: withLevel(level.defaults),
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
  const name = jsonTextOf(data.name) ||
    (isGlobal ? GLOBALS_NAME : "environment");
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
