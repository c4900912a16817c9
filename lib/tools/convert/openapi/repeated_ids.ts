import { jsonTextOf } from "../json.ts";
import type { ImportNote } from "../types.ts";
import type { OperationOfPath } from "./paths.ts";

/** So many operations of one id are named. */
const MAX_NAMED = 5;

/** Names each `operationId` of several operations: all become requests, and an update cannot tell them apart by it. */
export function repeatedIds(
  operations: readonly (OperationOfPath & { readonly path: string })[],
  file: string,
): ImportNote[] {
  const byId = Map.groupBy(
    operations,
    ({ operation }) => jsonTextOf(operation.operationId) ?? "",
  );
  return [...byId].flatMap(([id, all]): ImportNote[] => {
    const [, second] = all;
    if (id === "" || second === undefined) return [];
    const named = all.slice(0, MAX_NAMED)
      .map(({ method, path }) => `${method} ${path}`);
    const more = all.length > MAX_NAMED ? ", …" : "";
    return [{
      kind: "person",
      message: `${all.length} operations have the operationId "${id}": ${
        named.join(", ")
      }${more} (each is a request; write an id for each that no other has)`,
      isMistake: true,
      source: { file, path: `paths.${second.path}.${second.at}.operationId` },
    }];
  });
}
