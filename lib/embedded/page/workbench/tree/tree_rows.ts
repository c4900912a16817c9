import type { Hit } from "../api.ts";
import type { State, TreeItem } from "../state_view.ts";

/** A row of the tree. */
export interface TreeRow {
  readonly id: string;
  readonly kind:
    | "folder"
    | "request"
    | "unsupported"
    | "environment"
    | "collection"
    | "broken";
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly problems?: number;
  /** From 1. */
  readonly level: number;
  /** Of a folder. */
  readonly isOpen?: boolean;
  readonly place: number;
  readonly siblings: number;
  /** What else is shown, such as the line that a search found. */
  readonly more?: string;
}

/** How much is wrong with an item; that a new request has no URL yet needs no words. */
export function problemsShownAt({ problems = 0, url }: TreeItem): number {
  return url === "" ? Math.max(0, problems - 1) : problems;
}

/** The rows of the open folders, in order. */
export function treeRows(
  { items, broken }: State,
  closed: ReadonlySet<string>,
): TreeRow[] {
  const rows: TreeRow[] = broken.map(({ id, file, message }, index) => ({
    id,
    kind: "broken",
    name: file,
    path: file,
    level: 1,
    problems: 1,
    place: index + 1,
    siblings: broken.length,
    more: message,
  }));
  const children = new Map<string | undefined, TreeItem[]>();
  for (const item of items) {
    const list = children.get(item.parent) ?? [];
    children.set(item.parent, list);
    list.push(item);
  }
  const add = (parent: string | undefined, level: number) => {
    const list = children.get(parent) ?? [];
    for (const [index, item] of list.entries()) {
      const isFolder = item.kind === "folder";
      const isOpen = !closed.has(item.id);
      rows.push({
        ...item,
        problems: problemsShownAt(item),
        level,
        ...isFolder && { isOpen },
        ...item.type === "websocket" && { method: "WS" },
        ...item.type === "grpc" && { method: "GRPC" },
        place: index + 1,
        siblings: list.length,
      });
      if (isFolder && isOpen) add(item.id, level + 1);
    }
  };
  add(undefined, 1);
  return rows;
}

/** What a search found, as rows. */
export function hitRows(hits: readonly Hit[]): TreeRow[] {
  return hits.map(({ id, kind, name, path, method, tag, line }, index) => ({
    id,
    kind,
    name,
    path,
    ...method !== undefined && { method },
    level: 1,
    place: index + 1,
    siblings: hits.length,
    more: line
      ? `${path}:${line.number} ${line.text.trim()}`
      : tag !== undefined
      ? `tag ${tag} · ${path}`
      : path,
  }));
}
