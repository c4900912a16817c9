import { elements, jsonTextOf, members } from "../../convert/json.ts";
import type { Edit, EditData, EditKeys } from "../types.ts";
import { requestData } from "./new_texts.ts";
import {
  copyName,
  dataIn,
  editedFile,
  freeName,
  gone,
  PlanProblem,
  requireName,
} from "./plan_problem.ts";
import type { ChangePlan, CollectionChange } from "./types.ts";

interface Bundle {
  readonly main: string;
  readonly files: ReadonlyMap<string, string>;
}

/** An item of a bundled file. */
interface Found {
  /** Of the list that it is in. */
  readonly list: EditKeys;
  readonly index: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly siblings: readonly Readonly<Record<string, unknown>>[];
  /** Path of the folder that it is in. */
  readonly folder: string;
  readonly name: string;
}

/** A change of a collection that is one file: its items move in their lists. */
export function bundledChange(
  { main, files }: Bundle,
  change: CollectionChange,
): ChangePlan {
  const root = members(dataIn(files, main));
  const plan = (edits: readonly Edit[], path?: string): ChangePlan => ({
    changes: editedFile(files, main, edits),
    ...(path !== undefined && { path }),
  });
  switch (change.kind) {
    case "create-request":
    case "create-folder": {
      const { folder } = change;
      const { list, items } = listAt(root, folder);
      const isFolder = change.kind === "create-folder";
      const same = items.filter((one) => isFolderItem(one) === isFolder);
      const names = same.map(nameOf);
      const name = change.isNumbered
        ? freeName(change.name, names)
        : change.name;
      requireName(isFolder ? "folder" : "request", name, names);
      const seqs = same.map(seqOf).filter((seq) => seq !== undefined);
      const seq = seqs.length > 0 ? Math.max(...seqs) + 1 : undefined;
      const data = isFolder
        ? {
          info: { name, type: "folder", ...(seq !== undefined && { seq }) },
          items: [],
        }
        : requestData(name, seq, change.data);
      return plan(
        [added(list, items.length, data as EditData, items.length > 0)],
        joined(folder, name),
      );
    }
    case "rename": {
      const found = itemAt(root, change.path);
      const isFolder = isFolderItem(found.data);
      const others = found.siblings.filter((one) =>
        one !== found.data && isFolderItem(one) === isFolder
      );
      requireName(
        isFolder ? "folder" : "request",
        change.name,
        others.map(nameOf),
      );
      return plan([{
        kind: "set",
        keys: [...found.list, found.index, "info", "name"],
        value: change.name,
      }], joined(found.folder, change.name));
    }
    case "delete": {
      const { list, index } = itemAt(root, change.path);
      return plan([{ kind: "remove", keys: [...list, index] }]);
    }
    case "duplicate": {
      const found = itemAt(root, change.path);
      const names = found.siblings.map(nameOf);
      const name = change.name ?? copyName(found.name, names);
      requireName(isFolderItem(found.data) ? "folder" : "request", name, names);
      const data = {
        ...found.data,
        info: { ...members(found.data.info), name },
      } as EditData;
      const keys = [...found.list, found.index + 1];
      return plan(
        [{ kind: "insert", keys, value: data }],
        joined(found.folder, name),
      );
    }
    case "move":
      return moved(root, change, plan);
    case "create-environment":
      throw new PlanProblem("Cannot create it: it is not an item");
    default:
      return change satisfies never;
  }
}

function moved(
  root: Readonly<Record<string, unknown>>,
  { path, folder, before }: Extract<CollectionChange, { kind: "move" }>,
  plan: (edits: readonly Edit[], path?: string) => ChangePlan,
): ChangePlan {
  const found = itemAt(root, path);
  if (isFolderItem(found.data) && `${folder}/`.startsWith(`${path}/`)) {
    throw new PlanProblem(
      `Cannot move "${path}": it contains the folder "${folder}" (choose another one)`,
    );
  }
  const target = listAt(root, folder);
  const next = before === undefined ? undefined : itemAt(root, before);
  if (next && next.folder !== folder) throw gone(before!);
  const keys = [...found.list, found.index];
  let edits: Edit[];
  if (found.folder === folder) {
    const to = next?.index ?? target.items.length;
    const at = to > found.index ? to - 1 : to;
    if (at === found.index) return plan([], path);
    edits = [{ kind: "move", keys, to: at }, ...seqEdits(found, at)];
  } else {
    const { seq: _, ...info } = members(found.data.info);
    const value = { ...found.data, info } as EditData;
    const at = next?.index ?? target.items.length;
    const insert = added(target.list, at, value, target.items.length > 0);
    const remove: Edit = { kind: "remove", keys };
    // The deeper list first: a change of the other one moves its keys.
    edits = target.list.length < found.list.length
      ? [remove, insert]
      : [insert, remove];
  }
  return plan(edits, joined(folder, found.name));
}

/** Sequences that say the same as the new places, where there are some. */
function seqEdits(found: Found, at: number): Edit[] {
  const { siblings, index, list } = found;
  if (siblings.every((one) => seqOf(one) === undefined)) return [];
  const isFolder = isFolderItem(found.data);
  const order = siblings.toSpliced(index, 1).toSpliced(at, 0, found.data);
  let position = 0;
  return order.flatMap((one, place): Edit[] => {
    if (isFolderItem(one) !== isFolder) return [];
    position++;
    return seqOf(one) === position ? [] : [{
      kind: "set",
      keys: [...list, place, "info", "seq"],
      value: position,
    }];
  });
}

function added(
  list: EditKeys,
  index: number,
  value: EditData,
  isThere: boolean,
): Edit {
  return isThere
    ? { kind: "insert", keys: [...list, index], value }
    : { kind: "set", keys: list, value: [value] };
}

function listAt(
  root: Readonly<Record<string, unknown>>,
  folder: string,
): { list: EditKeys; items: readonly Readonly<Record<string, unknown>>[] } {
  if (folder === "") {
    return { list: ["items"], items: elements(root.items).map(members) };
  }
  const { list, index, data } = itemAt(root, folder);
  if (!isFolderItem(data)) throw gone(folder);
  return {
    list: [...list, index, "items"],
    items: elements(data.items).map(members),
  };
}

function itemAt(root: Readonly<Record<string, unknown>>, path: string): Found {
  const found = find(elements(root.items).map(members), ["items"], "", path);
  if (found === undefined) throw gone(path);
  return found;
}

/** Names may have slashes, so that the whole way counts. */
function find(
  siblings: readonly Readonly<Record<string, unknown>>[],
  list: EditKeys,
  folder: string,
  path: string,
): Found | undefined {
  for (const [index, data] of siblings.entries()) {
    const name = nameOf(data) || `item ${index + 1}`;
    const own = joined(folder, name);
    if (own === path) return { list, index, data, siblings, folder, name };
    if (!path.startsWith(`${own}/`)) continue;
    const inside = elements(data.items).map(members);
    const found = find(inside, [...list, index, "items"], own, path);
    if (found) return found;
  }
  return undefined;
}

function nameOf(item: Readonly<Record<string, unknown>>): string {
  return jsonTextOf(members(item.info).name) ?? "";
}

function seqOf(item: Readonly<Record<string, unknown>>): number | undefined {
  const seq = Number(members(item.info).seq);
  return seq > 0 ? seq : undefined;
}

function isFolderItem(item: Readonly<Record<string, unknown>>): boolean {
  return members(item.info).type === "folder" || "items" in item;
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
