import { parse } from "@std/yaml/parse";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileRequest } from "../open_collection.ts";
import type { UpdateNote } from "./types.ts";

/** Says that the document has another folder for a request, which stays where it is. */
export function movedNotes(
  { info }: FileRequest,
  before: { readonly path: string; readonly text: string },
): UpdateNote[] {
  const [was, is] = [tagsOf(before.text), info.tags].map((tags) =>
    jsonTextOf(elements(tags)[0])
  );
  if (was === is) return [];
  const now = is === undefined
    ? "The document has no tag for this request any more"
    : `The document has this request under the tag "${is}" now`;
  return [{
    kind: "changed",
    message: `${now}: its file stays where it is`,
    target: before.path,
  }];
}

function tagsOf(text: string): RawJson {
  try {
    const { info } = members(parse(text, { schema: "core" }));
    return members(info).tags;
  } catch {
    return undefined;
  }
}
