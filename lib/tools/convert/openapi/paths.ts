import { isMapping, members, type RawJson } from "../json.ts";

/** Methods that a path names its operations by; `query` since OpenAPI 3.2. */
export const OPERATION_KEYS: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
]);

/** An operation of a path. */
export interface OperationOfPath {
  /** In capitals, or as `additionalOperations` of OpenAPI 3.2 has it. */
  readonly method: string;
  /** Its keys in the path, for notes. */
  readonly at: string;
  readonly operation: Record<string, RawJson>;
}

/** The operations of a path, whose references are followed, as the document orders them. */
export function operationsOfPath(
  item: Record<string, RawJson>,
): OperationOfPath[] {
  const all = [
    ...Object.entries(item).filter(([key]) => OPERATION_KEYS.has(key)).map(
      ([key, operation]) => ({
        method: key.toUpperCase(),
        at: key,
        operation,
      }),
    ),
    ...Object.entries(members(item.additionalOperations)).map(
      ([method, operation]) => ({
        method,
        at: `additionalOperations.${method}`,
        operation,
      }),
    ),
  ];
  return all.flatMap(({ operation, ...one }) =>
    isMapping(operation) ? [{ ...one, operation }] : []
  );
}

/**
 * Operations as a first run can send them: what deletes comes after all that
 * needs it, the operations of its path and of those below.
 */
export function deletingLast<
  Found extends OperationOfPath & { readonly path: string },
>(operations: readonly Found[]): Found[] {
  const isDelete = ({ method }: Found) => method === "DELETE";
  if (!operations.some(isDelete)) return [...operations];
  const keys = operations.map(({ path }) => keyOf(path));
  const last = new Map<string, number>();
  keys.forEach((key, at) => {
    for (let end = key.length; end > 0; end = key.lastIndexOf("/", end - 1)) {
      last.set(key.slice(0, end), at);
    }
  });
  const places = operations.map((one, at) => ({
    one,
    // A deletion stands after the last that needs it, the deepest first.
    at: isDelete(one) ? last.get(keys[at]) ?? at : at,
    depth: isDelete(one) ? keys[at].split("/").length : Infinity,
  }));
  return places.toSorted((a, b) =>
    a.at - b.at || (a.depth === b.depth ? 0 : b.depth - a.depth)
  ).map(({ one }) => one);
}

/** The same order, with what ends a session at the end. */
export function loggingOutLast<
  Found extends OperationOfPath & { readonly path: string },
>(operations: readonly Found[]): Found[] {
  const ending = new Set(operations.filter(endsSession));
  return [...operations.filter((one) => !ending.has(one)), ...ending];
}

/** Whether an operation ends the session of those that come after it, by its name: `POST /auth/logout`, `DELETE /session`, `logoutUser`. */
export function endsSession(
  { method, path, operation }: OperationOfPath & { readonly path: string },
): boolean {
  const segment = path.split("/").findLast((part) => /^\w/.test(part)) ?? "";
  const id = String(operation.operationId ?? "");
  return /^(?:log|sign)[-_]?(?:out|off)$/i.test(segment) ||
    method === "DELETE" && /\/(?:session|login)s?\/?$/i.test(path) ||
    /(?:^|[^a-z])(?:log|sign)[-_]?(?:out|off)(?![a-z])/.test(id) ||
    /(?:Log|Sign)(?:[oO]ut|[oO]ff)(?![a-z])/.test(id);
}

/** A path whose parameters' names do not count. */
function keyOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}").replace(/\/+$/, "") || "/";
}
