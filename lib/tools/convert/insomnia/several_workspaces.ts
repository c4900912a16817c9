import type { Json } from "../json.ts";
import type { NodeEnvironment, Workspace } from "./types.ts";

/** Where the base variables of a workspace go. */
export interface PlacedResource {
  readonly inFolder: Record<string, Json>;
  readonly inCollection: Record<string, Json>;
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
    const inFolder: [string, Json][] = [];
    const inCollection: [string, Json][] = [];
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
