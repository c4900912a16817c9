import type { FileKind } from "../core/collection/file_kind.ts";
import { formatOf, hasExtension } from "../core/collection/format.ts";
import { REQUEST } from "../core/collection/shape/item.ts";

/** What is written of a request that is begun: its keys, and half a word. */
const KEY_OR_WORD = /^(?:([\w$-]+)[ \t]*:.*|[\w$-]*)$/;

/**
 * What a file is about that the collection does not read yet: a request, where
 * nothing in it says otherwise.
 */
export function likelyKind(
  path: string,
  text: string,
  main: string,
): FileKind | undefined {
  if (path.startsWith("../") || !hasExtension(path, formatOf(main))) {
    return undefined;
  }
  const tops = text.split(/\r?\n/).filter((line) => /^[^\s#]/.test(line));
  const isBegun = tops.every((line) => {
    const match = KEY_OR_WORD.exec(line);
    const key = match?.[1];
    return match !== null &&
      (key === undefined || Object.hasOwn(REQUEST.keys, key));
  });
  return isBegun && tops.length <= Object.keys(REQUEST.keys).length
    ? "request"
    : undefined;
}
