import type {
  Answered,
  Asked,
  Completion,
  Cursor,
  DefinitionView,
  PlaceholderView,
  VariableView,
} from "../../embedded/page/workbench/api.ts";
import { valueText } from "../../core/scope/value/value_text.ts";
import { cachedTemplate, rootName } from "../../core/template/template_of.ts";
import type { PlaceholderPart } from "../../core/template/types.ts";
import { nearest } from "../../core/source/nearest.ts";
import { type LookedUp, lookUp } from "../../host/check/look_up.ts";
import { complete } from "../../lsp/complete/complete.ts";
import { hover } from "../../lsp/hover.ts";
import { wordAround } from "../../lsp/place/cursor.ts";
import { Refused } from "../answers.ts";
import { fileOf } from "../drafts.ts";
import { placeOf } from "../problems.ts";
import type { Workbench } from "../workbench.ts";
import { documentAt } from "./document_at.ts";
import { keptText, keptViews, withKept } from "./kept_views.ts";

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
  { id, texts }: Asked<"placeholders">,
): Promise<Answered<"placeholders">> {
  const path = fileOf(bench.ids.ref(id), bench).file;
  await bench.session.indexed();
  const known = new Map<string, Promise<VariableView>>();
  const variable = (name: string) => {
    let found = known.get(name);
    if (found === undefined) {
      found = variableOf(bench, path, name);
      known.set(name, found);
    }
    return found;
  };
  const views = await Promise.all(texts.map((text) =>
    Promise.all(
      cachedTemplate(text).placeholders.map((part) =>
        placeholder(bench, part, variable)
      ),
    )
  ));
  return { texts: views };
}

async function placeholder(
  { session }: Workbench,
  { start, end, text, expression, problem }: PlaceholderPart,
  variable: (name: string) => Promise<VariableView>,
): Promise<PlaceholderView> {
  const shared = { start, end, expression: text, definitions: [] };
  const names = session.index?.names() ?? new Set();
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

async function variableOf(
  bench: Workbench,
  path: string,
  name: string,
): Promise<VariableView> {
  const [found] = await listed(bench, path, name);
  return found ?? { name, definitions: [] };
}

/** The variables in reach of an item, or of the collection. */
export async function variablesOf(
  bench: Workbench,
  { id }: Asked<"variables">,
): Promise<Answered<"variables">> {
  const path = id === undefined ? "" : fileOf(bench.ids.ref(id), bench).file;
  const variables = await listed(bench, path);
  const { cookies, secrets } = await bench.kept.given(bench);
  const { masker } = bench.hidden;
  return {
    variables,
    cookies: cookies.map(({ name, domain, hostOnly, path }) => ({
      name: masker.mask(name),
      domain: hostOnly ? domain : `.${domain}`,
      path: masker.mask(path),
    })),
    secrets,
    kept: (await keptViews(bench)).map(({ name, definition }) => ({
      name,
      definitions: [definition],
    })),
  };
}

/** So many definitions of a variable are told: each one's file is parsed for its line. */
const MAX_DEFINITIONS = 20;

async function listed(
  bench: Workbench,
  path: string,
  name?: string,
): Promise<VariableView[]> {
  const { session } = bench;
  await session.indexed();
  const variables = session.variablesFor(
    path,
    name === undefined ? {} : { name },
  );
  const found = await lookUp(
    { variables, prompts: [], uses: [] },
    {
      locator: session,
      masker: session.masker(),
      place: session.placeOf(path),
      order: session.index?.order,
      limit: MAX_DEFINITIONS,
    },
  );
  const kept = await keptViews(bench);
  const typed = new Set((await bench.kept.given(bench)).secrets);
  const missing = new Set(
    kept.map((one) => one.name).filter((one) =>
      (name === undefined || one === name) &&
      !found.variables.some((it) => it.name === one)
    ),
  );
  const all = [
    ...found.variables,
    ...[...missing].map((name) => ({ name, definitions: [], more: undefined })),
  ];
  return all.map(({ name, definitions, more }) => ({
    name,
    ...(more !== undefined && { more }),
    definitions: withKept(
      definitions.map((one, nth) =>
        definitionView(
          bench,
          isLeftOut(one) && typed.has(name)
            ? { ...one, text: "typed in this session" }
            : one,
          { path, name, nth },
        )
      ),
      kept.filter((one) => one.name === name),
    ),
  }));
}

/** Whether it is a secret without a value in its file. */
function isLeftOut({ by, secret, kind }: Listed): boolean {
  return by === "file" && secret && kind === undefined;
}

type Listed = LookedUp["variables"][number]["definitions"][number];

function definitionView(
  bench: Workbench,
  one: Listed,
  at: { readonly path: string; readonly name: string; readonly nth: number },
): DefinitionView {
  const { scope, label, by, secret, text, kind, setBy, isSet, location } = one;
  const isHidden = by === "file" && kind !== undefined;
  return {
    scope,
    ...(label !== undefined && { label }),
    by,
    secret,
    ...(text !== undefined && { text }),
    ...(kind !== undefined && { kind }),
    ...(setBy !== undefined && { setBy }),
    ...(isSet !== undefined && { isSet }),
    ...(location && { place: placeOf(bench, location) }),
    ...(isHidden && { reveal: JSON.stringify(at) }),
  };
}

/**
 * One secret value, which is told and not kept.
 *
 * @throws {Refused} There is none.
 */
export async function revealed(
  bench: Workbench,
  asked: Asked<"reveal">,
): Promise<Answered<"reveal">> {
  const none = new Refused(
    "Cannot reveal it: the value is neither in the collection's files nor kept",
    [],
    404,
  );
  if ("secret" in asked) {
    const value = bench.hidden.secret(asked.secret);
    if (value === undefined) throw none;
    return { value };
  }
  const { path, name, nth, kept } = JSON.parse(asked.definition);
  if (kept !== undefined) {
    const text = await keptText(bench, String(kept));
    if (text === undefined) throw none;
    return { value: text };
  }
  const [variable] = bench.session.variablesFor(String(path), {
    name: String(name),
  });
  const value = variable?.definitions[Number(nth)]?.value;
  if (value === undefined) throw none;
  const text = valueText(value);
  return { value: typeof text === "string" ? text : text.reason };
}

/** Where a variable is defined, the definition that wins first. */
export async function definitionPlaces(
  bench: Workbench,
  { id, name }: Asked<"definition">,
): Promise<Answered<"definition">> {
  const path = fileOf(bench.ids.ref(id), bench).file;
  const { definitions } = await variableOf(bench, path, name);
  return { places: definitions.flatMap(({ place }) => place ?? []) };
}
