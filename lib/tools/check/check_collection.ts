import type { Collection } from "../../core/collection/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionIndex } from "./collection_index.ts";
import type { CheckOptions } from "./types.ts";

/**
 * Checks a collection without sending anything: every request with each of its
 * environments. What `readCollection` has found comes besides.
 *
 * @example
 * ```ts
 * import { checkCollection, readCollection } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const { value: collection } = readCollection({
 *   root: "",
 *   files: new Map([
 *     ["opencollection.yml", "info: { name: Shop }"],
 *     ["environments/local.yml", "variables: [{ name: baseUrl, value: http://localhost }]"],
 *     ["list.yml", "http: { method: GET, url: '{{base_url}}/items' }"],
 *   ]),
 * });
 * const problem = checkCollection(collection!).find(({ severity }) => severity === "error");
 * assertEquals([problem?.code, problem?.suggestion], ["UNDEFINED_VARIABLE", "baseUrl"]);
 * ```
 */
export function checkCollection(
  collection: Collection,
  options: CheckOptions = {},
): Diagnostic[] {
  return new CollectionIndex(collection, options).diagnostics();
}
