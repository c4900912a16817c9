import type { Collection, Request } from "../../collection/types.ts";
import { requestsOf } from "../../plan/find_request.ts";
import type { Step } from "../../plan/types.ts";
import type { Layer } from "../../scope/layer.ts";
import { SCOPE_NAMES } from "../../scope/names.ts";
import type { Entry } from "../../scope/variables.ts";
import type { WayOut } from "../../source/diagnostic.ts";
import type { ExplainedSettings } from "../options.ts";
import type { Setter } from "./setters.ts";
import { stepPlaces } from "./step_places.ts";

/** A note, and what the reader can do about it. */
export interface Told {
  /** The state; an empty text where there is only a way out. */
  readonly note: string;
  readonly ways: readonly WayOut[];
  /** The environment whose file leaves the value out. */
  readonly unsetIn?: { readonly environment: string; readonly file: string };
  /** The environments that define it. */
  readonly definedIn?: readonly string[];
  /** Whether it asks for the globals that have it. */
  readonly isGlobal?: true;
  /** Whether it is a secret in one of them. */
  readonly isSecret?: boolean;
  /** Whether its request came first and did not get to set the value, or comes later. */
  readonly time?: "lost" | "late";
}

/** Scripts that are named in the notes of a diagnostic. */
const MAX_SETTERS = 3;

const SET_BY = " is set by the ";
const WHICH = ", which ";

/** What the first of {@linkcode setterNotes} says, in few words: `set by login.yml, which runs later`. */
export function shortCause(notes: readonly string[]): string | undefined {
  const note = notes.find((it) => it.includes(SET_BY) && it.includes(WHICH));
  if (note === undefined) return undefined;
  const label = note.slice(note.indexOf(SET_BY) + SET_BY.length);
  const [, file, state] = /^.*? of (.*?), which ([^,:;(]*)/.exec(label) ?? [];
  return file && `set by ${file}, which ${state.trimEnd()}`;
}

/** Makes a note. */
export function told(note: string, ...ways: readonly WayOut[]): Told {
  return { note, ways };
}

/**
 * Says which scripts and actions set a variable. Where one that came first
 * failed, that is the reason: those that come later only lead away from it.
 *
 * @param state What became of a script or an action.
 */
export function setterNotes(
  name: string,
  setters: readonly Setter[],
  state: (setter: Setter) => Told,
): Told[] {
  const named = setters.slice(0, MAX_SETTERS)
    .map((setter) => ({ label: setter.label, ...state(setter) }));
  const isLost = named.some(({ time }) => time === "lost");
  const notes = named.filter(({ time }) => !isLost || time !== "late")
    .map(({ label, note, ways }) =>
      told(`"${name}"${SET_BY}${label}${WHICH}${note}`, ...ways)
    );
  const more = setters.length - named.length;
  return more > 0 ? [...notes, told(`and by ${more} more`)] : notes;
}

/**
 * Says which requests did not run because a row or a flag gives what they set:
 * what a run needs does not add them then.
 *
 * @param entry The value that counts.
 */
export function displacedNotes(
  name: string,
  setters: readonly Setter[],
  entry: Entry | undefined,
  { owners, surroundings: { steps, all = steps } }: Around,
): Told[] {
  const from = entry?.from;
  if (from !== "row" && from !== "flag") return [];
  const places = stepPlaces(all);
  const absent = setters.filter(({ source }) => {
    const owner = owners.get(source);
    return owner !== undefined && !places.has(owner);
  });
  const why = from === "row"
    ? "the field of the row takes its place: choose another name for the field"
    : "the flag takes its place: leave out the flag";
  return setterNotes(name, absent, () => told(`has not run, as ${why}`));
}

/**
 * Whether running a setter would not change the value of a variable: a flag or a
 * row gives the value, or a higher scope than the setter's has one.
 *
 * @param layer The layer that gives the value; undefined for none.
 */
export function isOutranked(
  { scope }: Pick<Setter, "scope">,
  name: string,
  layer: Layer | undefined,
): boolean {
  if (layer === undefined) return false;
  const from = layer.entries.get(name)?.from;
  return from === "flag" || from === "row" ||
    SCOPE_NAMES.indexOf(scope) > SCOPE_NAMES.indexOf(layer.scope);
}

/** The place of each request in the order of a run without stages. */
const inOrder = new WeakMap<Collection, ReadonlyMap<unknown, number>>();

/** The run that setters are of. */
interface Around {
  /** The requests of scripts and actions. */
  readonly owners: ReadonlyMap<object, Request>;
  readonly surroundings: {
    readonly ran: ReadonlyMap<object, unknown>;
    readonly steps: readonly Step[];
    readonly all?: readonly Step[];
    readonly step?: Step;
    readonly settings?: Pick<ExplainedSettings, "earlier">;
  };
}

/**
 * The setters of a variable to tell of, those first that had their turn in this
 * run: what became of them is why the variable has no value, wherever in the
 * collection they are.
 */
export function settersToTell(
  setters: readonly Setter[],
  collection: Collection,
  around: Around,
): readonly Setter[] {
  const { owners, surroundings: { ran, steps, all = steps, step } } = around;
  const places = stepPlaces(all);
  const here = places.get(step?.item)?.at ?? -1;
  const turn = ({ source }: Setter) =>
    ran.has(source)
      ? 0
      : (places.get(owners.get(source))?.at ?? Infinity) < here
      ? 1
      : 2;
  return withoutLater(setters, collection, around)
    .toSorted((a, b) => turn(a) - turn(b));
}

/**
 * Leaves out requests that did not run, are not selected and stand after that of a step,
 * where one that runs before it sets the variable: a run with what is needed
 * does not add them.
 */
function withoutLater(
  setters: readonly Setter[],
  collection: Collection,
  { owners, surroundings: { ran, steps, all = steps, step, settings } }: Around,
): readonly Setter[] {
  if (setters.length < 2 || step === undefined || step.stage) return setters;
  const places = placesIn(collection);
  const here = places.get(step.item) ?? Infinity;
  const selected = stepPlaces(all);
  const isEarlier = ({ source }: Setter) => {
    const owner = owners.get(source);
    if (owner === undefined) return false;
    const { stage } = selected.get(owner) ?? {};
    return stage === "setup" ||
      stage === undefined && places.get(owner)! < here;
  };
  const isAfter = ({ source }: Setter) => {
    const owner = owners.get(source);
    return owner !== undefined && places.get(owner)! > here &&
      !selected.has(owner) && !ran.has(source) &&
      !settings?.earlier?.ran.has(owner.path);
  };
  return setters.some(isEarlier)
    ? setters.filter((setter) => !isAfter(setter))
    : setters;
}

function placesIn(collection: Collection): ReadonlyMap<unknown, number> {
  let places = inOrder.get(collection);
  if (places === undefined) {
    const requests = [...requestsOf(collection.items)];
    places = new Map(requests.map(({ request }, at) => [request, at]));
    inOrder.set(collection, places);
  }
  return places;
}
