import { sumCounts } from "../counts.ts";
import { countInsomnia, insomniaLosses } from "./count_insomnia.ts";
import { parseTemplate } from "../../../core/template/parse_template.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { pushAll } from "../../../core/source/push_all.ts";
import { cannotImport } from "../json.ts";
import { emptyPathParams } from "../named_files.ts";
import { fileNotes, namedIn } from "../named_files.ts";
import { parse } from "@std/yaml/parse";
import { tooManyValues } from "../json.ts";
import { jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileVariable } from "../open_collection.ts";
import { SecretValues, withSecrets } from "../secret_values.ts";
import { isSecretVariable } from "../../../core/secrets/secret_field.ts";
import type {
  Imported,
  ImportedEnvironment,
  ImportedFolder,
  ImportedItem,
  ImportedRequest,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import {
  insomniaAuthOf,
  insomniaRequest,
  insomniaRows,
  type InsomniaTemplate,
  scriptsOf,
} from "./insomnia_request.ts";
import { placeVariables, uniqueNames } from "./several_workspaces.ts";
import type {
  Export,
  Node,
  NodeEnvironment,
  Workspace,
} from "./several_workspaces.ts";
import { version4 } from "./version4.ts";
import { version5 } from "./version5.ts";

/** An export, and what it was read from. */
interface ReadExport {
  readonly file: string;
  readonly found: Export;
  readonly root: RawJson;
}

interface Reading {
  readonly file: string;
  readonly hasFile?: (path: string) => boolean;
  readonly secrets: SecretValues;
  readonly notes: ImportNote[];
}

/**
 * Imports exports of Insomnia: version 4 or 5, JSON or YAML, a file or a folder
 * of them. One workspace is the collection, of several each is a folder.
 */
export function importInsomnia(
  { name, files, main, hasFile }: ImportSource,
): ImportResult {
  const diagnostics: Diagnostic[] = [];
  const read: ReadExport[] = [];
  const paths = main === undefined
    ? [...files.keys()].filter((path) => /\.(?:json|ya?ml)$/i.test(path))
    : [main];
  for (const file of paths) {
    const { found, root, diagnostic } = readExport(
      file,
      files.get(file) ?? "",
    );
    if (found) read.push({ file, found, root });
    // A folder may hold other files.
    else if (diagnostic && main !== undefined) diagnostics.push(diagnostic);
  }
  if (diagnostics.length === 0 && read.length === 0) {
    diagnostics.push(cannotImport(name, "it contains no Insomnia export"));
  }
  return diagnostics.length > 0
    ? { diagnostics }
    : { value: convert(name, read, hasFile), diagnostics };
}

function readExport(
  file: string,
  source: string,
): { found?: Export; root?: RawJson; diagnostic?: Diagnostic } {
  let value: RawJson;
  try {
    value = parse(source.replace(/^\ufeff/, ""), { schema: "core" });
  } catch {
    return { diagnostic: cannotImport(file, "it is neither JSON nor YAML") };
  }
  const limit = tooManyValues(file, value);
  if (limit) return { diagnostic: limit };
  const root = members(value);
  if (Array.isArray(root.resources)) {
    return { found: version4(root.resources), root };
  }
  if (Array.isArray(root.collection)) return { found: version5(root), root };
  return {
    diagnostic: cannotImport(
      file,
      "it is not an export of version 4 or 5 with requests in it",
    ),
  };
}

function convert(
  name: string,
  read: readonly ReadExport[],
  hasFile: ImportSource["hasFile"],
): Imported {
  const workspaces = read.flatMap(({ file, found }) =>
    found.workspaces.map((workspace) => ({ file, workspace }))
  );
  const secrets = new SecretValues(
    workspaces.flatMap(({ workspace: { base, environments } }) =>
      [base, ...environments.map(({ data }) => data)].flatMap((data) =>
        Object.keys(data)
      )
    ),
  );
  const notes: ImportNote[] = [];
  for (const { file, found, root } of read) {
    pushAll(notes, insomniaLosses(root, file));
    for (const { message, path, lost } of found.leftOut) {
      const source = { file, ...(path !== undefined && { path }) };
      notes.push({ kind: "person", message, source, lost });
    }
  }
  const counts = sumCounts(read.map(({ root }) => countInsomnia(root)));
  const shared = { secrets, notes, ...(hasFile && { hasFile }) };
  if (workspaces.length === 1) {
    const [{ file, workspace }] = workspaces;
    const reading: Reading = { file, ...shared };
    const items = workspace.nodes.map((node) => itemOf(node, reading, false));
    const variables = variablesOf(workspace.base, { reading, scope: "" });
    const environments = environmentsOf(workspace, reading, ({ name }) => name);
    return withSecrets(secrets, {
      name: workspace.name,
      ...docsOf(workspace.description),
      defaults: { variables },
      items,
      environments,
      notes,
      counts,
    });
  }
  const placed = placeVariables(workspaces.map(({ workspace }) => workspace));
  const names = uniqueNames(workspaces.map(({ workspace }) => workspace));
  const common: FileVariable[] = [];
  const environments: ImportedEnvironment[] = [];
  const items = workspaces.map(({ file, workspace }, index): ImportedItem => {
    const reading: Reading = { file, ...shared };
    const { inFolder, inCollection, hidden, repeated } = placed[index];
    const scope = workspace.name;
    const variables = variablesOf(inFolder, { reading, scope });
    pushAll(common, variablesOf(inCollection, { reading, scope }));
    const nodes = workspace.nodes.map((node) => itemOf(node, reading, false));
    pushAll(environments, environmentsOf(workspace, reading, names));
    const folder: ImportedFolder = {
      kind: "folder",
      name: workspace.name,
      ...docsOf(workspace.description),
      ...(variables.length > 0 && { defaults: { variables } }),
      items: nodes,
    };
    addNotes(
      reading,
      hidden.map((name) =>
        `The environments of "${workspace.name}" cannot change "${name}", which is the folder's: workspaces have several values of it (rename it)`
      ),
      { path: workspace.name, item: folder },
    );
    for (const name of repeated) {
      notes.push({
        kind: "changed",
        message: `Wrote the variable "${name}" once: workspaces have the same`,
        source: { file },
        lost: { variables: 1 },
      });
    }
    return folder;
  });
  return withSecrets(secrets, {
    name: name.replace(/[/\\]+$/, "").replace(/^.*[/\\]|\.\w+$/g, "") ||
      "Insomnia",
    defaults: { variables: common },
    items,
    environments,
    notes,
    counts,
  });
}

function docsOf(description: string | undefined): { docs?: string } {
  return description?.trim() ? { docs: description } : {};
}

function environmentsOf(
  { environments }: Workspace,
  reading: Reading,
  nameOf: (one: NodeEnvironment) => string,
): ImportedEnvironment[] {
  return environments.map((one) => {
    const name = nameOf(one);
    return { name, variables: variablesOf(one.data, { reading, scope: name }) };
  });
}

function itemOf(node: Node, reading: Reading, hasAuth: boolean): ImportedItem {
  const { data, children, path } = node;
  const said: string[] = [];
  const template: InsomniaTemplate = (text) =>
    toTemplate(
      text,
      (tag) =>
        said.push(`Brace has no equivalent of the tag "${shortened(tag)}"`),
    );
  if (children === undefined) {
    const { request, notes } = insomniaRequest(data, {
      template,
      hasAuth,
      ...(node.protocol && { protocol: node.protocol }),
    });
    const { url, params } = request.http ?? request.graphql ??
      request.websocket ?? { url: "", params: [] };
    const empty = emptyPathParams(url, params);
    const files = fileNotes(namedIn(request.http?.body), reading.hasFile);
    const item: ImportedRequest = {
      kind: "request",
      request,
    };
    addNotes(reading, [...notes, ...said, ...empty, ...files], { path, item });
    return item;
  }
  const auth = insomniaAuthOf(members(data.authentication), {
    template,
    hasAuth: false,
    notes: said,
  });
  const headers = insomniaRows(data.headers, template);
  const variables = variablesOf(members(data.environment), {
    reading,
    scope: "",
  });
  const scripts = scriptsOf(data, said);
  const docs = jsonTextOf(data.description);
  const folder: ImportedFolder = {
    kind: "folder",
    name: jsonTextOf(data.name) || "folder",
    ...(docs?.trim() && { docs }),
    defaults: {
      ...(headers.length > 0 && { headers }),
      ...(auth && { auth }),
      ...(variables.length > 0 && { variables }),
      ...(scripts.length > 0 && { scripts }),
    },
    items: children.map((child) =>
      itemOf(child, reading, hasAuth || auth !== undefined)
    ),
  };
  addNotes(reading, said, { path, item: folder });
  return folder;
}

/** A mapping of an environment as variables; what has the name of a secret is one. */
function variablesOf(
  data: Record<string, RawJson>,
  { reading, scope }: { reading: Reading; scope: string },
): FileVariable[] {
  return Object.entries(data).map(([name, value]) => {
    if (typeof value === "string") {
      const text = toTemplate(value, (tag) =>
        reading.notes.push({
          kind: "person",
          message: `Brace has no equivalent of the tag "${shortened(tag)}"`,
          source: { file: reading.file, path: name },
        }));
      return isSecretVariable(name) && text !== ""
        ? { name, ...reading.secrets.variable(name, text, scope) }
        : { name, value: text };
    }
    return { name, value };
  });
}

/** Adds what a person is to look at in a request or folder, which stands at a path of the source. */
function addNotes(
  { file, notes }: { readonly file: string; readonly notes: ImportNote[] },
  messages: readonly string[],
  { path, item }: { readonly path: string; readonly item: ImportedItem },
): void {
  for (const message of messages) {
    notes.push({ kind: "person", message, source: { file, path }, item });
  }
}

/**
 * A text of Insomnia as a template of Brace's: `{{ _.name }}` loses its prefix,
 * tags that have a generator become it. Tags that nothing stands for stay, and
 * are given to `onTag`.
 */
function toTemplate(text: string, onTag: (tag: string) => void): string {
  return text
    .replace(/\{\{\s*(.*?)\s*\}\}/gs, (all, inside: string) => {
      const own = /^_\[\s*(?:'(.*?)'|"(.*?)")\s*\](.*)$/s.exec(inside);
      const path = own
        ? `${own[1] ?? own[2]}${own[3]}`
        : inside.replace(/^_\./, "");
      const written = `{{${path}}}`;
      const [part] = parseTemplate(written).parts;
      // A name in brackets may be any text: a variable has it.
      const isWhole = own?.[3] === "";
      if (!isWhole && part?.kind === "placeholder" && part.problem) onTag(all);
      return written;
    })
    .replace(/\{%\s*([\w.]+)(.*?)%\}/gs, (tag, name: string, rest: string) => {
      const made = generator(name, rest);
      if (made === undefined) onTag(tag);
      return made ?? tag;
    });
}

function shortened(tag: string): string {
  return tag.length > 60 ? `${tag.slice(0, 59)}…` : tag;
}

/** What the tag `now` writes, by its first argument. */
const NOW: Readonly<Record<string, string>> = {
  "iso-8601": "{{$isoTimestamp}}",
  unix: "{{$timestamp}}",
};

function generator(name: string, rest: string): string | undefined {
  const [first] = /['"](.*?)['"]/.exec(rest)?.slice(1) ?? [];
  switch (name) {
    case "uuid":
      return "{{$uuid}}";
    case "timestamp":
      return "{{$timestamp}}";
    case "now":
      return NOW[first ?? "iso-8601"];
    case "prompt":
      return first ? `{{?${first}}}` : undefined;
    default:
      return undefined;
  }
}
