import { nameKeys } from "../core/collection/read/location_of_name.ts";
import { parseTemplate } from "../core/template/parse_template.ts";
import { rootName } from "../core/template/template_of.ts";
import type { Segment } from "../core/template/types.ts";
import {
  calledNameAt,
  type CursorStretch,
  lineAround,
  placeholderAt,
} from "./place/cursor.ts";
import { type OpenDocument, ranges } from "./document.ts";
import type { Location as EditorLocation } from "vscode-languageserver";
import type { Location } from "../core/source/diagnostic.ts";
import { locatePlaces } from "../host/check/locate_places.ts";
import type { EditorSession } from "./session.ts";

/** A variable's name in a document. */
export interface NameAt extends CursorStretch {
  readonly name: string;
  /** The member of its value that the place is about; absent: the whole value. */
  readonly member?: MemberAt;
}

/** A member of a variable's value in a document, up to the step that a place is in. */
interface MemberAt {
  readonly path: readonly Segment[];
  /** Offset behind the last step. */
  readonly end: number;
}

/** The variable that a place is about: in a placeholder, in a script's call, or where it is defined. */
export async function nameAt(
  { document, session, path }: OpenDocument,
  offset: number,
): Promise<NameAt | undefined> {
  const text = document.getText();
  const placeholder = placeholderAt(text, offset);
  if (placeholder !== undefined) {
    const expression = placeholder.text.trim();
    const exact = session.index?.names().has(expression);
    const name = exact ? expression : rootName(expression);
    if (name === undefined) return undefined;
    const start = text.indexOf(name, placeholder.start);
    const member = exact ? undefined : memberAt(placeholder, offset);
    return {
      name,
      start,
      end: start + name.length,
      ...(member && { member }),
    };
  }
  return calledNameAt(text, offset) ??
    await definedAt(text, offset, { session, path });
}

/** The steps of a placeholder that begin before an offset. */
function memberAt(
  { start, text }: CursorStretch & { readonly text: string },
  offset: number,
): MemberAt | undefined {
  const [part] = parseTemplate(`{{${text}}}`).placeholders;
  if (part?.expression?.kind !== "reference") return undefined;
  const inDocument = start - "{{".length;
  const path = part.expression.path
    .filter((step) => inDocument + step.start < offset);
  const last = path.at(-1);
  return last && { path, end: inDocument + last.end };
}

/** A name in the line of its definition, or in the one above: `- name: a`, `value: b`. */
async function definedAt(
  text: string,
  offset: number,
  { session, path }: Pick<OpenDocument, "session" | "path">,
): Promise<NameAt | undefined> {
  const line = lineAround(text, offset);
  const own = (session.index?.definitions() ?? []).filter((it) =>
    it.location.file === path
  );
  const source = text.slice(line.start, line.end);
  const candidates = own.filter(({ name }) => source.includes(name));
  if (candidates.length === 0) return undefined;
  const places = await namePlaces(candidates, session);
  for (const [index, { name }] of candidates.entries()) {
    const start = places[index];
    if (
      start !== undefined && start <= offset && offset <= start + name.length
    ) return { name, start, end: start + name.length };
  }
  return undefined;
}

/** Where the names of definitions by files stand in their texts; undefined where that is not sure. */
export async function namePlaces(
  definitions: readonly {
    readonly name: string;
    readonly location: { file?: string; keys?: readonly (string | number)[] };
  }[],
  session: OpenDocument["session"],
): Promise<(number | undefined)[]> {
  const located = await session.locate(definitions.map(({ location }) => {
    return {
      code: "USAGE",
      severity: "hint",
      message: "",
      location: { ...location, ...nameKeys(location) },
    };
  }));
  return located.map(({ location = {} }, index) => {
    const { name } = definitions[index];
    const text = session.files.get(location.file ?? "");
    if (text === undefined || location.line === undefined) return undefined;
    const line = text.split("\n", location.line)[location.line - 1] ?? "";
    const start = text.split("\n", location.line - 1).join("\n").length +
      (location.line > 1 ? 1 : 0);
    const from = line.indexOf(name, Math.max(0, (location.column ?? 1) - 2));
    const at = from === -1 ? line.indexOf(name) : from;
    return at === -1 ? undefined : start + at;
  });
}

/** Where a variable is defined and set, the definition that wins in a file first. */
export async function findDefinitions(
  name: string,
  session: EditorSession,
  path: string,
): Promise<EditorLocation[]> {
  const inReach = session.variablesFor(path, { name })[0]
    ?.definitions.flatMap(({ location }) => location ?? []) ?? [];
  const all = session.index?.definitionsOf(name).map((it) => it.location) ?? [];
  return await toLocations(inReach.length > 0 ? inReach : all, session);
}

/** Where a variable is used and, if they are asked for, where it is defined. */
export async function findReferences(
  name: string,
  session: EditorSession,
  { withDefinitions }: { readonly withDefinitions: boolean },
): Promise<EditorLocation[]> {
  const { index } = session;
  if (index === undefined) return [];
  const uses = index.usesOf(name).map(({ location }) => location);
  const definitions = withDefinitions
    ? index.definitionsOf(name).map(({ location }) => location)
    : [];
  return await toLocations([...definitions, ...uses], session);
}

async function toLocations(
  places: readonly Location[],
  session: EditorSession,
): Promise<EditorLocation[]> {
  const located = await locatePlaces(places, session);
  const rangeOf = ranges(session);
  const found = new Map<string, EditorLocation>();
  for (const { file, ...location } of located) {
    if (file === undefined) continue;
    const uri = session.uriOf(file);
    const range = rangeOf({ file, ...location });
    // The file of the global variables may be that of an environment.
    found.set(JSON.stringify([uri, range]), { uri, range });
  }
  return [...found.values()];
}
