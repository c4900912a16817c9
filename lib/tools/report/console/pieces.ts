import { groupOf } from "../../../core/plan/iterations.ts";
import type { Plan } from "../../../core/plan/types.ts";
import type { RunEvent } from "../../../core/run/types.ts";

/** The lines of a group that wait for others to end. */
interface Waiting {
  readonly lines: string[];
  ended: boolean;
}

/**
 * Keeps the lines of groups that run side by side in one piece each: those of
 * one are printed as they come, the others wait for its end.
 */
export class Pieces {
  readonly #plan: Plan;
  /** In the order in which they began. */
  readonly #waiting = new Map<string, Waiting>();
  /** The group whose lines are printed as they come. */
  #current: string | undefined;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Takes the lines of an event; gives those whose turn it is. */
  add(event: RunEvent, lines: readonly string[]): readonly string[] {
    if (this.#plan.apart === undefined) return lines;
    switch (event.type) {
      case "run-start":
      case "warning":
        return lines;
      case "run-end":
        return [...this.#rest(), ...lines];
      case "request-start":
      case "request-end": {
        const isEnd = event.type === "request-end";
        const { step } = isEnd ? event.result : event;
        const group = groupOf(step, this.#plan);
        if (group === undefined) return [...this.#rest(), ...lines];
        const ended = isEnd && event.endsGroup === true;
        return this.#inGroup(group, lines, ended);
      }
      default:
        return event satisfies never;
    }
  }

  #inGroup(
    group: string,
    lines: readonly string[],
    ended: boolean,
  ): readonly string[] {
    this.#current ??= group;
    if (this.#current === group) {
      return ended ? [...lines, ...this.#next()] : lines;
    }
    const waiting = this.#waiting.get(group) ?? { lines: [], ended: false };
    for (const line of lines) waiting.lines.push(line);
    waiting.ended = ended;
    this.#waiting.set(group, waiting);
    return [];
  }

  /** The lines of all that have ended meanwhile, and of the next one so far. */
  #next(): string[] {
    const lines: string[] = [];
    this.#current = undefined;
    const take = (group: string, waiting: Waiting) => {
      this.#waiting.delete(group);
      for (const line of waiting.lines) lines.push(line);
    };
    for (const [group, waiting] of [...this.#waiting]) {
      if (waiting.ended) take(group, waiting);
    }
    const [next] = this.#waiting;
    if (next !== undefined) {
      [this.#current] = next;
      take(...next);
    }
    return lines;
  }

  /** The lines of groups that are still waiting when the run ends. */
  #rest(): string[] {
    const lines = [...this.#waiting.values()].flatMap((it) => it.lines);
    this.#waiting.clear();
    this.#current = undefined;
    return lines;
  }
}
