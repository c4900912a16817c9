/**
 * Whether a comment of a .bru file begins at a place of a line: a line may be
 * one, and code may end with one. `//` behind `http:` is none.
 *
 * @param block The name of the block that the line is in.
 */
export function isBruComment(
  line: string,
  at: number,
  block: string,
): boolean {
  const mark = line.startsWith("//", at) ? "//" : line[at] === "#" ? "#" : "";
  const isScript = /^(?:script:|tests$)/.test(block);
  if (mark === "" || mark === "#" && isScript) return false;
  if (line.slice(0, at).trim() === "") return true;
  const mayEnd = mark === "//"
    ? isScript || block === "body" || block === "body:json"
    : block === "body:graphql";
  return mayEnd && /[\s;,{}()[\]]/.test(line[at - 1]);
}
