import type { Environment } from "../core/collection/types.ts";
import { isV3Path } from "../core/collection/v3/parse_v3.ts";
import { isHiddenVariable, toEnv } from "../core/secrets/hidden_names.ts";
import type { TextEdit } from "../core/source/diagnostic.ts";
import { rootName } from "../core/template/template_of.ts";
import { withoutEnvironment } from "../host/without_environment.ts";
import { editFile, readData } from "../tools/edit/edit_file.ts";
import type { EditData, EditKeys } from "../tools/edit/types.ts";
import type { EditorSession } from "./session.ts";

/** Edits of a file that define a variable. */
interface DefiningEdits {
  readonly file: string;
  readonly edits: readonly TextEdit[];
}

/**
 * Adds a row for the variable that an expression reads, to be filled in: to the
 * selected environment, else to the collection, and to its only environment if
 * the collection itself has no file for variables. Undefined where none has a
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
  const environment = homeEnvironment(session);
  const file = environment?.file ?? sharedFile(session);
  const text = session.files.get(file);
  if (text === undefined || isV3Path(file)) return undefined;
  return withoutEnvironment(() => {
    const { data, problem } = readData({ path: file, text });
    if (problem) return undefined;
    const above = environment === undefined
      ? ["request"]
      // A collection in one file has its environments in a list.
      : file === session.main
      ? keysInList(environment.name, data)
      : [];
    if (above === undefined) return undefined;
    const keys = [...above, "variables"];
    const { edits } = editFile({ path: file, text }, [{
      kind: "insert",
      keys: [...keys, rowsUnder(data, keys)],
      value: newVariable(name, file),
    }]);
    return edits && { file, edits };
  });
}

/** The file with the variables of the collection itself. */
function sharedFile({ main }: EditorSession): string {
  return main === "bruno.json" ? "collection.bru" : main;
}

/** The environment that gets the variable; undefined: the collection does. */
function homeEnvironment(session: EditorSession): Environment | undefined {
  const { environments = [] } = session.collection ?? {};
  const selected = environments.find(({ name }) =>
    name === session.environment
  );
  if (selected !== undefined || session.files.has(sharedFile(session))) {
    return selected;
  }
  return environments.length === 1 ? environments[0] : undefined;
}

/** The keys of an environment in a collection's own file; undefined where it is not there under this name. */
function keysInList(name: string, data: EditData): EditKeys | undefined {
  const keys = ["config", "environments"];
  const list = valueUnder(data, keys);
  const at = Array.isArray(list)
    ? list.findIndex((one) => valueUnder(one, ["name"]) === name)
    : -1;
  return at === -1 ? undefined : [...keys, at];
}

/** What its name tells is a secret is not to stand in a file. */
function newVariable(name: string, file: string): EditData {
  if (!isHiddenVariable(name, "")) return { name, value: "" };
  const value = `{{process.env.${toEnv(name)}}}`;
  return file.endsWith(".bru")
    ? { name, value }
    : { name, value, secret: true };
}

function rowsUnder(data: unknown, keys: EditKeys): number {
  const rows = valueUnder(data, keys);
  return Array.isArray(rows) ? rows.length : 0;
}

function valueUnder(data: unknown, keys: EditKeys): unknown {
  let at = data;
  for (const key of keys) {
    at = typeof at === "object" && at !== null
      ? Reflect.get(at, key)
      : undefined;
  }
  return at;
}
