import type { Location } from "../../core/source/diagnostic.ts";
import type { Locator } from "../locate/locator.ts";

/** Completes places that are in no diagnostic by line and column. */
export async function locatePlaces(
  places: readonly Location[],
  locator: Pick<Locator, "locate">,
): Promise<Location[]> {
  const located = await locator.locate(places.map((location) => ({
    code: "USAGE",
    severity: "hint",
    message: "",
    location,
  })));
  return located.map(({ location }, index) => location ?? places[index]);
}
