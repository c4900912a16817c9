import type {
  Collection,
  Defaults,
  Request,
} from "../../../core/collection/types.ts";
import { levelsAround } from "../../../core/collection/inherit.ts";
import { isCalled } from "../../../core/plan/find_request.ts";
import type { Location } from "../../../core/source/diagnostic.ts";
import type { LevelFlow, LevelSettings } from "./level_settings.ts";
import { placesOf, type RequestPlace } from "./reach.ts";

/** Why a run never sends a request. */
export interface NeverSent {
  /** As in `the after-response script of a.yml goes on with "c"`. */
  readonly why: string;
  readonly location: Location;
  /** Whether its scripts before the request run all the same. */
  readonly runsScripts: boolean;
}

/** What the scripts around each request choose. */
type Choices = readonly (readonly LevelFlow[])[];

const NONE: ReadonlyMap<Request, NeverSent> = new Map();

/**
 * The requests that a run of the whole collection never sends, since scripts
 * go on behind them, end the run before them or skip them. Empty where only
 * the run tells which requests run.
 */
export function courseOf(
  collection: Collection,
  places: readonly RequestPlace[],
  byLevel: ReadonlyMap<Defaults | Request, LevelSettings>,
): ReadonlyMap<Request, NeverSent> {
  const flows = [...byLevel.values()].flatMap(({ flow }) => flow);
  if (!flows.some(({ certain }) => certain) || isReordered(collection)) {
    return NONE;
  }
  const isOpen = flows.some(({ does, to }) =>
    does === "run" || does === "next" && to === undefined
  );
  if (isOpen) return NONE;
  const choices = places.map(({ request, folders }) =>
    [...levelsAround(collection, folders), request].flatMap((level) =>
      byLevel.get(level)?.flow ?? []
    )
  );
  const reached = reachedIn(places, choices);
  const leftOut = new Map<Request, NeverSent>();
  let by: LevelFlow | undefined;
  for (const [index, { request }] of places.entries()) {
    const flow = choices[index];
    if (!reached.has(index)) {
      if (by) leftOut.set(request, { ...reasonOf(by), runsScripts: false });
      continue;
    }
    by = flow.find(({ does }) => does === "stop" || does === "next");
    const skip = flow.find(({ does, certain, early }) =>
      does === "skip" && certain && early
    );
    if (skip) leftOut.set(request, { ...reasonOf(skip), runsScripts: true });
  }
  return leftOut;
}

/**
 * The requests in the order of a run of the whole collection: those of setup
 * first, those of teardown last.
 */
export function placesInRun(collection: Collection): readonly RequestPlace[] {
  const places = placesOf(collection.items);
  if (!isReordered(collection)) return places;
  const { setup = [], teardown = [] } = collection.config;
  const inStage = (paths: readonly string[]) =>
    paths.flatMap((path) =>
      places.filter(({ request, folders }) =>
        request.path === path || folders.some((one) => one.path === path)
      )
    );
  const first = new Set(inStage(setup));
  const last = new Set(inStage(teardown).filter((one) => !first.has(one)));
  const between = places.filter((one) => !first.has(one) && !last.has(one));
  return [...first, ...between, ...last].map((one, index) =>
    one.index === index ? one : { ...one, index }
  );
}

/** Whether some requests run before or after all others, wherever they stand. */
export function isReordered({ config }: Collection): boolean {
  return (config.setup ?? []).length > 0 || (config.teardown ?? []).length > 0;
}

/** The requests that a run can come to, by their positions. */
function reachedIn(
  places: readonly RequestPlace[],
  choices: Choices,
): Set<number> {
  const reached = new Set<number>();
  const targets = new Map<string, number>();
  const positionOf = (to: string) => {
    let at = targets.get(to);
    if (at === undefined) {
      at = places.findIndex((place) => isCalled(place, to));
      targets.set(to, at);
    }
    return at;
  };
  const waiting = [0];
  for (let at; (at = waiting.pop()) !== undefined;) {
    if (at >= places.length || reached.has(at)) continue;
    reached.add(at);
    for (const next of nextOf(at, choices[at], positionOf)) waiting.push(next);
  }
  return reached;
}

/** Where a run may go on after a request. */
function nextOf(
  at: number,
  flow: readonly LevelFlow[],
  positionOf: (to: string) => number,
): number[] {
  // After a request that is not sent its later scripts do not run.
  const maySkip = flow.some(({ does }) => does === "skip");
  const isSure = ({ certain, early }: LevelFlow) =>
    certain && (early || !maySkip);
  if (flow.some((one) => one.does === "stop" && isSure(one))) return [];
  const calls = flow.filter(({ does }) => does === "next");
  const found = calls.flatMap(({ to }) =>
    typeof to === "string" ? positionOf(to) : []
  );
  const isCertain = calls.length === 1 && isSure(calls[0]) &&
    !found.includes(-1);
  return [...isCertain ? [] : [at + 1], ...found.filter((it) => it !== -1)];
}

function reasonOf(
  { does, to, label, location }: LevelFlow,
): Pick<NeverSent, "why" | "location"> {
  const action = does === "skip"
    ? "skips it"
    : does === "stop" || to === null
    ? "ends the run"
    : `goes on with "${to}"`;
  return { why: `the ${label} ${action}`, location };
}
