import { type AccountCounts, sumCounts } from "../counts.ts";
import {
  elements,
  isMapping,
  jsonTextOf,
  members,
  type RawJson,
} from "../json.ts";

/**
 * Counts what an export holds: requests of every protocol; environments below
 * the base one; variables of all of them, of folders and those that are
 * switched off; scripts of requests and folders, and unit tests.
 */
export function countInsomnia(document: RawJson): AccountCounts {
  const root = members(document);
  return sumCounts(
    Array.isArray(root.resources)
      ? version4(root.resources.map(members))
      : [...nodes(root.collection), ...version5(root)],
  );
}

/** Whether a document of version 5 holds environments for all collections. */
export function isGlobalFile(root: Record<string, RawJson>): boolean {
  return /^environment\.insomnia/.test(jsonTextOf(root.type) ?? "");
}

function version4(resources: readonly Record<string, RawJson>[]) {
  const workspaces = resources.filter(({ _type, scope }) =>
    _type === "workspace" && scope !== "environment"
  ).map(({ _id }) => jsonTextOf(_id) ?? "");
  // The first environment of a workspace is the base of the others.
  const lacking = new Set(workspaces.length > 0 ? workspaces : [""]);
  return resources.map((one) => {
    const isBase = one._type === "environment" &&
      lacking.delete(jsonTextOf(one.parentId) ?? "");
    return resource(one, { isBase });
  });
}

function resource(
  one: Record<string, RawJson>,
  { isBase }: { isBase: boolean },
): Partial<AccountCounts> {
  const type = jsonTextOf(one._type) ?? "";
  switch (type) {
    case "environment":
      return { environments: isBase ? 0 : 1, variables: variablesOf(one) };
    case "request_group":
      return {
        variables: Object.keys(members(one.environment)).length,
        scripts: countScripts(one),
      };
    case "unit_test":
      return { scripts: isUnitTest(one) ? 1 : 0 };
    default:
      return type.endsWith("request")
        ? { requests: 1, scripts: countScripts(one) }
        : {};
  }
}

function* nodes(value: RawJson): Generator<Partial<AccountCounts>> {
  const stack = elements(value).map(members);
  for (let node; (node = stack.pop()) !== undefined;) {
    const isFolder = Array.isArray(node.children);
    for (const child of elements(node.children)) stack.push(members(child));
    yield {
      requests: isFolder ? 0 : 1,
      variables: isFolder ? Object.keys(members(node.environment)).length : 0,
      scripts: countScripts(node),
    };
  }
}

function version5(root: Record<string, RawJson>): Partial<AccountCounts>[] {
  const base = members(root.environments);
  const environments = elements(base.subEnvironments).filter(isMapping);
  return [
    {
      // The file of a client of the Model Context Protocol holds one request.
      requests: isMapping(root.mcpRequest) ? 1 : 0,
      environments: isGlobalFile(root) ? 1 : 0,
      variables: variablesOf(base),
      scripts: suites(root).length,
    },
    ...environments.map((one) => ({
      environments: 1,
      variables: variablesOf(one),
    })),
  ];
}

function variablesOf(environment: Record<string, RawJson>): number {
  return Object.keys(members(environment.data)).length + offIn(environment);
}

/** How many rows are switched off: these are not in `data`. */
export function offIn(environment: Record<string, RawJson>): number {
  return elements(environment.kvPairData).filter((row) =>
    members(row).enabled === false
  ).length;
}

/** The scripts of a request or a folder. */
export function countScripts(owner: Record<string, RawJson>): number {
  const { preRequest, afterResponse } = members(owner.scripts);
  return [
    owner.preRequestScript ?? preRequest,
    owner.afterResponseScript ?? afterResponse,
  ].filter((code) => jsonTextOf(code)?.trim()).length;
}

/** Whether a resource of version 4 is a test with code. */
export function isUnitTest(one: Record<string, RawJson>): boolean {
  return one._type === "unit_test" && !!jsonTextOf(one.code)?.trim();
}

/** The tests of version 5. */
function suites(root: Record<string, RawJson>): RawJson[] {
  return elements(root.testSuites).flatMap((suite) =>
    elements(members(suite).tests)
  ).filter((test) => jsonTextOf(members(test).code)?.trim());
}
