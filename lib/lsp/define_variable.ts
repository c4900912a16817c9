import { isV3Path } from "../core/collection/v3/parse_v3.ts";
import { isHiddenVariable, toEnv } from "../core/secrets/hidden_names.ts";
import type { TextEdit } from "../core/source/diagnostic.ts";
import { rootName } from "../core/template/template_of.ts";
import { withoutEnvironment } from "../host/without_environment.ts";
import { editFile, readData } from "../tools/edit/edit_file.ts";
import type { EditData } from "../tools/edit/types.ts";
import type { EditorSession } from "./session.ts";

/** Edits of a file that define a variable. */
interface DefiningEdits {
  readonly file: string;
  readonly edits: readonly TextEdit[];
}

/**
 * Adds a row for the variable that an expression reads, to be filled in: to the
 * selected environment, else to the collection. Undefined where neither has a
 * file that rows can be added to.
 */
export function definingEdits(
  expression: string,
  session: EditorSession,
): DefiningEdits | undefined {
  const name = rootName(expression);
  if (name === undefined || !/^[\w-]+$/.test(name) || name === "process") {
    return undefined;
  }
  const selected = session.collection?.environments.find((one) =>
    one.name === session.environment
  );
  const shared = session.main === "bruno.json"
    ? "collection.bru"
    : session.main;
  const file = selected?.file ?? shared;
  const text = session.files.get(file);
  // A collection in one file has its environments in a list.
  const isInside = selected !== undefined && file === session.main;
  if (text === undefined || isV3Path(file) || isInside) return undefined;
  const keys = [...selected ? [] : ["request"], "variables"];
  return withoutEnvironment(() => {
    const { data, problem } = readData({ path: file, text });
    if (problem) return undefined;
    const { edits } = editFile({ path: file, text }, [{
      kind: "insert",
      keys: [...keys, rowsUnder(data, keys)],
      value: newVariable(name, file),
    }]);
    return edits && { file, edits };
  });
}

/** What its name tells is a secret is not to stand in a file. */
function newVariable(name: string, file: string): EditData {
  if (!isHiddenVariable(name, "")) return { name, value: "" };
  const value = `{{process.env.${toEnv(name)}}}`;
  return file.endsWith(".bru")
    ? { name, value }
    : { name, value, secret: true };
}

function rowsUnder(data: unknown, keys: readonly string[]): number {
  let at = data;
  for (const key of keys) {
    at = typeof at === "object" && at !== null
      ? Reflect.get(at, key)
      : undefined;
  }
  return Array.isArray(at) ? at.length : 0;
}
