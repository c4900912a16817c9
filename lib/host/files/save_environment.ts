import type { Document } from "yaml";
import type { Environment } from "../../collection/types.ts";
import type { Value } from "../../scope/value.ts";
import { valueText } from "../../scope/value_text.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";
import { editVariables, type VariableEdits } from "./edit_variables.ts";
import { writeAtomically } from "./write_atomically.ts";

type Path = readonly (string | number)[];

/**
 * Writes changed variables back into an environment's file: new values by
 * name, undefined for those to delete. Comments, the order of keys and
 * everything else stay. Gives what went wrong, if anything did; the file is
 * as it was then.
 */
export async function saveEnvironment(
  environment: Environment,
  changes: ReadonlyMap<string, Value | undefined>,
): Promise<Diagnostic | undefined> {
  const { file, variables } = environment;
  const yaml = await import("yaml");
  let text: string;
  try {
    text = await Deno.readTextFile(file);
  } catch (error) {
    return describeFileError("read", file, error);
  }
  const crlf = /\r\n/.test(text) && !/[^\r]\n/.test(text);
  if (crlf) text = text.replaceAll("\r\n", "\n");
  const document = yaml.parseDocument(text);
  const edits = {
    set: [] as { element: Path; value: unknown }[],
    removed: [] as Path[],
    added: [] as { name: string; value: unknown }[],
    list: listPath(document, environment),
  };
  // One that is disabled stays as it is, beside the one that scripts set.
  const places = new Map(
    variables.filter(({ disabled }) => !disabled)
      .map(({ name, at }) => [name, at.path]),
  );
  for (const [name, value] of changes) {
    const place = places.get(name);
    if (value === undefined) {
      if (place) {
        edits.removed.push(place.slice(0, edits.list.length + 1));
      }
    } else if (place) {
      const element = elementPath(place);
      edits.set.push({ element, value: written(value) });
    } else {
      edits.added.push({ name, value: written(value) });
    }
  }
  const saved = editVariables(yaml, { document, text }, edits) ??
    rewritten(yaml, document, edits);
  return await writeAtomically(
    file,
    crlf ? saved.replaceAll("\n", "\r\n") : saved,
  );
}

/** The whole document anew: comments and the order of keys stay, blanks may not. */
function rewritten(
  yaml: typeof import("yaml"),
  document: Document,
  { set, removed, added, list }: VariableEdits,
): string {
  for (const { element, value } of set) {
    const path = [...element, "value"];
    const old = document.getIn(path, true);
    const node = document.createNode(value);
    if (yaml.isNode(old)) node.comment = old.comment;
    document.setIn(path, node);
  }
  for (const element of added) append(document, list, element);
  // From the end, so that the places before stay what they are.
  for (const place of removed.toReversed()) document.deleteIn(place);
  return document.toString({ lineWidth: 0 });
}

/** The path of a variable's element: what is above its value. */
function elementPath(path: Path): Path {
  return path.slice(0, path.lastIndexOf("value"));
}

/** Where the environment's variables stand: in a file of its own, or inside the collection's. */
function listPath(document: Document, { name }: Environment): Path {
  const inside = document.toJS()?.config?.environments;
  if (!Array.isArray(inside)) return ["variables"];
  const index = inside.findIndex((one) => one?.name === name);
  return ["config", "environments", index, "variables"];
}

function append(document: Document, list: Path, element: unknown): void {
  if (document.hasIn(list)) document.addIn(list, document.createNode(element));
  else document.setIn(list, document.createNode([element]));
}

/** A value as an environment's file has it. */
function written(value: Value): unknown {
  if (typeof value === "string") return asText(value);
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value === "boolean" || value === null) return value;
  const text = valueText(value);
  if (typeof text !== "string") {
    throw new TypeError(`Cannot write a value: it is ${text.reason}`);
  }
  if (typeof value === "bigint" || value instanceof Date) return text;
  return { type: "object", data: asText(text) };
}

/** What a script set is no template; in a file it would become one. */
function asText(text: string): string {
  return text.replaceAll("{{", "{{'{{'}}");
}
