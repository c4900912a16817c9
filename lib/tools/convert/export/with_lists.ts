import { elements, isMapping, members, type RawJson } from "../json.ts";

/** Keys that hold lists of mappings in requests and in what levels hand down. */
const LISTS = [
  "headers",
  "metadata",
  "params",
  "variables",
  "scripts",
  "assertions",
  "actions",
  "examples",
];
/** Keys that hold mappings. */
const MAPPINGS = [
  "settings",
  "runtime",
  "http",
  "graphql",
  "websocket",
  "grpc",
  "extensions",
];

/** What a file says, without what has another kind than the format gives it; takes the names of what is left out. */
export function withLists(
  root: Record<string, RawJson>,
  leaveOut: (key: string) => void,
): Record<string, RawJson> {
  const kept: Record<string, RawJson> = {};
  for (const [key, value] of Object.entries(root)) {
    if (value === undefined || value === null) continue;
    if (LISTS.includes(key)) {
      if (!Array.isArray(value)) leaveOut(key);
      else kept[key] = value.filter((one) => isMapping(one));
    } else if (MAPPINGS.includes(key)) {
      if (!isMapping(value)) leaveOut(key);
      else kept[key] = withLists(value, leaveOut);
    } else if (key === "auth") {
      const isAuth = value === "inherit" || value === "none" ||
        typeof members(value).type === "string";
      if (isAuth) kept[key] = value;
      else leaveOut(key);
    } else if (key === "body") {
      if (typeof value === "object") kept[key] = withRows(value, leaveOut);
      else leaveOut(key);
    } else kept[key] = value;
  }
  return kept;
}

/** A body whose rows are mappings. */
function withRows(body: RawJson, leaveOut: (key: string) => void): RawJson {
  if (Array.isArray(body)) {
    return body.filter((one) => isMapping(one)).map((one) => ({
      ...one,
      body: withRows(members(one.body), leaveOut),
    }));
  }
  const { type, data, ...rest } = members(body);
  const hasRows = ["form-urlencoded", "multipart-form", "file"].includes(
    String(type),
  );
  if (!hasRows) return body;
  if (data !== undefined && !Array.isArray(data)) leaveOut("data");
  return { ...rest, type, data: elements(data).filter((it) => isMapping(it)) };
}
