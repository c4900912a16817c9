import type { ScriptReader } from "../types.ts";

/**
 * Loads what reads scripts by their syntax, for `readScript` of
 * `checkCollection`: it finds more than patterns do, and what is wrong with
 * the scripts themselves.
 *
 * @example
 * ```ts
 * import { checkCollection, readCollection } from "@brace/brace";
 * import { loadScriptReader } from "@brace/brace/run";
 * import { assertEquals } from "@std/assert";
 *
 * const { value: collection } = readCollection({
 *   root: "",
 *   files: new Map([
 *     ["opencollection.yml", "info: { name: Shop }"],
 *     [
 *       "list.yml",
 *       `http: { url: http://localhost }
 * runtime: { scripts: [{ type: tests, code: "client.setVr('id', 1)" }] }`,
 *     ],
 *   ]),
 * });
 * const readScript = await loadScriptReader();
 * const [{ code, suggestion }] = checkCollection(collection!, { readScript });
 * assertEquals([code, suggestion], ["UNKNOWN_MEMBER", "setVar"]);
 * ```
 */
export async function loadScriptReader(): Promise<ScriptReader> {
  const { readScript } = await import("./read_script.ts");
  return readScript;
}
