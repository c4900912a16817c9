import { parseBlocks } from "../../../core/collection/bru/parse_blocks.ts";
import { vainNoneText } from "../../../core/auth/none_text.ts";
import type { ImportedFolder, ImportedItem } from "../types.ts";
import type { Importing } from "./bru_items.ts";

/** Names the folders whose `mode: none` keeps no auth away: their requests inherit what stands above. */
export function noteNoneAuth(
  items: readonly ImportedItem[],
  hasAuth: boolean,
  importing: Importing,
): void {
  const folders = [...foldersWithNone(items, hasAuth, importing)];
  if (folders.length === 0) return;
  importing.notes.push({
    kind: "changed",
    message: vainNoneText(
      "Left out",
      folders.map(({ path, name }) => path ?? name),
    ),
  });
}

function* foldersWithNone(
  items: readonly ImportedItem[],
  hasAuth: boolean,
  importing: Importing,
): Generator<ImportedFolder> {
  for (const item of items) {
    if (item.kind !== "folder") continue;
    if (hasAuth && saysNone(item, importing) && item.items.some(inherits)) {
      yield item;
    }
    const below = hasAuth || item.defaults?.auth !== undefined;
    yield* foldersWithNone(item.items, below, importing);
  }
}

/** Whether an item, or one in it, has the auth of what stands above. */
function inherits(item: ImportedItem): boolean {
  if (item.kind === "folder") {
    const { auth = "inherit" } = item.defaults ?? {};
    return auth === "inherit" && item.items.some(inherits);
  }
  const { http, graphql, websocket, grpc } = item.request;
  return (http ?? graphql ?? websocket ?? grpc)?.auth === "inherit";
}

function saysNone(
  { path }: ImportedFolder,
  { files, exported }: Importing,
): boolean {
  const file = `${path}/folder.bru`;
  const blocks = exported?.blocks.get(file) ??
    parseBlocks(file, files.get(file) ?? "").blocks ?? [];
  return blocks.some(({ name, pairs }) =>
    name === "auth" &&
    pairs.some((pair) => pair.name === "mode" && pair.value.text === "none")
  );
}
