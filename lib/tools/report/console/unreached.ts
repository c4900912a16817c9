import type { Plan, Step } from "../../../core/plan/types.ts";
import type { RequestResult } from "../../../core/run/types.ts";

/** Requests that were named, none of which ran. */
export interface NamedUnreached {
  readonly paths: readonly string[];
  /** How often they were skipped: once in each iteration, say. */
  readonly times: number;
}

/** Requests that were skipped whenever it was their turn. */
export class Unreached {
  /** How often each was skipped. */
  readonly #items = new Map<Step["item"], number>();
  readonly #ran = new Set<Step["item"]>();

  add({ step: { item, stage }, status, rerun }: RequestResult): void {
    if (status !== "skipped") this.#ran.add(item);
    // Nobody names what belongs to each run, and what Brace does not send has a row of its own.
    else if (stage === undefined && item.kind === "request") {
      const times = this.#items.get(item) ?? 0;
      // What ran again takes the place of what ran before.
      this.#items.set(item, rerun === undefined ? times + 1 : times);
    }
  }

  /**
   * Those that were named, where others were added for them and may have ended
   * the flow: a run that passes could be taken for one of them.
   */
  besides(added: Plan["added"]): NamedUnreached | undefined {
    if (added === undefined) return undefined;
    const named = [...this.#items]
      .filter(([item]) => !this.#ran.has(item) && !added.has(item));
    if (named.length === 0) return undefined;
    return {
      paths: named.map(([{ path }]) => path),
      times: named.reduce((sum, [, times]) => sum + times, 0),
    };
  }
}
