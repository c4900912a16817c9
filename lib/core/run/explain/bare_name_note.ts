import { otherwiseRead } from "../../script/reading_call.ts";
import type { Scopes } from "../../scope/scopes.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";

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

/** Names that other clients give parts of the response, without `res`. */
const OF_RESPONSE = /^(?:status|statusText|headers|body|responseTime)$/;

/** Asks whether a name is meant as that of the response; undefined where it is none. */
export function asOfResponse(name: string): string | undefined {
  return OF_RESPONSE.test(name) ? `did you mean "res.${name}"?` : undefined;
}

/** Names that other clients give members of the response. */
export const RESPONSE_NAMES: ReadonlyMap<string, string> = new Map([
  ["json", "body"],
  ["data", "body"],
  ["code", "status"],
  ["statusCode", "status"],
  ["time", "responseTime"],
]);

/** Names the member of the response that an expression means; undefined where that is not known. */
export function memberNote(expression: string): string | undefined {
  const [, name = ""] = /^\s*res\.(\w+)\s*$/.exec(expression) ?? [];
  const meant = RESPONSE_NAMES.get(name);
  return meant && `"res" has no "${name}"; did you mean "res.${meant}"?`;
}

/** The name that nothing defines, by what a sandbox says of it. */
export function unknownName({ message }: Diagnostic): string | undefined {
  return /\bReferenceError: '?([\p{L}_$][\p{L}\p{N}_$]*)'? is not defined/u
    .exec(message)?.[1];
}
