import type { ModuleRequest } from "../../core/script/module_code.ts";

/** What stands around a module's code: `$brace` of `core/script/module_code.ts`. */
export interface ModuleScope {
  /** `import(name)`. */
  (name: unknown): Promise<unknown>;
  /** `import.meta`. */
  readonly meta: Readonly<Record<string, string>>;
  /** Imported names, which follow what the other module does with them. */
  readonly scope: object;
  /** Begins the module: makes its exports known, and loads what it imports. */
  start(
    requests: readonly ModuleRequest[],
    getters: Readonly<Record<string, () => unknown>>,
  ): void;
}

/** What a module that was loaded gives to those that import it. */
export type ModuleExports = (name: string) => unknown;

/** The exports of modules with `import` and `export`. */
const namespaces = new WeakSet<object>();

/** How `import` reads what a module exports; of one that is none of its kind, it is the default export, too. */
export function importedFrom(exports: unknown): {
  readonly get: ModuleExports;
  readonly names: () => string[];
} {
  const isObject = typeof exports === "object" && exports !== null ||
    typeof exports === "function";
  if (isObject && namespaces.has(exports)) {
    const own = exports as Record<string, unknown>;
    return {
      get: (name) => name === "*" ? own : own[name],
      names: () => Object.keys(own),
    };
  }
  const names = () => isObject ? Object.keys(exports) : [];
  const member = (name: string) =>
    name === "default"
      ? exports
      : (exports as Record<string, unknown> | undefined)?.[name];
  let whole: object | undefined;
  return {
    get: (name) => {
      if (name !== "*") return member(name);
      return whole ??= gathered([...names(), "default"], member);
    },
    names,
  };
}

/** An object whose members are read anew each time. */
function gathered(names: readonly string[], member: ModuleExports): object {
  const object = Object.create(null);
  for (const name of names) give(object, name, () => member(name));
  return object;
}

function give(object: object, name: string, get: () => unknown): void {
  Object.defineProperty(object, name, {
    get,
    enumerable: true,
    configurable: true,
  });
}

/** Makes what stands around the code of a module. */
export function createModuleScope(
  module: { exports: unknown },
  { filename, dirname, request }: {
    readonly filename: string;
    readonly dirname: string;
    /** Loads what another name means in this module. */
    request(name: unknown): ReturnType<typeof importedFrom>;
  },
): ModuleScope {
  const scope = Object.create(null);
  const start: ModuleScope["start"] = (requests, getters) => {
    const namespace = Object.create(null);
    namespaces.add(namespace);
    Object.defineProperty(namespace, "__esModule", { value: true });
    module.exports = namespace;
    for (const [name, get] of Object.entries(getters)) {
      give(namespace, name, get);
    }
    for (const { from, names, exports, star } of requests) {
      const other = request(from);
      for (const [imported, local] of names) {
        give(scope, local, () => other.get(imported));
      }
      for (const [imported, exported] of exports) {
        give(namespace, exported, () => other.get(imported));
      }
      if (!star) continue;
      for (const name of other.names()) {
        if (name === "default" || Object.hasOwn(namespace, name)) continue;
        give(namespace, name, () => other.get(name));
      }
    }
  };
  return Object.assign(
    (name: unknown) =>
      Promise.resolve().then(() => request(`${name}`).get("*")),
    {
      meta: { url: `file://${filename}`, filename, dirname },
      scope,
      start,
    },
  );
}
