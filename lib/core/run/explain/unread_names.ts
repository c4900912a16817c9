import type { Script } from "../../collection/types.ts";
import type { Scopes } from "../../scope/scopes.ts";
import { otherwiseRead } from "../../script/reading_call.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";

/** A call that reads a runtime variable and goes on with its value, which nothing tests. */
const READ =
  /\b(?:client|bru)\s*\.\s*getVar\(\s*(["'`])([^"'`\\\n$]+)\1\s*\)(?!\s*(?:[|&?=!)]|\bin\b))/g;

const known = new WeakMap<Script, readonly RegExpExecArray[]>();

/**
 * Says what a script read with `getVar` and got undefined for, although another
 * scope has the variable: "undefined" may go out.
 */
export function unreadNames(
  script: Script,
  { layers }: Pick<Scopes, "layers">,
): Diagnostic[] {
  let reads = known.get(script);
  if (reads === undefined) {
    reads = [...script.code.matchAll(READ)].filter(({ index, input }) =>
      input[index - 1] !== "!"
    );
    known.set(script, reads);
  }
  return reads.flatMap(({ 0: { length }, 2: name, index: offset }) => {
    const layer = layers.find(({ entries }) => entries.has(name));
    return layer === undefined || layer.scope === "runtime" ? [] : [{
      code: "UNDEFINED_VARIABLE",
      severity: "warning",
      message:
        `Cannot read "${name}" with getVar, which reads runtime variables: ${
          otherwiseRead(name, layer.scope)
        }`,
      location: locationOf(script.at, { offset, length, place: "script" }),
    }];
  });
}
