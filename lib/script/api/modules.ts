import type { Bridge } from "../bridge.ts";
import type { ModuleFactory } from "./install.ts";

/** The modules that `require` knows. */
export interface Modules {
  require(name: string): unknown;
  define(name: string, factory: ModuleFactory): void;
}

/** Makes `require` over the modules that Brace defines. */
export function createModules(_bridge: Bridge): Modules {
  const factories = new Map<string, ModuleFactory>();
  const loaded = new Map<string, { exports: unknown }>();
  const require = (name: string): unknown => {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const factory = factories.get(name);
    if (factory === undefined) {
      throw new TypeError(`Cannot require "${name}": there is no such module`);
    }
    const module = { exports: {} };
    loaded.set(name, module);
    factory(module, module.exports, require);
    return module.exports;
  };
  return { require, define: (name, factory) => factories.set(name, factory) };
}
