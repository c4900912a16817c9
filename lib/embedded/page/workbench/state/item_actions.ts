/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  isHiddenVariable,
  toEnv,
} from "../../../../core/secrets/hidden_names.ts";
import type { ItemView, Json, RequestType } from "../api.ts";
import type { TreeItem } from "../state_view.ts";
import { listAt, textAt } from "./json_edit.ts";
import { lastTab } from "./last_tab.ts";
import { call } from "./session.ts";
import type { Workbench } from "./workbench.ts";

/** The folder that something new goes into: the chosen one, or that of the chosen item. */
export function parentOf(workbench: Workbench): string | undefined {
  const chosen = workbench.item(workbench.selected);
  return chosen?.kind === "folder" ? chosen.id : chosen?.parent;
}

/** Says where something new goes, as a sentence. */
function whereOf(workbench: Workbench, parent: string | undefined): string {
  const { path } = workbench.item(parent) ?? {};
  return path === undefined
    ? "It goes to the top level of the collection."
    : `It goes into “${path}”.`;
}

async function made(workbench: Workbench, id: string): Promise<void> {
  await workbench.refresh([], true);
  workbench.selected = id;
  workbench.go({ view: "item", id });
}

/** Goes to something new, to be filled in. */
async function begin(workbench: Workbench, id: string): Promise<void> {
  await made(workbench, id);
  await fill(workbench, id, "input[type=text]");
}

/** Puts the cursor into a field of an item, once it is shown and the dialog is closed. */
async function fill(workbench: Workbench, id: string, field: string) {
  await workbench.opened(id);
  setTimeout(() =>
    document.querySelector<HTMLElement>(`.request-pane ${field}`)?.focus()
  );
}

/** Asks for a name, and makes a request. */
export function newRequest(workbench: Workbench): void {
  const parent = parentOf(workbench);
  workbench.ask({
    kind: "name",
    title: "New request",
    name: "",
    hint: whereOf(workbench, parent),
    action: "Create",
    hasType: true,
    done: async (name, type) => {
      const { id } = await call("create", {
        kind: "request",
        name,
        type: type as RequestType,
        ...parent !== undefined && { parent },
      });
      await begin(workbench, id);
    },
  });
}

export function newFolder(workbench: Workbench): void {
  const parent = parentOf(workbench);
  workbench.ask({
    kind: "name",
    title: "New folder",
    name: "",
    hint: whereOf(workbench, parent),
    action: "Create",
    done: async (name) => {
      const { id } = await call("create", {
        kind: "folder",
        name,
        ...parent !== undefined && { parent },
      });
      await made(workbench, id);
    },
  });
}

export function newEnvironment(workbench: Workbench): void {
  workbench.ask({
    kind: "name",
    title: "New environment",
    name: "",
    action: "Create",
    done: async (name) => {
      const { id } = await call("create", { kind: "environment", name });
      // Who makes the first one wants to use it.
      if (workbench.state?.selected.length === 0) {
        await workbench.selectEnvironments([name]);
      }
      await begin(workbench, id);
    },
  });
}

/** Where a new variable goes: the environment that wins, or the collection. */
export function homeOfVariables({ state }: Workbench) {
  const environment = state?.environments.find(({ name }) =>
    name === state.selected.at(-1)
  );
  return {
    id: environment?.id ?? state?.collection,
    name: environment === undefined ? "the collection" : environment.name,
    keys: environment === undefined ? ["request", "variables"] : ["variables"],
  };
}

/** A row for a variable: what its name tells is a secret is not to stand in a file. */
function newVariable(name: string, { kind, language }: ItemView): Json {
  if (!isHiddenVariable(name, "")) return { name, value: "" };
  // Of `.bru` files only environments have a place for secrets.
  return language === "bru" && kind !== "environment"
    ? { name, value: `{{process.env.${toEnv(name)}}}` }
    : { name, value: "", secret: true };
}

/** Adds a row for a variable that nothing defines, to be filled in. */
export async function defineVariable(
  workbench: Workbench,
  name: string,
): Promise<void> {
  const { id, keys } = homeOfVariables(workbench);
  const doc = id === undefined ? undefined : await workbench.opened(id);
  if (id === undefined || doc === undefined) return;
  const rows = listAt(doc.document, keys);
  const known = rows.findIndex((row) => textAt(row, ["name"]) === name);
  const at = known === -1 ? rows.length : known;
  if (known === -1) {
    doc.set([...keys, at], newVariable(name, doc.view), Date.now());
    workbench.edited(doc);
  }
  openVariables(workbench, id);
  await fill(workbench, id, `[aria-label="Variable ${at + 1} value"]`);
}

/** Opens an item at its variables, whichever tab or line was looked at last. */
export function openVariables(workbench: Workbench, id: string): void {
  lastTab.name = "Variables";
  workbench.line = undefined;
  workbench.go({ view: "item", id });
}

/** Asks for another name of the chosen item. */
export function rename(workbench: Workbench): void {
  const item = workbench.item(workbench.selected);
  if (item === undefined || workbench.state?.readOnly) return;
  workbench.ask({
    kind: "name",
    title: `Rename ${item.kind === "folder" ? "the folder" : "the request"}`,
    name: item.name,
    action: "Rename it",
    done: (name) =>
      inTurn(workbench, async () => {
        const { id } = await call("rename", { id: item.id, name });
        await moved(workbench, item.id, id);
      }),
  });
}

/** The last of the moves and saves that are under way. */
const turns = new WeakMap<Workbench, Promise<void>>();

/**
 * Moves or saves one item after the other: a key that follows at once finds
 * the item where the move before leaves it, and under its new id.
 */
export function inTurn<T>(
  workbench: Workbench,
  move: () => Promise<T>,
): Promise<T> {
  const turn = (turns.get(workbench) ?? Promise.resolve()).then(move);
  turns.set(workbench, turn.then(() => {}, () => {}));
  return turn;
}

/** Follows an item to its new id; unsaved edits go along. */
async function moved(workbench: Workbench, from: string, to: string) {
  const isOpen = workbench.place.view === "item" && workbench.place.id === from;
  if (workbench.docs.get(from)?.isDirty === false) workbench.docs.delete(from);
  await workbench.refresh([], true);
  workbench.selected = to;
  if (isOpen && from !== to) workbench.go({ view: "item", id: to });
  else if (isOpen) await workbench.arrive();
}

export async function duplicate(workbench: Workbench): Promise<void> {
  const item = workbench.item(workbench.selected);
  if (item === undefined || workbench.state?.readOnly) return;
  await workbench.try(async () => {
    const { id } = await call("duplicate", { id: item.id });
    await made(workbench, id);
  });
}

export function askDelete(workbench: Workbench): void {
  const item = workbench.item(workbench.selected);
  if (item === undefined || workbench.state?.readOnly) return;
  workbench.ask({ kind: "delete", item });
}

/** Deletes an item, after it was asked. */
export async function remove(
  workbench: Workbench,
  item: TreeItem,
): Promise<void> {
  workbench.ask(undefined);
  await workbench.try(async () => {
    await call("delete", { id: item.id });
    workbench.docs.delete(item.id);
    const { place } = workbench;
    if (place.view === "item" && place.id === item.id) {
      workbench.go({ view: "home" });
    }
    workbench.selected = item.parent;
    await workbench.refresh([], true);
    workbench.tell(`Deleted ${item.path}`);
  });
}

async function moveTo(
  workbench: Workbench,
  id: string,
  parent: string | undefined,
  before: string | undefined,
): Promise<void> {
  await workbench.try(async () => {
    const answer = await call("move", {
      id,
      ...parent !== undefined && { parent },
      ...before !== undefined && { before },
    });
    await moved(workbench, id, answer.id);
  });
}

/** Moves the chosen item among its siblings. */
export function moveBy(workbench: Workbench, step: 1 | -1): Promise<void> {
  return inTurn(workbench, () => moveAmong(workbench, step));
}

async function moveAmong(workbench: Workbench, step: 1 | -1): Promise<void> {
  const item = workbench.item(workbench.selected);
  if (item === undefined || workbench.state?.readOnly) return;
  const siblings = workbench.state!.items.filter(({ parent, kind }) =>
    parent === item.parent && (kind === "folder") === (item.kind === "folder")
  );
  const at = siblings.indexOf(item);
  if (at + step < 0 || at + step >= siblings.length) return;
  const before = step < 0 ? siblings[at - 1].id : siblings[at + 2]?.id;
  await moveTo(workbench, item.id, item.parent, before);
}

/** Moves the chosen item to the end of the folder before it, or of the one behind it. */
export function moveIn(workbench: Workbench): Promise<void> {
  return inTurn(workbench, () => moveInto(workbench));
}

async function moveInto(workbench: Workbench): Promise<void> {
  const item = workbench.item(workbench.selected);
  if (item === undefined || workbench.state?.readOnly) return;
  const siblings = workbench.state!.items.filter(({ parent }) =>
    parent === item.parent
  );
  const at = siblings.indexOf(item);
  const isFolder = ({ kind }: TreeItem) => kind === "folder";
  const folder = siblings.slice(0, at).findLast(isFolder) ??
    siblings.slice(at + 1).find(isFolder);
  if (folder) await moveTo(workbench, item.id, folder.id, undefined);
}

/** Moves the chosen item out of its folder, to the end of what the folder is in. */
export function moveOut(workbench: Workbench): Promise<void> {
  return inTurn(workbench, async () => {
    const item = workbench.item(workbench.selected);
    const folder = workbench.item(item?.parent);
    if (!item || !folder || workbench.state?.readOnly) return;
    await moveTo(workbench, item.id, folder.parent, undefined);
  });
}

/** Puts an item at the end of the collection. */
export async function dropAtEnd(workbench: Workbench, id: string) {
  await moveTo(workbench, id, undefined, undefined);
}

/** Puts an item where it was dropped: before another one, or into a folder. */
export async function drop(
  workbench: Workbench,
  id: string,
  onto: string,
  inside: boolean,
): Promise<void> {
  if (id === onto) return;
  const target = workbench.item(onto);
  if (target === undefined) return;
  if (inside) await moveTo(workbench, id, onto, undefined);
  else await moveTo(workbench, id, target.parent, onto);
}
