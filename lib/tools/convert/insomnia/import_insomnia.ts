import { pushAll } from "../../../core/source/push_all.ts";
import { sumCounts } from "../counts.ts";
import { cannotImport } from "../json.ts";
import type { FileVariable } from "../open_collection.ts";
import { SecretValues, withSecrets } from "../secrets/secret_values.ts";
import type {
  Imported,
  ImportedEnvironment,
  ImportedFolder,
  ImportedItem,
  ImportNote,
  ImportResult,
  ImportSource,
} from "../types.ts";
import { type BesideRequests, besideRequests } from "./beside_requests.ts";
import { countInsomnia } from "./count_insomnia.ts";
import {
  addNotes,
  type InsomniaReading,
  insomniaVariables,
  itemsIn,
} from "./insomnia_items.ts";
import { insomniaLosses } from "./insomnia_losses.ts";
import { InsomniaResponses } from "./insomnia_responses.ts";
import { type ReadExport, readExports } from "./read_exports.ts";
import { placeVariables, uniqueNames } from "./several_workspaces.ts";
import type { NodeEnvironment, Workspace } from "./several_workspaces.ts";
import { sourceName } from "../source_name.ts";
import { survey } from "./survey.ts";

/**
 * Imports exports of Insomnia: version 4 or 5, JSON or YAML, a file or a folder
 * of them. One workspace is the collection, of several each is a folder.
 */
export function importInsomnia(source: ImportSource): ImportResult {
  const { name, hasFile } = source;
  const { read, diagnostics } = readExports(source);
  const isEmpty = read.every(({ found: { workspaces, globals = [] } }) =>
    workspaces.length === 0 && globals.length === 0
  );
  if (diagnostics.length === 0 && isEmpty) {
    diagnostics.push(cannotImport(
      name,
      read.length === 0
        ? "it contains no Insomnia export"
        : "it contains no requests or environments that Brace can import",
    ));
  }
  return diagnostics.length > 0 ? { diagnostics } : {
    value: convert(sourceName(source) || "Insomnia", read, hasFile),
    diagnostics,
  };
}

function convert(
  name: string,
  read: readonly ReadExport[],
  hasFile: ImportSource["hasFile"],
): Imported {
  const workspaces = workspacesOf(name, read);
  const { known, order, names } = survey(
    workspaces.map(({ workspace }) => workspace),
  );
  const secrets = new SecretValues();
  const beside = besideRequests(read, hasFile);
  const notes: ImportNote[] = [...beside.notes];
  for (const { file, found, root } of read) {
    pushAll(notes, insomniaLosses(root, file));
    for (const { message, path, lost } of found.leftOut) {
      const source = { file, ...(path !== undefined && { path }) };
      notes.push({ kind: "person", message, source, lost });
    }
  }
  const counts = sumCounts(read.map(({ root }) => countInsomnia(root)));
  const responses = new InsomniaResponses(known, names);
  const shared: InsomniaReading["shared"] = {
    secrets,
    notes,
    beside,
    responses,
    order,
    items: new Map(),
    ...(hasFile && { hasFile }),
  };
  const made = workspaces.length === 1
    ? asCollection(workspaces[0].workspace, {
      file: workspaces[0].file,
      shared,
    })
    : asFolders(workspaces, shared);
  responses.setIn(shared.items);
  return withSecrets(secrets, {
    name,
    ...made,
    ...filesOf(beside),
    notes,
    counts,
  });
}

type Made =
  & Pick<Imported, "defaults" | "items" | "environments" | "docs">
  & Partial<Pick<Imported, "name">>;

function asCollection(workspace: Workspace, reading: InsomniaReading): Made {
  return {
    name: workspace.name,
    ...docsOf(workspace.description),
    defaults: {
      variables: insomniaVariables(workspace.base, {
        reading,
        scope: "",
        path: workspace.basePath,
      }),
    },
    items: itemsIn(workspace, reading),
    environments: environmentsOf(workspace, reading, ({ name }) => name),
  };
}

/** Of several workspaces each is a folder. */
function asFolders(
  workspaces: readonly { file: string; workspace: Workspace }[],
  shared: InsomniaReading["shared"],
): Made {
  const placed = placeVariables(workspaces.map(({ workspace }) => workspace));
  const names = uniqueNames(workspaces.map(({ workspace }) => workspace));
  const common: FileVariable[] = [];
  const environments: ImportedEnvironment[] = [];
  const items = workspaces.map(({ file, workspace }, index): ImportedItem => {
    const reading: InsomniaReading = { file, shared };
    const { inFolder, inCollection, hidden, repeated } = placed[index];
    const around = {
      reading,
      scope: workspace.name,
      path: workspace.basePath,
    };
    const variables = insomniaVariables(inFolder, around);
    pushAll(common, insomniaVariables(inCollection, around));
    const nodes = itemsIn(workspace, reading);
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
      shared.notes.push({
        kind: "changed",
        message: `Wrote the variable "${name}" once: workspaces have the same`,
        source: { file },
        lost: { variables: 1 },
      });
    }
    return folder;
  });
  return { defaults: { variables: common }, items, environments };
}

/** The workspaces of all files; environments for all collections are the first one's. */
function workspacesOf(
  name: string,
  read: readonly ReadExport[],
): { file: string; workspace: Workspace }[] {
  const found = read.flatMap(({ file, found }) =>
    found.workspaces.map((workspace) => ({ file, workspace }))
  );
  const globals = read.flatMap(({ file, found }) =>
    (found.globals ?? []).map((one) => ({ ...one, file }))
  );
  if (globals.length === 0) return found;
  const empty = {
    name,
    nodes: [],
    base: {},
    basePath: "",
    environments: [],
  };
  const [first = { file: read[0].file, workspace: empty }, ...others] = found;
  const { workspace } = first;
  const environments = [...workspace.environments, ...globals];
  return [{ ...first, workspace: { ...workspace, environments } }, ...others];
}

function filesOf(
  { config, texts }: BesideRequests,
): Pick<Imported, "config" | "texts"> {
  return {
    ...(Object.keys(config).length > 0 && { config }),
    ...(texts.size > 0 && { texts }),
  };
}

function docsOf(description: string | undefined): { docs?: string } {
  return description?.trim() ? { docs: description } : {};
}

function environmentsOf(
  { environments }: Workspace,
  reading: InsomniaReading,
  nameOf: (one: NodeEnvironment) => string,
): ImportedEnvironment[] {
  return environments.map((one) => {
    const name = nameOf(one);
    return {
      name,
      ...(one.color !== undefined && { color: one.color }),
      variables: insomniaVariables(one.data, {
        reading: { ...reading, file: one.file ?? reading.file },
        scope: name,
        path: one.path,
      }),
    };
  });
}
