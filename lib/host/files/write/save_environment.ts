import type { Alias, Document, Node } from "yaml";
import { findEnvironment } from "../../../core/collection/find_environment.ts";
import type { Environment } from "../../../core/collection/types.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import { describeFileError } from "../describe_file_error.ts";
import { isV3Path } from "../../../core/collection/v3/parse_v3.ts";
import { editVariables, type VariableEdits } from "./edit_variables.ts";
import { readText } from "../read_text.ts";
import { withLock } from "./draft.ts";
import { writeAtomically } from "./write_atomically.ts";
import { valueToWrite } from "./written_value.ts";

type Path = readonly (string | number)[];

/**
 * Writes changed variables back into an environment's file, as it is now:
 * new values by name, undefined for those to delete. Comments, the order of
 * keys and everything else stay, what others changed since it was read
 * included. Gives what went wrong, if anything did; the file is as it was
 * then.
 */
export async function saveEnvironment(
  environment: Environment,
  changes: ReadonlyMap<string, Value | undefined>,
): Promise<Diagnostic | undefined> {
  const { file } = environment;
  let target: string;
  try {
    target = await Deno.realPath(file);
  } catch (error) {
    return describeFileError("read", file, error);
  }
  try {
    return await withLock(target, async () => {
      const edited = await editedEnvironment(environment, changes);
      return typeof edited === "string"
        ? await writeAtomically(file, edited)
        : edited;
    });
  } catch (error) {
    return describeFileError("write", file, error);
  }
}

/** What {@linkcode saveEnvironment} writes, or why there is nothing to write. */
export async function editedEnvironment(
  environment: Environment,
  changes: ReadonlyMap<string, Value | undefined>,
): Promise<string | Diagnostic> {
  const { file, name } = environment;
  let read: string;
  try {
    read = readText(file);
  } catch (error) {
    return describeFileError("read", file, error);
  }
  const crlf = /\r\n/.test(read) && !/[^\r]\n/.test(read);
  const text = crlf ? read.replaceAll("\r\n", "\n") : read;
  const lines = (saved: string) =>
    crlf ? saved.replaceAll("\n", "\r\n") : saved;
  if (file.endsWith(".bru")) {
    const before = placesOf(environment);
    const { editBruVariables } = await import("./edit_bru_variables.ts");
    const edited = editBruVariables(
      { file, text },
      changes,
      (name) => before.has(name),
    );
    if ("text" in edited) return lines(edited.text);
    return "gone" in edited ? gone(file, `"${edited.gone}"`) : edited.problem;
  }
  const found = findEnvironment(environment, { file, text: read });
  const broken = found.diagnostics.find((it) => it.severity === "error");
  if (broken) return broken;
  if (found.value === undefined) {
    return gone(file, `the environment "${name}"`);
  }
  const places = placesOf(found.value);
  const before = placesOf(environment);
  const isPostman = isV3Path(file);
  const list = [...found.path, isPostman ? "values" : "variables"];
  const yaml = await import("../../locate/yaml_library.ts");
  const document = yaml.parseDocument(text);
  if (isPostman && yaml.isMap(document.getIn(list, true))) {
    return lines(withMembers(document, list, changes));
  }
  const valueOf = isPostman ? postmanValue : valueToWrite;
  const edits = {
    set: [] as { element: Path; value: unknown }[],
    removed: [] as Path[],
    added: [] as Record<string, unknown>[],
    list,
  };
  for (const [name, value] of changes) {
    const place = places.get(name);
    if (value === undefined) {
      if (place) edits.removed.push(place.slice(0, list.length + 1));
    } else if (place) {
      edits.set.push({
        element: elementPath(place),
        value: valueOf(value),
      });
    } else if (before.has(name)) {
      return gone(file, `"${name}"`);
    } else {
      edits.added.push(
        isPostman
          ? { key: name, value: valueOf(value), enabled: true }
          : { name, value: valueOf(value) },
      );
    }
  }
  const saved = !ownAliases(yaml, document, changedPlaces(edits)) &&
      editVariables(yaml, { document, text }, edits) ||
    rewritten(yaml, document, edits);
  return lines(saved);
}

/** A value as Postman's files have it: objects are texts there. */
function postmanValue(value: Value): unknown {
  const written = valueToWrite(value);
  return typeof written === "object" && written !== null
    ? (written as { readonly data: string }).data
    : written;
}

/** The text of an environment of Postman's whose values are a mapping. */
function withMembers(
  document: Document,
  list: Path,
  changes: ReadonlyMap<string, Value | undefined>,
): string {
  for (const [name, value] of changes) {
    const path = [...list, name];
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, postmanValue(value));
  }
  return document.toString({ lineWidth: 0 });
}

/** Where the values of variables stand. One that is disabled stays as it is, beside the one that scripts set. */
function placesOf({ variables }: Environment): Map<string, Path> {
  return new Map(
    variables.filter(({ disabled }) => !disabled)
      .map(({ name, at }) => [name, at.path]),
  );
}

function gone(file: string, what: string): Diagnostic {
  return {
    code: "WRITE",
    severity: "error",
    message:
      `Cannot write "${file}": it has changed since it was read, and ${what} is gone (run again)`,
    location: { file },
  };
}

function changedPlaces(
  { set, removed, added, list }: VariableEdits,
): ChangedPlace[] {
  return [
    ...set.map(({ element }) => ({ path: [...element, "value"], whole: true })),
    ...removed.map((path) => ({ path, whole: true })),
    ...(added.length > 0 ? [{ path: list, whole: false }] : []),
  ];
}

/** The whole document anew: comments and the order of keys stay, blanks may not. */
function rewritten(
  yaml: typeof import("../../locate/yaml_library.ts"),
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

function append(document: Document, list: Path, element: unknown): void {
  if (document.hasIn(list)) document.addIn(list, document.createNode(element));
  else document.setIn(list, document.createNode([element]));
}

type Yaml = typeof import("../../locate/yaml_library.ts");

/** Where something will change. */
interface ChangedPlace {
  readonly path: readonly (string | number)[];
  /** Whether all of it changes, or something in it that is not there yet. */
  readonly whole: boolean;
}

/** Nodes that may take the places of aliases. */
const MAX_NODES = 10_000;

/**
 * Gives a document a value of its own wherever an alias stands on the way to a
 * place that will change, or stands for what will change, so that nothing
 * else changes with it. Says whether there was such an alias.
 *
 * @throws {RangeError} They stand for too much.
 */
function ownAliases(
  yaml: Yaml,
  document: Document,
  places: readonly ChangedPlace[],
): boolean {
  const aliases = aliasesOf(yaml, document);
  let left = MAX_NODES;
  let replaced = false;
  const own = (alias: Alias): Node => {
    replaced = true;
    const source = aliases.get(alias)!;
    const inner: Alias[] = [];
    yaml.visit(source, { Alias: (_, node) => void inner.push(node) });
    const copy = source.clone() as Node;
    // The comments and blank lines of the alias stay.
    const { comment, commentBefore, spaceBefore } = alias;
    Object.assign(copy, { comment, commentBefore, spaceBefore });
    yaml.visit(copy, {
      Alias: () => own(inner.shift()!),
      Value(_, node) {
        if (--left < 0) throw new RangeError("its aliases stand for too much");
        delete node.anchor;
      },
    });
    return copy;
  };
  const changed = new Set<unknown>();
  for (const { path, whole } of places) {
    const until = whole ? path.length : path.length + 1;
    for (let depth = 1; depth < until; depth++) {
      const above = path.slice(0, depth);
      const node = document.getIn(above, true);
      if (yaml.isAlias(node)) document.setIn(above, own(node));
      changed.add(document.getIn(above, true));
    }
    const node = document.getIn(path, true);
    if (whole && yaml.isNode(node)) {
      yaml.visit(node, { Node: (_, inside) => void changed.add(inside) });
    }
  }
  yaml.visit(document, {
    Alias(_, alias) {
      if (changed.has(aliases.get(alias))) return own(alias);
    },
  });
  return replaced;
}

/** All in one walk: the library would walk through the document for each of them. */
function aliasesOf(yaml: Yaml, document: Document): Map<Alias, Node> {
  const anchors = new Map<string, Node>();
  const aliases = new Map<Alias, Node>();
  yaml.visit(document, {
    Alias(_, alias) {
      const source = anchors.get(alias.source);
      if (source) aliases.set(alias, source);
    },
    Value(_, node) {
      if (node.anchor) anchors.set(node.anchor, node);
    },
  });
  return aliases;
}
