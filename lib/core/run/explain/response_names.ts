/** Names that other clients give parts of the response, without `res`. */
const OF_RESPONSE = /^(?:status|statusText|headers|body|responseTime)$/;

/** Asks whether a name is meant as that of the response; undefined where it is none. */
export function asOfResponse(name: string): string | undefined {
  if (name === "response" || name === "resp") return 'did you mean "res"?';
  return OF_RESPONSE.test(name) ? `did you mean "res.${name}"?` : undefined;
}

/** `res.body.x-id`, which JavaScript reads as a difference. */
const DASHED = /\b(res(?:\??\.[\w$]+|\[[^\]\n]*\])*)\??\.([\w$]+(?:-[\w$]+)+)/g;

/** Asks whether a name is the part of a member's behind a dash; undefined where it is none. */
export function asDashed(expression: string, name: string): string | undefined {
  for (const [, of, member] of expression.matchAll(DASHED)) {
    if (member.split("-").slice(1).includes(name)) {
      return `did you mean ${of}["${member}"]?`;
    }
  }
  return undefined;
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
  const [, of] = /^\s*\$((?:\.\w+|\[\d+\])*)\.length\s*$/.exec(expression) ??
    [];
  if (of !== undefined) {
    return `JSONPath has no "length"; did you mean "res.body${of}.length"?`;
  }
  const [, name = ""] = /^\s*res\.(\w+)\s*$/.exec(expression) ?? [];
  const meant = RESPONSE_NAMES.get(name);
  return meant && `"res" has no "${name}"; did you mean "res.${meant}"?`;
}
