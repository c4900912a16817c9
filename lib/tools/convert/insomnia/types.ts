import { countScripts } from "./count_insomnia.ts";
import type { AccountCounts } from "../counts.ts";
import type { Json } from "../json.ts";

/** A node of the tree: version 5 has it, version 4 is made into it. */
export interface Node {
  readonly data: Record<string, Json>;
  /** Absent for a request. */
  readonly children?: readonly Node[];
  readonly path: string;
}

/** An environment below the base one. */
export interface NodeEnvironment {
  readonly name: string;
  readonly data: Record<string, Json>;
}

/** A workspace: what Insomnia calls a collection or a document. */
export interface Workspace {
  readonly name: string;
  readonly description?: string;
  readonly nodes: readonly Node[];
  readonly base: Record<string, Json>;
  readonly environments: readonly NodeEnvironment[];
}

/** What is left out of a file, and how much that is. */
export interface LeftOut {
  readonly message: string;
  readonly path?: string;
  readonly lost: Partial<AccountCounts>;
}

/** What a file holds. */
export interface Export {
  readonly workspaces: readonly Workspace[];
  readonly leftOut: readonly LeftOut[];
}

/** Deeper nesting is a document made to be hostile. */
export const MAX_DEPTH = 100;

/** Where Insomnia puts an item among its siblings. */
export function sortKey(data: Record<string, Json>): number {
  const key = data.metaSortKey ?? data.sortKey;
  return typeof key === "number" ? key : 0;
}

/** A request of another protocol. */
export function ofOtherProtocol(
  data: Record<string, Json>,
  path: string,
): LeftOut {
  const { name } = data;
  return {
    message: `Left out the request "${
      typeof name === "string" ? name.slice(0, 60) : ""
    }": Brace imports those of HTTP and GraphQL only`,
    path,
    lost: { requests: 1, scripts: countScripts(data) },
  };
}
