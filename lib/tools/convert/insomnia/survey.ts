import { jsonTextOf, members } from "../json.ts";
import type { KnownRequest } from "./insomnia_responses.ts";
import type { Node, Workspace } from "./several_workspaces.ts";

/** What has to be known of requests and variables before they are written. */
export interface Survey {
  /** Requests by their ids. */
  readonly known: ReadonlyMap<string, KnownRequest>;
  /** Places of the requests in the order of the run. */
  readonly order: ReadonlyMap<Node, number>;
  /** Names of all variables. */
  readonly names: ReadonlySet<string>;
}

/** Goes through workspaces once. */
export function survey(workspaces: readonly Workspace[]): Survey {
  const known = new Map<string, KnownRequest>();
  const order = new Map<Node, number>();
  const names = new Set<string>();
  const add = (data: object) => {
    for (const name of Object.keys(data)) names.add(name);
  };
  const walk = (node: Node) => {
    if (node.children !== undefined) {
      add(members(node.data.environment));
      node.children.forEach(walk);
      return;
    }
    const index = order.size;
    order.set(node, index);
    const id = idOf(node);
    if (id === undefined || known.has(id)) return;
    const name = jsonTextOf(node.data.name) || "request";
    known.set(id, { name, index, isHttp: node.protocol === undefined });
  };
  for (const { base, environments, nodes } of workspaces) {
    add(base);
    for (const { data } of environments) add(data);
    nodes.forEach(walk);
  }
  return { known, order, names };
}

/** The id that tags call a request by. */
export function idOf({ data }: Node): string | undefined {
  return jsonTextOf(data._id) ?? jsonTextOf(members(data.meta).id);
}
