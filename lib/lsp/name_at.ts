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
import {
  lineColumn,
  lineStarts,
  lineText,
} from "../core/source/line_starts.ts";
import type { ListedDefinition } from "../tools/check/list_variables.ts";
import { locatePlaces } from "../host/check/locate_places.ts";
import type { EditorSession } from "./session.ts";

/** A stretch of a document that is about a variable: its name, or the value that it is defined with. */
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

/** A name where it is defined, or the value behind or below it. */
async function definedAt(
  text: string,
  offset: number,
  { session, path }: Pick<OpenDocument, "session" | "path">,
): Promise<NameAt | undefined> {
  const around = lineAround(text, offset);
  const own = (session.index?.definitions() ?? []).filter((it) =>
    it.location.file === path
  );
  const source = text.slice(around.start, around.end);
  const candidates = own.filter(({ name }) => source.includes(name));
  const places = await namePlaces(candidates, session);
  for (const [index, { name }] of candidates.entries()) {
    const start = places[index];
    if (
      start !== undefined && start <= offset && offset <= start + name.length
    ) return { name, start, end: start + name.length };
  }
  const values = own.filter(({ by }) => by === "file");
  const located = await locatePlaces(
    values.map(({ location }) => location),
    session,
  );
  const at = lineColumn(text, offset);
  for (const [index, { name }] of values.entries()) {
    const { line, column = 1, length = 1 } = located[index];
    const start = around.start + column - 1;
    const end = start + length;
    if (line === at.line && start <= offset && offset <= end) {
      return { name, start, end };
    }
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
    const line = lineText(text, location.line) ?? "";
    const start = lineStarts(text)[location.line - 1];
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
    ?.definitions.flatMap(({ by, location }) =>
      location ? [{ name, by, location }] : []
    ) ?? [];
  const all = session.index?.definitionsOf(name) ?? [];
  return await toLocations(
    await definingPlaces(inReach.length > 0 ? inReach : all, session),
    session,
  );
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
    ? await definingPlaces(index.definitionsOf(name), session)
    : [];
  return await toLocations([...definitions, ...uses], session);
}

/** Where definitions have their names; their values where that is not sure. */
async function definingPlaces(
  definitions: readonly {
    readonly name: string;
    readonly by: ListedDefinition["by"];
    readonly location: Location;
  }[],
  session: EditorSession,
): Promise<Location[]> {
  const inFiles = definitions.filter(({ by }) => by === "file");
  const starts = await namePlaces(inFiles, session);
  return definitions.map((definition) => {
    const { name, location: { file, ...location } } = definition;
    const start = starts[inFiles.indexOf(definition)];
    const text = session.files.get(file ?? "");
    return start === undefined || text === undefined
      ? { file, ...location }
      : { file, ...lineColumn(text, start), length: name.length };
  });
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
