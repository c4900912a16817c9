import type { Text } from "../../source/origin.ts";
import type { ItemInfo } from "../shape/item.ts";
import { DEFAULTS, FOLDER, type FOLDER_BRACE } from "../shape/level.ts";
import { inherit } from "../shape/settings.ts";
import type { Only, Read, Same } from "../shape/types.ts";
import type { Defaults, Settings } from "../types.ts";
import { vainNone } from "./vain_none.ts";
import type { YamlNode } from "../yaml/node.ts";

/** What a level hands down: its defaults, and the settings by request type. */
export interface ReadLevel {
  readonly defaults: Defaults;
  readonly settings: { readonly http: Settings; readonly graphql: Settings };
}

/** What a folder's file, or a folder of a bundled collection, says of it. */
export interface ReadFolder {
  readonly info: ItemInfo;
  readonly level: ReadLevel;
  /** Names of what comes first. */
  readonly order: readonly Text[];
}

/** Reads `request` of a collection or a folder. */
export function readDefaults(
  node: YamlNode,
  above: ReadLevel["settings"],
): ReadLevel {
  return readLevel(node, above) ?? noLevel(above);
}

function readLevel(node: YamlNode, above: ReadLevel["settings"]) {
  const read = DEFAULTS.read(node);
  if (read === undefined) return undefined;
  const {
    settings: { http, graphql } = {},
    actions,
    metadata: readMetadata,
    ...defaults
  } = read;
  const metadata = readMetadata();
  return {
    defaults: {
      ...defaults,
      ...(metadata.length > 0 && { metadata }),
      ...(actions.length > 0 && { actions }),
      ...(node.isMapping() && vainNone.has(node.value) &&
        { vainNoneAt: node.get("auth").at }),
    },
    settings: {
      http: inherit(http, above.http, node.at.file),
      graphql: inherit(graphql, above.graphql, node.at.file),
    },
  };
}
true satisfies Same<
  NonNullable<ReturnType<typeof readLevel>>["defaults"],
  Defaults
>;

const NO_INFO: ItemInfo = { tags: [] };
/** Made anew for each level: they are told apart by it. */
function noLevel(settings: ReadLevel["settings"]): ReadLevel {
  return { defaults: { headers: [], variables: [], scripts: [] }, settings };
}

/** Reads the settings of a folder; they are empty if it has no file. */
export function readFolder(
  node: YamlNode | undefined,
  above: ReadLevel["settings"],
): ReadFolder {
  if (node === undefined) {
    return { info: NO_INFO, level: noLevel(above), order: [] };
  }
  const { info = NO_INFO, extensions } = FOLDER.read(node) ?? {};
  return {
    info,
    level: readDefaults(node.get("request"), above),
    order: extensions?.brace?.order ?? [],
  };
}
true satisfies Only<Read<typeof FOLDER>, "info" | "extensions">;
true satisfies Only<Read<typeof FOLDER_BRACE>, "order">;
