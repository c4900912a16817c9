import type { FileScript } from "../../open_collection.ts";
import { namesOfSecrets, saysSecrets } from "../../secrets/hide_script.ts";
import type { Imported, ImportedItem, ImportNote } from "../../types.ts";
import { shownName } from "../bru_text.ts";

/**
 * Names the scripts and the files that they require which have secrets in their
 * texts: an export leaves the code as it is.
 *
 * @param copies The files that go along, by the path.
 */
export function secretsInScripts(
  { defaults, items }: Pick<Imported, "defaults" | "items">,
  copies: Iterable<readonly [path: string, text: string]> = [],
): ImportNote[] {
  const notes: ImportNote[] = [];
  const add = (subject: string, names: readonly string[]) => {
    if (names.length === 0) return;
    notes.push({
      kind: "person",
      message: `${subject} ${
        saysSecrets(names)
      }: take them out, and let the script read secret variables`,
    });
  };
  const addScripts = (
    scripts: readonly FileScript[] | undefined,
    owner: string,
  ) => {
    for (const { type, code } of scripts ?? []) {
      const names = namesOfSecrets(code ?? "");
      add(`The ${type} script of ${owner} is written`, names);
    }
  };
  const addItem = (item: ImportedItem, prefix: string) => {
    if (item.kind === "request") {
      const path = prefix + shownName(item.request.info.name);
      addScripts(item.request.runtime?.scripts, `"${path}"`);
      return;
    }
    const path = prefix + shownName(item.name);
    addScripts(item.defaults?.scripts, `"${path}"`);
    for (const inner of item.items) addItem(inner, `${path}/`);
  };
  addScripts(defaults?.scripts, "the collection");
  for (const item of items) addItem(item, "");
  for (const [path, text] of copies) {
    const isJson = path.endsWith(".json");
    add(`The file "${path}" is copied`, namesOfSecrets(text, { isJson }));
  }
  return notes;
}
