import { allSteps } from "../../../core/plan/iterations.ts";
import { stepLabel } from "../../../tools/report/step_label.ts";
import type { RequestResult, RunEvent } from "../../../core/run/types.ts";
import { createMasker } from "../../../core/secrets/masker.ts";
import { DiagnosticError } from "../../../core/source/errors.ts";
import { Locator } from "../../locate/locator.ts";
import { problemsOf } from "../../../core/run/explain/problems_of.ts";
import { failureOf } from "./failure_text.ts";
import { folderOf } from "./folder_of.ts";
import type { StartedRun } from "../start_run.ts";
import type { RunEnd } from "../perform_run.ts";

/** One run that several tests share: each goes on until its own requests have ended. */
export class TestedRun {
  readonly #open: () => Promise<StartedRun>;
  #opened: Promise<StartedRun> | undefined;
  #events: AsyncGenerator<RunEvent, RunEnd> | undefined;
  /** Steps by their index. */
  readonly #started = new Set<number>();
  readonly #results = new Map<number, RequestResult>();
  /** Results of requests that ran again, after their step was shown. */
  readonly #again: RequestResult[] = [];
  #end: RunEnd | undefined;
  /** Set when nothing more comes. */
  #isOver = false;

  constructor(open: () => Promise<StartedRun>) {
    this.#open = open;
  }

  /** Shows the requests of a folder as steps of a test; the last test shows all that is left. */
  async report(
    test: Deno.TestContext,
    { folder, isLast }: { readonly folder: string; readonly isLast: boolean },
  ): Promise<void> {
    const { prepared } = await this.#opening();
    const { loaded: { plan }, options: { reruns } } = prepared;
    // What fails may run again at the end.
    if (reruns > 0) await this.#until(() => false);
    for (const step of allSteps(plan)) {
      if (folderOf(step) !== folder) continue;
      const { index } = step;
      await this.#until(() => this.#started.has(index));
      const isRun = this.#started.has(index) && step.item.kind === "request";
      await test.step({
        name: stepLabel(step, plan.iterations),
        ignore: !isRun,
        fn: async () => {
          await this.#until(() => this.#results.has(index));
          await this.#check(this.#results.get(index));
        },
      });
      await this.#showAgain(test);
    }
    if (!isLast) return;
    await this.#until(() => false);
    await this.#showAgain(test);
    const { unwritten = [] } = this.#end ?? {};
    if (unwritten.some(({ severity }) => severity === "error")) {
      throw failureOf(unwritten, await this.#opening());
    }
  }

  /** Ends the run where tests that would have gone on are left out. */
  async end(): Promise<void> {
    await this.#events?.return(undefined as never);
  }

  #opening(): Promise<StartedRun> {
    return this.#opened ??= this.#open().catch((error) => {
      throw shown(error, { masker: createMasker(), locator: new Locator() });
    });
  }

  /** Goes on with the run until something is so, or the run has ended. */
  async #until(isSo: () => boolean): Promise<void> {
    const open = await this.#opening();
    this.#events ??= open.events();
    while (!this.#isOver && !isSo()) {
      try {
        const { done, value } = await this.#events.next();
        if (done) this.#end = value;
        else this.#take(value);
        this.#isOver = done ?? false;
      } catch (error) {
        this.#isOver = true;
        throw shown(error, open);
      }
    }
  }

  #take(event: RunEvent): void {
    if (event.type === "request-start") this.#started.add(event.step.index);
    if (event.type !== "request-end") return;
    const { result } = event;
    const known = this.#results.get(result.step.index);
    if (known !== undefined && known.rerun === result.rerun) {
      this.#again.push(result);
    } else this.#results.set(result.step.index, result);
  }

  async #showAgain(test: Deno.TestContext): Promise<void> {
    for (const result of this.#again.splice(0)) {
      await test.step(
        `${result.step.item.path} (again)`,
        () => this.#check(result),
      );
    }
  }

  /** Throws what is wrong with a request. */
  async #check(result: RequestResult | undefined): Promise<void> {
    if (result === undefined) throw new Error("the run ended before it");
    const problems = problemsOf(result);
    if (problems.length > 0) throw failureOf(problems, await this.#opening());
  }
}

/** What stands in the way of a run, as a test shows it. */
function shown(
  error: unknown,
  around: Pick<StartedRun, "masker" | "locator">,
): unknown {
  return error instanceof DiagnosticError
    ? failureOf(error.diagnostics, around)
    : error;
}
