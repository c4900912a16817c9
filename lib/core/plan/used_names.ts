import {
  inheritedAuth,
  inheritedHeaders,
  inheritedScripts,
} from "../collection/inherit.ts";
import { ownCode } from "../collection/required/required_code.ts";
import type { Collection, Request } from "../collection/types.ts";
import { requestTexts } from "../collection/request_texts.ts";
import { expressionsIn } from "../template/expressions_in.ts";
import type { Leaf } from "./types.ts";

const GET =
  /\bget(?:[A-Z][A-Za-z]*)?Var\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)/g;
/** An expression's first name: `user` of `user.id`. */
const ROOT = /^[\p{L}_][\p{L}\p{N}_-]*/u;

/** The names of the variables that a request's texts and scripts use. */
export function usedNames(
  collection: Collection,
  { folders }: Pick<Leaf, "folders">,
  request: Request,
  codesOf = ownCode,
): Set<string> {
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
  for (const expression of texts.flatMap(expressionsIn)) {
    const name = ROOT.exec(expression)?.[0];
    if (name !== undefined) names.add(name);
  }
  for (const phase of ["before-request", "after-response", "tests"] as const) {
    for (
      const script of inheritedScripts(collection, folders, request, phase)
    ) {
      for (const code of codesOf(script)) {
        for (const [, a, b, c] of code.matchAll(GET)) names.add(a ?? b ?? c);
      }
    }
  }
  return names;
}
