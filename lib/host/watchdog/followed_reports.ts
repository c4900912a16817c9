import { dirname } from "../path.ts";
import { collectRun, type RunCollector } from "../../tools/report/collect.ts";
import type { CollectedEvent } from "../../tools/report/collect/collect_event.ts";
import type {
  CollectedRequest,
  CollectedStreamMessage,
} from "../../tools/report/collect/types.ts";
import { endLine, eventLine } from "../../tools/report/ndjson.ts";
import { Tally } from "../../core/run/tally.ts";
import { filesOf, type ReporterOption } from "../reports/reporter_option.ts";
import { EventFile, SpillingStore } from "../reports/spilling_store.ts";
import { writeReport } from "../reports/write_report.ts";
import { saveAll } from "../run/save_all.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { writeErrorLog, writeLog } from "../terminal/write_output.ts";
import type { WatchedReports } from "./types.ts";

/** How a run ended that did not end by itself. */
export interface HangingEnd {
  /** The requests that did not end. */
  readonly requests: readonly CollectedRequest[];
  readonly exitCode: number;
  readonly interrupted: boolean;
  /** What ended it, where nobody did. */
  readonly stopped?: string;
}

/** The reports of a run, written by another thread than its own. */
export class FollowedReports {
  readonly #reports: WatchedReports;
  readonly #groups: readonly Group[];
  #start = 0;

  constructor(reports: WatchedReports) {
    this.#reports = reports;
    this.#groups = reports.groups.map((reporters) => new Group(reporters));
  }

  /** Takes an event of a group of reports. */
  add(group: number, event: CollectedEvent): void {
    if (event.type === "run-start") this.#start = Date.parse(event.startedAt);
    this.#groups[group].add(event);
  }

  /** Takes messages of the next request that ends. */
  addEarlier(
    group: number,
    messages: readonly CollectedStreamMessage[],
  ): void {
    this.#groups[group].addEarlier(messages);
  }

  /** Writes them all; gives what could not be written. */
  async write(end: HangingEnd): Promise<readonly Diagnostic[]> {
    const { meta, usesError } = this.#reports;
    const { interrupted, stopped, exitCode } = end;
    const about = {
      duration: Date.now() - this.#start,
      interrupted,
      ...stopped !== undefined && { stopped },
    };
    return await saveAll(
      this.#groups.flatMap((group) =>
        group.writers(end.requests, about, {
          meta: { ...meta, exitCode },
          print: usesError ? writeErrorLog : writeLog,
        })
      ),
    );
  }
}

type Around = Parameters<typeof writeReport>[1];

class Group {
  readonly #reporters: readonly ReporterOption[];
  readonly #collector: RunCollector;
  readonly #tally = new Tally();

  constructor(reporters: readonly ReporterOption[]) {
    this.#reporters = reporters;
    const [file] = filesOf(reporters);
    this.#collector = collectRun(
      new SpillingStore(file === undefined ? {} : { folder: dirname(file) }),
    );
  }

  addEarlier(messages: readonly CollectedStreamMessage[]): void {
    this.#collector.addEarlier(messages);
  }

  add(event: CollectedEvent): void {
    this.#collector.add(event);
    if (event.type === "request-end") this.#tally.add(event.request);
  }

  writers(
    requests: readonly CollectedRequest[],
    end: { readonly duration: number; readonly interrupted: boolean },
    { meta, print }: Omit<Around, "run">,
  ): (() => Promise<void>)[] {
    const events = requests.map((request) =>
      ({ type: "request-end", request }) as const
    );
    for (const event of events) this.add(event);
    const summary = { ...this.#tally.counts(), ...end };
    this.#collector.add({ type: "run-end", summary });
    const run = this.#collector.run();
    return this.#reporters.map((reporter) => async () => {
      if (reporter.kind !== "ndjson") {
        return await writeReport(reporter, { run, meta, print });
      }
      // What it has so far was written as it happened.
      using file = EventFile.resume(reporter.file ?? "-");
      for (const event of events) {
        for (const piece of eventLine(event, meta)) file.append(piece);
      }
      file.end(endLine(summary, meta));
    });
  }
}
