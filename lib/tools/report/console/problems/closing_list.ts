import { displayWidth } from "../../../../core/source/display_width.ts";
import type { RequestResult } from "../../../../core/run/types.ts";
import type { Context } from "../context.ts";
import type { ShownProblem } from "./grouped.ts";

/** Lines of the list at the very end. */
const MAX_LISTED = 20;
/** Columns of a reason behind its place; with fewer it stands below. */
const MIN_REASON = 20;

/** A line of the list at the very end. */
interface Listed {
  readonly index: number;
  readonly place: string;
  /** Which row of the data it was, if there are several. */
  readonly row: string;
  readonly why: ShownProblem["why"];
  times: number;
}

/** What failed for one reason, as far as it may be listed. */
interface Cause {
  readonly listed: Listed[];
  /** How many others there are. */
  more: number;
}

/** What failed, for the very end of the report. */
export class ClosingList {
  readonly #context: Context;
  /** By place and problem: the rows of one request may fail alike. */
  readonly #listed = new Map<string, Listed>();
  /** The same by their problem. */
  readonly #causes = new Map<string, Cause>();
  #unlisted = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Takes a request with one of its problems. */
  add(
    { step: { index, item: { path, at } } }: RequestResult,
    { request, problem }: {
      readonly request: string;
      readonly problem: ShownProblem | undefined;
    },
  ): void {
    const key = `${path}\n${problem?.key}`;
    const known = this.#listed.get(key);
    if (known !== undefined) {
      known.times++;
      return;
    }
    const cause = this.#causeOf(problem);
    if (cause === undefined || cause.listed.length >= MAX_LISTED) {
      if (cause === undefined) this.#unlisted++;
      else cause.more++;
      return;
    }
    const label = this.#context.own(path);
    const file = at.file === undefined ? label : this.#context.own(at.file);
    const line = lineOf(problem);
    const isHere = line?.startsWith(`${file}:`) === true;
    const named = file !== label && !file.endsWith(`/${label}`) ? label : file;
    const one: Listed = {
      index,
      // As it is written above: terminals open what they find from the working folder.
      place: line === undefined
        ? named
        : isHere && named === file
        ? line
        : `${named} (${line})`,
      row: request.slice(label.length),
      why: problem?.why ?? (() => ""),
      times: 1,
    };
    this.#listed.set(key, one);
    cause.listed.push(one);
  }

  /** Undefined where there is no room for another one. */
  #causeOf(problem: ShownProblem | undefined): Cause | undefined {
    const key = problem?.key ?? "";
    const known = this.#causes.get(key);
    if (known !== undefined || this.#causes.size >= MAX_LISTED) return known;
    const cause: Cause = { listed: [], more: 0 };
    this.#causes.set(key, cause);
    return cause;
  }

  /** A line each: place and reason. Each reason stands there once before one stands there again. */
  lines(): string[] {
    const { style, width } = this.#context;
    const causes = [...this.#causes.values()];
    const again = inPlan(causes.flatMap(({ listed }) => listed.slice(1)));
    const shown = new Set([
      ...causes.map(({ listed }) => listed[0]),
      ...again.slice(0, MAX_LISTED - causes.length),
    ]);
    const lastOf = new Map(causes.map(({ listed, more }) => {
      const here = inPlan(listed.filter((it) => shown.has(it)));
      return [here.at(-1), more + listed.length - here.length];
    }));
    const inOrder = inPlan(
      [...this.#listed.values()].filter((it) => shown.has(it)),
    );
    const lines = inOrder.flatMap((one) => {
      const { place, row, why, times } = one;
      const more = lastOf.get(one) ?? 0;
      const name = place + (times > 1 ? ` (${times} times)` : row) +
        (more > 0 ? ` and ${more} more` : "");
      const room = width - displayWidth(name) - 7;
      const first = `  ${style.red("✗")} ${name}`;
      // A place stays whole: terminals open it.
      return room < MIN_REASON
        ? [first, `    ${why(width - 5)}`.trimEnd()]
        : [`${first}  ${why(room)}`.trimEnd()];
    });
    return this.#unlisted === 0
      ? lines
      : [...lines, style.dim(`  and ${this.#unlisted} more`)];
  }
}

/** The file and line of a problem, as terminals open it. */
function lineOf(problem: ShownProblem | undefined): string | undefined {
  return problem?.line === undefined
    ? undefined
    : problem.place?.replace(/:\d+$/, "");
}

/** Side by side, requests end in no order. */
export function inPlan<T extends { readonly index: number }>(
  those: readonly T[],
): readonly T[] {
  return those.toSorted((one, other) => one.index - other.index);
}
