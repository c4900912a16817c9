import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";
import { countInsomnia, isGlobalFile } from "./count_insomnia.ts";
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
} from "./several_workspaces.ts";

/** How ids of requests of other protocols begin. */
const OTHER = /^(?:socketio-req|mcp)/;

/** Version 5: a tree, or environments for all collections. */
export function version5(root: Record<string, RawJson>): Export {
  const leftOut: LeftOut[] = [];
  const environments = members(root.environments);
  const inner = elements(environments.subEnvironments).filter(isMapping)
    .map((one, index) =>
      nodeEnvironment(one, `environments.subEnvironments[${index}]`)
    );
  const isOf = (kind: string) => jsonTextOf(root.type)?.startsWith(kind);
  if (isOf("mcpClient.") || isOf("mock.")) {
    if (isMapping(root.mcpRequest)) {
      leftOut.push(ofOtherProtocol(root.mcpRequest, "mcpRequest"));
    }
    const variables = Object.keys(members(environments.data)).length;
    if (variables > 0) {
      leftOut.push({
        message: `Left out ${variables} variable${
          variables === 1 ? "" : "s"
        }: Brace has no request that uses ${variables === 1 ? "it" : "them"}`,
        path: "environments",
        lost: { variables },
      });
    }
    return { workspaces: [], globals: inner, leftOut };
  }
  if (isGlobalFile(root)) {
    const name = jsonTextOf(root.name) || environments.name;
    const globals = [
      nodeEnvironment(environments, "environments", name),
      ...inner,
    ];
    return { workspaces: [], globals, leftOut };
  }
  const description = jsonTextOf(members(root.meta).description);
  return {
    workspaces: [{
      name: jsonTextOf(root.name) || "Insomnia",
      ...(description && { description }),
      nodes: nodesOf(root.collection, "collection", { leftOut, depth: 0 }),
      base: members(environments.data),
      basePath: "environments.data",
      environments: inner,
    }],
    leftOut,
  };
}

function nodesOf(
  value: RawJson,
  path: string,
  { leftOut, depth }: { leftOut: LeftOut[]; depth: number },
): Node[] {
  if (depth > MAX_DEPTH) {
    const lost = countInsomnia({ collection: value });
    leftOut.push({
      message: `Left out ${
        requestCount(lost.requests)
      }: folders are read ${MAX_DEPTH} deep`,
      path,
      lost,
    });
    return [];
  }
  return elements(value).map((element, index) => ({
    node: members(element),
    at: `${path}[${index}]`,
  })).filter(({ node, at }) => {
    const isOther = OTHER.test(jsonTextOf(members(node.meta).id) ?? "");
    if (isOther) leftOut.push(ofOtherProtocol(node, at));
    return !isOther;
  }).toSorted((a, b) =>
    sortKey(members(a.node.meta)) - sortKey(members(b.node.meta))
  ).map(({ node, at }) => ({
    data: {
      ...node,
      description: node.description ?? members(node.meta).description,
    },
    path: at,
    ...withProtocol(jsonTextOf(members(node.meta).id)),
    ...(Array.isArray(node.children) && {
      children: nodesOf(node.children, `${at}.children`, {
        leftOut,
        depth: depth + 1,
      }),
    }),
  }));
}
