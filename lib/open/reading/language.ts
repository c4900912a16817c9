import type {
  Answered,
  Asked,
  Completion,
  Cursor,
  PlaceholderView,
  VariableView,
} from "../../embedded/page/workbench/api.ts";
import { isV3Path } from "../../core/collection/v3/parse_v3.ts";
import { fromVault } from "../../core/collection/v3/vault.ts";
import { cachedTemplate, rootName } from "../../core/template/template_of.ts";
import type { PlaceholderPart } from "../../core/template/types.ts";
import {
  environmentNotes,
  notesOfChosen,
} from "../../core/run/explain/environment_notes.ts";
import { nearest } from "../../core/source/nearest.ts";
import { complete } from "../../lsp/complete/complete.ts";
import { hover } from "../../lsp/hover.ts";
import { wordAround } from "../../lsp/place/cursor.ts";
import type { Workbench } from "../workbench.ts";
import { documentAt } from "./document_at.ts";
import { type SeenVariables, seenVariables } from "./seen_variables.ts";
import { variableOf } from "./variables.ts";

/** Completes what the page edits, as editors do. */
export function completions(
  bench: Workbench,
  { id, ...cursor }: Asked<"complete">,
): Answered<"complete"> {
  const { open, offset, back } = documentAt(bench, id, cursor as Cursor);
  const { document } = open;
  const text = document.getText();
  const word = wordAround(text, offset);
  let to = offset;
  const items = complete(open, offset).map((item) => {
    const { textEdit } = item;
    if (!textEdit || !("range" in textEdit)) return { item, at: word.start };
    to = document.offsetAt(textEdit.range.end);
    return { item, at: document.offsetAt(textEdit.range.start) };
  });
  // The page replaces one stretch, whichever is chosen.
  const from = items.length === 0
    ? word.start
    : Math.min(...items.map(({ at }) => at));
  const options = items.map(({ item, at }) => {
    const { textEdit, insertText, label, detail, documentation, kind } = item;
    const kept = text.slice(from, at);
    const about = typeof documentation === "string"
      ? documentation
      : documentation?.value;
    const option: Completion = {
      label,
      insert: kept + plain(textEdit?.newText ?? insertText ?? label),
      ...(detail !== undefined && { detail }),
      ...(about !== undefined && { about }),
      ...(kind !== undefined && { kind: KINDS[kind] ?? "text" }),
    };
    const name = kept + (item.filterText ?? label);
    return { option, name: name.toLowerCase() };
  });
  // Editors choose by what is typed already; what begins with it comes first.
  const typed = text.slice(Math.min(from, offset), offset).toLowerCase();
  const { begins = [], has = [] } = Object.groupBy(
    options,
    ({ name }) =>
      name.startsWith(typed) ? "begins" : name.includes(typed) ? "has" : "not",
  );
  return {
    from: back(from),
    to: back(to),
    options: [...begins, ...has].map(({ option }) => option),
  };
}

/** The kinds of the protocol's items, as CodeMirror calls them. */
const KINDS: Readonly<Record<number, string>> = {
  2: "method",
  3: "function",
  5: "property",
  6: "variable",
  10: "property",
  12: "constant",
  13: "enum",
  14: "keyword",
};

/** A snippet without its stops. */
function plain(text: string): string {
  return text.replace(/\$\{\d+:?([^}]*)\}|\$\d+/g, "$1");
}

/** Explains what the page points to, as editors do. */
export async function explained(
  bench: Workbench,
  { id, ...cursor }: Asked<"hover">,
): Promise<Answered<"hover">> {
  const { open, offset, back } = documentAt(bench, id, cursor as Cursor);
  const found = await hover(open, offset);
  if (found === null) return {};
  const { contents, range } = found;
  const text = typeof contents === "object" && "value" in contents
    ? contents.value
    : String(contents);
  const { document } = open;
  const start = range ? document.offsetAt(range.start) : offset;
  const end = range ? document.offsetAt(range.end) : offset;
  return { start: back(start), end: back(end), text };
}

/** What the placeholders of texts mean in an item. */
export async function placeholdersIn(
  bench: Workbench,
  { texts, ...asked }: Asked<"placeholders">,
): Promise<Answered<"placeholders">> {
  const seen = await seenVariables(bench, asked);
  const names = seen.inReach?.index.names() ?? new Set();
  const { variables: given, envVariables } = seen.flags.given;
  for (const name of Object.keys({ ...given, ...envVariables })) {
    names.add(name);
  }
  const known = new Map<string, Promise<Meaning>>();
  const variable = (name: string) => {
    let found = known.get(name);
    if (found === undefined) {
      found = variableOf(bench, seen, name).then((one) => ({
        ...one,
        ...unselected(bench, seen, one),
      }));
      known.set(name, found);
    }
    return found;
  };
  const isPostman = isV3Path(seen.path);
  const views = await Promise.all(texts.map((text) =>
    Promise.all(
      cachedTemplate(isPostman ? fromVault(text) : text).placeholders.map((
        part,
      ) => placeholder(part, names, variable)),
    )
  ));
  return { texts: views };
}

/** A variable, and why a request does not get the value that is there. */
type Meaning = VariableView & Pick<PlaceholderView, "problem">;

/** The reason that a Send names: only environments have the value, of which none is selected. */
function unselected(
  { session }: Workbench,
  { path, inReach }: SeenVariables,
  { name, definitions }: VariableView,
): Pick<PlaceholderView, "problem"> {
  const isOfEnvironments = definitions.length > 0 &&
    definitions.every(({ scope, by }) =>
      scope === "environment" && by === "file"
    );
  // In an environment's own file, its variables are those that count.
  if (
    !isOfEnvironments || inReach === undefined ||
    inReach.environments.length > 0 || session.kindOf(path) === "environment"
  ) return {};
  const notes = environmentNotes(inReach.index.collection).get(name) ?? [];
  const told = notesOfChosen(notes, [], {
    isDeclared: false,
    isSecret: false,
    name,
    given: name,
  });
  return told.length === 0
    ? {}
    : { problem: told.map(({ note }) => note).join("; ") };
}

async function placeholder(
  { start, end, text, expression, problem }: PlaceholderPart,
  names: ReadonlySet<string>,
  variable: (name: string) => Promise<Meaning>,
): Promise<PlaceholderView> {
  const shared = { start, end, expression: text, definitions: [] };
  const name = names.has(text) ? text : rootName(text);
  if (
    name !== undefined && (names.has(name) || expression?.kind === "reference")
  ) {
    const found = await variable(name);
    const isDefined = found.definitions.length > 0;
    const near = isDefined ? undefined : nearest(name, names);
    return {
      ...shared,
      kind: "variable",
      ...found,
      ...(!isDefined && { problem: `Nothing defines "${name}"` }),
      ...(near !== undefined && { suggestion: near }),
    };
  }
  switch (expression?.kind) {
    case "generator":
      return { ...shared, kind: "generator", name: expression.name };
    case "prompt":
      return { ...shared, kind: "prompt", name: expression.text };
    case "process-env":
      return { ...shared, kind: "environment", name: expression.name };
    case "literal":
    case "reference":
      return { ...shared, kind: "expression" };
    case undefined:
      return {
        ...shared,
        kind: "invalid",
        ...(problem && { problem: problem.message }),
      };
    default:
      return expression satisfies never;
  }
}
