import { globToRegExp } from "@std/path/posix/glob-to-regexp";
import type { CollectionFiles } from "../../core/collection/collection_files.ts";
import { levelsAround } from "../../core/collection/inherit.ts";
import { makePlan } from "../../core/plan/make_plan.ts";
import { lastReturns } from "../../core/plan/jumps.ts";
import type { Plan, Step } from "../../core/plan/types.ts";
import { codesThrough } from "../../core/collection/required/required_code.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import { neededIn } from "../files/needed_in.ts";
import { moduleReader } from "../files/read_inside.ts";
import { Opened } from "./open_collection.ts";
import { allSteps, groupOf, stepsOf } from "../../core/plan/iterations.ts";
import { isUnchecked, UNCHECKED } from "../../tools/report/is_unchecked.ts";
import { stepLabel } from "../../tools/report/step_label.ts";
import type { RequestResult, RunEvent } from "../../core/run/types.ts";
import { createMasker } from "../../core/secrets/masker.ts";
import { DiagnosticError, UsageError } from "../../core/source/errors.ts";
import { Locator } from "../locate/locator.ts";
import { problemsOf } from "../../core/run/explain/failure_of.ts";
import type { StartedRun } from "./start_run.ts";
import { checkProgramOptions } from "./to_run_options.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";
import type { RunEnd } from "./perform_run.ts";
import type { Diagnostic, Location } from "../../core/source/diagnostic.ts";
import { formatDiagnostic } from "../../core/source/format_diagnostic.ts";

/**
 * Registers a collection with `Deno.test`: a test for each folder, in it a step
 * for each request, so that `deno test` runs it beside other tests. What fails
 * is shown with its place in the collection's files.
 *
 * All is one run, in the order of the collection: what a folder's scripts set is
 * there for the next one. With `--filter` the requests before those of the
 * wanted folder run, too. A request that runs again (`setNextRequest`) is one
 * more step in the test of its folder, which ends after the last repetition.
 *
 * @param collection A collection's folder or file, or its texts.
 *
 * @example
 * ```ts ignore
 * // api_test.ts
 * import { testCollection } from "@brace/brace/test";
 *
 * testCollection("api", { environment: "local" });
 * ```
 */
export function testCollection(
  collection: string | CollectionFiles,
  options: RunCollectionOptions = {},
): void {
  const opened = new Opened(collection, {});
  const loaded = loadedBy(opened, options);
  const registered = callerOf(testCollection);
  const run = new TestedRun(
    () => opened.start(options, loaded),
    registered,
  );
  const name = opened.name || nameOf(collection);
  const plan = loaded.collection && makePlan(loaded.collection, {
    paths: loaded.paths,
    stages: true,
    ...(options.withNeeded &&
      {
        needed: neededIn(loaded.collection, options.allowRead ?? [], [
          ...Object.keys(options.variables ?? {}),
          ...Object.keys(options.envVariables ?? {}),
        ]),
      }),
    glob: (pattern) => globToRegExp(pattern, { globstar: true }),
    tags: {
      include: options.tags ?? [],
      exclude: options.excludeTags ?? [],
    },
  }).value;
  const folders = plan ? foldersOf(plan.steps) : [];
  // One that cannot be loaded, or has nothing to run, says so in a test.
  const tests = folders.length === 0 ? [""] : folders;
  for (const [index, folder] of tests.entries()) {
    const isLast = index === tests.length - 1;
    const fn = (test: Deno.TestContext) => run.report(test, { folder, isLast });
    Deno.test({
      name: folder === "" ? name : `${name}: ${folder}`,
      // Connections and the sandbox are the run's, not those of one test.
      sanitizeOps: false,
      sanitizeResources: false,
      fn: Object.assign(fn, { [LOCATION]: registered }),
    });
  }
  // With --filter the last test may not run.
  Deno.test.afterAll(async () => {
    await run.end();
    await opened.close();
  });
}

/** What the options select; options that cannot be used fail in a test. */
function loadedBy(
  opened: Opened,
  options: RunCollectionOptions,
): LoadedCollection {
  try {
    checkProgramOptions(options);
    return opened.load(options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // The test is called after the collection.
    opened.load({});
    return { paths: [], diagnostics: error.diagnostics };
  }
}

/** Where Deno takes a test's place from, if it is there; otherwise it takes the caller's of `Deno.test`. */
const LOCATION = Symbol.for("Deno.test.location");

/** The place that a function was called from, such as `file:///api_test.ts:3:1`. */
function callerOf(called: typeof testCollection): string | undefined {
  const error: { stack?: string } = {};
  Error.captureStackTrace(error, called);
  const frame = /^ +at (?:async )?(?:.* \()?(\S+:\d+:\d+)\)?$/m;
  return frame.exec(error.stack ?? "")?.[1];
}

/** Each folder once, in the order of the first requests. */
function foldersOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.map(folderOf))];
}

function nameOf(collection: string | CollectionFiles): string {
  return typeof collection === "string" ? collection : "collection";
}

/** One run that several tests share: each goes on until its own requests have ended. */
class TestedRun {
  readonly #open: () => Promise<StartedRun>;
  /** Where the tests are registered, for what has no place in a file of the collection. */
  readonly #registered: string | undefined;
  #opened: Promise<StartedRun> | undefined;
  #events: AsyncGenerator<RunEvent, RunEnd> | undefined;
  /** Steps by their index. */
  readonly #started = new Set<number>();
  readonly #results = new Map<number, RequestResult>();
  /** Results of requests that ran again, after their step was shown. */
  #again: RequestResult[] = [];
  /** How far each group is, by the index of the step that runs; undefined: the run itself. */
  readonly #at = new Map<string | undefined, number>();
  /** Folders whose tests have ended. */
  readonly #over = new Set<string>();
  /** Up to which step each one may run again. */
  #returns: ReadonlyMap<number, number> | undefined;
  #end: RunEnd | undefined;
  /** Set when nothing more comes. */
  #isOver = false;

  constructor(
    open: () => Promise<StartedRun>,
    registered: string | undefined,
  ) {
    this.#open = open;
    this.#registered = registered;
  }

  /** Shows the requests of a folder as steps of a test; the last test ends the run. */
  async report(
    test: Deno.TestContext,
    { folder, isLast }: { readonly folder: string; readonly isLast: boolean },
  ): Promise<void> {
    const { prepared } = await this.#opening();
    const { loaded: { plan }, options: { reruns = 0 } } = prepared;
    // What fails may run again at the end.
    if (reruns > 0) await this.#until(() => false);
    // Of a folder whose test has ended, something ran again that no text tells.
    const shown = new Set<number>();
    const isShown = ({ step }: RequestResult) =>
      shown.has(step.index) || this.#over.has(folderOf(step));
    const ends = new Map<string | undefined, number>();
    for (const step of allSteps(plan)) {
      if (folderOf(step) !== folder) continue;
      const { index } = step;
      const group = groupIn(step, plan);
      const end = this.#endOf(step, prepared);
      ends.set(group, Math.max(end, ends.get(group) ?? -1));
      await this.#until(() =>
        this.#started.has(index) || this.#results.has(index) ||
        this.#isPast(group, end)
      );
      // What comes before it may have run several times.
      await this.#showAgain(test, isShown);
      shown.add(index);
      // A step that has begun can no longer be ignored.
      if (maySkip(step)) {
        await this.#until(() =>
          this.#results.has(index) || !this.#started.has(index)
        );
      }
      const isRun = this.#started.has(index) && step.item.kind === "request" &&
        this.#results.get(index)?.status !== "skipped";
      await test.step({
        name: stepLabel(step, plan.iterations),
        ignore: !isRun,
        fn: async () => {
          await this.#until(() => this.#results.has(index));
          await this.#check(this.#results.get(index));
        },
      });
    }
    for (const [group, end] of ends) {
      await this.#until(() => this.#isPast(group, end));
    }
    this.#over.add(folder);
    if (isLast) await this.#until(() => false);
    // Those of a folder whose test has not run stay out: --filter may leave it out.
    await this.#showAgain(test, isShown);
    if (!isLast) return;
    const { unwritten = [] } = this.#end ?? {};
    if (unwritten.some(({ severity }) => severity === "error")) {
      throw this.#failure(unwritten, await this.#opening());
    }
  }

  /** Ends the run where tests that would have gone on are left out. */
  async end(): Promise<void> {
    await this.#events?.return(undefined as never);
  }

  #opening(): Promise<StartedRun> {
    return this.#opened ??= this.#open().catch((error) => {
      const around = { masker: createMasker(), locator: new Locator() };
      throw this.#shown(error, around);
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
        else this.#take(value, open.prepared.loaded.plan);
        this.#isOver = done ?? false;
      } catch (error) {
        this.#isOver = true;
        throw this.#shown(error, open);
      }
    }
  }

  /** The index of the last step from which a script may bring the run back to a step. */
  #endOf(
    { index, iteration }: Step,
    { loaded: { plan }, options }: StartedRun["prepared"],
  ): number {
    this.#returns ??= lastReturns(
      plan,
      codesThrough(moduleReader(plan.steps[0].collection, options.allowRead)),
    );
    const before = iteration * stepsOf(plan, undefined).length;
    return (this.#returns.get(index - before) ?? index - before) + before;
  }

  #isPast(group: string | undefined, end: number): boolean {
    return (this.#at.get(group) ?? -1) > end;
  }

  #take(event: RunEvent, plan: Plan): void {
    if (event.type === "request-start") {
      const { step } = event;
      this.#started.add(step.index);
      this.#at.set(undefined, step.index).set(groupIn(step, plan), step.index);
    }
    if (event.type !== "request-end") return;
    const { result } = event;
    if (event.endsGroup) this.#at.set(groupIn(result.step, plan), Infinity);
    const known = this.#results.get(result.step.index);
    if (known !== undefined && known.rerun === result.rerun) {
      this.#again.push(result);
    } else this.#results.set(result.step.index, result);
  }

  /** Shows those of the requests that ran again. */
  async #showAgain(
    test: Deno.TestContext,
    isMeant: (result: RequestResult) => boolean,
  ): Promise<void> {
    const { loaded: { plan } } = (await this.#opening()).prepared;
    const shown = this.#again.filter(isMeant);
    this.#again = this.#again.filter((one) => !isMeant(one));
    for (const result of shown) {
      await test.step({
        name: `${stepLabel(result.step, plan.iterations)} (again)`,
        ignore: result.status === "skipped",
        fn: () => this.#check(result),
      });
    }
  }

  /** Throws what is wrong with a request. */
  async #check(result: RequestResult | undefined): Promise<void> {
    if (result === undefined) throw new Error("the run ended before it");
    const problems = problemsOf(result);
    const open = await this.#opening();
    if (problems.length === 0) {
      const notes = [this.#failure(result.diagnostics, open).message];
      if (isUnchecked(result)) {
        const lines = await answerLines(result, open);
        notes.push(`Unchecked: ${UNCHECKED}`, ...lines);
      }
      const text = notes.join("\n").trim();
      if (text !== "") console.warn(text);
      return;
    }
    const error = this.#failure(problems, open);
    const lines = await answerLines(result, open);
    error.message = [error.message, ...lines].join("\n");
    throw error;
  }

  /** What stands in the way of a run, as a test shows it. */
  #shown(error: unknown, around: Around): unknown {
    return error instanceof DiagnosticError
      ? this.#failure(error.diagnostics, around)
      : error;
  }

  #failure(diagnostics: readonly Diagnostic[], around: Around): Error {
    return failureOf(diagnostics, around, this.#registered);
  }
}

/** What shows diagnostics. */
type Around = Pick<StartedRun, "masker" | "locator">;

/**
 * The error that a test of Deno shows for what is wrong: each diagnostic with
 * its place in the files of the collection, secrets masked. Its stack is the
 * first of these places, as the stack of Brace tells a reader nothing; without
 * one it is where the tests are registered.
 */
function failureOf(
  diagnostics: readonly Diagnostic[],
  { masker, locator }: Around,
  registered: string | undefined,
): Error {
  const texts = diagnostics.map((diagnostic) =>
    formatDiagnostic(masker.maskDiagnostic(diagnostic), {
      source: locator.source,
      mask: masker.maskSource,
    })
  );
  const error = new Error(texts.join("\n\n"));
  const place = diagnostics.map(({ location }) => placeOf(location))
    .find((it) => it !== undefined) ?? registered;
  // Deno prints the message, and the stack without its first line.
  error.stack = place === undefined
    ? error.name
    : `${error.name}\n    at ${place}`;
  return error;
}

/** Whether a script may skip the request: it says so, or a file that it loads may. */
function maySkip({ collection, folders, item }: Step): boolean {
  if (item.kind !== "request") return false;
  return [...levelsAround(collection, folders), item].some(({ scripts }) =>
    scripts.some(({ code }) => /skipRequest|require|import/.test(code))
  );
}

/** What the server responded, in short, as the console shows it. */
async function answerLines(
  result: RequestResult,
  { masker }: Around,
): Promise<string[]> {
  const [{ contextOf, indent }, { responseLines }, { plainStyle: style }] =
    await Promise
      .all([
        import("../../tools/report/console/context.ts"),
        import("../../tools/report/console/problems/response_lines.ts"),
        import("../../tools/report/style.ts"),
      ]);
  const look = { style, verbose: "none", width: 80 } as const;
  return indent(responseLines(result, contextOf({ ...look, masker })), 2);
}

function placeOf(location: Location | undefined): string | undefined {
  if (location?.file === undefined) return undefined;
  const { file, line, column = 1 } = location;
  return line === undefined ? file : `${file}:${line}:${column}`;
}

/** The group that a step runs in, where groups run apart. */
function groupIn(step: Step, plan: Plan): string | undefined {
  return plan.apart && groupOf(step, plan);
}

/** The folder that a step's request lies in, "" at the top; what runs before or after all else is apart. */
function folderOf({ folders, stage }: Step): string {
  return stage === undefined ? folders.at(-1)?.path ?? "" : `(${stage})`;
}
