import type { Answered, Asked } from "../../embedded/page/workbench/api.ts";
import { authAbove } from "../../core/collection/inherit.ts";
import { changeFiles } from "../../host/files/write/change_files.ts";
import { isBundle, planChange } from "../../tools/edit/plan/plan_change.ts";
import { newCollection } from "../../tools/edit/plan/new_texts.ts";
import type {
  ChangedCollection,
  ChangePlan,
  CollectionChange,
  FileChange,
} from "../../tools/edit/plan/types.ts";
import { withoutEnvironment } from "../../host/without_environment.ts";
import type { EditData } from "../../tools/edit/types.ts";
import { importSource } from "../../tools/convert/import_source.ts";
import type { ImportSource } from "../../tools/convert/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { Refused } from "../answers.ts";
import type { Ref } from "../items.ts";
import { shownProblems } from "../problems.ts";
import type { Workbench } from "../workbench.ts";
import { notesWithoutRequests, partsForPage } from "./import_parts.ts";
import { updateAdvice } from "./known_document.ts";
import { joinedNames, takenOut } from "./imported_secrets.ts";
import { isEqual, withOwnNames } from "./clashing_names.ts";

/** Makes a request, a folder or an environment. */
export async function create(
  bench: Workbench,
  { kind, name, parent, type = "http" }: Asked<"create">,
): Promise<Answered<"create">> {
  const folder = folderOf(bench, parent);
  const change: CollectionChange = kind === "environment"
    ? { kind: "create-environment", name }
    : kind === "folder"
    ? { kind: "create-folder", folder, name }
    : {
      kind: "create-request",
      folder,
      name,
      data: newRequest(bench, folder, type),
    };
  return idAt(bench, kind, await changed(bench, change));
}

/** What a request is begun with, by its type. */
const NEW = {
  http: { method: "GET", url: "" },
  graphql: { method: "POST", url: "", body: { query: "", variables: "" } },
  websocket: { url: "" },
  grpc: { url: "", method: "" },
} as const satisfies Record<NonNullable<Asked<"create">["type"]>, EditData>;

/** What a new request has besides its name: where levels above have auth, it takes that. */
function newRequest(
  { session: { collection }, items }: Workbench,
  path: string,
  type: keyof typeof NEW,
): EditData {
  const found = items.folders.get(path);
  const folders = found ? [...found.above, found.folder] : [];
  const isBelowAuth = collection !== undefined &&
    authAbove(collection, folders) !== undefined;
  const data: EditData = isBelowAuth
    ? { ...NEW[type], auth: "inherit" }
    : NEW[type];
  return { [type]: data };
}

export async function renameItem(
  bench: Workbench,
  { id, name }: Asked<"rename">,
): Promise<Answered<"rename">> {
  const { kind, path } = movable(bench, id);
  const to = await changed(bench, { kind: "rename", path, name });
  return idAt(bench, kind, to);
}

export async function move(
  bench: Workbench,
  { id, parent, before }: Asked<"move">,
): Promise<Answered<"move">> {
  const { kind, path } = movable(bench, id);
  const to = await changed(bench, {
    kind: "move",
    path,
    folder: folderOf(bench, parent),
    ...(before !== undefined && { before: bench.ids.ref(before).path }),
  });
  return idAt(bench, kind, to);
}

export async function duplicateItem(
  bench: Workbench,
  { id }: Asked<"duplicate">,
): Promise<Answered<"duplicate">> {
  const { kind, path } = movable(bench, id);
  return idAt(bench, kind, await changed(bench, { kind: "duplicate", path }));
}

export async function removeItem(
  bench: Workbench,
  { id }: Asked<"delete">,
): Promise<Answered<"delete">> {
  const { path } = movable(bench, id);
  await changed(bench, { kind: "delete", path });
  return {};
}

/** Makes a collection in a folder that has none. */
export async function init(
  bench: Workbench,
  { name }: Asked<"init">,
): Promise<Answered<"init">> {
  if (!bench.isEmpty) {
    throw new Refused(
      "Cannot create a collection: the folder has one",
      [],
      409,
    );
  }
  const changes = [...newCollection(name)].map(([path, text]): FileChange => ({
    kind: "write",
    path,
    text,
  }));
  await apply(bench, bench.folder, changes);
  bench.openNew();
  return {};
}

/** Makes requests from a command that was pasted, such as curl's. */
export async function importText(
  bench: Workbench,
  { text, parent }: Asked<"importText">,
): Promise<Answered<"importText">> {
  const main = "pasted command";
  const source = { name: main, main, files: new Map([[main, text]]) };
  const folder = folderOf(bench, parent);
  return await imported(bench, source, folder, NO_COMMAND);
}

/** What is said of a pasted text of which nothing is known. */
const NO_COMMAND = "This is not a command of curl, grpcurl, websocat or wscat";

/** So many bytes a dropped file may have. */
const MAX_DROPPED = 32 * 1024 * 1024;

/** Makes requests from a file that was dropped. */
export async function importFile(
  bench: Workbench,
  { name, base64, parent }: Asked<"importFile">,
): Promise<Answered<"importFile">> {
  const bytes = Uint8Array.fromBase64(base64);
  if (bytes.length > MAX_DROPPED) {
    throw new Refused(`Cannot import "${name}": it is larger than 32 MiB`);
  }
  const main = name.split(/[/\\]/).at(-1) || "file";
  const text = new TextDecoder().decode(bytes);
  const source = { name: main, main, files: new Map([[main, text]]) };
  return await imported(bench, source, folderOf(bench, parent));
}

async function imported(
  bench: Workbench,
  source: ImportSource,
  parent: string,
  unknown?: string,
): Promise<Answered<"importText">> {
  const joined = await joinedNames(bench);
  const { value: whole, kind, diagnostics } = await importSource(source, {
    joined,
  });
  if (whole === undefined) {
    const isUnknown = diagnostics.some(({ waysOut }) =>
      waysOut?.some(({ kind }) => kind === "name-format")
    );
    if (isUnknown && unknown !== undefined) throw new Refused(unknown);
    throw await refusal(bench, diagnostics);
  }
  if (kind === "openapi" && whole.items.length === 0) {
    return { ids: [], notes: notesWithoutRequests(whole), isNothing: true };
  }
  const advice = updateAdvice(bench, {
    kind,
    imported: whole,
    name: source.name,
    parent,
  });
  const { imported: own, same, notes: first } = await withOwnNames(bench, {
    imported: whole,
    joined,
    source: source.name,
    isKnown: advice !== undefined,
  });
  const { files: texts, main, collection } = bench.session;
  const { value, requests, notes } = partsForPage(own, {
    isSame: (name) => same.has(name),
    isInEnvironment: (name, { name: called, value }) =>
      collection?.environments.some((one) =>
        one.name === name &&
        one.variables.some((its) =>
          its.name === called && isEqual(value, its.value)
        )
      ) ?? false,
    isOneFile: isBundle(main, texts, collection?.items ?? []),
  });
  const files = new Map(texts);
  const changes: FileChange[] = [];
  const paths: string[] = [];
  const folders = new Map<string, string>([["", parent]]);
  const plan = async (change: CollectionChange) => {
    const made = await planned(bench, { main, files }, change);
    for (const one of made.changes) {
      if (one.kind === "write") files.set(one.path, one.text);
      changes.push(one);
    }
    return made.path ?? "";
  };
  for (const { path, request } of requests) {
    let at = "";
    for (const name of path.split("/").slice(0, -1)) {
      const inner = at === "" ? name : `${at}/${name}`;
      if (!folders.has(inner)) {
        const folder = folders.get(at)!;
        folders.set(
          inner,
          await plan({
            kind: "create-folder",
            folder,
            name,
            isNumbered: true,
          }),
        );
      }
      at = inner;
    }
    const { info, ...data } = request;
    paths.push(
      await plan({
        kind: "create-request",
        folder: folders.get(at)!,
        name: info.name,
        data: data as unknown as EditData,
        isNumbered: true,
      }),
    );
  }
  const out = await takenOut(bench, value, files);
  changes.push(...out.changes);
  await apply(bench, bench.session.root, merged(changes));
  if (out.values.size > 0) {
    await bench.kept.type(bench, out.values);
    await bench.tellSecrets();
  }
  return {
    ids: paths.map((path) => bench.ids.of("request", path)),
    notes: [...first, ...out.notes, ...notes],
    ...(advice !== undefined && { advice }),
    ...(changes.length === 0 && { isNothing: true }),
  };
}

/** Of several writes of one file only the last. */
function merged(changes: readonly FileChange[]): FileChange[] {
  const last = new Map<string, FileChange>();
  for (const one of changes) {
    const first = last.get(one.path);
    last.delete(one.path);
    last.set(one.path, {
      ...one,
      ...(first && "was" in first && { was: first.was }),
    } as FileChange);
  }
  return [...last.values()];
}

/** The folder that an id means; the top where there is none. */
function folderOf(bench: Workbench, id: string | undefined): string {
  if (id === undefined) return "";
  const { kind, path } = bench.ids.ref(id);
  if (kind === "collection") return "";
  if (kind !== "folder" || !bench.items.folders.has(path)) {
    throw new Refused(`Cannot move it into "${path}": it is not a folder`);
  }
  return path;
}

/** What can get another name or place. */
function movable(bench: Workbench, id: string): Ref {
  const ref = bench.ids.ref(id);
  if (ref.kind === "collection") {
    throw new Refused("Cannot change the collection itself so: edit its file");
  }
  return ref;
}

function idAt(
  bench: Workbench,
  kind: Ref["kind"],
  path: string,
): { id: string } {
  return { id: bench.ids.of(kind, path) };
}

/** Makes a change; gives the path of the item after it. */
async function changed(
  bench: Workbench,
  change: CollectionChange,
): Promise<string> {
  const { root, main, files, index } = bench.session;
  const made = await planned(bench, {
    main,
    files,
    ...(index && { items: index.collection.items }),
  }, change);
  await apply(bench, root, made.changes);
  return made.path ?? "";
}

/**
 * What a change comes to on the disk.
 *
 * @throws {Refused} It cannot be made.
 */
async function planned(
  bench: Workbench,
  collection: ChangedCollection,
  change: CollectionChange,
): Promise<Extract<ChangePlan, { readonly problem?: undefined }>> {
  const plan = withoutEnvironment(() => planChange(collection, change));
  if (plan.problem) throw await refusal(bench, [plan.problem]);
  return plan;
}

async function apply(
  bench: Workbench,
  root: string,
  changes: readonly FileChange[],
): Promise<void> {
  const failed = await changeFiles(root, changes);
  if (failed) throw await refusal(bench, [failed.problem]);
  if (bench.isEmpty) return;
  const { files } = bench.session;
  const touched = new Set<string>();
  for (const change of changes) {
    touched.add(change.path);
    if (change.kind === "rename") touched.add(change.to);
    for (const known of files.keys()) {
      if (!known.startsWith(`${change.path}/`)) continue;
      touched.add(known);
      if (change.kind === "rename") {
        touched.add(change.to + known.slice(change.path.length));
      }
    }
  }
  bench.takeOver(touched);
}

async function refusal(
  bench: Workbench,
  diagnostics: readonly Diagnostic[],
): Promise<Refused> {
  const problems = await shownProblems(bench, diagnostics);
  return new Refused(
    problems[0]?.message ?? "Cannot change the collection",
    problems,
  );
}
