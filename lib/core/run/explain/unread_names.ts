import type { Script } from "../../collection/types.ts";
import { layerWith } from "../../scope/layer.ts";
import type { Scopes } from "../../scope/scopes.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";

/** A call that reads a runtime variable and goes on with its value, which nothing tests. */
const READ =
  /\b(?:client|bru)\s*\.\s*getVar\(\s*(["'`])([^"'`\\\n$]+)\1\s*\)(?!\s*(?:[|&?=!)]|\bin\b))/g;

const known = new WeakMap<Script, readonly RegExpExecArray[]>();

/**
 * Says what a script read with `getVar` and got undefined for, although another
 * scope has the variable: "undefined" may go out.
 */
export async function unreadNames(
  script: Script,
  { layers }: Pick<Scopes, "layers">,
): Promise<Diagnostic[]> {
  let reads = known.get(script);
  if (reads === undefined) {
    reads = [...script.code.matchAll(READ)].filter(({ index, input }) =>
      input[index - 1] !== "!"
    );
    known.set(script, reads);
  }
  const found = reads.flatMap(({ 0: { length }, 2: name, index: offset }) => {
    const layer = layerWith(layers, name);
    return layer === undefined || layer.scope === "runtime"
      ? []
      : [{ name, scope: layer.scope, offset, length }];
  });
  if (found.length === 0) return [];
  const { unreadByGetVar } = await import("../../script/reading_call.ts");
  return found.map(({ name, scope, ...place }) => ({
    code: "UNDEFINED_VARIABLE",
    severity: "warning",
    message: unreadByGetVar(name, scope),
    location: locationOf(script.at, { ...place, place: "script" }),
  }));
}
