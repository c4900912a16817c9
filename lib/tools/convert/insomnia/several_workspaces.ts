import { jsonTextOf, members, type RawJson } from "../json.ts";
import { countScripts } from "./count_insomnia.ts";
import type { AccountCounts } from "../counts.ts";
import { type InsomniaProtocol, insomniaProtocol } from "./insomnia_stream.ts";

/** Where the base variables of a workspace go. */
export interface PlacedResource {
  readonly inFolder: Record<string, RawJson>;
  readonly inCollection: Record<string, RawJson>;
  /** Names in the folder that an environment of the workspace has, too: the folder wins. */
  readonly hidden: readonly string[];
  /** Names that the collection has from a workspace before, with the same value. */
  readonly repeated: readonly string[];
}

/**
 * Base variables belong to the workspace's folder. An environment is weaker than
 * a folder, so that what one changes goes to the collection, as long as no other
 * workspace has another value of that name.
 */
export function placeVariables(
  workspaces: readonly Workspace[],
): PlacedResource[] {
  const values = new Map<string, Set<string>>();
  const changedIn = ({ environments }: Workspace) =>
    new Set(environments.flatMap(({ data }) => Object.keys(data)));
  for (const workspace of workspaces) {
    const changed = changedIn(workspace);
    for (const [name, value] of Object.entries(workspace.base)) {
      if (!changed.has(name)) continue;
      const all = values.get(name) ?? new Set();
      values.set(name, all.add(JSON.stringify(value)));
    }
  }
  const shared = new Set<string>();
  return workspaces.map((workspace) => {
    const { base } = workspace;
    const changed = changedIn(workspace);
    const inFolder: [string, RawJson][] = [];
    const inCollection: [string, RawJson][] = [];
    const hidden: string[] = [];
    const repeated: string[] = [];
    for (const [name, value] of Object.entries(base)) {
      const isChanged = changed.has(name);
      if (!isChanged || values.get(name)!.size > 1) {
        inFolder.push([name, value]);
        if (isChanged) hidden.push(name);
      } else if (shared.has(name)) repeated.push(name);
      else {
        shared.add(name);
        inCollection.push([name, value]);
      }
    }
    return {
      inFolder: Object.fromEntries(inFolder),
      inCollection: Object.fromEntries(inCollection),
      hidden,
      repeated,
    };
  });
}

/** Names of environments; those that several workspaces have begin with the workspace's. */
export function uniqueNames(
  workspaces: readonly Workspace[],
): (one: NodeEnvironment) => string {
  const counts = new Map<string, number>();
  for (const { environments } of workspaces) {
    for (const { name } of environments) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const names = new Map<NodeEnvironment, string>();
  for (const { name: workspace, environments } of workspaces) {
    for (const one of environments) {
      const isOnly = counts.get(one.name) === 1;
      names.set(one, isOnly ? one.name : `${workspace} ${one.name}`);
    }
  }
  return (one) => names.get(one) ?? one.name;
}

/** A node of the tree: version 5 has it, version 4 is made into it. */
export interface Node {
  readonly data: Record<string, RawJson>;
  /** Absent for a request. */
  readonly children?: readonly Node[];
  readonly path: string;
  /** Absent for what goes by HTTP. */
  readonly protocol?: InsomniaProtocol;
}

/** An environment below the base one. */
export interface NodeEnvironment {
  readonly name: string;
  readonly data: Record<string, RawJson>;
  /** Where its variables stand. */
  readonly path: string;
  /** The file that it is in, if that is not the workspace's. */
  readonly file?: string;
  readonly color?: string;
  /** It stays on the machine of its owner. */
  readonly isPrivate?: boolean;
}

/** A workspace: what Insomnia calls a collection or a document. */
export interface Workspace {
  readonly name: string;
  readonly description?: string;
  readonly nodes: readonly Node[];
  readonly base: Record<string, RawJson>;
  /** Where the base variables stand. */
  readonly basePath: string;
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
  /** Environments for all collections. */
  readonly globals?: readonly NodeEnvironment[];
  readonly leftOut: readonly LeftOut[];
}

/** An environment of either version, whose name another thing may have. */
export function nodeEnvironment(
  one: Record<string, RawJson>,
  path: string,
  name?: RawJson,
): NodeEnvironment {
  const color = jsonTextOf(one.color);
  return {
    name: jsonTextOf(name) || jsonTextOf(one.name) || "environment",
    data: members(one.data),
    path: `${path}.data`,
    ...(color && { color }),
    ...((one.isPrivate === true || members(one.meta).isPrivate === true) &&
      { isPrivate: true }),
  };
}

/** Deeper nesting is a document made to be hostile. */
export const MAX_DEPTH = 100;

/** Where Insomnia puts an item among its siblings. */
export function sortKey(data: Record<string, RawJson>): number {
  const key = data.metaSortKey ?? data.sortKey;
  return typeof key === "number" ? key : 0;
}

/** The protocol of messages that a request has, by its type or id. */
export function withProtocol(type: string | undefined): Pick<Node, "protocol"> {
  const protocol = insomniaProtocol(type ?? "");
  return protocol === undefined ? {} : { protocol };
}

/** A request of another protocol. */
export function ofOtherProtocol(
  data: Record<string, RawJson>,
  path: string,
): LeftOut {
  const { name } = data;
  return {
    message: `Left out the request "${
      typeof name === "string" ? name.slice(0, 60) : ""
    }": Brace imports those of HTTP, GraphQL, WebSocket and gRPC`,
    path,
    lost: { requests: 1, scripts: countScripts(data) },
  };
}
