import { pushAll } from "../../../../core/source/push_all.ts";
import { jsonTextOf, members } from "../../json.ts";
import type { FileAuth } from "../../open_collection.ts";
import type { Imported, ImportedItem, ImportNote } from "../../types.ts";
import { shownName } from "../bru_text.ts";

/** Says of which requests `bru run` sends no API key in the query of a URL that it cannot parse before its placeholders have values. */
export function keyNotes({ defaults, items }: Imported): ImportNote[] {
  const isKey = (auth: FileAuth | undefined) => {
    const { type, placement } = members(auth);
    return type === "apikey" && jsonTextOf(placement) === "query";
  };
  const below = (items: readonly ImportedItem[], above: boolean) =>
    items.map((item) => ({ item, above })).toReversed();
  const notes: ImportNote[] = [];
  const stack = below(items, isKey(defaults?.auth));
  for (let at; (at = stack.pop()) !== undefined;) {
    const { item, above } = at;
    if (item.kind === "folder") {
      const own = item.defaults?.auth;
      const has = inherits(own) ? above : isKey(own);
      pushAll(stack, below(item.items, has));
    } else if (isCut(item, above)) {
      notes.push({
        kind: "person",
        message:
          "bru run sends no API key in the query where a URL does not begin with http:// or https://: write the scheme into the URL, as in https://{{host}}",
        about: `"${shownName(item.request.info.name)}"`,
        item,
      });
    }
  }
  return notes;

  function isCut(
    { request }: Extract<ImportedItem, { kind: "request" }>,
    above: boolean,
  ): boolean {
    const { auth, url = "" } = request.http ?? request.graphql ?? {};
    return url !== "" && !/^https?:\/\//i.test(url) &&
      (auth === "inherit" ? above : isKey(auth));
  }
}

function inherits(auth: FileAuth | undefined): boolean {
  return auth === undefined || auth === "inherit";
}
