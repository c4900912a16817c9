import type { Insertion } from "../../core/http/insertion.ts";
import { type Location, locationOf } from "../../core/source/diagnostic.ts";
import type { Origin } from "../../core/source/origin.ts";
import type { Locator } from "./locator.ts";

/** Line and column of the values that files give; each place is looked up once. */
export class InsertionPlaces {
  readonly #locator: Locator;
  readonly #locations = new Map<string, Location | undefined>();

  constructor(locator: Locator) {
    this.#locator = locator;
  }

  /** Looks up where the values of insertions stand. */
  async find(insertions: readonly Insertion[]): Promise<void> {
    const wanted = new Map<string, Origin>();
    for (const { origin } of insertions) {
      if (origin.kind !== "file") continue;
      const key = keyOf(origin.at);
      if (!this.#locations.has(key)) wanted.set(key, origin.at);
    }
    if (wanted.size === 0) return;
    const located = await this.#locator.locate(
      [...wanted.values()].map((at) => ({
        code: "USAGE",
        severity: "warning",
        message: "",
        location: locationOf(at),
      })),
    );
    for (const [index, key] of [...wanted.keys()].entries()) {
      this.#locations.set(key, located[index].location);
    }
  }

  /** Where the value of an insertion stands, once it was found. */
  locate({ origin }: Insertion): Location | undefined {
    return origin.kind === "file"
      ? this.#locations.get(keyOf(origin.at))
      : undefined;
  }
}

function keyOf({ file, path }: Origin): string {
  return JSON.stringify([file, path]);
}
