import type { Folder, Request } from "../../../core/collection/types.ts";
import type { ScopeName } from "../../../core/scope/names.ts";
import { type Location, locationOf } from "../../../core/source/diagnostic.ts";
import {
  actionWord,
  type Setting,
  stepSettings,
} from "../../../core/collection/settings_of.ts";
import type { Reach, RequestPlace } from "./reach.ts";
import type {
  FlowCall,
  Members,
  ScriptDefault,
  ScriptSetting,
  ScriptStretch,
  WrittenValue,
} from "../types.ts";
import { locationInFile, type ScriptIndex } from "../script/script_index.ts";
import type { Origin } from "../../../core/source/origin.ts";

/** What a script sets. There are thousands, so they hold little. */
class SettingOfScript {
  readonly scope: Reach["scope"];
  readonly from: number;
  readonly within?: NonNullable<Reach["within"]>;
  readonly early: boolean;
  readonly label: string;
  readonly request?: Request;
  readonly name: string;
  readonly by = "script";
  readonly members?: Members;
  readonly written?: WrittenValue;
  readonly default?: ScriptDefault;
  readonly #at: Origin;
  readonly #offset: number;
  readonly #length: number;

  constructor(
    about: Reach & {
      readonly early: boolean;
      readonly label: string;
      readonly request?: Request;
    },
    set: ScriptSetting,
    at: Origin,
  ) {
    const { scope, from, within, early, label, request } = about;
    this.scope = scope;
    this.from = from;
    if (within) this.within = within;
    this.early = early;
    this.label = label;
    if (request) this.request = request;
    this.name = set.name;
    if (set.members) this.members = set.members;
    if (set.written) this.written = set.written;
    if (set.default) this.default = set.default;
    this.#at = at;
    this.#offset = set.offset;
    this.#length = set.length;
  }

  /** Few are asked for where they stand. */
  get location(): Location {
    return locationInScript(this.#at, {
      offset: this.#offset,
      length: this.#length,
    });
  }
}

/** A place that sets a variable while a collection runs. */
export interface VariableSetting extends Reach {
  readonly name: string;
  /** Whether it happens before the request is sent. */
  readonly early: boolean;
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
  /** Set where a script sets it only if it finds none. */
  readonly default?: ScriptDefault;
}

/** A place that sets variables whose names it computes. */
export type ComputedSetting = Omit<VariableSetting, "name" | "by">;

/** A place that deletes a variable, or all of a scope. */
export interface DeletingCall {
  /** Absent: all of the scope. */
  readonly name?: string;
  readonly scope: ScopeName;
  readonly early: boolean;
  /** As a reader finds it: `after-response script of users/delete.yml`. */
  readonly label: string;
  readonly location: Location;
}

/** A call that decides which requests run. */
export interface LevelFlow extends Pick<FlowCall, "does" | "to" | "certain"> {
  readonly early: boolean;
  readonly label: string;
  readonly location: Location;
}

/** A level whose scripts and actions set variables: all requests, those of a folder, or one. */
export interface SettingLevel {
  readonly label: string;
  readonly index: number;
  readonly folder?: Folder;
  readonly request?: Request;
}

/** What the scripts and actions of a level set and delete, and the requests that they choose. */
export interface LevelSettings {
  readonly settings: readonly VariableSetting[];
  readonly computed: readonly ComputedSetting[];
  readonly deletions: readonly DeletingCall[];
  readonly flow: readonly LevelFlow[];
}

const NOTHING: LevelSettings = {
  settings: [],
  computed: [],
  deletions: [],
  flow: [],
};

/** Reads what the scripts and actions of a level do. */
export function settingsOfLevel(
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
  const deletions: DeletingCall[] = [];
  const flow: LevelFlow[] = [];
  for (const script of own) {
    const early = script.phase === "before-request";
    const label = `${script.phase} script of ${level.label}`;
    const about = (scope: ScopeName) => ({
      ...reachOf(scope, early, level, places),
      early,
      label,
      ...(level.request && { request: level.request }),
    });
    const facts = scripts.factsOf(script);
    const note = (stretch: ScriptStretch) =>
      locationInScript(script.at, stretch);
    for (const set of facts.sets) {
      settings.push(new SettingOfScript(about(set.scope), set, script.at));
    }
    if (facts.computed) {
      const { computed: one } = facts;
      computed.push({ ...about(one.scope), location: note(one) });
    }
    // What it would set, nobody can tell.
    for (const location of scripts.missingOf(script)) {
      computed.push({ ...about("runtime"), location });
    }
    const isForAll = script.for === undefined && script.each === undefined;
    for (const { scope, name, ...stretch } of isForAll ? facts.deletes : []) {
      deletions.push({
        scope,
        ...(name !== undefined && { name }),
        early,
        label,
        location: note(stretch),
      });
    }
    for (const { does, to, certain, ...stretch } of facts.flow) {
      flow.push({
        does,
        ...(to !== undefined && { to }),
        certain: certain && isForAll,
        early,
        label,
        location: note(stretch),
      });
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
      // Whether its functions are called, only the run tells.
      for (const { does, to, ...stretch } of file.facts.flow) {
        flow.push({
          does,
          ...(to !== undefined && { to }),
          certain: false,
          early,
          label,
          location: locationInFile(file, stretch),
        });
      }
    }
  }
  for (const action of actions) {
    const { variable, disabled, phase, scope, at: origin } = action;
    if (disabled) continue;
    const early = phase === "before-request";
    settings.push({
      ...reachOf(scope, early, level, places),
      early,
      name: variable,
      label: `${actionWord(action)} of ${level.label}`,
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
      ...reachOf("runtime", false, level, places),
      early: false,
      name,
      label: `step of ${level.label}`,
      ...(level.request && { request: level.request }),
      location: { ...locationOf(expression.at), onKey: true },
      by: "action",
    });
  }
  return { settings: settings.slice(), computed, deletions, flow };
}

/** Where what a level's script or action sets is seen: a folder's variables end with the folder, a request's with the request. */
function reachOf(
  scope: ScopeName,
  early: boolean,
  { index, folder, request }: SettingLevel,
  places: readonly RequestPlace[],
): Reach {
  const after = early ? 0 : 1;
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

/** Where a stretch of a script stands. */
function locationInScript(
  at: Origin,
  { offset, length }: ScriptStretch,
): Location {
  return locationOf(at, { offset, length, place: "script" });
}
