import {
  inheritedActions,
  inheritedScripts,
  levelsIn,
  type PlacedLevel,
} from "../../collection/inherit.ts";
import type { Collection, Script } from "../../collection/types.ts";
import type { Step } from "../../plan/types.ts";
import type { ScopeName } from "../../scope/names.ts";
import { inScriptOf } from "../../collection/format.ts";
import type { Setter } from "./setters.ts";

/** Where scripts and actions stand. */
const known = new WeakMap<Collection, ReadonlyMap<object, PlacedLevel>>();

const CALLS: Partial<Record<ScopeName, string>> = {
  request: "setRequestVar",
  folder: "setFolderVar",
};

/** Whether it is the step's own request that has it, and sends before it runs. */
export function runsAfter(source: object, { item }: Step): boolean {
  return item.kind === "request" &&
    [...item.scripts, ...item.actions].some((one) =>
      one === source && one.phase !== "before-request"
    );
}

/** Whether a run of the step begins with it: the request has it, or inherits it. */
export function runsBefore(
  source: object,
  { collection, folders, item }: Step,
): boolean {
  if (item.kind !== "request") return false;
  const about = [collection, folders, item, "before-request"] as const;
  return [...inheritedScripts(...about), ...inheritedActions(...about)]
    .some((one) => one === source);
}

/**
 * Says of what sets a variable in the scope of a request or a folder that the
 * request of a step does not see it, whether it ran or not; undefined if it may.
 */
export function outOfReach(
  { scope, source }: Pick<Setter, "scope" | "source">,
  collection: Collection,
  step: Step | undefined,
  hasRun: boolean,
): string | undefined {
  const call = CALLS[scope];
  if (call === undefined || step === undefined) return undefined;
  let places = known.get(collection);
  if (places === undefined) {
    places = placesIn(collection);
    known.set(collection, places);
  }
  // What all requests inherit sets it for each of them.
  const { folders = [], level } = places.get(source) ?? {};
  const folder = folders.at(-1);
  const isOutside = folder !== undefined && !step.folders.includes(folder);
  // Outside of folders, the script itself fails.
  if (scope === "folder" && !isOutside) return undefined;
  const isLate = hasRun && "phase" in source &&
    source.phase !== "before-request";
  if (
    scope === "request" &&
    (level !== undefined && "kind" in level
      ? level === step.item
      : !isOutside && !isLate)
  ) return undefined;
  const callOf = (name: string) =>
    inScriptOf((source as Script).at.file, `client.${name}`);
  const [how, instead] = "code" in source
    ? [`calls ${callOf(call)}`, `write ${callOf("setVar")}`]
    : [`sets it in the scope "${scope}"`, 'write scope: "runtime"'];
  const who = scope === "folder"
    ? `the requests of the folder ${folder?.path} see it`
    : "the request that it runs for sees it";
  return `${how}, so only ${who}: ${instead} for other requests`;
}

function placesIn(collection: Collection): Map<object, PlacedLevel> {
  return new Map(
    [...levelsIn(collection)].flatMap((place) =>
      [...place.level.scripts, ...place.level.actions ?? []]
        .map((source) => [source, place] as const)
    ),
  );
}
