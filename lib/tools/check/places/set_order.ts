import type {
  Action,
  Collection,
  Defaults,
  Folder,
  Request,
  Script,
} from "../../../core/collection/types.ts";
import type { ScopeName } from "../../../core/scope/names.ts";
import { type Location, locationOf } from "../../../core/source/diagnostic.ts";
import {
  type Setting,
  stepSettings,
} from "../../../core/collection/settings_of.ts";
import type { RequestPlace } from "./reach.ts";
import { placesOf } from "./reach.ts";
import { isForPlace, isReached, NameReach, type Reach } from "./reach.ts";
import type { Members, ScriptStretch, WrittenValue } from "../types.ts";
import { locationInFile, type ScriptIndex } from "../script/script_index.ts";

/** A place that sets a variable while a collection runs. */
export interface VariableSetting extends Reach {
  readonly name: string;
  /** As a reader finds it: `after-response script of users/create.yml`. */
  readonly label: string;
  /** The request to run first; absent for one of a collection or folder. */
  readonly request?: Request;
  readonly location: Location;
  readonly by: "script" | "action";
  /** The members of its value, where a script says them. */
  readonly members?: Members;
  /** Its value, where a script says it. */
  readonly written?: WrittenValue;
}

/** A place that sets variables whose names it computes. */
export type ComputedSetting = Omit<VariableSetting, "name" | "by">;

/** What is set where, in the order of a run. */
export interface SetOrder {
  readonly places: readonly RequestPlace[];
  /** All settings by name. */
  readonly settings: ReadonlyMap<string, readonly VariableSetting[]>;
  /** The places that find a name set. */
  readonly reach: ReadonlyMap<string, NameReach>;
  /** Places that compute names; of those whose variables all later requests see the first one only. */
  readonly computed: readonly ComputedSetting[];
  /** What it was made of. */
  readonly made: {
    readonly bySource: WeakMap<Request, LevelSettings>;
    /** Whether something is set for certain requests or folders only. */
    readonly hasLocal: boolean;
    readonly defaults: Defaults;
    readonly version: number;
  };
}

/** The place before a request that computes the names of what it sets. */
export function computedBefore(
  { computed }: Pick<SetOrder, "computed">,
  place: RequestPlace,
): ComputedSetting | undefined {
  return computed.find((one) => isReached(one, place));
}

/** The first place that sets a variable for a request, better one of another request; undefined: none ever does. */
export function settingFor(
  settings: readonly VariableSetting[],
  place: RequestPlace,
): VariableSetting | undefined {
  return settings.find((one) =>
    one.request && one.request !== place.request && isForPlace(one, place)
  ) ?? settings.find((one) => isForPlace(one, place));
}

/** A level whose scripts and actions set variables: all requests, those of a folder, or one. */
interface SettingLevel {
  readonly label: string;
  readonly index: number;
  readonly folder?: Folder;
  readonly request?: Request;
}

/** More requests than this are gone through from the beginning. */
const MAX_CHANGED = 20;

/**
 * Walks through a collection in the order of a run and notes which variables
 * scripts and actions set.
 *
 * @param before What it was before a change, which is used up: where requests
 * set the same names as before, all else stays.
 */
export function setOrder(
  collection: Collection,
  scripts: ScriptIndex,
  before?: SetOrder,
): SetOrder {
  const places = placesOf(collection.items);
  return before && patched(before, { collection, scripts, places }) ||
    wholeOrder(collection, scripts, places);
}

function wholeOrder(
  { defaults, file }: Collection,
  scripts: ScriptIndex,
  places: readonly RequestPlace[],
): SetOrder {
  const settings = new Map<string, VariableSetting[]>();
  const reach = new Map<string, NameReach>();
  const computed: ComputedSetting[] = [];
  const bySource = new WeakMap<Request, LevelSettings>();
  let hasLocal = false;
  const add = (level: LevelSettings) => {
    for (const setting of level.settings) {
      const known = settings.get(setting.name);
      if (known) known.push(setting);
      else settings.set(setting.name, [setting]);
      let name = reach.get(setting.name);
      if (name === undefined) {
        name = new NameReach();
        reach.set(setting.name, name);
      }
      name.add(setting);
      hasLocal ||= setting.within !== undefined;
    }
    for (const setting of level.computed) addComputed(computed, setting);
  };
  const seen = new Set<Folder>();
  for (const { request, folders, index } of places) {
    if (index === 0) {
      add(settingsOf(defaults, { label: file, index }, { scripts, places }));
    }
    for (const folder of folders) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      const level = { label: folder.path, index, folder };
      add(settingsOf(folder.defaults, level, { scripts, places }));
    }
    const level = { label: request.path, index, request };
    const own = settingsOf(request, level, { scripts, places });
    bySource.set(request, own);
    add(own);
  }
  return {
    places,
    settings,
    reach,
    computed,
    made: {
      bySource,
      hasLocal,
      defaults,
      version: scripts.version,
    },
  };
}

/** The order with some requests changed in it; undefined where more depends on the change. */
function patched(
  { settings, reach, computed, made, places: before }: SetOrder,
  { collection, scripts, places }: {
    readonly collection: Collection;
    readonly scripts: ScriptIndex;
    readonly places: readonly RequestPlace[];
  },
): SetOrder | undefined {
  const { bySource, hasLocal, defaults, version } = made;
  if (
    hasLocal || computed.length > 0 || places.length !== before.length ||
    defaults !== collection.defaults || version !== scripts.version
  ) return undefined;
  const changes: [before: LevelSettings, now: LevelSettings, of: Request][] =
    [];
  for (const [index, place] of places.entries()) {
    const known = before[index];
    if (place === known) continue;
    if (!hasSameFolders(place, known)) return undefined;
    if (place.request === known.request) continue;
    if (changes.length >= MAX_CHANGED) return undefined;
    const { request } = place;
    const level = { label: request.path, index, request };
    const own = settingsOf(request, level, { scripts, places });
    const old = bySource.get(known.request)!;
    if (!hasSameNames(own, old)) return undefined;
    changes.push([old, own, request]);
  }
  for (const [old, own, request] of changes) {
    bySource.set(request, own);
    for (const [at, setting] of own.settings.entries()) {
      const all = settings.get(setting.name) as VariableSetting[];
      all[all.indexOf(old.settings[at])] = setting;
    }
  }
  return { places, settings, reach, computed, made };
}

function hasSameFolders(a: RequestPlace, b: RequestPlace): boolean {
  return a.folders.length === b.folders.length &&
    a.folders.every(({ defaults, path }, at) =>
      defaults === b.folders[at].defaults && path === b.folders[at].path
    );
}

function hasSameNames(a: LevelSettings, b: LevelSettings): boolean {
  return a.computed.length === 0 && a.settings.length === b.settings.length &&
    a.settings.every(({ name, scope, from, label, within }, at) => {
      const other = b.settings[at];
      return within === undefined && name === other.name &&
        scope === other.scope && from === other.from && label === other.label;
    });
}

/** What the scripts and actions of a level set. */
interface LevelSettings {
  readonly settings: readonly VariableSetting[];
  readonly computed: readonly ComputedSetting[];
}

const NOTHING: LevelSettings = { settings: [], computed: [] };

function settingsOf(
  setting: Setting,
  level: SettingLevel,
  { scripts, places }: {
    readonly scripts: ScriptIndex;
    readonly places: readonly RequestPlace[];
  },
): LevelSettings {
  const { scripts: own, actions = [] } = setting;
  const steps = stepSettings(setting);
  if (own.length === 0 && actions.length === 0 && steps.length === 0) {
    return NOTHING;
  }
  const settings: VariableSetting[] = [];
  const computed: ComputedSetting[] = [];
  for (const script of own) {
    const about = (scope: ScopeName) => ({
      ...reachOf(scope, script.phase, level, places),
      label: `${script.phase} script of ${level.label}`,
      ...(level.request && { request: level.request }),
    });
    const facts = scripts.factsOf(script);
    const note = ({ offset, length }: ScriptStretch) =>
      locationOf(script.at, { offset, length, place: "script" });
    for (const set of facts.sets) {
      settings.push({
        ...about(set.scope),
        name: set.name,
        ...(set.members && { members: set.members }),
        ...(set.written && { written: set.written }),
        // Few are asked for where they stand.
        get location() {
          return note(set);
        },
        by: "script",
      });
    }
    if (facts.computed) {
      const { computed: one } = facts;
      computed.push({ ...about(one.scope), location: note(one) });
    }
    for (const file of scripts.filesOf(script)) {
      for (const set of file.facts.sets) {
        const { name, scope, members, written, ...stretch } = set;
        const location = locationInFile(file, stretch);
        settings.push({
          ...about(scope),
          name,
          ...(members && { members }),
          ...(written && { written }),
          location,
          by: "script",
        });
      }
      const { computed: one } = file.facts;
      if (one) {
        const location = locationInFile(file, one);
        computed.push({ ...about(one.scope), location });
      }
    }
  }
  for (const { variable, disabled, phase, scope, at: origin } of actions) {
    if (disabled) continue;
    settings.push({
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
  for (const { name, expression } of steps) {
    settings.push({
      ...reachOf("runtime", "after-response", level, places),
      name,
      label: `step of ${level.label}`,
      ...(level.request && { request: level.request }),
      location: { ...locationOf(expression.at), onKey: true },
      by: "action",
    });
  }
  return { settings, computed };
}

/** Of those that all later requests see the first one, before the others. */
function addComputed(
  computed: ComputedSetting[],
  setting: ComputedSetting,
): void {
  const [first] = computed;
  if (setting.within) computed.push(setting);
  else if (first === undefined || first.within) computed.unshift(setting);
  else if (setting.from < first.from) computed[0] = setting;
}

/** Where what a level's script or action sets is seen: a folder's variables end with the folder, a request's with the request. */
function reachOf(
  scope: ScopeName,
  phase: Script["phase"] | Action["phase"],
  { index, folder, request }: SettingLevel,
  places: readonly RequestPlace[],
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
