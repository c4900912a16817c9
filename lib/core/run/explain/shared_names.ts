import { levelsIn } from "../../collection/inherit.ts";
import type { Collection, Script } from "../../collection/types.ts";
import { inScriptOf } from "../../collection/format.ts";

/** No person writes a longer one. */
const MOST_NAME = 200;

/**
 * The note that another script than `own` assigns a name that nothing defines,
 * as scripts of Postman's share their globals; undefined where none does.
 */
export function sharedNote(
  name: string,
  collection: Pick<Collection, "defaults" | "items">,
  own?: Script,
): string | undefined {
  if (name.length > MOST_NAME) return undefined;
  const assigns = assignment(name);
  const other = [...levelsIn(collection)].flatMap(({ level }) => level.scripts)
    .find((it) => it !== own && assigns.test(it.code));
  if (other === undefined) return undefined;
  const set = other.dialect === "postman"
    ? "pm.variables.set"
    : inScriptOf(other.at.file, "client.setVar");
  return `a script of ${other.at.file} sets "${name}", but each script starts anew: share a value with ${set}("${name}", …), and functions in a file with require("./file.js")`;
}

/** An assignment that declares nothing: at the beginning of a statement, or to a member of the global object. */
function assignment(name: string): RegExp {
  const text = name.replaceAll("$", "\\$");
  return new RegExp(
    `(?:^|[\\n;{})]|\\b(?:globalThis|global)\\s*\\.)[^\\S\\n]*${text}\\s*=(?![=>])`,
  );
}
