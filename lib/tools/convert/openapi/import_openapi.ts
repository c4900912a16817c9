import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import { SecretValues } from "../secrets/secret_values.ts";
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
import { Documents } from "./documents.ts";
import {
  type BadReference,
  followReferences,
  pathText,
} from "./follow_references.ts";
import { withLongNumbers } from "./long_numbers.ts";
import {
  type Operation,
  operationName,
  operationRequest,
} from "./operation.ts";
import { pathTemplate, pathVariables } from "./parameters.ts";
import {
  deletingLast,
  endsSession,
  loggingOutLast,
  operationsOfPath,
} from "./paths.ts";
import { parseText } from "./documents.ts";
import { repeatedIds } from "./repeated_ids.ts";
import { unreadKeys } from "./unread_keys.ts";
import { securityOf } from "./security.ts";
import { RelativeUrls } from "./relative_urls.ts";
import { environmentsOf, serversOf } from "./servers.ts";
import {
  countOpenapi,
  countOperation,
  linksLeftOut,
  openapiLosses,
  operationPlace,
  testsLeftOut,
} from "./count_openapi.ts";
import { docText, literal, Spec } from "./spec.ts";

/** So many references that lead nowhere are told one by one. */
const MAX_DIAGNOSTICS = 20;

/**
 * Imports an OpenAPI document (3.0 to 3.2) or one of Swagger 2.0
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
  const documents = new Documents(parsed.value, source);
  const { bad, reasons } = await followReferences(
    documents,
    startsOf(parsed.value),
    {
      isSwagger: Object.hasOwn(parsed.value, "swagger"),
    },
  );
  const spec = new Spec(documents.whole(), {
    characters: text.length + documents.characters,
    location: source.location ?? source.name,
  });
  const { operations, lost } = operationsOf(spec, reasons);
  const diagnostics = documents.isStopped ||
      operations.length === 0 && lost.length > 0
    ? firstOf(file, [
      ...refusals(documents),
      ...badReferences(documents, file, bad),
    ])
    : [];
  if (diagnostics.length > 0) return { diagnostics };
  return {
    value: convert(spec, { ...options, file, operations, lost }),
    diagnostics: [],
  };
}

/** What requests are made of: the paths, and how they authenticate. */
function startsOf(root: Record<string, RawJson>) {
  const { components } = root;
  const schemes = members(components).securitySchemes ??
    root.securityDefinitions;
  return [
    { key: "paths", value: root.paths, isNamed: true },
    // All of them may be in a file of their own.
    ...(typeof members(components).$ref === "string"
      ? [{ key: "components", value: components, isNamed: false }]
      : [{ key: "securitySchemes", value: schemes, isNamed: true }]),
  ];
}

/** Cuts a long list of diagnostics and says how many are left out. */
function firstOf(
  file: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (diagnostics.length <= MAX_DIAGNOSTICS) return diagnostics;
  const more = diagnostics.length - MAX_DIAGNOSTICS;
  return [...diagnostics.slice(0, MAX_DIAGNOSTICS), {
    code: "INVALID_SYNTAX",
    severity: "error",
    message: `Cannot import "${file}": ${more} more ${
      more === 1 ? "reference leads" : "references lead"
    } nowhere`,
    location: { file },
  }];
}

/** Why files were not read, in the same order whichever came first; a limit is the reason for others. */
function refusals({ refused }: Documents): Diagnostic[] {
  const limit = refused.find(({ code }) => code === "LIMIT");
  return limit
    ? [limit]
    : refused.toSorted((a, b) => a.message < b.message ? -1 : 1);
}

/** References that lead nowhere; files that were not read are told of already. */
function badReferences(
  { first }: Documents,
  file: string,
  bad: readonly BadReference[],
): Diagnostic[] {
  return bad.filter(({ why }) => /^(?:is|leads to) /.test(why))
    .map(({ reference, why, document, path }): Diagnostic => ({
      code: "INVALID_SYNTAX",
      severity: "error",
      message: `Cannot import "${file}": "${reference}" ${why}`,
      location: {
        file: document === first ? file : document.name,
        yamlPath: pathText(path),
      },
    }));
}

function parseDocument(
  file: string,
  text: string,
): { value: Record<string, RawJson> } | { diagnostic: Diagnostic } {
  const parsed = parseText(file, text);
  if ("diagnostic" in parsed) return parsed;
  const { value } = parsed;
  const version = jsonTextOf(members(value).openapi) ??
    jsonTextOf(members(value).swagger);
  if (
    !isMapping(value) || version === undefined ||
    !/^(?:2\.0|3\.[0-2](?:\.|$))/.test(version)
  ) {
    return {
      diagnostic: {
        code: "NOT_A_COLLECTION",
        severity: "error",
        message: `Cannot import "${file}": ${
          version === undefined
            ? "it names no version of OpenAPI"
            : `OpenAPI "${version}" is not supported, only 2.0 and 3.0 to 3.2`
        }`,
        location: { file, line: 1, column: 1 },
      },
    };
  }
  return { value };
}

function convert(
  spec: Spec,
  { file, operations, lost, ...options }: ImportOptions & {
    file: string;
    operations: readonly Operation[];
    lost: readonly Lost[];
  },
): Imported {
  const notes: ImportNote[] = [];
  const secrets = new SecretValues();
  const info = members(spec.root.info);
  const servers = serversOf(spec);
  const urls = new RelativeUrls(
    servers.map(({ base }) => base),
    servers.flatMap(({ environment }) =>
      environment.variables.map(({ name }) => name)
    ),
    (path) => Object.hasOwn(spec.open(spec.root.paths), path),
  );
  const common = securityOf(spec, spec.root.security, {
    ...options,
    secrets,
    urls,
  }).auth;
  const commonAuth = common && JSON.stringify(common);
  const byTag = new Map<string, ImportedItem[]>(
    elements(spec.root.tags).map((tag) =>
      [jsonTextOf(members(tag).name) ?? "", []] as const
    ),
  );
  const untagged: ImportedItem[] = [];
  const loggingOut = new Set<ImportedItem>();
  const inPaths = new Map<string, Iterable<string>>();
  let tests = 0;
  for (const one of operations) {
    const { operation } = one;
    const { request, notes: said, inPath } = operationRequest(one, {
      ...options,
      spec,
      secrets,
      urls,
      commonAuth,
    });
    const imported: ImportedRequest = { kind: "request", request };
    inPaths.set(operationPlace(one), inPath);
    tests += request.runtime?.scripts?.length ?? 0;
    if (endsSession(one)) loggingOut.add(imported);
    for (const note of said) {
      const source = { file, path: operationPlace(one) };
      notes.push({ ...note, source, item: imported });
    }
    const tag = jsonTextOf(elements(operation.tags)[0]);
    const list = tag === undefined ? untagged : byTag.get(tag) ?? [];
    if (tag !== undefined) byTag.set(tag, list);
    list.push(imported);
  }
  for (const { path, bad, operation } of lost) {
    if (operation) {
      const { parameters } = operation.operation;
      const lists = [operation.item.parameters, parameters].map(elements);
      inPaths.set(
        operationPlace(operation),
        pathVariables(spec, lists, { path }),
      );
    }
    const named = operation ? `${operation.method} ${path}` : path;
    notes.push({
      kind: "person",
      message: `Left out "${named}": "${bad.reference}" ${bad.why}`,
      source: {
        file,
        path: `paths.${path}${operation ? `.${operation.at}` : ""}`,
      },
      lost: operation === undefined
        ? {}
        : countOperation(spec, operation, inPaths),
    });
  }
  const items = [...folders(spec, byTag), ...untagged];
  pushAll(notes, earlyLogouts(items, loggingOut));
  pushAll(notes, openapiLosses(spec, file));
  pushAll(notes, linksLeftOut(spec, file));
  pushAll(notes, repeatedIds(operations, file));
  if (options.withTests) pushAll(notes, testsLeftOut(spec, operations, file));
  const { environments, notes: aboutServers } = environmentsOf(
    servers,
    (base) => urls.variables(base),
  );
  const counts = countOpenapi(spec, inPaths);
  const docs = docText(info.description);
  const title = jsonTextOf(info.title)?.trim();
  return {
    name: title || "API",
    ...(jsonTextOf(info.version) && { version: jsonTextOf(info.version) }),
    ...(docs !== undefined && { docs }),
    defaults: {
      ...(common && { auth: common }),
      ...(secrets.variables.length > 0 &&
        { variables: [...secrets.variables] }),
    },
    items,
    environments: withLongNumbers(environments),
    secrets: secrets.secrets,
    isFollowed: true,
    unmade: lost.map(({ path, operation }) => ({
      ...(operation && { operation: operationName(operation) }),
      ...(path.startsWith("/") &&
        { path: pathTemplate(literal(path), new Map()) }),
    })),
    notes: [
      ...aboutServers.map((note) => ({
        kind: "person" as const,
        ...note,
        source: { file, path: "servers" },
      })),
      ...unreadKeys(spec).map(({ message, path }) => ({
        kind: "person" as const,
        message,
        isMistake: true,
        source: { file, path },
      })),
      ...notes,
    ],
    counts,
    added: {
      // A document without servers gets an environment for the address.
      environments: environments.length - counts.environments,
      variables: secrets.variables.length + environments.length -
        counts.environments + urls.size * environments.length,
      scripts: tests,
    },
  };
}

/** Names what ends a session before requests of other folders, which may need it. */
function earlyLogouts(
  items: readonly ImportedItem[],
  loggingOut: ReadonlySet<ImportedItem>,
): ImportNote[] {
  const inOrder = items.flatMap((one) =>
    one.kind === "folder" ? one.items : one
  );
  const last = inOrder.findLastIndex((one) =>
    one.kind === "request" && one.request.http?.auth !== "none" &&
    !loggingOut.has(one)
  );
  return inOrder.slice(0, Math.max(last, 0)).flatMap((item): ImportNote[] =>
    item.kind === "request" && loggingOut.has(item)
      ? [{
        kind: "person",
        message:
          `It ends the session that later requests may need: list it in "teardown" of the collection's file, so that it runs last`,
        item,
      }]
      : []
  );
}

function folders(
  spec: Spec,
  byTag: ReadonlyMap<string, ImportedItem[]>,
): ImportedFolder[] {
  const tags = new Map(
    elements(spec.root.tags).map((tag) =>
      [jsonTextOf(members(tag).name) ?? "", members(tag)] as const
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

/** An operation that a bad reference costs; without one a whole path, whose operations nobody knows. */
interface Lost {
  readonly path: string;
  readonly bad: BadReference;
  readonly operation?: Operation;
}

/** The operations of a document, and those that cannot be made into requests. */
function operationsOf(
  spec: Spec,
  bad: ReadonlyMap<RawJson, BadReference>,
): { operations: Operation[]; lost: Lost[] } {
  const operations: Operation[] = [];
  const lost: Lost[] = [];
  const all = spec.open(spec.root.paths);
  for (const [path, item] of Object.entries(all)) {
    const opened = spec.open(item);
    const own = operationsOfPath(opened);
    for (const found of own) {
      const one = { ...found, path, item: opened };
      const reason = bad.get(one.operation) ?? bad.get(opened.parameters);
      if (reason) lost.push({ path, bad: reason, operation: one });
      else operations.push(one);
    }
    const reason = own.length === 0 ? bad.get(item) : undefined;
    if (reason) lost.push({ path, bad: reason });
  }
  const reason = Object.keys(all).length === 0
    ? bad.get(spec.root.paths)
    : undefined;
  if (reason) lost.push({ path: "paths", bad: reason });
  return { operations: loggingOutLast(deletingLast(operations)), lost };
}
