import { headerValues } from "../../../core/http/header_values.ts";
import type { Bridge } from "../../../core/script/border/bridge.ts";
import type { ModuleFactory } from "../../../embedded/sandbox/modules.ts";
import { send, sendable } from "../../../embedded/sandbox/http/send.ts";
import {
  bundleOf,
  memberOf,
  partOf,
} from "../../../core/collection/required/module_names.ts";

/** Node's own require from the collection's folder, and Brace's bundles for what that does not find. */
export async function createRequire(
  folder: string,
  { bundles, bridge }: {
    bundles: ReadonlyMap<string, string>;
    bridge: Bridge;
  },
): Promise<(name: string) => unknown> {
  const { createRequire } = await import("node:module");
  const native = createRequire(`${folder === "" ? "/" : folder}/script.js`);
  const loaded = new Map<string, unknown>([
    ["brace:bridge", bridge],
    ["brace:send", { send, sendable }],
    ["brace:headers", headerValues],
  ]);
  const bundled = (name: string): unknown => {
    if (loaded.has(name)) return loaded.get(name);
    const source = bundles.get(name);
    if (source === undefined) return native(name);
    const factory = (0, eval)(
      `(function(module,exports,require){${source}\n})`,
    ) as ModuleFactory;
    const module = { exports: {} as unknown };
    factory(module, module.exports, bundled, name, "");
    loaded.set(name, module.exports);
    return module.exports;
  };
  return (name) => {
    // These go through Brace's engine, or have its additions.
    if (name === "axios" || name === "chai") return bundled(name);
    try {
      return native(name);
    } catch (error) {
      const { module, part } = partOf(name);
      const known = bundles.has(module)
        ? bundled(module)
        : bundles.has(bundleOf(module))
        ? (bundled(bundleOf(module)) as Record<string, unknown>)[module]
        : undefined;
      const found = part === undefined ? known : memberOf(known, part);
      if (found === undefined) throw error;
      return found;
    }
  };
}
