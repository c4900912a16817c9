import { isMapping, type Json } from "../json.ts";
import type { BadReference } from "./follow_references.ts";
import type { Operation } from "./operation.ts";
import type { Spec } from "./spec.ts";

const METHODS = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
];

/** An operation that a bad reference costs; without a method a whole path, whose operations nobody knows. */
export interface Lost {
  readonly path: string;
  readonly method?: string;
  readonly bad: BadReference;
  readonly operation?: Operation;
}

/** The operations of a document, and those that cannot be made into requests. */
export function operationsOf(
  spec: Spec,
  bad: ReadonlyMap<Json, BadReference>,
): { operations: Operation[]; lost: Lost[] } {
  const operations: Operation[] = [];
  const lost: Lost[] = [];
  const all = spec.open(spec.root.paths);
  for (const [path, item] of Object.entries(all)) {
    const opened = spec.open(item);
    let isEmpty = true;
    for (const method of METHODS) {
      const operation = opened[method];
      if (!isMapping(operation)) continue;
      isEmpty = false;
      const reason = bad.get(operation) ?? bad.get(opened.parameters);
      if (reason) {
        const own = { path, method, item: opened, operation };
        lost.push({ path, method, bad: reason, operation: own });
      } else operations.push({ path, method, item: opened, operation });
    }
    const reason = isEmpty ? bad.get(item) : undefined;
    if (reason) lost.push({ path, bad: reason });
  }
  const reason = Object.keys(all).length === 0
    ? bad.get(spec.root.paths)
    : undefined;
  if (reason) lost.push({ path: "paths", bad: reason });
  return { operations, lost };
}
