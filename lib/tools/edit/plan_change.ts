import type { EditData } from "./types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
export type CollectionChange =
  | {
    kind: "create-request";
    folder: string;
    name: string;
    data?: EditData; /* FileRequest without info */
  }
  | { kind: "create-folder"; folder: string; name: string }
  | { kind: "create-environment"; name: string }
  | { kind: "rename"; path: string; name: string } // path of Request.path | Folder.path | environment's file
  | { kind: "move"; path: string; folder: string; before?: string } // before: path of the sibling; absent: last
  | { kind: "duplicate"; path: string; name?: string }
  | { kind: "delete"; path: string };
export type FileChange =
  | { kind: "write"; path: string; text: string; was?: string }
  | { kind: "rename"; path: string; to: string }
  | { kind: "remove"; path: string };
export function planChange(
  collection: { main: string; files: ReadonlyMap<string, string> },
  change: CollectionChange,
): { changes: FileChange[]; path?: string /* of the item after it */ } | {
  problem: Diagnostic;
} {
  throw new Error("stub");
}
export function newCollection(
  name: string,
  format?: "yaml" | "bru",
): ReadonlyMap<string, string> {
  throw new Error("stub");
}
