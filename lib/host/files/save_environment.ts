import type { Document } from "yaml";
import type { Environment } from "../../collection/types.ts";
import type { Value } from "../../scope/value.ts";
import { valueText } from "../../scope/value_text.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import { describeFileError } from "./describe_file_error.ts";
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
  const { parseDocument } = await import("yaml");
  let text: string;
  try {
    text = await Deno.readTextFile(file);
  } catch (error) {
    return describeFileError("read", file, error);
  }
  const document = parseDocument(text);
  const places = new Map(
    variables.map(({ name, at }) => [name, elementPath(at.path)]),
  );
  const list = listPath(document, environment);
  const removed: Path[] = [];
  for (const [name, value] of changes) {
    const place = places.get(name);
    if (value === undefined) {
      if (place) removed.push(place);
    } else if (place) {
      document.setIn([...place, "value"], document.createNode(written(value)));
    } else {
      append(document, list, { name, value: written(value) });
    }
  }
  // From the end, so that the places before stay what they are.
  for (const place of removed.reverse()) document.deleteIn(place);
  return await writeAtomically(file, document.toString({ lineWidth: 0 }));
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
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" || value === null) return value;
  const text = valueText(value);
  if (typeof text !== "string") {
    throw new TypeError(`Cannot write a value: it is ${text.reason}`);
  }
  if (typeof value === "bigint" || value instanceof Date) return text;
  return { type: "object", data: text };
}
