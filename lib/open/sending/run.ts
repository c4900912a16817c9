import type {
  Answered,
  Asked,
  RunAsked,
  RunEventView,
} from "../../embedded/page/workbench/api.ts";
import { CLIENT_VERSION } from "../../core/scope/value/client_version.ts";
import type { RunSummary } from "../../core/run/types.ts";
import { readDataFile } from "../../host/files/read_data_file.ts";
import type { RunCollectionOptions } from "../../host/run/collection_options.ts";
import { collectRun, type RunCollector } from "../../tools/report/collect.ts";
import { toRows } from "../../tools/report/html.ts";
import { reportedRequests } from "../../tools/report/reported_run.ts";
import { WRITERS } from "../../tools/report/writers.ts";
import { Refused } from "../answers.ts";
import { pageCollection } from "../drafts.ts";
import { Channel } from "../channel.ts";
import type { Workbench } from "../workbench.ts";
import { attend, failure } from "./attend.ts";
import { askFor, askNeeded, needsOf } from "./needs.ts";
import { dataFile } from "./data_file.ts";
import { keptNames } from "./kept_variables.ts";
import type { Task } from "./tasks.ts";

/** So much of each body of a run is kept, as in the reports. */
const BODY_LIMIT = 64 * 1024;
/** The reports of so many runs are kept. */
const MAX_REPORTS = 4;

/** A run that has ended. */
interface Ended {
  readonly collector: RunCollector;
  readonly exitCode: number;
  /** The names of the environments that it ran with. */
  readonly environments: readonly string[];
  /** Paths of what did not pass. */
  readonly failed: readonly string[];
}

const NO_NEEDS: Awaited<ReturnType<typeof needsOf>> = {
  questions: new Map(),
  otherwise: new Map(),
  names: [],
  requests: new Map(),
};

/** The runs of the session whose reports can be asked for. */
export class Runs {
  readonly #ended = new Map<string, Ended>();

  /** Runs a folder, several items or all, and tells what happens. */
  async *run(
    bench: Workbench,
    asked: Asked<"run">,
    signal: AbortSignal,
  ): AsyncGenerator<RunEventView> {
    await bench.catchUp();
    const options = this.#optionsOf(bench, asked);
    const channel = new Channel<RunEventView>();
    const task = bench.tasks.begin((question) => channel.push(question));
    signal.addEventListener("abort", () => task.cancel(), { once: true });
    channel.push({ type: "start", task: task.id });
    let summary: RunSummary | undefined;
    const work = this.#perform(bench, options, {
      task,
      channel,
      failedOf: asked.failedOf,
    })
      .then((done) => summary = done)
      .catch(async (error) => channel.push(await failure(bench, error)))
      .finally(() => {
        const cancelled = task.signal.aborted;
        channel.push({ type: "end", cancelled, ...(summary && { summary }) });
        channel.close();
        bench.tasks.end(task);
      });
    yield* channel;
    await work;
  }

  /** A run's report for the report's own views. */
  report({ task }: Asked<"report">): Answered<"report"> {
    const { collector, exitCode, environments } = this.#get(task);
    const run = collector.run();
    const { paths: _, read: __, ...about } = run;
    return {
      ...about,
      ...(environments.length > 1 && {
        environment: environments.join(" + "),
      }),
      clientVersion: CLIENT_VERSION,
      exitCode,
      rows: [...toRows(run)],
      details: [...reportedRequests(run)],
    };
  }

  /** A run's report as a file. */
  async file({ task, format }: Asked<"saveReport">): Promise<string> {
    const { collector, exitCode } = this.#get(task);
    if (!Object.hasOwn(WRITERS, format)) {
      throw new Refused(
        `Cannot save the report as "${format}": there is no such format`,
      );
    }
    const writer = await WRITERS[format]();
    const meta = { clientVersion: CLIENT_VERSION, exitCode };
    return [...writer(collector.run(), meta)].join("");
  }

  async #perform(
    bench: Workbench,
    options: RunCollectionOptions,
    { task, channel, failedOf }: {
      readonly task: Task;
      readonly channel: Channel<RunEventView>;
      readonly failedOf: string | undefined;
    },
  ): Promise<RunSummary | undefined> {
    const collection = await pageCollection(bench, options.paths ?? [], {
      stages: true,
    });
    // A run of all is what brace run makes of it; a part goes on with what was
    // sent, but not a row with what was sent for another one.
    const isRow = failedOf !== undefined && isRepeated(options);
    const begun = await bench.kept.begin(bench, {
      anew: !isPart(options) || isRow,
      leaves: !isRepeated(options),
    });
    const columns = columnsOf(options);
    const kept = begun.besides(columns);
    const needed = (more: RunCollectionOptions = {}) =>
      needsOf(bench, collection, kept, { ...options, ...more }, columns);
    // What runs first may need more.
    const more = () => needed({ withNeeded: true });
    const needs = canNeed(bench, options) ? await needed() : NO_NEEDS;
    const withNeeded = options.withNeeded ??
      await askNeeded(bench, task, needs, more);
    const questions = !withNeeded
      ? new Map([...needs.questions, ...needs.otherwise])
      : needs.names.length > 0
      ? (await more()).questions
      : needs.questions;
    const answers = await askFor(bench, task, questions, begun);
    if (answers === undefined || task.signal.aborted) return undefined;
    const { environments } = kept;
    const collector = collectRun();
    const failed = new Set<string>();
    let summary: RunSummary | undefined;
    const events = attend(bench, task, {
      ...options,
      ...(withNeeded && { withNeeded }),
    }, {
      collection,
      answers,
      // The file may have others since the person was asked.
      kept: begun.besides(columnsOf(options)),
      ...(failedOf !== undefined && {
        failedBefore: await this.file({ task: failedOf, format: "json" }),
      }),
      bodyLimit: BODY_LIMIT,
    });
    let next = await events.next();
    for (; !next.done; next = await events.next()) {
      const event = next.value;
      collector.add(event);
      switch (event.type) {
        case "run-start":
          channel.push({
            type: "plan",
            total: event.planned,
            environments,
            kept: keptNames(
              kept.earlier?.variables ?? [],
              bench.hidden.masker,
            ),
          });
          break;
        case "warning":
          channel.push({ type: "warning", problem: event.warning });
          break;
        case "request-start": {
          const { index, name, path } = event;
          channel.push({ type: "request-start", index, name, path });
          break;
        }
        case "request-end": {
          const { request } = event;
          if (request.status !== "passed") failed.add(request.path);
          const id = bench.ids.of("request", request.path);
          const { view, row } = bench.history.add(request, id);
          bench.tell({ type: "exchange", row });
          channel.push({
            type: "request-end",
            result: request,
            ...(bench.history.kind !== "none" && { exchange: view.exchange }),
          });
          break;
        }
        case "run-end":
          summary = event.summary;
          break;
        default:
          event satisfies never;
      }
    }
    const { exitCode } = next.value;
    this.#ended.set(task.id, {
      collector,
      exitCode,
      environments,
      failed: [...failed],
    });
    if (this.#ended.size > MAX_REPORTS) {
      const [oldest] = this.#ended.keys();
      this.#ended.delete(oldest);
    }
    return summary;
  }

  #get(task: string): Ended {
    const found = this.#ended.get(task);
    if (found) return found;
    throw new Refused(
      "Cannot show the report: the run is no longer kept",
      [],
      404,
    );
  }

  #optionsOf(bench: Workbench, asked: RunAsked): RunCollectionOptions {
    const { ids, failedOf, data, tags, excludeTags } = asked;
    const { iterations, jobs, bail, reruns, delay, withNeeded } = asked;
    const paths = failedOf === undefined
      ? ids.flatMap((id) => {
        const { kind, path } = bench.ids.ref(id);
        return kind === "collection" ? [] : [path];
      })
      : inOrder(bench, this.#get(failedOf).failed);
    if (failedOf !== undefined && paths.length === 0) {
      throw new Refused("Cannot run again: everything passed");
    }
    return {
      paths,
      ...(tags?.length && { tags }),
      ...(excludeTags?.length && { excludeTags }),
      ...(data !== undefined && { data: dataFile(bench.session.root, data) }),
      ...(iterations !== undefined && { iterations }),
      ...(jobs !== undefined && { jobs }),
      ...(bail && { bail }),
      ...(reruns !== undefined && { reruns }),
      ...(delay !== undefined && { delay }),
      ...(withNeeded !== undefined && { withNeeded }),
    };
  }
}

/**
 * Whether requests may need something that no file has. Looking closer renders
 * them all. A run of the whole collection has all requests that set something.
 */
function canNeed(
  { session }: Workbench,
  options: RunCollectionOptions,
): boolean {
  return isPart(options) && (session.index?.order.settings.size ?? 0) > 0 ||
    (session.index?.levels() ?? []).some(({ variables }) =>
      variables.some(({ unset }) => unset)
    ) ||
    [...session.files.values()].some((text) =>
      /\{\{\s*(?:\?|process\.env\.)/.test(text)
    );
}

function isPart(
  { paths = [], tags = [], excludeTags = [] }: RunCollectionOptions,
): boolean {
  return paths.length + tags.length + excludeTags.length > 0;
}

function isRepeated(
  { data, iterations = 1 }: RunCollectionOptions,
): boolean {
  return data !== undefined || iterations > 1;
}

/** Paths in the order of the collection: of several rows, another request fails first in each. */
function inOrder({ items }: Workbench, paths: readonly string[]): string[] {
  const order = new Map(items.places.keys().map((path, at) => [path, at]));
  const placeOf = (path: string) => order.get(path) ?? 0;
  return paths.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The names that rows of a run's data give; what is wrong with a file the run says. */
function columnsOf({ data }: RunCollectionOptions): ReadonlySet<string> {
  const columns = new Set<string>();
  if (typeof data !== "string") return columns;
  for (const row of readDataFile(data).rows) {
    for (const name of Object.keys(row)) columns.add(name);
  }
  return columns;
}
