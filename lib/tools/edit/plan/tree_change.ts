import {
  aboutFolder,
  type CollectionFormat,
  withoutExtension,
} from "../../../core/collection/format.ts";
import type { Item } from "../../../core/collection/types.ts";
import { fileName } from "../../convert/file_name.ts";
import { elements, jsonTextOf, members } from "../../convert/json.ts";
import type { Edit } from "../types.ts";
import {
  newFolderText,
  newRequestText,
  type NewStyle,
  newStyle,
} from "./new_texts.ts";
import {
  folderPlaces,
  nextSeq,
  type Placing,
  requestPlaces,
  statedOrder,
} from "./order.ts";
import {
  copyName,
  dataIn,
  editedFile,
  freeName,
  gone,
  PlanProblem,
  requireName,
} from "./plan_problem.ts";
import type { ChangePlan, CollectionChange, FileChange } from "./types.ts";

interface Tree {
  readonly main: string;
  readonly files: ReadonlyMap<string, string>;
  readonly format: CollectionFormat;
  readonly items: readonly Item[];
}

/** A change of a collection that is a folder of files. */
export function treeChange(tree: Tree, change: CollectionChange): ChangePlan {
  switch (change.kind) {
    case "create-request":
    case "create-folder":
      return created(tree, change);
    case "rename":
      return renamed(tree, itemAt(tree, change.path), change.name);
    case "move":
      return moved(tree, itemAt(tree, change.path), change);
    case "duplicate":
      return duplicated(tree, itemAt(tree, change.path), change.name);
    case "delete": {
      const item = itemAt(tree, change.path);
      return {
        changes: [
          ...orderEdits(tree, parentOf(item.path), item, () => undefined),
          { kind: "remove", path: item.path },
        ],
      };
    }
    case "create-environment":
      throw new PlanProblem("Cannot create it: it is not an item");
    default:
      return change satisfies never;
  }
}

function created(
  tree: Tree,
  change: Extract<
    CollectionChange,
    { kind: "create-request" | "create-folder" }
  >,
): ChangePlan {
  const { folder } = change;
  const siblings = itemsIn(tree, folder);
  const isFolder = change.kind === "create-folder";
  const same = siblings.filter(({ kind }) => (kind === "folder") === isFolder);
  const names = same.map((one) => one.name);
  const name = change.isNumbered ? freeName(change.name, names) : change.name;
  requireName(isFolder ? "folder" : "request", name, names);
  const style = newStyle(tree.files, tree);
  if (isFolder) {
    const path = freePath(tree, folder, name, "");
    // Without a sequence folders go by their names; one that is among others with one goes last.
    const seq = same.some((one) => one.seq !== undefined)
      ? same.length + 1
      : undefined;
    const file = `${path}/${folderFileName(style)}`;
    return {
      changes: [{
        kind: "write",
        path: file,
        text: newFolderText({ name, seq }, style),
      }],
      path,
    };
  }
  const path = freePath(tree, folder, name, style.extension);
  const text = newRequestText(
    { name, seq: nextSeq(same), data: change.data },
    style,
  );
  return { changes: [{ kind: "write", path, text }], path };
}

function renamed(tree: Tree, item: Item, name: string): ChangePlan {
  const isFolder = item.kind === "folder";
  const folder = parentOf(item.path);
  const others = itemsIn(tree, folder).filter((one) =>
    one !== item && (one.kind === "folder") === isFolder
  );
  requireName(
    isFolder ? "folder" : "request",
    name,
    others.map((one) => one.name),
  );
  const extension = isFolder ? "" : extensionOf(item.path);
  const own = lastOf(item.path);
  const stem = isFolder ? own : own.slice(0, -extension.length);
  const wanted = fileName(name, new Set());
  const to = stem === wanted
    ? item.path
    // Only the case differs: it is the same file for some systems.
    : stem.toLowerCase() === wanted.toLowerCase()
    ? joined(folder, wanted + extension)
    : freePath(tree, folder, name, extension);
  const changes: FileChange[] = [];
  const file = isFolder ? folderFileOf(tree, item.path) : item.path;
  if (file !== undefined) {
    const info = members(members(dataIn(tree.files, file)).info);
    const says = jsonTextOf(info.name) !== undefined;
    const after = isFolder ? lastOf(to) : lastOf(withoutExtension(to));
    if (says || after !== name) {
      changes.push(...editedFile(tree.files, file, [
        { kind: "set", keys: ["info", "name"], value: name },
      ]));
    }
  }
  changes.push(
    ...orderEdits(
      tree,
      folder,
      item,
      (order, names) =>
        order.map((one) =>
          !names.includes(one)
            ? one
            : one === item.name
            ? name
            : one === withoutExtension(one)
            ? withoutExtension(lastOf(to))
            : lastOf(to)
        ),
    ),
  );
  if (to !== item.path) changes.push({ kind: "rename", path: item.path, to });
  return { changes, path: to };
}

function moved(
  tree: Tree,
  item: Item,
  { folder, before }: { folder: string; before?: string },
): ChangePlan {
  const isFolder = item.kind === "folder";
  const from = parentOf(item.path);
  if (isFolder && `${folder}/`.startsWith(`${item.path}/`)) {
    throw new PlanProblem(
      `Cannot move "${item.path}": it contains the folder "${folder}" (choose another one)`,
    );
  }
  const siblings = itemsIn(tree, folder).filter((one) => one !== item);
  const next = before === undefined
    ? undefined
    : siblings.find(({ path }) => path === before);
  if (before !== undefined && next === undefined) throw gone(before);
  const alike = siblings.filter(({ kind }) => (kind === "folder") === isFolder);
  const extension = isFolder ? "" : extensionOf(item.path);
  const to = from === folder ? item.path : freePath(
    tree,
    folder,
    isFolder
      ? lastOf(item.path)
      : lastOf(item.path).slice(0, -extension.length),
    extension,
  );
  // Folders come before requests: it goes to the end, or the start, of its own kind.
  const at = next === undefined
    ? alike.length
    : next.kind === item.kind || !isFolder && next.kind !== "folder"
    ? alike.indexOf(next)
    : isFolder
    ? alike.length
    : 0;
  const list = alike.toSpliced(at, 0, item);
  const isInOrder = from === folder &&
    itemsIn(tree, folder).filter((one) => list.includes(one))
      .every((one, index) => one === list[index]);
  const changes: FileChange[] = [];
  const placings = isInOrder
    ? []
    : isFolder
    ? folderPlaces(list)
    : requestPlaces(list, at);
  for (const placing of placings) changes.push(...placed(tree, placing));
  if (from !== folder) {
    changes.push(...orderEdits(tree, from, item, () => undefined));
  }
  const nextNames = next && namesOf(next);
  changes.push(
    ...orderEdits(tree, folder, item, (order, names) =>
      statedOrder(order, {
        names,
        name: isFolder ? lastOf(to) : lastOf(withoutExtension(to)),
        before: nextNames,
      }), true),
  );
  if (to !== item.path) changes.push({ kind: "rename", path: item.path, to });
  return { changes, path: to };
}

/** The file that says where an item stands, with its sequence. */
function placed(tree: Tree, { item, seq }: Placing): FileChange[] {
  const file = item.kind === "folder"
    ? folderFileOf(tree, item.path)
    : item.path;
  if (file === undefined) {
    const style = newStyle(tree.files, tree);
    const path = `${item.path}/${folderFileName(style)}`;
    return [{
      kind: "write",
      path,
      text: newFolderText({ name: item.name, seq }, style),
    }];
  }
  return editedFile(tree.files, file, [
    { kind: "set", keys: ["info", "seq"], value: seq },
  ]);
}

function duplicated(
  tree: Tree,
  item: Item,
  wanted: string | undefined,
): ChangePlan {
  const isFolder = item.kind === "folder";
  const folder = parentOf(item.path);
  const siblings = itemsIn(tree, folder).filter(({ kind }) =>
    (kind === "folder") === isFolder
  );
  const names = siblings.map((one) => one.name);
  const name = wanted ?? copyName(item.name, names);
  requireName(isFolder ? "folder" : "request", name, names);
  const extension = isFolder ? "" : extensionOf(item.path);
  const to = freePath(tree, folder, name, extension);
  const file = isFolder ? folderFileOf(tree, item.path) : item.path;
  const edits: Edit[] = [{ kind: "set", keys: ["info", "name"], value: name }];
  const changes: FileChange[] = [];
  if (!isFolder) {
    const list = siblings.toSpliced(siblings.indexOf(item) + 1, 0, { ...item });
    for (
      const { item: one, seq } of requestPlaces(
        list,
        siblings.indexOf(item) + 1,
      )
    ) {
      if (one === list[siblings.indexOf(item) + 1]) {
        edits.push({ kind: "set", keys: ["info", "seq"], value: seq });
      } else changes.push(...placed(tree, { item: one, seq }));
    }
  }
  for (const [path, text] of tree.files) {
    if (path !== item.path && !(isFolder && path.startsWith(`${item.path}/`))) {
      continue;
    }
    const [edited] = path === file ? editedFile(tree.files, path, edits) : [];
    changes.push({
      kind: "write",
      path: to + path.slice(item.path.length),
      text: edited?.kind === "write" ? edited.text : text,
    });
  }
  return { changes, path: to };
}

/** Edits of the order that a folder states; nothing where it states none. */
function orderEdits(
  tree: Tree,
  folder: string,
  item: Item,
  edit: (
    order: readonly string[],
    names: readonly string[],
  ) => readonly string[] | undefined,
  isTarget = false,
): FileChange[] {
  const file = folder === "" ? tree.main : folderFileOf(tree, folder);
  if (file === undefined || !/\.ya?ml$/.test(file)) return [];
  const data = members(dataIn(tree.files, file));
  const keys = ["extensions", "brace", "order"];
  const order = elements(members(members(data.extensions).brace).order)
    .map((one) => jsonTextOf(one) ?? "");
  const names = namesOf(item);
  if (!isTarget && !order.some((one) => names.includes(one))) return [];
  if (order.length === 0) return [];
  const value = edit(order, names) ??
    order.filter((one) => !names.includes(one));
  return editedFile(tree.files, file, [{
    kind: "set",
    keys,
    value: [...value],
  }]);
}

/** Names by which an order can have an item. */
function namesOf({ name, path }: Item): string[] {
  const file = lastOf(path);
  return [...new Set([file, withoutExtension(file), name])];
}

function itemAt({ items }: Tree, path: string): Item {
  const item = find(items, path);
  if (item === undefined) throw gone(path);
  return item;
}

function find(items: readonly Item[], path: string): Item | undefined {
  for (const item of items) {
    if (item.path === path) return item;
    if (item.kind === "folder" && path.startsWith(`${item.path}/`)) {
      const found = find(item.items, path);
      if (found) return found;
    }
  }
  return undefined;
}

function itemsIn(tree: Tree, folder: string): readonly Item[] {
  if (folder === "") return tree.items;
  const found = find(tree.items, folder);
  if (found?.kind !== "folder") throw gone(folder);
  return found.items;
}

function folderFileOf(
  { files, format }: Tree,
  folder: string,
): string | undefined {
  return format.folders.map((name) => `${folder}/${name}`).find((path) =>
    files.has(path) && aboutFolder(path, format) === folder
  );
}

function folderFileName({ isBru, extension }: NewStyle): string {
  return isBru ? "folder.bru" : `folder${extension}`;
}

/** A path for a new file or folder that no other has, in any case. */
function freePath(
  { files }: Tree,
  folder: string,
  name: string,
  extension: string,
): string {
  const prefix = folder === "" ? "" : `${folder}/`;
  const taken = new Set<string>();
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue;
    const [first] = path.slice(prefix.length).split("/");
    taken.add(first.normalize("NFC").toLowerCase());
  }
  return prefix + fileName(name, taken, extension) + extension;
}

function extensionOf(path: string): string {
  return path.slice(withoutExtension(path).length);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
