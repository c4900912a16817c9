import type {
  Collection,
  Defaults,
  Request,
} from "../../../core/collection/types.ts";
import { defaultsFile } from "../../../core/collection/settings_of.ts";
import type { ScriptIndex } from "../script/script_index.ts";
import {
  type ComputedSetting,
  type LevelSettings,
  settingsOfLevel,
  type VariableSetting,
} from "./level_settings.ts";
import { courseOf, type NeverSent, placesInRun } from "./course.ts";
import { type GoneVariables, goneVariables } from "./gone_variables.ts";
import { type NestedRuns, nestedRuns } from "./nested_runs.ts";
import {
  isForPlace,
  isReached,
  NameReach,
  type Reach,
  type RequestPlace,
} from "./reach.ts";

/** What is set where, in the order of a run. */
export interface SetOrder {
  readonly places: readonly RequestPlace[];
  /** All settings by name. */
  readonly settings: ReadonlyMap<string, readonly VariableSetting[]>;
  /** The places that find a name set, in the requests that run. */
  readonly reach: ReadonlyMap<string, NameReach>;
  /** The same, as if none were left out: the requests that are left out have this one. */
  readonly fullReach: ReadonlyMap<string, NameReach>;
  /** The requests that a run never sends. */
  readonly leftOut: ReadonlyMap<Request, NeverSent>;
  /** The variables that are deleted by then. */
  readonly gone: GoneVariables;
  /** What requests set that scripts run. */
  readonly nested: NestedRuns;
  /** Places that compute names; of those whose variables all later requests see the first one only. */
  readonly computed: readonly ComputedSetting[];
  /** What it was made of. */
  readonly made: {
    readonly bySource: WeakMap<Request, LevelSettings>;
    /** Whether a change of what a request sets may change more than that. */
    readonly isTangled: boolean;
    readonly defaults: Defaults;
    readonly version: number;
  };
}

/** Where a request finds a name set. */
export function reachOf(
  name: string,
  { request }: Pick<RequestPlace, "request">,
  { reach, fullReach, leftOut }: Pick<
    SetOrder,
    "reach" | "fullReach" | "leftOut"
  >,
): NameReach | undefined {
  return (leftOut.has(request) ? fullReach : reach).get(name);
}

/** Whether a request finds set what a place sets, itself or by a script that runs its request. */
export function isSetBefore(
  setting: VariableSetting,
  place: RequestPlace,
  { nested }: Pick<SetOrder, "nested">,
): boolean {
  const again = nested.settings.get(setting);
  return isReached(setting, place) ||
    again !== undefined && isReached(again, place);
}

/** The place before a request that computes the names of what it sets. */
export function computedBefore(
  { computed }: Pick<SetOrder, "computed">,
  place: RequestPlace,
): ComputedSetting | undefined {
  return computed.find((one) => isReached(one, place));
}

/**
 * The first place that sets a variable for a request, better one of another
 * request; undefined: none ever does.
 *
 * @param isLikely Prefers some of them to the others.
 */
export function settingFor(
  settings: readonly VariableSetting[],
  place: RequestPlace,
  isLikely: (setting: VariableSetting) => boolean = () => true,
): VariableSetting | undefined {
  const all = settings.filter((one) => isForPlace(one, place));
  const likely = all.filter(isLikely);
  const wanted = likely.length > 0 ? likely : all;
  return wanted.find(({ request }) => request && request !== place.request) ??
    wanted[0];
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
  const places = placesInRun(collection);
  return before && patched(before, { collection, scripts, places }) ||
    wholeOrder(collection, scripts, places);
}

function wholeOrder(
  collection: Collection,
  scripts: ScriptIndex,
  places: readonly RequestPlace[],
): SetOrder {
  const { defaults } = collection;
  const byLevel = new Map<Defaults | Request, LevelSettings>();
  const firstOf = new Map<Defaults | Request, number>();
  for (const { request, folders, index } of places) {
    for (const { defaults } of folders) {
      if (!firstOf.has(defaults)) firstOf.set(defaults, index);
    }
    firstOf.set(request, index);
    if (index === 0) {
      const level = { label: defaultsFile(collection), index };
      byLevel.set(
        defaults,
        settingsOfLevel(defaults, level, { scripts, places }),
      );
    }
    for (const folder of folders) {
      if (byLevel.has(folder.defaults)) continue;
      const level = { label: folder.path, index, folder };
      byLevel.set(
        folder.defaults,
        settingsOfLevel(folder.defaults, level, { scripts, places }),
      );
    }
    const level = { label: request.path, index, request };
    byLevel.set(request, settingsOfLevel(request, level, { scripts, places }));
  }
  const leftOut = courseOf(collection, places, byLevel);
  const settings = new Map<string, VariableSetting[]>();
  const reach = new Map<string, NameReach>();
  const fullReach = leftOut.size === 0 ? reach : new Map<string, NameReach>();
  const computed: ComputedSetting[] = [];
  const bySource = new WeakMap<Request, LevelSettings>();
  let isTangled = false;
  for (const [level, own] of byLevel) {
    if ("url" in level) bySource.set(level, own);
    isTangled ||= !isSimple(own);
    for (const setting of own.settings) {
      addTo(settings, setting.name, () => []).push(setting);
      const { name } = setting;
      if (leftOut.size > 0) addReach(fullReach, name, setting);
      if (!isLeftOut(setting, leftOut)) addReach(reach, name, setting);
    }
    for (const setting of own.computed) addComputed(computed, setting);
  }
  const nested = nestedRuns(
    collection,
    byLevel,
    (level) => firstOf.get(level) ?? 0,
  );
  for (const [{ name }, again] of nested.settings) {
    addReach(reach, name, again);
    if (leftOut.size > 0) addReach(fullReach, name, again);
  }
  for (const setting of nested.computed) addComputed(computed, setting);
  return {
    places,
    settings,
    reach,
    fullReach,
    leftOut,
    nested,
    gone: goneVariables(collection, places, byLevel),
    computed,
    made: { bySource, isTangled, defaults, version: scripts.version },
  };
}

/** Whether no run comes to a place that sets a variable. */
export function isLeftOut(
  { request, early }: VariableSetting,
  leftOut: SetOrder["leftOut"],
): boolean {
  const left = request && leftOut.get(request);
  return left !== undefined && !(early && left.runsScripts);
}

/** Whether what a level does matters where it sets variables only. */
function isSimple({ settings, deletions, flow }: LevelSettings): boolean {
  return deletions.length === 0 && flow.length === 0 &&
    settings.every(({ within }) => within === undefined);
}

function addReach(
  reach: Map<string, NameReach>,
  name: string,
  where: Reach,
): void {
  addTo(reach, name, () => new NameReach()).add(where);
}

function addTo<T>(map: Map<string, T>, key: string, create: () => T): T {
  let value = map.get(key);
  if (value === undefined) map.set(key, value = create());
  return value;
}

/** The order with some requests changed in it; undefined where more depends on the change. */
function patched(
  order: SetOrder,
  { collection, scripts, places }: {
    readonly collection: Collection;
    readonly scripts: ScriptIndex;
    readonly places: readonly RequestPlace[];
  },
): SetOrder | undefined {
  const { settings, computed, made, places: before } = order;
  const { bySource, isTangled, defaults, version } = made;
  if (
    isTangled || computed.length > 0 || places.length !== before.length ||
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
    const own = settingsOfLevel(request, level, { scripts, places });
    const old = bySource.get(known.request)!;
    if (!isSimple(own) || !hasSameNames(own, old)) return undefined;
    changes.push([old, own, request]);
  }
  for (const [old, own, request] of changes) {
    bySource.set(request, own);
    for (const [at, setting] of own.settings.entries()) {
      const all = settings.get(setting.name) as VariableSetting[];
      all[all.indexOf(old.settings[at])] = setting;
    }
  }
  return { ...order, places };
}

function hasSameFolders(a: RequestPlace, b: RequestPlace): boolean {
  return a.folders.length === b.folders.length &&
    a.folders.every(({ defaults, path }, at) =>
      defaults === b.folders[at].defaults && path === b.folders[at].path
    );
}

function hasSameNames(a: LevelSettings, b: LevelSettings): boolean {
  return a.computed.length === 0 && a.settings.length === b.settings.length &&
    a.settings.every(({ name, scope, from, label }, at) => {
      const other = b.settings[at];
      return name === other.name &&
        scope === other.scope && from === other.from && label === other.label;
    });
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
