import { isGlobalsName } from "../../collection/format.ts";
import type { Script } from "../../collection/types.ts";
import { type Layer, layerWith } from "../../scope/layer.ts";
import type { ScopeName } from "../../scope/names.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";
import { wayOut } from "../../source/way_out.ts";
import type { RunSettings } from "../options.ts";
import type { UsedRead } from "../ports.ts";
import type { RunState } from "../run_state.ts";
import type { ReadingCall } from "../../script/reading_call.ts";
import { explainFor } from "./failure_of.ts";

/**
 * A call that reads a variable of one scope and goes on with its value, which
 * nothing tests. A secret's name with a dot may be that of a store's key.
 */
const READ =
  /\b(client|bru)\s*\.\s*(get(?:Env|GlobalEnv|Collection|Folder|Request)?Var|getSecretVar(?![^"'`]+["'`][^"'`]*\.))\(\s*(["'`])([^"'`\\\n$]+)\3\s*\)(?!\s*(?:[|&?=!]|\bin\b))/g;
/** What is joined with it, or calculated from it, before its bracket is closed. */
const JOINED = /[-+*/%]\s*$/;

const known = new WeakMap<Script, readonly RegExpExecArray[]>();

/** How a script or a test ended. */
type Outcome = {
  readonly diagnostic?: Diagnostic | undefined;
  readonly expected?: string;
  readonly actual?: string;
};

const SCOPES: Readonly<Record<string, ScopeName>> = {
  getVar: "runtime",
  getEnvVar: "environment",
  getSecretVar: "environment",
  getGlobalEnvVar: "global",
  getCollectionVar: "collection",
  getFolderVar: "folder",
  getRequestVar: "request",
};

/**
 * What a script read and got undefined for, although it goes on with it: "undefined" may go out.
 *
 * @param failures The script's error and its tests, which may have failed over such a value.
 */
export async function unreadNames(
  script: Script,
  state: RunState,
  failures: readonly Outcome[],
): Promise<Diagnostic[]> {
  const { scopes: { layers }, scripts } = state;
  const found = await foundElsewhere(script, layers);
  // Most scripts read what is there.
  if (scripts === undefined || scripts.missed.size === 0) return found;
  return [
    ...found,
    ...await foundMissed(script, state, {
      failures: failures.filter(saysUndefined),
      isTold: ({ offset }) =>
        found.some(({ location: { offset: start = 0, length = 0 } = {} }) =>
          start <= offset && offset < start + length
        ),
    }),
  ];
}

/** Whether something failed over a value that is undefined, or a number made of it. */
function saysUndefined({ diagnostic, expected, actual }: Outcome): boolean {
  const said = [diagnostic?.message, expected, actual].join("\n");
  return diagnostic !== undefined && /\b(?:undefined|NaN)\b/.test(said);
}

/** What of it another scope has. */
async function foundElsewhere(
  script: Script,
  layers: readonly Layer[],
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
    ({ 0: { length }, 1: object, 2: method, 4: name, index: offset }) => {
      const call = {
        name: method,
        scope: SCOPES[method],
        ...object === "bru" && { isBru: true as const },
      };
      const own = layers.filter(({ scope }) => scope === call.scope);
      return layerWith(own, name) ? [] : [{ name, call, offset, length }];
    },
  );
  return await Promise.all(
    found.flatMap(({ name, call, ...place }) => {
      const layer = layerWith(layers, name);
      return layer ? inOther(layer, { name, call, place, script, layers }) : [];
    }),
  );
}

/** That another scope has what a call got undefined for. */
async function inOther(
  { scope, entries }: Layer,
  { name, call, place, script, layers }: {
    readonly name: string;
    readonly call: ReadingCall;
    readonly place: { readonly offset: number; readonly length: number };
    readonly script: Script;
    readonly layers: readonly Layer[];
  },
): Promise<Diagnostic> {
  const { notInEnvironment, unreadBy } = await import(
    "../../script/reading_call.ts"
  );
  // Whoever gave it can give it to the environment.
  const isGiven = call.scope === "environment" && scope === "runtime" &&
    entries.get(name)?.from === "flag";
  return {
    code: "UNDEFINED_VARIABLE",
    severity: "warning",
    message: isGiven
      ? notInEnvironment(call, name, { isGiven })
      : unreadBy(call, name, scope),
    ...(isGiven && {
      waysOut: [
        unsetLayer(layers, name)
          ? wayOut("set-secret", name)
          : wayOut("define-in-environment", name),
      ],
    }),
    location: locationOf(script.at, { ...place, place: "script" }),
  };
}

/** The calls in a run that were told of: a script of a folder runs for many requests. */
const toldIn = new WeakMap<RunSettings, Set<string>>();

/**
 * What of it no scope has, and no script sets, or only requests that did not;
 * and what another scope has, where only a look into the script shows its use.
 */
async function foundMissed(
  script: Script,
  state: RunState,
  { failures, isTold }: {
    readonly failures: readonly Outcome[];
    /** Whether a call is told of already. */
    readonly isTold: (read: UsedRead) => boolean;
  },
): Promise<Diagnostic[]> {
  const { scopes: { layers }, scripts, iteration, step } = state;
  const { collection } = step;
  const { settings } = iteration;
  const names = new Set(
    [...scripts!.missed].filter((name) =>
      !layers.some(({ unset }) => unset?.get(name)?.store !== undefined)
    ),
  );
  if (names.size === 0 || settings.ports.usedReads === undefined) return [];
  const { notGivenGlobal } = await import("./environment_notes.ts");
  const globalOf = (name: string, { scope }: ReadingCall) =>
    scope === "global"
      ? notGivenGlobal(name, collection, settings.globals)
      : undefined;
  const { readByFailure } = await import("./environment_reads.ts");
  // An expectation that fails says itself what it compared.
  const failed = failures.flatMap(({ diagnostic, actual }) =>
    (diagnostic && actual === undefined &&
      readByFailure(diagnostic, script)) || []
  );
  const hasMissed = failures.length > 0;
  const all = await settings.ports.usedReads(script, names, collection);
  const used = all.filter(({ name }) => !layerWith(layers, name))
    .filter(({ name, call, expected, isSet, offset }) =>
      !expected || failed.some((isOfFailure) => isOfFailure({ offset })) ||
      hasMissed && (isSet || globalOf(name, call) !== undefined)
    );
  const told = toldIn.get(settings) ?? new Set();
  toldIn.set(settings, told);
  const isNew = (name: string, call: string) => {
    const { file, path } = script.at;
    const key = JSON.stringify([file, path, name, call]);
    const isFirst = !told.has(key);
    told.add(key);
    return isFirst;
  };
  const ofOthers = await inOthers(
    all.filter((it) => !isTold(it)),
    { script, layers, isNew },
  );
  if (used.length === 0) return ofOthers;
  const {
    definedNowhere,
    misspeltFor,
    noEnvironment,
    notGiven,
    unreadBy,
    unsetFor,
    waysToGive,
  } = await import("../../script/reading_call.ts");
  const { nearest } = await import("../../source/nearest.ts");
  const { waitsForRequests } = await import("./explain.ts");
  const having = (name: string) =>
    collection.environments.filter(({ name: own, file, variables }) =>
      !(isGlobalsName(own) && file !== collection.file) &&
      variables.some((it) => it.name === name && !it.disabled)
    ).map(({ name }) => name);
  const isWithout = (settings.environments?.get(collection) ?? []).length === 0;
  const ofRequests = used.filter((
    { name, call: { name: call, scope }, isSet },
  ) =>
    isSet && waitsForRequests({ name, ...scope && { scope } }, collection, {
      ran: iteration.ran,
      settings,
      step,
    }) && isNew(name, call)
  );
  const nowhere = used.filter(({ isSet }) => !isSet).flatMap(
    ({ name, call, omitted, offset, length }): Diagnostic[] => {
      const secret = unsetLayer(layers, name);
      if (secret !== undefined) {
        if (!isNew(name, call.name)) return [];
        const isRead = call.scope === undefined || call.scope === secret.scope;
        return [{
          code: "UNSET_SECRET",
          severity: "warning",
          ...isRead
            ? {
              message: unsetFor(call, name),
              waysOut: [wayOut("set-secret", name)],
            }
            : { message: unreadBy(call, name, secret.scope) },
          location: locationOf(script.at, { offset, length, place: "script" }),
        }];
      }
      // Which global variables there are, and what another environment has, a check does not tell either.
      const isElsewhere = call.scope === "global" ||
        call.scope === "environment" &&
          collection.environments.some(({ variables }) =>
            variables.some((it) => it.name === name)
          );
      const own = layers.filter(({ scope }) =>
        call.scope === undefined || scope === call.scope
      );
      const near = nearest(
        name,
        own.flatMap(({ entries }) => [...entries.keys()]),
      );
      const global = globalOf(name, call);
      // Another environment that is selected need not have it; where none is, it was forgotten.
      const asksThem = (call.scope ?? "environment") === "environment";
      const forgotten = asksThem && isWithout ? having(name) : [];
      const isUntold = isElsewhere && global === undefined &&
        forgotten.length === 0;
      if (isUntold || !isNew(name, call.name)) return [];
      const told = global !== undefined
        ? { message: notGiven(call, name, global.note), waysOut: global.ways }
        : forgotten.length > 0
        ? {
          message: noEnvironment(call, name),
          waysOut: [wayOut("select-environment", ...forgotten)],
        }
        : near !== undefined
        ? { message: misspeltFor(call, name, near) }
        : {
          message: definedNowhere(call, name, omitted),
          waysOut: waysToGive(call, name),
        };
      return [{
        code: "UNDEFINED_VARIABLE",
        severity: "warning",
        ...told,
        location: locationOf(script.at, { offset, length, place: "script" }),
      }];
    },
  );
  return [
    ...ofOthers,
    ...await withSetters(ofRequests, script, state),
    ...nowhere,
  ];
}

/** What another scope has, and a script puts into something as if it had it. */
async function inOthers(
  reads: readonly UsedRead[],
  { script, layers, isNew }: {
    readonly script: Script;
    readonly layers: readonly Layer[];
    readonly isNew: (name: string, call: string) => boolean;
  },
): Promise<Diagnostic[]> {
  return await Promise.all(reads.flatMap((
    { name, call, expected, offset, length },
  ) => {
    const layer = layerWith(layers, name);
    // By now, the script may have set it.
    const isOwn = call.scope === undefined ||
      layers.some(({ scope, entries }) =>
        scope === call.scope && entries.has(name)
      );
    if (layer === undefined || isOwn || expected) return [];
    if (!isNew(name, call.name)) return [];
    const place = { offset, length };
    return inOther(layer, { name, call, place, script, layers });
  }));
}

/** Says which requests set what a script got undefined for, and how they run first. */
async function withSetters(
  reads: readonly UsedRead[],
  script: Script,
  state: RunState,
): Promise<Diagnostic[]> {
  const { notSetYet } = await import("../../script/reading_call.ts");
  const found = reads.map(({ name, call, offset, length }): Diagnostic => ({
    // An undefined variable has notes about all scopes, which the call does not ask.
    code: "USED_BEFORE_SET",
    severity: "error",
    message: notSetYet(call, name),
    expression: name,
    location: locationOf(script.at, { offset, length, place: "script" }),
  }));
  const explained = await explainFor(state, found);
  return explained.map(({ expression: _, ...one }): Diagnostic => ({
    ...one,
    code: "UNDEFINED_VARIABLE",
    severity: "warning",
  }));
}

/** The first layer whose file names a secret and leaves its value out. */
function unsetLayer(
  layers: readonly Layer[],
  name: string,
): Layer | undefined {
  return layers.find(({ unset }) => unset?.has(name));
}
