import {
  inheritedAuth,
  inheritedHeaders,
  inheritedScripts,
} from "../collection/inherit.ts";
import { type CodesOf, ownCode } from "../collection/required/required_code.ts";
import type { Auth, Collection, Request, Script } from "../collection/types.ts";
import { settingsOf } from "../collection/settings_of.ts";
import { requestTexts } from "../collection/request_texts.ts";
import { expressionsIn } from "../template/expressions_in.ts";
import type { Leaf } from "./types.ts";

const GET =
  /\bget(?:[A-Z][A-Za-z]*)?Var\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)/g;
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
  const phases = ["before-request", "after-response", "tests"] as const;
  return [
    names,
    ...phases.flatMap((phase) =>
      inheritedScripts(collection, folders, request, phase)
    ).map((script) => namesGot(script, codesOf)),
  ];
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
const known = new WeakMap<CodesOf, WeakMap<Script, ReadonlySet<string>>>();

/** The names that a script asks for; it is read once. */
function namesGot(script: Script, codesOf: CodesOf): ReadonlySet<string> {
  let byScript = known.get(codesOf);
  if (byScript === undefined) known.set(codesOf, byScript = new WeakMap());
  let names = byScript.get(script);
  if (names === undefined) {
    const got = new Set<string>();
    for (const code of codesOf(script)) {
      for (const [, a, b, c] of code.matchAll(GET)) got.add(a ?? b ?? c);
      // Texts for client.interpolate.
      addNames(got, code);
    }
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
