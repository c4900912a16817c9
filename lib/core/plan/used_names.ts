import {
  inheritedAuth,
  inheritedHeaders,
  inheritedScripts,
} from "../collection/inherit.ts";
import { type CodesOf, ownCode } from "../collection/required/required_code.ts";
import type { Auth, Collection, Request, Script } from "../collection/types.ts";
import { postmanSets, settingsOf } from "../collection/settings_of.ts";
import { requestTexts } from "../collection/request_texts.ts";
import { expressionsIn } from "../template/expressions_in.ts";
import type { Leaf } from "./types.ts";

const GET =
  /\bget(?:[A-Z][A-Za-z]*)?Var\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)/g;
/** The same in scripts of Postman's. */
const POSTMAN_GET =
  /\b(?:(?:environment|globals|variables|collectionVariables|vault)\.get|get(?:Environment|Global)Variable)\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)/g;
/** An expression's first name: `user` of `user.id`. */
const ROOT = /^[\p{L}_][\p{L}\p{N}_-]*/u;

/**
 * The names of the variables that a request's texts and scripts use: those of
 * its texts, then those of each script around it. What many requests inherit is
 * one set for all of them.
 */
export function usedNames(
  collection: Collection,
  { folders }: Pick<Leaf, "folders">,
  request: Request,
  codesOf: CodesOf = ownCode,
): readonly ReadonlySet<string>[] {
  const names = new Set<string>();
  const texts = [
    ...requestTexts(request).map(({ text }) => text),
    ...inheritedHeaders(collection, folders, request).flatMap((
      { name, value },
    ) => [name.text, value.text]),
  ];
  for (
    const level of [
      collection.defaults,
      ...folders.map((it) => it.defaults),
      request,
    ]
  ) {
    for (const { value } of level.variables) {
      if (typeof value === "string") texts.push(value);
    }
  }
  const auth = inheritedAuth(collection, folders, request);
  for (const field of auth?.fields.values() ?? []) {
    if (typeof field === "object") texts.push(field.text);
  }
  for (const text of texts) addNames(names, text);
  return [
    names,
    ...scriptsAround(collection, folders, request)
      .map((script) => namesGot(script, codesOf)),
  ];
}

/**
 * The names that scripts of Postman's around a request get by their calls, and
 * have not set before: nobody else needs to set these. A script goes on where
 * such a variable has no value, often as it then sets it.
 */
export function namesGotFromPostman(
  collection: Collection,
  { folders }: Pick<Leaf, "folders">,
  request: Request,
  codesOf: CodesOf = ownCode,
): readonly ReadonlySet<string>[] {
  const set = new Set<string>();
  return scriptsAround(collection, folders, request)
    .filter(({ dialect }) => dialect === "postman")
    .map((script) => {
      const got = onceOf(knownFromPostman, script, codesOf, gotFromPostman);
      const others = [...got].filter((name) => !set.has(name));
      // What many requests inherit stays one set for all of them.
      const open = others.length === got.size ? got : new Set(others);
      for (const name of onceOf(setByPostman, script, codesOf, setsIn)) {
        set.add(name);
      }
      return open;
    });
}

/** The scripts that run with a request. */
export function scriptsAround(
  collection: Collection,
  folders: Leaf["folders"],
  request: Request,
): Script[] {
  const phases = ["before-request", "after-response", "tests"] as const;
  return phases.flatMap((phase) =>
    inheritedScripts(collection, folders, request, phase)
  );
}

/** Whether a request sets what this auth uses, as a login sets the token. */
export function setsForAuth(request: Request, { fields }: Auth): boolean {
  const used = new Set<string>();
  for (const field of fields.values()) {
    if (typeof field === "object") addNames(used, field.text);
  }
  return settingsOf(request).some(({ name }) => used.has(name));
}

/** The names of each script, by what follows it into files. */
type Known = WeakMap<CodesOf, WeakMap<Script, ReadonlySet<string>>>;
const known: Known = new WeakMap();
const knownFromPostman: Known = new WeakMap();
const setByPostman: Known = new WeakMap();

/** The names that a script asks for; it is read once. */
function namesGot(script: Script, codesOf: CodesOf): ReadonlySet<string> {
  return onceOf(known, script, codesOf, (code, names) => {
    for (const [, a, b, c] of code.matchAll(GET)) names.add(a ?? b ?? c);
    // Texts for client.interpolate.
    addNames(names, code);
  });
}

function gotFromPostman(code: string, names: Set<string>): void {
  const sets = postmanSets(code);
  for (const { 1: a, 2: b, 3: c, index } of code.matchAll(POSTMAN_GET)) {
    const name = a ?? b ?? c;
    if (index < (sets.get(name) ?? Infinity)) names.add(name);
  }
}

function setsIn(code: string, names: Set<string>): void {
  for (const name of postmanSets(code).keys()) names.add(name);
}

function onceOf(
  known: Known,
  script: Script,
  codesOf: CodesOf,
  addFrom: (code: string, names: Set<string>) => void,
): ReadonlySet<string> {
  let byScript = known.get(codesOf);
  if (byScript === undefined) known.set(codesOf, byScript = new WeakMap());
  let names = byScript.get(script);
  if (names === undefined) {
    const got = new Set<string>();
    for (const code of codesOf(script)) addFrom(code, got);
    byScript.set(script, names = got);
  }
  return names;
}

/** Adds the first names of a text's placeholders. */
function addNames(names: Set<string>, text: string): void {
  for (const expression of expressionsIn(text)) {
    const name = ROOT.exec(expression)?.[0];
    if (name !== undefined) names.add(name);
  }
}
