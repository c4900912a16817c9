import type { Request, UnsupportedItem } from "../types.ts";
import { nearest } from "../../source/nearest.ts";
import type { YamlNode } from "../yaml/node.ts";
import { ITEM_INFO } from "../shape/item.ts";
import { readRequest, type RequestContext } from "./read_request.ts";

const RUN_TYPES = ["http", "graphql"] as const;
const OTHER_TYPES = ["grpc", "websocket"] as const;
/** Types of items that are not requests and need no mention. */
const SILENT_TYPES = ["script", "workspace"];

/**
 * The type of an item: `info.type`, or the key that holds its details.
 * Undefined for a mapping that is not an item at all, such as an OpenAPI document.
 */
export function itemType(node: YamlNode): string | undefined {
  const written = node.get("info").get("type").value ?? node.get("type").value;
  if (typeof written === "string" && written !== "") return written;
  return [...RUN_TYPES, ...OTHER_TYPES].find((type) => node.get(type).present);
}

/** Reads an item that is not a folder. */
export function readItem(
  node: YamlNode,
  type: string,
  context: Omit<RequestContext, "type">,
): Request | UnsupportedItem | undefined {
  if (SILENT_TYPES.includes(type)) return undefined;
  const known = RUN_TYPES.find((one) => one === type);
  if (known) return readRequest(node, { ...context, type: known });
  if (OTHER_TYPES.every((one) => one !== type)) {
    const near = nearest(type, [...RUN_TYPES, ...OTHER_TYPES]);
    if (near !== undefined) {
      node.get("info").get("type").wrongWord(type, [near]);
      return undefined;
    }
  }
  return {
    kind: "unsupported",
    name: context.name,
    ...(ITEM_INFO.read(node.get("info")) ?? { tags: [] }),
    path: context.path,
    type,
    at: node.at,
  };
}
