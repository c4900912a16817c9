import {
  COLLECTION,
  type COLLECTION_BRACE,
  type COLLECTION_INFO,
  CONFIG,
  FLOWS,
} from "../shape/level.ts";
import { BRU_FORMAT, type CollectionFormat, YAML_FORMAT } from "../format.ts";
import type { Only, Read, Same } from "../shape/types.ts";
import type { CollectionConfig } from "../types.ts";
import type { YamlNode } from "../yaml/node.ts";

/** What a collection's own file says of itself, the empty one nothing; undefined where it is not a mapping. */
export function readMain(node: YamlNode) {
  return node.present ? COLLECTION.read(node) : {};
}
true satisfies Only<ReturnType<typeof readMain>, "info" | "extensions">;
true satisfies Only<Read<typeof COLLECTION_INFO>, "name">;

/** Reads `config`; `brace` is what `extensions.brace` says, setup and teardown aside. */
export function readConfig(
  node: YamlNode,
  brace: Read<typeof COLLECTION_BRACE>,
  format: CollectionFormat,
): Omit<CollectionConfig, "setup" | "teardown"> {
  return compose(node, brace, format);
}

function compose(
  node: YamlNode,
  brace: Read<typeof COLLECTION_BRACE>,
  format: CollectionFormat,
) {
  const config = CONFIG.read(node.get("config"));
  const {
    flow: readFlow,
    hosts = [],
    forwardCredentialsTo: _,
    order: __,
    ...own
  } = brace ?? {};
  const flow = readFlow?.() ?? brunoFlow(node) ?? "sandwich";
  const extended = extendedIn(node, format);
  return { flow, hosts, ...own, ...config, ...extended && { extended } };
}
true satisfies Same<
  ReturnType<typeof compose>,
  Omit<CollectionConfig, "setup" | "teardown">
>;

/** Files in other formats are read with extensions that they do not have themselves. */
function extendedIn(
  node: YamlNode,
  format: CollectionFormat,
): CollectionConfig["extended"] {
  const isYaml = format === YAML_FORMAT;
  const hasBrace = node.get("extensions").get("brace").value !== undefined;
  if (hasBrace && (isYaml || format === BRU_FORMAT)) return "extensions.brace";
  return isYaml && node.has("extensions") ? "extensions" : undefined;
}

function brunoFlow(node: YamlNode) {
  return node.get("extensions").get("bruno").get("scripts").get("flow")
    .oneOf(FLOWS);
}

/** Folders and files that Bruno does not read (`extensions.bruno.ignore`). */
export function readIgnored(node: YamlNode): string[] {
  return node.get("extensions").get("bruno").get("ignore").list()
    .map((one) => one.scalar() ?? "").filter((one) => one !== "");
}
