import { jsonTextOf, members, type RawJson } from "../json.ts";
import { countInsomnia } from "./count_insomnia.ts";
import { requestCount } from "../words.ts";
import {
  type Export,
  type LeftOut,
  MAX_DEPTH,
  type Node,
  nodeEnvironment,
  ofOtherProtocol,
  sortKey,
  withProtocol,
  type Workspace,
} from "./several_workspaces.ts";

/** A resource, and where it stands. */
interface Resource {
  readonly data: Record<string, RawJson>;
  readonly path: string;
}

/** What has a place in the tree of a workspace. */
const ITEMS = ["request", "websocket_request", "grpc_request", "request_group"];

/** Version 4: a flat list, each resource with its parent's id. */
export function version4(list: readonly RawJson[]): Export {
  const resources = list.map((one, index): Resource => ({
    data: members(one),
    path: `resources[${index}]`,
  }));
  const byParent = Map.groupBy(
    resources,
    ({ data }) => jsonTextOf(data.parentId) ?? "",
  );
  /** What lies below an id, once: several resources may have it. */
  const takeChildren = (id: RawJson): readonly Resource[] => {
    const key = jsonTextOf(id) ?? "";
    const children = byParent.get(key) ?? [];
    byParent.delete(key);
    return children;
  };
  const placed = new Set<Resource>();
  const nodeOf = (resource: Resource, depth: number): Node => {
    placed.add(resource);
    const { data, path } = resource;
    const payloads = data._type === "websocket_request"
      ? takeChildren(data._id).map(({ data }) => data)
        .filter(({ _type }) => _type === "websocket_payload")
      : [];
    return {
      data: { ...data, ...(payloads.length > 0 && { payloads }) },
      path,
      ...withProtocol(jsonTextOf(data._type)),
      ...(data._type === "request_group" && {
        children: nodesOf(takeChildren(data._id), depth),
      }),
    };
  };
  const nodesOf = (children: readonly Resource[], depth = 0): Node[] =>
    depth > MAX_DEPTH ? [] : children
      .filter((one) => isItem(one) && !placed.has(one))
      .toSorted((a, b) => sortKey(a.data) - sortKey(b.data))
      .map((one) => nodeOf(one, depth + 1));
  const found = resources.filter(isWorkspace);
  const globals = found.filter(isGlobal);
  const own = found.filter((one) => !isGlobal(one));
  const roots = own.length > 0 ? own : [{ data: {}, path: "" }];
  const written = new Set<Resource>();
  const environmentOf = (resource: Resource, name?: RawJson) => {
    written.add(resource);
    return nodeEnvironment(resource.data, resource.path, name);
  };
  /** The base environment, its own ones, and what stands beside it. */
  const environmentsIn = (below: readonly Resource[]) => {
    const [base, ...others] = below.filter(isEnvironment);
    if (base === undefined) return { inner: [] };
    written.add(base);
    const own = takeChildren(base.data._id).filter(isEnvironment);
    return {
      base,
      inner: [...own, ...others].map((one) => environmentOf(one)),
    };
  };
  const ids = new Set(
    resources.filter((one) => isItem(one) || isWorkspace(one))
      .map(({ data }) => jsonTextOf(data._id) ?? ""),
  );
  const workspaces = roots.map(({ data }, index): Workspace => {
    const id = jsonTextOf(data._id) ?? "";
    const below = takeChildren(id);
    // What belongs to nothing that is there belongs to the first workspace.
    const lost = index > 0 ? [] : resources.filter(({ data }) => {
      const parent = jsonTextOf(data.parentId) ?? "";
      return parent !== id && !ids.has(parent);
    });
    const { base, inner } = environmentsIn(below);
    // Global environments are some of the collection's here.
    const global = index > 0 ? [] : globals.flatMap(({ data }) => {
      const { base, inner } = environmentsIn(takeChildren(data._id));
      return base === undefined
        ? []
        : [environmentOf(base, data.name), ...inner];
    });
    return {
      name: jsonTextOf(data.name) || "Insomnia",
      ...(jsonTextOf(data.description) && {
        description: jsonTextOf(data.description),
      }),
      nodes: nodesOf([...below, ...lost]),
      base: members(base?.data.data),
      basePath: `${base?.path}.data`,
      environments: [...inner, ...global],
    };
  });
  return { workspaces, leftOut: leftOutOf(resources, placed, written) };
}

function isWorkspace({ data }: Resource): boolean {
  return data._type === "workspace";
}

/** A workspace that is a global environment. */
function isGlobal({ data }: Resource): boolean {
  return data.scope === "environment";
}

function isItem({ data }: Resource): boolean {
  return ITEMS.includes(jsonTextOf(data._type) ?? "");
}

function isEnvironment({ data }: Resource): boolean {
  return data._type === "environment";
}

function leftOutOf(
  resources: readonly Resource[],
  placed: ReadonlySet<Resource>,
  written: ReadonlySet<Resource>,
): LeftOut[] {
  const others = resources.filter((one) =>
    /^\w+_request$/.test(jsonTextOf(one.data._type) ?? "") && !isItem(one)
  ).map(({ data, path }) => ofOtherProtocol(data, path));
  const astray = resources.filter((one) => isItem(one) && !placed.has(one));
  if (astray.length > 0) {
    const lost = countInsomnia({ resources: astray.map(({ data }) => data) });
    others.push({
      message: `Left out ${requestCount(lost.requests)}: ${
        lost.requests === 1 ? "its" : "their"
      } folders lie in a circle, or deeper than ${MAX_DEPTH}`,
      lost,
    });
  }
  for (const one of resources) {
    if (!isEnvironment(one) || written.has(one)) continue;
    const { data, path } = one;
    others.push({
      message: `Left out the environment "${
        jsonTextOf(data.name) ?? ""
      }": no workspace has it`,
      path,
      lost: {
        environments: 1,
        variables: Object.keys(members(data.data)).length,
      },
    });
  }
  return others;
}
