import { counted } from "../../../core/source/counted.ts";
import { groupOf } from "../../../core/plan/iterations.ts";
import type { Plan } from "../../../core/plan/types.ts";
import type { RequestResult, RunEvent } from "../../../core/run/types.ts";
import type { Context } from "./context.ts";

/** What a group came to when it last ran. */
interface Group {
  readonly rerun: number;
  /** Requests, without those that were skipped. */
  ran: number;
  failed: number;
}

/** Follows the groups of a run, which run again as a whole where something in them failed. */
export class GroupRuns {
  readonly #plan: Plan;
  readonly #most: number;
  readonly #own: Context["own"];
  readonly #groups = new Map<string, Group>();
  /** Which repetition was told of. */
  #told = 0;

  constructor(
    { plan, reruns = 0 }: Extract<RunEvent, { type: "run-start" }>,
    { own }: Pick<Context, "own">,
  ) {
    this.#plan = plan;
    this.#most = reruns;
    this.#own = own;
  }

  /** What is said when a repetition begins: call it before {@linkcode add} takes a result of it. */
  begun(rerun: number | undefined): string | undefined {
    if (rerun === undefined || rerun <= this.#told) return undefined;
    this.#told = rerun;
    const groups = [...this.#groups].filter(([, { failed }]) => failed > 0);
    let ran = 0;
    let failed = 0;
    for (const [, group] of groups) {
      ran += group.ran;
      failed += group.failed;
    }
    const times = this.#most > 1
      ? ` (${rerun} of ${this.#most} times at most)`
      : "";
    const what = this.#name(groups.map(([name]) => name));
    return `${what} again${times}: ${partOf(failed, ran)}`;
  }

  add(result: RequestResult, hasFailed: boolean): void {
    const { step, status, rerun = 0 } = result;
    const name = groupOf(step, this.#plan);
    if (name === undefined) return;
    let group = this.#groups.get(name);
    if (group === undefined || group.rerun < rerun) {
      group = { rerun, ran: 0, failed: 0 };
      this.#groups.set(name, group);
    }
    if (status !== "skipped") group.ran++;
    if (hasFailed) group.failed++;
  }

  /** Whether a result is of the last run of its group so far. */
  isLast({ step, rerun = 0 }: RequestResult): boolean {
    const name = groupOf(step, this.#plan);
    return name === undefined || rerun === this.#groups.get(name)?.rerun;
  }

  #name(groups: readonly string[]): string {
    const { iterations } = this.#plan;
    const [only] = groups;
    if (iterations > 1) {
      return groups.length === 1
        ? `Iteration ${Number(only) + 1} of ${iterations} runs`
        : `${groups.length} iterations run`;
    }
    const folders = groups.filter((name) => name !== "");
    const isTop = folders.length < groups.length;
    if (folders.length === 0) return "The top level of the collection runs";
    const named = folders.length === 1
      ? `${isTop ? "the" : "The"} folder "${this.#own(folders[0])}"`
      : counted(folders.length, "folder");
    if (isTop) return `The top level and ${named} run`;
    return `${named} ${folders.length === 1 ? "runs" : "run"}`;
  }
}

/** How many of the requests that run again are to blame for it: the others passed, and are sent again, too. */
function partOf(failed: number, ran: number): string {
  const requests = counted(ran, "request");
  if (ran === 1) return `${requests}, which failed`;
  return `${requests}, ${failed === ran ? "all" : failed} of which failed`;
}
