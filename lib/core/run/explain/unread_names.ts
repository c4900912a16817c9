import type { Script } from "../../collection/types.ts";
import { type Layer, layerWith } from "../../scope/layer.ts";
import type { ScopeName } from "../../scope/names.ts";
import type { Scopes } from "../../scope/scopes.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";

/** A call that reads a variable of one scope and goes on with its value, which nothing tests. */
const READ =
  /\b(?:client|bru)\s*\.\s*(get(?:Env|GlobalEnv|Collection|Folder|Request)?Var)\(\s*(["'`])([^"'`\\\n$]+)\2\s*\)(?!\s*(?:[|&?=!]|\bin\b))/g;
/** What is joined with it, or calculated from it, before its bracket is closed. */
const JOINED = /[-+*/%]\s*$/;

const known = new WeakMap<Script, readonly RegExpExecArray[]>();

const SCOPES: Readonly<Record<string, ScopeName>> = {
  getVar: "runtime",
  getEnvVar: "environment",
  getGlobalEnvVar: "global",
  getCollectionVar: "collection",
  getFolderVar: "folder",
  getRequestVar: "request",
};

/**
 * Says what a script read and got undefined for, although another scope has the
 * variable, or its own one has one much like it: "undefined" may go out.
 */
export async function unreadNames(
  script: Script,
  { layers }: Pick<Scopes, "layers">,
): Promise<Diagnostic[]> {
  let reads = known.get(script);
  if (reads === undefined) {
    reads = [...script.code.matchAll(READ)].filter(
      ({ 0: { length }, index, input }) => {
        const before = input.slice(0, index);
        if (/(?:!|\?\?\s*|\|\|\s*|&&\s*)$/.test(before)) return false;
        const isLast = /^\s*\)/.test(input.slice(index + length));
        return !isLast || JOINED.test(before);
      },
    );
    known.set(script, reads);
  }
  const found = reads.flatMap(
    ({ 0: { length }, 1: method, 3: name, index: offset }) => {
      const call = { name: method, scope: SCOPES[method] };
      const own = layers.filter(({ scope }) => scope === call.scope);
      return own.some((layer) => hasName(layer, name))
        ? []
        : [{ name, call, own, offset, length }];
    },
  );
  if (found.length === 0) return [];
  const { misspeltFor, notInEnvironment, unreadBy } = await import(
    "../../script/reading_call.ts"
  );
  const { nearest } = await import("../../source/nearest.ts");
  return found.flatMap(({ name, call, own, ...place }): Diagnostic[] => {
    const layer = layerWith(layers, name);
    const scope = layer?.scope;
    const near = scope === undefined
      ? nearest(name, own.flatMap(({ entries }) => [...entries.keys()]))
      : undefined;
    if (scope === undefined && near === undefined) return [];
    // Whoever gave it can give it to the environment.
    const isGiven = call.scope === "environment" && scope === "runtime" &&
      layer?.entries.get(name)?.from === "flag";
    return [{
      code: "UNDEFINED_VARIABLE",
      severity: "warning",
      message: isGiven
        ? notInEnvironment(call, name, { isGiven })
        : scope === undefined
        ? misspeltFor(call, name, near!)
        : unreadBy(call, name, scope),
      ...(isGiven && {
        waysOut: [{ kind: "define-in-environment", names: [name] }],
      }),
      location: locationOf(script.at, { ...place, place: "script" }),
    }];
  });
}

function hasName({ entries, unset }: Layer, name: string): boolean {
  return entries.has(name) || unset?.has(name) === true;
}
