import {
  anyReads,
  environmentReads,
  globalReads,
  readByFailure,
} from "./environment_reads.ts";
import { environmentWay, notGivenGlobal } from "./environment_notes.ts";
import { capitalReads, readHeader } from "../../script/failure.ts";
import { otherwiseRead } from "../../script/reading_call.ts";
import type { TestResult } from "../../script/border/types.ts";
import { layerWith } from "../../scope/layer.ts";
import type { Scopes } from "../../scope/scopes.ts";
import type { Diagnostic, WayOut } from "../../source/diagnostic.ts";
import type { Script } from "../../collection/types.ts";
import { wayOut } from "../../source/way_out.ts";
import { didYouMean, nearest } from "../../source/nearest.ts";
import type { RunState } from "../run_state.ts";
import { explainFor } from "./failure_of.ts";
import { asDashed, asOfResponse } from "./response_names.ts";
import { sharedNote } from "./shared_names.ts";

/** Adds to an expression's failure what its unknown name may stand for; an expression knows runtime variables only. */
export function withNameNote(
  diagnostic: Diagnostic,
  expression: string,
  { layers }: Pick<Scopes, "layers">,
): Diagnostic {
  const name = unknownName(diagnostic);
  if (name === undefined) return diagnostic;
  const dashed = asDashed(expression, name);
  const layer = dashed === undefined ? layerWith(layers, name) : undefined;
  const note = layer
    ? otherwiseRead(name, layer.scope, diagnostic.location?.file ?? "")
    : `no runtime variable is called "${name}"; ${
      dashed ?? asOfResponse(name) ?? "in quotes, it is text"
    }`;
  return { ...diagnostic, notes: [...diagnostic.notes ?? [], note] };
}

/** A call that reads a runtime variable, with its name as it is in the code. */
const GET_VAR =
  /\b(?:client|bru)\s*\.\s*getVar\(\s*(["'`])([^"'`\\\n]+)\1\s*\)/g;

/** What an expectation says that cannot look into such a value. */
const OF_UNDEFINED = /\(undefined and |\bexpected undefined\b/;

/** Of more names only so many are told. */
const MAX_NOTED = 5;

/**
 * Adds what the script reads from an environment or globals without it, where
 * the failure may come from that: a value is undefined, the message names the
 * variable, or somebody gave it to another scope.
 */
async function withEnvironmentNotes(
  diagnostic: Diagnostic,
  script: Script,
  state: Pick<RunState, "scopes" | "scripts" | "step" | "iteration">,
): Promise<Diagnostic> {
  const { code } = script;
  const { scopes: { layers }, step: { collection }, iteration } = state;
  const chosen = iteration.settings.environments?.get(collection) ?? [];
  const own = layers.filter(({ scope }) => scope === "environment");
  const words = new Set(diagnostic.message.match(/[\w-]+/g));
  const isOfFailure = readByFailure(diagnostic, script);
  const missed = state.scripts?.missed;
  // Where the line tells which of them it is, the others do not matter.
  const isClear = isOfFailure !== undefined &&
    anyReads(code).some((it) => missed?.has(it.name) && isOfFailure(it));
  const mayMatter = ({ name, offset }: ReturnType<typeof anyReads>[number]) =>
    isClear && words.has("undefined")
      ? isOfFailure({ offset })
      : words.has("undefined") || words.has(name) ||
        layerWith(layers, name)?.entries.get(name)?.from === "flag";
  const lacking = new Map(
    environmentReads(code).filter((read) =>
      layerWith(own, read.name) === undefined && mayMatter(read)
    ).map((read) => [read.name, read]),
  );
  const all = await Promise.all(
    [...lacking.values()].slice(0, MAX_NOTED).map(async ({ name, call }) => {
      const layer = layerWith(layers, name);
      const isGiven = layer?.entries.get(name)?.from === "flag";
      const note = layer === undefined
        ? `this run has no environment variable "${name}", which the script reads with ${call}`
        : isGiven
        ? `"${name}" is given as a runtime variable, which reaches {{${name}}}, but not ${call}`
        : `"${name}" is a ${layer.scope} variable, which ${call} does not read`;
      const having = collection.environments.filter(({ variables }) =>
        variables.some((it) => it.name === name && !it.disabled)
      );
      const isSecret = having.some(({ variables }) =>
        variables.some((it) => it.name === name && it.secret)
      );
      // What a flag gives, or an environment that can be selected, needs no request.
      const isAtHand = isGiven || having.length > 0 && chosen.length === 0;
      const set = isAtHand ? undefined : await bySetters(name, state);
      if (set !== undefined) {
        return { notes: [note, ...set.notes], ways: set.ways };
      }
      const way = having.length === 0
        ? wayOut("define-in-environment", name)
        : environmentWay(name, having.map((one) => one.name), chosen, isSecret);
      return { notes: [note], ways: [{ ...way, note }] };
    }),
  );
  const globals = layers.filter(({ scope }) => scope === "global");
  for (const read of globalReads(code)) {
    const { name } = read;
    if (all.length === MAX_NOTED) break;
    if (layerWith(globals, name) !== undefined || !mayMatter(read)) continue;
    const found = notGivenGlobal(name, collection, iteration.settings.globals);
    if (found === undefined) continue;
    const { note, ways } = found;
    if (all.some(({ notes }) => notes.includes(note))) continue;
    all.push({ notes: [note], ways: ways.map((way) => ({ ...way, note })) });
  }
  if (all.length === 0) return diagnostic;
  return {
    ...diagnostic,
    notes: [...diagnostic.notes ?? [], ...all.flatMap(({ notes }) => notes)],
    waysOut: [
      ...diagnostic.waysOut ?? [],
      ...all.flatMap(({ ways }) => ways),
    ],
  };
}

/** Which requests give the environment a variable, and how they run first; undefined: it does not wait for one. */
async function bySetters(
  name: string,
  state: Pick<RunState, "scopes" | "step" | "iteration">,
): Promise<{ notes: readonly string[]; ways: readonly WayOut[] } | undefined> {
  const { step, iteration: { ran, settings } } = state;
  const { waitsForRequests } = await import("./explain.ts");
  const asked = { name, scope: "environment" } as const;
  if (!waitsForRequests(asked, step.collection, { ran, settings, step })) {
    return undefined;
  }
  const [{ notes, waysOut = [] }] = await explainFor(state, [{
    code: "USED_BEFORE_SET",
    severity: "error",
    message: "",
    expression: name,
  }]);
  return notes && { notes, ways: waysOut };
}

/** Adds to a script's failure that a name which its code lacks is that of a variable, or what another script assigns. */
export async function withVariableNote(
  diagnostic: Diagnostic,
  script: Script,
  state: Pick<RunState, "scopes" | "scripts" | "step" | "iteration">,
): Promise<Diagnostic> {
  const name = unknownName(diagnostic);
  return name === undefined
    ? await withEnvironmentNotes(diagnostic, script, state)
    : withMeaning(diagnostic, name, { script, state });
}

/** The same of a name that the code lacks. */
function withMeaning(
  diagnostic: Diagnostic,
  name: string,
  { script, state: { scopes: { layers }, step } }: {
    readonly script: Script;
    readonly state: Pick<RunState, "scopes" | "step">;
  },
): Diagnostic {
  const layer = layerWith(layers, name);
  if (layer === undefined) {
    const note = sharedNote(name, step.collection, script);
    return note === undefined ? diagnostic : noted(diagnostic, note);
  }
  const note = script.dialect === "postman"
    ? `"${name}" is a variable (write pm.variables.get("${name}"))`
    : otherwiseRead(name, layer.scope, script.at.file);
  return noted(diagnostic, note);
}

/** Adds to a test that failed over a variable how its script reads it: by its bare name, or with `getVar` in another scope or case. */
export function withGetVarNote<T extends TestResult>(
  test: T,
  script: Script,
  state: Pick<RunState, "scopes" | "step">,
): T {
  const { diagnostic, expected, actual } = test;
  if (diagnostic === undefined) return test;
  const unknown = unknownName(diagnostic);
  if (unknown !== undefined) {
    const noted = withMeaning(diagnostic, unknown, { script, state });
    return { ...test, diagnostic: noted };
  }
  const isUndefined = expected === "undefined" || actual === "undefined" ||
    OF_UNDEFINED.test(diagnostic.message);
  const note = isUndefined
    ? getVarNote(script, state.scopes) ?? headerNote(diagnostic, script)
    : undefined;
  return note === undefined
    ? test
    : { ...test, diagnostic: noted(diagnostic, note) };
}

/** That the header which a failed test reads has no such name. */
function headerNote(
  diagnostic: Diagnostic,
  script: Script,
): string | undefined {
  const isOfFailure = readByFailure(diagnostic, script) ?? (() => true);
  const read = capitalReads(script.code).find(isOfFailure);
  return read &&
    `names in res.headers are in lower case: ${readHeader(read.name)}`;
}

function getVarNote(
  { code, at }: Script,
  { layers }: Pick<Scopes, "layers">,
): string | undefined {
  for (const [, , name] of code.matchAll(GET_VAR)) {
    const layer = layerWith(layers, name);
    if (layer?.scope === "runtime") continue;
    if (layer !== undefined) {
      return `getVar reads runtime variables: ${
        otherwiseRead(name, layer.scope, at.file)
      }`;
    }
    const runtime = layers.filter(({ scope }) => scope === "runtime");
    const near = nearest(
      name,
      runtime.flatMap(({ entries }) => [...entries.keys()]),
    );
    if (near !== undefined) {
      return `no runtime variable is called "${name}"${didYouMean(near)}`;
    }
  }
  return undefined;
}

function noted(diagnostic: Diagnostic, note: string): Diagnostic {
  return { ...diagnostic, notes: [...diagnostic.notes ?? [], note] };
}

/** The name that nothing defines, by what a sandbox says of it. */
export function unknownName({ message }: Diagnostic): string | undefined {
  return /\bReferenceError: '?([\p{L}_$][\p{L}\p{N}_$]*)'? is not defined/u
    .exec(message)?.[1];
}
