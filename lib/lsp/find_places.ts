import type { Location as EditorLocation } from "vscode-languageserver";
import type { Location } from "../core/source/diagnostic.ts";
import { locatePlaces } from "../host/check/locate_places.ts";
import { ranges } from "./document.ts";
import type { Session } from "./session.ts";

/** Where a variable is defined and set, the definition that wins in a file first. */
export async function findDefinitions(
  name: string,
  session: Session,
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
  session: Session,
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
  session: Session,
): Promise<EditorLocation[]> {
  const located = await locatePlaces(places, session);
  const rangeOf = ranges(session);
  return located.filter(({ file }) => file !== undefined).map((location) => ({
    uri: session.uriOf(location.file!),
    range: rangeOf(location),
  }));
}
