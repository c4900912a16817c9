import type { ShippedPackage } from "../licences/third_party.ts";

/** What of a lock file of Deno tells about packages. */
export interface Lock {
  readonly npm?: Sums;
  readonly jsr?: Sums;
}
type Sums = Readonly<Record<string, { readonly integrity?: string }>>;

/** The modules of JSR's packages. */
const JSR = /^https:\/\/jsr\.io\/(@[^/]+\/[^/]+)\/([^/]+)\//;
/** The modules of what stands in for them (CONTRIBUTING, Dependencies). */
const STAND_IN = /^npm:\/?(deno-std)@([^/]+)\//;

/**
 * The packages of the standard library that a program's modules are of, with
 * the sums of the lock file: those of JSR, or what stands in for them on npm.
 */
export function standardLibrary(
  modules: readonly string[],
  { npm = {}, jsr = {} }: Lock,
): { npm: ShippedPackage[]; jsr: ShippedPackage[] } {
  return {
    npm: packagesOf(modules, STAND_IN, npm),
    jsr: packagesOf(modules, JSR, jsr),
  };
}

function packagesOf(
  modules: readonly string[],
  pattern: RegExp,
  sums: Sums,
): ShippedPackage[] {
  const found = new Map<string, ShippedPackage>();
  for (const module of modules) {
    const match = pattern.exec(module);
    if (match === null) continue;
    const [, name, version] = match;
    const key = `${name}@${version}`;
    const integrity = sums[key]?.integrity;
    if (integrity === undefined) {
      throw new Error(`deno.lock has no sum of ${key}`);
    }
    found.set(key, { name, version, integrity });
  }
  return [...found].sort(([a], [b]) => a < b ? -1 : 1).map(([, it]) => it);
}
