import type { WayOut } from "../../source/diagnostic.ts";
import type { Setter } from "./setters.ts";

/** A note, and what the reader can do about it. */
export interface Told {
  /** The state; an empty text where there is only a way out. */
  readonly note: string;
  readonly ways: readonly WayOut[];
  /** The environment that the note says leaves a value out. */
  readonly unsetIn?: string;
  /** Whether its request came first and did not get to set the value, or comes later. */
  readonly time?: "lost" | "late";
}

/** Scripts that are named in the notes of a diagnostic. */
const MAX_SETTERS = 3;

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
  state: (source: object) => Told,
): Told[] {
  const named = setters.slice(0, MAX_SETTERS)
    .map(({ label, source }) => ({ label, ...state(source) }));
  const isLost = named.some(({ time }) => time === "lost");
  const notes = named.filter(({ time }) => !isLost || time !== "late")
    .map(({ label, note, ways }) =>
      told(`"${name}" is set by the ${label}, which ${note}`, ...ways)
    );
  const more = setters.length - named.length;
  return more > 0 ? [...notes, told(`and by ${more} more`)] : notes;
}
