import type { Bridge } from "../../core/script/border/bridge.ts";

/** Words of a code that may be names of variables: not members, but what `...` spreads. */
const WORD = /(\.{0,3})([\p{L}_$][\p{L}\p{N}_$]*)/gu;

/**
 * Lets an expression see runtime variables by their bare names, where nothing
 * else has the name. Gives the function that takes them away again.
 */
export function exposeBareNames(code: string, bridge: Bridge): () => void {
  const target = globalThis as Record<string, unknown>;
  const exposed: string[] = [];
  for (const [, dots, name] of code.matchAll(WORD)) {
    const isMember = dots.length === 1;
    if (isMember || name in target) continue;
    if (!bridge.call("variable.has", "runtime", name)) continue;
    exposed.push(name);
    Object.defineProperty(target, name, {
      get: () => bridge.call("variable.get", "runtime", name),
      configurable: true,
    });
  }
  return () => {
    for (const name of exposed) delete target[name];
  };
}
