import type { Plan, Step } from "../../../core/plan/types.ts";
import type { RequestResult } from "../../../core/run/types.ts";

/** Requests that were skipped whenever it was their turn. */
export class Unreached {
  readonly #items = new Set<Step["item"]>();
  readonly #ran = new Set<Step["item"]>();

  add({ step: { item, stage }, status }: RequestResult): void {
    if (status !== "skipped") this.#ran.add(item);
    // Nobody names what belongs to each run, and what Brace does not send has a row of its own.
    else if (stage === undefined && item.kind === "request") {
      this.#items.add(item);
    }
  }

  /**
   * The paths of those that were named, where others were added for them and
   * may have ended the flow: a run that passes could be taken for one of them.
   */
  besides(added: Plan["added"]): string[] {
    if (added === undefined) return [];
    return [...this.#items]
      .filter((item) => !this.#ran.has(item) && !added.has(item))
      .map(({ path }) => path);
  }
}
