import type {
  Action,
  Collection,
  Defaults,
  Folder,
  Request,
  Script,
} from "../collection/types.ts";
import { makePlan } from "../plan/make_plan.ts";
import type { ScopeName } from "../scope/names.ts";
import { type Location, locationOf } from "../source/diagnostic.ts";
import type { Place } from "./place.ts";
import { isReached, NameReach, type Reach } from "./reach.ts";
import type { ScriptStretch } from "./types.ts";
import { locationInFile, type ScriptIndex } from "./script_index.ts";

/** A place that sets a variable while a collection runs. */
export interface Setting extends Reach {
  readonly name: string;
  /** As a reader finds it: `after-response script of users/create.yml`. */
  readonly label: string;
  /** The request to run first; absent for one of a collection or folder. */
  readonly request?: Request;
  readonly location: Location;
  readonly by: "script" | "action";
}

/** A place that sets variables whose names it computes. */
export type ComputedSetting = Omit<Setting, "name" | "by">;

/** What is set where, in the order of a run. */
export interface SetOrder {
  readonly places: readonly Place[];
  /** All settings by name. */
  readonly settings: ReadonlyMap<string, readonly Setting[]>;
  /** The places that find a name set. */
  readonly reach: ReadonlyMap<string, NameReach>;
  /** Places that compute names; of those whose variables all later requests see the first one only. */
  readonly computed: readonly ComputedSetting[];
}

/** The place before a request that computes the names of what it sets. */
export function computedBefore(
  { computed }: Pick<SetOrder, "computed">,
  place: Place,
): ComputedSetting | undefined {
  return computed.find((one) => isReached(one, place));
}

/** A level whose scripts and actions set variables: all requests, those of a folder, or one. */
interface SettingLevel {
  readonly label: string;
  readonly index: number;
  readonly folder?: Folder;
  readonly request?: Request;
}

/** Walks through a collection in the order of a run and notes which variables scripts and actions set. */
export function setOrder(
  collection: Collection,
  scripts: ScriptIndex,
): SetOrder {
  const places = placesOf(collection);
  const settings = new Map<string, Setting[]>();
  const reach = new Map<string, NameReach>();
  const computed: ComputedSetting[] = [];
  const add = (setting: Setting) => {
    const known = settings.get(setting.name);
    if (known) known.push(setting);
    else settings.set(setting.name, [setting]);
    let name = reach.get(setting.name);
    if (name === undefined) {
      name = new NameReach();
      reach.set(setting.name, name);
    }
    name.add(setting);
  };
  const addComputed = (setting: ComputedSetting) => {
    if (setting.within) computed.push(setting);
    else if (computed[0]?.within || computed.length === 0) {
      computed.unshift(setting);
    } else if (setting.from < computed[0].from) computed[0] = setting;
  };
  const addScript = (script: Script, level: SettingLevel) => {
    const about = (scope: ScopeName) => ({
      ...reachOf(scope, script.phase, level, places),
      label: `${script.phase} script of ${level.label}`,
      ...(level.request && { request: level.request }),
    });
    const own = scripts.factsOf(script);
    const note = ({ offset, length }: ScriptStretch) =>
      locationOf(script.at, { offset, length, place: "script" });
    for (const set of own.sets) {
      add({
        ...about(set.scope),
        name: set.name,
        // Few are asked for where they stand.
        get location() {
          return note(set);
        },
        by: "script",
      });
    }
    if (own.computed) {
      addComputed({
        ...about(own.computed.scope),
        location: note(own.computed),
      });
    }
    for (const file of scripts.filesOf(script)) {
      const { sets, computed } = file.facts;
      for (const { name, scope, ...stretch } of sets) {
        const location = locationInFile(file, stretch);
        add({ ...about(scope), name, location, by: "script" });
      }
      if (computed) {
        addComputed({
          ...about(computed.scope),
          location: locationInFile(file, computed),
        });
      }
    }
  };
  const addLevel = (
    { scripts, actions = [] }: Pick<Defaults | Request, "scripts" | "actions">,
    level: SettingLevel,
  ) => {
    for (const script of scripts) addScript(script, level);
    for (const { variable, disabled, phase, scope, at: origin } of actions) {
      if (disabled) continue;
      add({
        ...reachOf(scope, phase, level, places),
        name: variable,
        label: `action of ${level.label}`,
        ...(level.request && { request: level.request }),
        location: locationOf({
          file: origin.file,
          path: [...origin.path, "variable", "name"],
        }),
        by: "action",
      });
    }
  };
  const seen = new Set<Folder>();
  for (const { request, folders, index } of places) {
    if (index === 0) {
      addLevel(collection.defaults, { label: collection.file, index });
    }
    for (const folder of folders) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      addLevel(folder.defaults, { label: folder.path, index, folder });
    }
    addLevel(request, { label: request.path, index, request });
  }
  return { places, settings, reach, computed };
}

/** The requests, each once, as a run meets them. */
function placesOf(collection: Collection): Place[] {
  const places: Place[] = [];
  const planned = new Set<Request>();
  for (
    const { item: request, folders } of makePlan(collection, {}).value.steps
  ) {
    // What is run before all else is planned twice.
    if (request.kind !== "request" || planned.has(request)) continue;
    planned.add(request);
    places.push({ request, folders, index: places.length });
  }
  return places;
}

/** Where what a level's script or action sets is seen: a folder's variables end with the folder, a request's with the request. */
function reachOf(
  scope: ScopeName,
  phase: Script["phase"] | Action["phase"],
  { index, folder, request }: SettingLevel,
  places: readonly Place[],
): Reach {
  const after = phase === "before-request" ? 0 : 1;
  const from = index + after;
  if (scope !== "request" && scope !== "folder") return { scope, from };
  const within = new Map<Request | Folder, number>();
  // A level is met with the first of its requests.
  for (let at = index; at < places.length; at++) {
    const place = places[at];
    if (
      request
        ? place.request !== request
        : folder && !place.folders.includes(folder)
    ) {
      if (request) break;
      continue;
    }
    const owner = scope === "request" ? place.request : place.folders.at(-1);
    if (owner !== undefined && !within.has(owner)) {
      within.set(owner, place.index + after);
    }
  }
  return { scope, from, within };
}
