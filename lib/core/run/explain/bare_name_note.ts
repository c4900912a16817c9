import { otherwiseRead } from "../../script/reading_call.ts";
import type { TestResult } from "../../script/border/types.ts";
import type { Scopes } from "../../scope/scopes.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { asOfResponse } from "./response_names.ts";

/** Adds to an expression's failure what its unknown name may stand for; an expression knows runtime variables only. */
export function withNameNote(
  diagnostic: Diagnostic,
  { layers }: Pick<Scopes, "layers">,
): Diagnostic {
  const name = unknownName(diagnostic);
  if (name === undefined) return diagnostic;
  const layer = layers.find(({ entries }) => entries.get(name) !== undefined);
  const note = layer
    ? otherwiseRead(name, layer.scope)
    : `no runtime variable is called "${name}"; ${
      asOfResponse(name) ?? "in quotes, it is text"
    }`;
  return { ...diagnostic, notes: [...diagnostic.notes ?? [], note] };
}

/** A call that reads a runtime variable, with its name as it is in the code. */
const GET_VAR =
  /\b(?:client|bru)\s*\.\s*getVar\(\s*(["'`])([^"'`\\\n]+)\1\s*\)/g;

/** Adds to a test that got undefined which scope has a variable that its script reads with `getVar`. */
export function withGetVarNote<T extends TestResult>(
  test: T,
  code: string,
  { layers }: Pick<Scopes, "layers">,
): T {
  const { diagnostic, expected, actual } = test;
  const isUndefined = expected === "undefined" || actual === "undefined";
  if (diagnostic === undefined || !isUndefined) return test;
  for (const [, , name] of code.matchAll(GET_VAR)) {
    const layer = layers.find(({ entries }) => entries.get(name) !== undefined);
    if (layer === undefined || layer.scope === "runtime") continue;
    const note = `getVar reads runtime variables: ${
      otherwiseRead(name, layer.scope)
    }`;
    const notes = [...diagnostic.notes ?? [], note];
    return { ...test, diagnostic: { ...diagnostic, notes } };
  }
  return test;
}

/** The name that nothing defines, by what a sandbox says of it. */
export function unknownName({ message }: Diagnostic): string | undefined {
  return /\bReferenceError: '?([\p{L}_$][\p{L}\p{N}_$]*)'? is not defined/u
    .exec(message)?.[1];
}
