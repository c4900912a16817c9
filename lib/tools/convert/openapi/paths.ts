import { isMapping, members, type RawJson } from "../json.ts";

/** Methods that a path names its operations by; `query` since OpenAPI 3.2. */
const METHODS = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];

/** An operation of a path. */
export interface OperationOfPath {
  /** In capitals, or as `additionalOperations` of OpenAPI 3.2 has it. */
  readonly method: string;
  /** Its keys in the path, for notes. */
  readonly at: string;
  readonly operation: Record<string, RawJson>;
}

/** The operations of a path, whose references are followed. */
export function operationsOfPath(
  item: Record<string, RawJson>,
): OperationOfPath[] {
  const all = [
    ...METHODS.map((key) => ({
      method: key.toUpperCase(),
      at: key,
      operation: item[key],
    })),
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
