import type { Step } from "../../plan/types.ts";

/** The place of each selected request in the order of a run. */
type Places = ReadonlyMap<
  unknown,
  { readonly at: number; readonly stage: Step["stage"] }
>;

const selected = new WeakMap<readonly Step[], Places>();

/** Requests have a place once, whatever the number of iterations. */
export function stepPlaces(steps: readonly Step[]): Places {
  let places = selected.get(steps);
  if (places === undefined) {
    places = new Map(
      steps.map(({ item, stage }, at) => [item, { at, stage }]),
    );
    selected.set(steps, places);
  }
  return places;
}
