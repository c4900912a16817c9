import { levelsAround } from "../../core/collection/inherit.ts";
import type { Collection } from "../../core/collection/types.ts";
import type { Chosen } from "./chosen_environments.ts";
import type { Place } from "./places/place.ts";
import {
  computedBefore,
  type ComputedSetting,
  type SetOrder,
  settingFor,
} from "./places/set_order.ts";
import { usesIn } from "./uses/uses_in.ts";

/** What the run has set by then of the names that a request may use: as long as this is the same, so is what is found. */
export function runStateOf(
  place: Place,
  chain: Chosen["chain"],
  { collection, order, setNames }: {
    readonly collection: Collection;
    readonly order: SetOrder;
    /** For each level the names of its texts that scripts set, for this order. */
    readonly setNames: Map<object, readonly string[]>;
  },
): string {
  const { request, folders, index } = place;
  const { reach, settings } = order;
  const computed = computedBefore(order, place);
  const states = [computed === undefined ? "" : placeOf(computed)];
  for (
    const level of [
      request,
      ...levelsAround(collection, folders),
      ...chain,
    ]
  ) {
    let names = setNames.get(level);
    if (names === undefined) {
      const own = level.variables.map(({ name }) => name);
      const used = usesIn(level).flatMap(({ name, expression = name }) => [
        name,
        expression,
      ]);
      names = [...new Set([...own, ...used])].filter((it) => reach.has(it));
      setNames.set(level, names);
    }
    for (const name of names) {
      const height = reach.get(name)!.heightAt(place);
      // By then its own scripts have run.
      const after = reach.get(name)!.heightAt({ ...place, index: index + 1 });
      states.push(`${name} ${height} ${after}`);
      if (height !== Infinity) continue;
      // What is said of it names these.
      const all = settings.get(name)!;
      states.push(placeOf(all[0]), placeOf(settingFor(all, place) ?? all[0]));
    }
  }
  return states.join("\n");
}

/** What a diagnostic says of what sets a variable. */
function placeOf({ label, location }: ComputedSetting): string {
  return `${label} ${location.offset ?? location.column}`;
}
