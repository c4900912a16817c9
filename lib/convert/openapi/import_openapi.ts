import { parse } from "@std/yaml/parse";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { pushAll } from "../../source/push_all.ts";
import { tooManyValues } from "../too_many_values.ts";
import { elements, isMapping, type Json, members, textOf } from "../json.ts";
import { SecretValues } from "../secret_values.ts";
import type {
  Imported,
  ImportedFolder,
  ImportedItem,
  ImportedRequest,
  ImportNote,
  ImportOptions,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { type Reference, referencesOf } from "./references_of.ts";
import { operationRequest } from "./operation.ts";
import { securityOf } from "./security.ts";
import { serversOf } from "./servers.ts";
import { countOpenapi, openapiLosses } from "./count_openapi.ts";
import { docText, Spec } from "./spec.ts";

const METHODS = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
];

/**
 * Imports an OpenAPI document (3.0, 3.1) or one of Swagger 2.0
 * (https://spec.openapis.org/oas/latest.html): a folder a tag, a request an
 * operation, servers as environments.
 */
export async function importOpenapi(
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const file = source.main ?? source.name;
  const text = source.files.get(file) ?? "";
  const parsed = parseDocument(file, text);
  if ("diagnostic" in parsed) return { diagnostics: [parsed.diagnostic] };
  const { external, missing } = referencesOf(new Spec(parsed.value));
  if (external.length === 0 && missing.length > 0) {
    return { diagnostics: missing.map((one) => missingReference(file, one)) };
  }
  const { value, diagnostics } = external.length === 0
    ? { value: parsed.value, diagnostics: [] }
    : await bundle(parsed.value, source);
  if (value === undefined) return { diagnostics };
  return {
    value: convert(new Spec(value), { ...options, file, source }),
    diagnostics,
  };
}

/** The library is for documents of several files: it takes its time. */
async function bundle(document: Record<string, Json>, source: ImportSource) {
  const { bundleReferences } = await import("./bundle_references.ts");
  return await bundleReferences(document, source);
}

function missingReference(
  file: string,
  { reference, path }: Reference,
): Diagnostic {
  return {
    code: "INVALID_SYNTAX",
    severity: "error",
    message: `Cannot import "${file}": "${reference}" is not in the document`,
    location: { file, yamlPath: path },
  };
}

function parseDocument(
  file: string,
  text: string,
): { value: Record<string, Json> } | { diagnostic: Diagnostic } {
  let value: Json;
  try {
    value = parse(text.replace(/^\ufeff/, ""), { schema: "core" });
  } catch (error) {
    const { message, line, column } = error as SyntaxError & {
      line?: number;
      column?: number;
    };
    return {
      diagnostic: {
        code: "YAML_SYNTAX",
        severity: "error",
        message: `Cannot read "${file}": ${message.split("\n", 1)[0]}`,
        location: {
          file,
          ...(line !== undefined && { line }),
          ...(column !== undefined && { column }),
        },
      },
    };
  }
  const limit = tooManyValues(file, value);
  if (limit) return { diagnostic: limit };
  const version = textOf(members(value).openapi) ??
    textOf(members(value).swagger);
  if (
    !isMapping(value) || version === undefined ||
    !/^(?:2\.0|3\.[01](?:\.|$))/.test(version)
  ) {
    return {
      diagnostic: {
        code: "NOT_A_COLLECTION",
        severity: "error",
        message: `Cannot import "${file}": ${
          version === undefined
            ? "it names no version of OpenAPI"
            : `OpenAPI "${version}" is not supported, only 2.0, 3.0 and 3.1`
        }`,
        location: { file, line: 1, column: 1 },
      },
    };
  }
  return { value };
}

function convert(
  spec: Spec,
  { file, source, ...options }: ImportOptions & {
    file: string;
    source: ImportSource;
  },
): Imported {
  const notes: ImportNote[] = [];
  const secrets = new SecretValues();
  const info = members(spec.root.info);
  const { environments, isGuess } = serversOf(spec, source.name);
  if (isGuess) {
    notes.push({
      kind: "person",
      message:
        "The document names no host: set baseUrl in the environment to yours",
      source: { file, path: "servers" },
    });
  }
  const common = securityOf(spec, spec.root.security, secrets).auth;
  const commonAuth = common && JSON.stringify(common);
  const byTag = new Map<string, ImportedItem[]>(
    elements(spec.root.tags).map((tag) =>
      [textOf(members(tag).name) ?? "", []] as const
    ),
  );
  const untagged: ImportedItem[] = [];
  let tests = 0;
  for (const [path, item] of Object.entries(members(spec.root.paths))) {
    const opened = spec.open(item);
    for (const method of METHODS) {
      if (!isMapping(opened[method])) continue;
      const operation = opened[method];
      const { request, notes: said } = operationRequest(
        { path, method, item: opened, operation },
        { ...options, spec, secrets, commonAuth },
      );
      const imported: ImportedRequest = { kind: "request", request };
      tests += request.runtime?.scripts?.length ?? 0;
      for (const note of said) {
        const at = `paths.${path}.${method}`;
        notes.push({ ...note, source: { file, path: at }, item: imported });
      }
      const tag = textOf(elements(operation.tags)[0]);
      const list = tag === undefined ? untagged : byTag.get(tag) ?? [];
      if (tag !== undefined) byTag.set(tag, list);
      list.push(imported);
    }
  }
  pushAll(notes, openapiLosses(spec, file));
  const counts = countOpenapi(spec);
  const docs = docText(info.description);
  const title = textOf(info.title)?.trim();
  return {
    name: title || "API",
    ...(textOf(info.version) && { version: textOf(info.version) }),
    ...(docs !== undefined && { docs }),
    defaults: {
      ...(common && { auth: common }),
      ...(secrets.variables.length > 0 &&
        { variables: [...secrets.variables] }),
    },
    items: [...folders(spec, byTag), ...untagged],
    environments,
    secrets: secrets.secrets,
    notes,
    counts,
    added: {
      // A document without servers gets an environment for the address.
      environments: environments.length - counts.environments,
      variables: secrets.variables.length + environments.length -
        counts.environments,
      scripts: tests,
    },
  };
}

function folders(
  spec: Spec,
  byTag: ReadonlyMap<string, ImportedItem[]>,
): ImportedFolder[] {
  const tags = new Map(
    elements(spec.root.tags).map((tag) =>
      [textOf(members(tag).name) ?? "", members(tag)] as const
    ),
  );
  return [...byTag].filter(([, items]) => items.length > 0).map(
    ([name, items]): ImportedFolder => {
      const docs = docText(tags.get(name)?.description);
      return {
        kind: "folder",
        name: name || "untagged",
        items,
        ...(docs !== undefined && { docs }),
      };
    },
  );
}
