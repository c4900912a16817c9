/**
 * Writes JSON with a list that memory has no room for, piece by piece.
 *
 * @param write Writes it with any list in that place; what stands there has no
 * part in the rest.
 * @param items The list, some at a time.
 *
 * @example
 * ```ts
 * import { jsonPieces } from "./json_pieces.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const pieces = jsonPieces((list) => JSON.stringify({ list }), [[1, 2], [3]]);
 * assertEquals([...pieces].join(""), '{"list":[1,2,3]}');
 * ```
 */
export function* jsonPieces(
  write: (list: readonly unknown[]) => string,
  items: Iterable<readonly unknown[]>,
): Generator<string> {
  const [before, inside, after] = around(write([]), write([0]));
  const [open, close] = inside.split("0");
  const indent = open === "" ? undefined : 2;
  yield before;
  let separator = open;
  for (const some of items) {
    let piece = "";
    for (const one of some) {
      const text = JSON.stringify(one, null, indent);
      piece += separator + (indent ? text.replaceAll("\n", open) : text);
      separator = `,${open}`;
    }
    yield piece;
  }
  yield separator === open ? after : close + after;
}

/**
 * The same with a text in place of the list.
 *
 * @example
 * ```ts
 * import { jsonTextPieces } from "./json_pieces.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const pieces = jsonTextPieces((text) => JSON.stringify({ text }), ["a", '"']);
 * assertEquals([...pieces].join(""), '{"text":"a\\""}');
 * ```
 */
export function* jsonTextPieces(
  write: (text: string) => string,
  texts: Iterable<string>,
): Generator<string> {
  const [before, , after] = around(write(""), write("0"));
  yield before;
  for (const text of texts) yield JSON.stringify(text).slice(1, -1);
  yield after;
}

/** Where two texts differ, the first of which has nothing in that place. */
function around(
  empty: string,
  one: string,
): [before: string, inside: string, after: string] {
  let at = 0;
  while (empty[at] === one[at]) at++;
  const after = empty.slice(at);
  return [empty.slice(0, at), one.slice(at, one.length - after.length), after];
}
