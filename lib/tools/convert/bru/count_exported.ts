import { type AccountCounts, sumCounts } from "../counts.ts";
import { elements, isMapping, jsonTextOf, members } from "../json.ts";
import type { RawJson } from "../json.ts";
import { exportedRows } from "./exported_blocks.ts";

/**
 * Counts what an export of Bruno's app holds: a request is an item that is
 * neither a folder nor a file; a variable is a row of `vars.req` or of an
 * environment; a script is one that is not blank, an example an element of
 * `examples`. Nothing counts inside of an item whose type nobody knows.
 */
export function countExported(json: RawJson): AccountCounts {
  const { root, items, environments } = members(json);
  const counts = [
    levelCounts(members(root).request),
    ...elements(environments).filter(isMapping).map(({ variables }) => ({
      environments: 1,
      variables: exportedRows(variables).length,
    })),
  ];
  const stack = [...elements(items)];
  for (let item; (item = stack.pop()) !== undefined;) {
    if (!isMapping(item)) continue;
    if (isExportedFolder(item)) {
      counts.push(levelCounts(members(item.root).request));
      stack.push(...elements(item.items));
    } else if (item.type !== "js") {
      const isKnown = isRequest(item);
      counts.push({
        requests: 1,
        ...(isKnown && { examples: elements(item.examples).length }),
      }, isKnown ? levelCounts(item.request) : {});
    }
  }
  return sumCounts(counts);
}

/** Whether an item of an export is a folder. */
export function isExportedFolder(
  { type, items }: Record<string, RawJson>,
): boolean {
  return type === "folder" || type === undefined && Array.isArray(items);
}

function isRequest({ type, request }: Record<string, RawJson>): boolean {
  return type === undefined
    ? isMapping(request)
    : /^(?:http|graphql|grpc|ws)(?:-request)?$/.test(jsonTextOf(type) ?? "");
}

function levelCounts(request: RawJson): Partial<AccountCounts> {
  const { vars, script, tests } = members(request);
  const { req, res } = members(script);
  return {
    variables: exportedRows(members(vars).req).length,
    scripts:
      [req, res, tests].filter((code) => (jsonTextOf(code) ?? "").trim() !== "")
        .length,
  };
}
