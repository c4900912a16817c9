/** The pattern of a regular expression that finds a text as it is. Node 20 has no `RegExp.escape`. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
