import { dirname } from "../path.ts";
import { collectRun, type RunCollector } from "../../tools/report/collect.ts";
import {
  type CollectedEvent,
  eventCollector,
} from "../../tools/report/collect/collect_event.ts";
import type { ReportKind } from "../../tools/report/kinds.ts";
import type { ReportMeta } from "../../tools/report/reported_run.ts";
import type { RunEvent, RunSummary } from "../../core/run/types.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import { writeErrorLog } from "../terminal/write_output.ts";
import { InsertionPlaces } from "../locate/insertion_places.ts";
import type { Locator } from "../locate/locator.ts";
import { saveAll } from "../run/save_all.ts";
import type { Watchdog } from "../watchdog/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { CollectionError } from "../../core/source/errors.ts";
import { checkTargets, writeReport } from "./write_report.ts";
import { endLine, eventLine } from "../../tools/report/ndjson.ts";
import type { MessageStore } from "../../core/http/stream.ts";
import { EventFile, SpillingStore } from "./spilling_store.ts";
import { filesOf, type ReporterOption } from "./reporter_option.ts";
import { SpillFile } from "./spill_file.ts";

const encoder = new TextEncoder();

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Messages of a stream on disk; where no file can be had there is no room for them. */
class DiskMessages implements MessageStore {
  readonly #folder: string | undefined;
  /** Where each text ends, in bytes. */
  readonly #ends: number[] = [];
  /** Null where there is none any more, or cannot be one. */
  #file: SpillFile | null | undefined;

  /** @param folder Where the file is made; default: the system's folder for temporary files. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  append(text: string): boolean {
    try {
      this.#file ??= this.#file === undefined
        ? SpillFile.open(this.#folder) ?? null
        : null;
      if (this.#file === null) return false;
      this.#file.append(encoder.encode(text));
      this.#ends.push(this.#file.length);
      return true;
    } catch {
      // No such folder, or a full disk.
      return false;
    }
  }

  *texts(): Generator<string> {
    let from = 0;
    for (const to of this.#ends) {
      yield decoder.decode(this.#file!.read(from, to));
      from = to;
    }
  }

  [Symbol.dispose](): void {
    this.#file?.[Symbol.dispose]();
    this.#file = null;
    this.#ends.length = 0;
  }
}

/** The reports that a run writes. */
export interface OpenReports extends Disposable {
  /** Makes room on disk for the messages of a stream until its request has been added; absent: no report has them. */
  readonly messageStore?: () => MessageStore;
  add(event: RunEvent): Promise<void>;
  /** Writes them all; throws CollectionError for those that cannot be written. */
  write(meta: ReportMeta): Promise<void>;
}

/** What reports need of a run that is about to begin. */
export interface ReportsSetup {
  readonly masker: Masker;
  readonly locator: Locator;
  readonly meta: Omit<ReportMeta, "exitCode">;
  /** The file for a response, which is not a report's. */
  readonly output?: string;
  /** The collection's folder. */
  readonly root: string;
  /** Prints where the console report stands. */
  readonly print: (text: string) => void;
  /** Writes them if a script never gives back control. */
  readonly watchdog?: Watchdog;
}

/** Kinds whose reports have bodies whole, whatever their length. */
const WHOLE: readonly ReportKind[] = ["har"];
/** Kinds whose reports have the messages of streams. */
const WITH_MESSAGES: readonly ReportKind[] = ["json", "ndjson", "html", "har"];
const NO_LIMIT = { bodyLimit: Infinity, bodiesLimit: Infinity };

/**
 * Opens the reports of `--reporter`. That a file cannot be written is known
 * before the first request is sent.
 *
 * @throws {CollectionError} A file cannot be written.
 * @throws {UsageError} Two reports have the same file.
 */
export async function openReports(
  reporters: readonly ReporterOption[],
  setup: ReportsSetup,
): Promise<OpenReports> {
  const { locator, meta, print, watchdog } = setup;
  using opened = new DisposableStack();
  opened.use(await checkTargets(reporters, setup));
  const places = new InsertionPlaces(locator);
  const alike = [
    reporters.filter(({ kind }) => WHOLE.includes(kind)),
    reporters.filter(({ kind }) => !WHOLE.includes(kind)),
  ].filter((it) => it.length > 0);
  const groups = alike.map((it) => opened.use(new Group(it, setup, places)));
  const usesError = print === writeErrorLog;
  watchdog?.reports({ groups: alike, meta, usesError });
  const hasMessages = reporters.some(({ kind }) =>
    WITH_MESSAGES.includes(kind)
  );
  const folder = folderOf(reporters);
  const closing = opened.move();
  return {
    ...hasMessages && {
      messageStore: () => closing.use(new DiskMessages(folder)),
    },
    async add(event) {
      if (event.type === "request-end") {
        const { sent, response } = event.result;
        await places.find([
          ...sent?.insertions ?? [],
          ...response?.stream?.sent.flatMap((it) => it.insertions ?? []) ?? [],
        ]);
      }
      for (const [index, group] of groups.entries()) {
        const collected = group.add(event, meta);
        watchdog?.collected(index, collected);
      }
      if (event.type === "request-end") {
        event.result.response?.stream?.spilled?.[Symbol.dispose]();
      }
    },
    async write(meta) {
      const problems = await saveAll(
        groups.flatMap((group) => group.writers(meta, print)),
      );
      if (problems.length > 0) throw new CollectionError(problems);
    },
    [Symbol.dispose]: () => closing.dispose(),
  };
}

/** Where reports may write. */
function folderOf(reporters: readonly ReporterOption[]): string | undefined {
  const [file] = filesOf(reporters);
  return file === undefined ? undefined : dirname(file);
}

/** Reports that see a run alike. */
class Group implements Disposable {
  readonly #opened = new DisposableStack();
  /** The reports that are written at the end. */
  readonly #reporters: readonly ReporterOption[];
  /** What grows while the run goes on. */
  readonly #live: readonly EventFile[];
  readonly #collect: (event: RunEvent) => CollectedEvent;
  readonly #collector: RunCollector;
  #summary: RunSummary | undefined;
  /** Requests that sent a file as their body, the first by its path. */
  #fileBodies = 0;
  #firstOfFile = "";

  constructor(
    reporters: readonly ReporterOption[],
    { masker, locator }: ReportsSetup,
    places: InsertionPlaces,
  ) {
    this.#reporters = reporters.filter(({ kind }) => kind !== "ndjson");
    this.#live = reporters.filter(({ kind }) => kind === "ndjson")
      .map(({ file = "-" }) => this.#opened.use(EventFile.open(file)));
    this.#collect = eventCollector({
      masker,
      source: locator.source,
      locate: (insertion) => places.locate(insertion),
      ...reporters.some(({ kind }) => WHOLE.includes(kind)) && NO_LIMIT,
    });
    const folder = folderOf(this.#reporters);
    const store = this.#opened.use(
      new SpillingStore(folder === undefined ? {} : { folder }),
    );
    this.#collector = collectRun(store);
  }

  /** Gives the event as its reports show it. */
  add(event: RunEvent, meta: Omit<ReportMeta, "exitCode">): CollectedEvent {
    const collected = this.#collect(event);
    if (this.#reporters.length > 0) this.#collector.add(collected);
    if (collected.type === "request-end") {
      const { request, path } = collected.request;
      if (request?.body?.kind === "file" && this.#fileBodies++ === 0) {
        this.#firstOfFile = path;
      }
    }
    if (collected.type === "run-end") this.#summary = collected.summary;
    else if (this.#live.length > 0) {
      for (const piece of eventLine(collected, meta)) {
        for (const file of this.#live) file.append(piece);
      }
    }
    return collected;
  }

  /** What writes each of the reports. */
  writers(
    meta: ReportMeta,
    print: ReportsSetup["print"],
  ): (() => Promise<void>)[] {
    const lines = this.#live.map((file) => () => {
      file.end(this.#summary ? endLine(this.#summary, meta) : "");
      return Promise.resolve();
    });
    if (this.#reporters.length === 0) return lines;
    const run = this.#collector.run();
    const reports = this.#reporters.map((it) => async () => {
      await writeReport(it, { run, meta, print });
      if (it.kind === "har" && this.#fileBodies > 0) {
        throw new CollectionError([this.#withoutFiles(it)]);
      }
    });
    return [...lines, ...reports];
  }

  /** What an archive lacks; the run stays as it is. */
  #withoutFiles({ file }: ReporterOption): Diagnostic {
    const one = this.#fileBodies === 1;
    const archive = file === undefined || file === "-"
      ? "The archive"
      : `"${file}"`;
    const bodies = one
      ? `the body of "${this.#firstOfFile}"`
      : `the bodies of ${this.#fileBodies} requests`;
    return {
      code: "WRITE",
      severity: "warning",
      message: `${archive} lacks ${bodies}: an archive holds texts only, and ${
        one ? "the body is a file" : "these bodies are files"
      }`,
    };
  }

  [Symbol.dispose](): void {
    this.#opened.dispose();
  }
}
