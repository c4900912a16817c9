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
import type { ScriptStretch } from "./types.ts";
import { locationInFile, type ScriptIndex } from "./script_index.ts";

/** A place that sets a variable while a collection runs. */
export interface Setting {
  readonly name: string;
  /** From this request of the run on, counted from 0, the variable is set. */
  readonly from: number;
  /** As a reader finds it: `after-response script of users/create.yml`. */
  readonly label: string;
  /** The request to run first; absent for one of a collection or folder. */
  readonly request?: Request;
  readonly location: Location;
  readonly by: "script" | "action";
  readonly scope: ScopeName;
}

/** A place that sets variables whose names it computes. */
export type ComputedSetting = Omit<Setting, "name" | "by" | "scope">;

/** A request in the order of a run. */
export interface Place {
  readonly request: Request;
  readonly folders: readonly Folder[];
  /** Counted from 0. */
  readonly index: number;
}

/** What is set where, in the order of a run. */
export interface SetOrder {
  readonly places: readonly Place[];
  /** All settings by name. */
  readonly settings: ReadonlyMap<string, readonly Setting[]>;
  /** The request from which on a variable is set, by name. */
  readonly from: ReadonlyMap<string, number>;
  /** The first place that computes a name. */
  readonly computed?: ComputedSetting;
}

/** Walks through a collection in the order of a run and notes which variables scripts and actions set. */
export function setOrder(
  collection: Collection,
  scripts: ScriptIndex,
): SetOrder {
  const places: Place[] = [];
  const settings = new Map<string, Setting[]>();
  const from = new Map<string, number>();
  let computed: ComputedSetting | undefined;
  const add = (setting: Setting) => {
    const known = settings.get(setting.name);
    if (known) known.push(setting);
    else settings.set(setting.name, [setting]);
    const first = from.get(setting.name) ?? Infinity;
    if (setting.from < first) from.set(setting.name, setting.from);
  };
  const addScript = (
    script: Script,
    about: Omit<ComputedSetting, "location">,
  ) => {
    const label = `${script.phase} script of ${about.label}`;
    const own = scripts.factsOf(script);
    const note = ({ offset, length }: ScriptStretch) =>
      locationOf(script.at, { offset, length, place: "script" });
    for (const set of own.sets) {
      add({
        ...about,
        label,
        name: set.name,
        // Few are asked for where they stand.
        get location() {
          return note(set);
        },
        by: "script",
        scope: "runtime",
      });
    }
    const noteComputed = (location: Location) => {
      if (computed === undefined || about.from < computed.from) {
        computed = { ...about, label, location };
      }
    };
    if (own.computed) noteComputed(note(own.computed));
    for (const file of scripts.filesOf(script)) {
      const { facts } = file;
      for (const { name, ...stretch } of facts.sets) {
        const location = locationInFile(file, stretch);
        add({
          ...about,
          label,
          name,
          location,
          by: "script",
          scope: "runtime",
        });
      }
      if (facts.computed) noteComputed(locationInFile(file, facts.computed));
    }
  };
  const addLevel = (
    { scripts, actions = [] }: Pick<Defaults | Request, "scripts" | "actions">,
    index: number,
    about: { readonly label: string; readonly request?: Request },
  ) => {
    const at = (phase: Script["phase"] | Action["phase"]) =>
      phase === "before-request" ? index : index + 1;
    for (const script of scripts) {
      addScript(script, { ...about, from: at(script.phase) });
    }
    for (const { variable, disabled, phase, scope, at: origin } of actions) {
      if (disabled) continue;
      add({
        ...about,
        name: variable,
        label: `action of ${about.label}`,
        from: at(phase),
        location: locationOf({
          file: origin.file,
          path: [...origin.path, "variable", "name"],
        }),
        by: "action",
        scope,
      });
    }
  };
  const seen = new Set<Folder>();
  const planned = new Set<Request>();
  for (
    const { item: request, folders } of makePlan(collection, {}).value.steps
  ) {
    // What is run before all else is planned twice.
    if (request.kind !== "request" || planned.has(request)) continue;
    planned.add(request);
    const index = places.length;
    if (index === 0) {
      addLevel(collection.defaults, index, { label: collection.file });
    }
    for (const folder of folders) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      addLevel(folder.defaults, index, { label: folder.path });
    }
    addLevel(request, index, { label: request.path, request });
    places.push({ request, folders, index });
  }
  return { places, settings, from, ...(computed && { computed }) };
}
