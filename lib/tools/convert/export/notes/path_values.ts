import {
  cachedTemplate,
  rootName,
} from "../../../../core/template/template_of.ts";
import { elements, jsonTextOf, members } from "../../json.ts";
import type { ImportNote } from "../../types.ts";
import { listedNames } from "./listed_names.ts";
import { type Exported, valuesAndRequests } from "./values_and_requests.ts";

/** What ends a segment of a path, or is an escape in it. */
const CHANGES = /[/\\?#%]/;

/**
 * Names requests with a path parameter whose text changes the path: Bruno
 * inserts it as it is, where Brace percent-encodes it.
 */
export function notePathValues(imported: Exported): ImportNote[] {
  const { values, requests } = valuesAndRequests(imported);
  const changing = new Set(
    [...values].flatMap(([name, texts]) => texts.some(changes) ? name : []),
  );
  const names = requests.filter(({ http, graphql }) =>
    elements((http ?? graphql)?.params).map(members).some((row) => {
      if (row.type !== "path" || row.disabled === true) return false;
      const text = jsonTextOf(row.value) ?? "";
      return changes(text) ||
        cachedTemplate(text).placeholders.some((part) =>
          changing.has(rootName(part.text) ?? "")
        );
    })
  ).map(({ info }) => info.name);
  return names.length === 0 ? [] : [{
    kind: "person",
    message:
      `Bruno puts path parameters into the URL as they are, which changes the path of ${
        listedNames(names)
      } there (in the exported files, write %2F for a slash in the value, %3F for a question mark, %23 for # and %25 for %)`,
  }];
}

function changes(text: string): boolean {
  return CHANGES.test(text.replaceAll(/\{\{[^{}]*\}\}/g, ""));
}
