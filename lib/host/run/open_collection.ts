import { resolve } from "../path.ts";
import {
  ChangingFiles,
  readCollection,
} from "../../core/collection/read_collection.ts";
import {
  checkFiles,
  type CollectionFiles,
} from "../../core/collection/collection_files.ts";
import type { RunEvent } from "../../core/run/types.ts";
import { snapshot } from "../../core/scope/value/snapshot.ts";
import type { Value } from "../../core/scope/value/value.ts";
import { UsageError } from "../../core/source/errors.ts";
import type { OpenCheckOptions } from "../check/open_check.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";
import { fromOutside } from "../files/load/from_outside.ts";
import { loadFrom } from "../files/load_collection.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import { checkProgramOptions, toRunOptions } from "./to_run_options.ts";
import type {
  CheckCollectionOptions,
  CheckFindings,
  OpenedCollection,
  VariableListing,
} from "./opened_collection.ts";
import { Kept } from "./kept.ts";
import { type Listing, listRequests } from "./list_requests.ts";
import { loadRun } from "./load_run.ts";
import { withFolder } from "../files/load/with_folder.ts";
import { type RenderedItem, renderRequests } from "./render_requests.ts";
import type { RunEnd } from "./perform_run.ts";
import {
  collectResult,
  outcomeOf,
  type RunOutcome,
  type RunResult,
} from "./run_result.ts";
import {
  type Attendance,
  loadingError,
  type StartedRun,
  startRun,
} from "./start_run.ts";
import type { Masker } from "../../core/secrets/masker.ts";

/**
 * Opens a collection to use it more than once: a second run costs little more
 * than its requests.
 *
 * @param collection A collection's folder or file, or its texts.
 * @param defaults Options of every call that does not give its own.
 * @throws {DiagnosticError} It is no collection, its own file cannot be read, or an option cannot be used.
 *
 * @example
 * ```ts
 * import { openCollection } from "@brace/brace/run";
 * import { assertEquals } from "@std/assert";
 *
 * await using server = Deno.serve(
 *   { hostname: "127.0.0.1", port: 0, onListen() {} },
 *   (request) => new Response(new URL(request.url).pathname),
 * );
 * const files = new Map([
 *   ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: Shop}"],
 *   ["get.yml", "info: {name: Get user, type: http}\nhttp: {method: GET, url: '{{baseUrl}}/users/{{id}}'}"],
 * ]);
 * await using shop = await openCollection({ root: "", files }, {
 *   variables: { baseUrl: `http://127.0.0.1:${server.addr.port}`, id: 7 },
 * });
 * assertEquals((await shop.list()).requests.map(({ name }) => name), ["Get user"]);
 * assertEquals((await shop.check()).diagnostics, []);
 * assertEquals((await shop.run()).passed, true);
 * const [{ request }] = await shop.render("get.yml");
 * assertEquals(new URL(request!.url).pathname, "/users/7");
 * ```
 */
export async function openCollection(
  collection: string | CollectionFiles,
  defaults: RunCollectionOptions = {},
): Promise<OpenedCollection> {
  checkProgramOptions(defaults);
  const opened = new Opened(collection, defaults);
  await opened.refresh();
  return opened;
}

/** A person who takes part, and the collection as they have it: with what is not saved. */
export interface Attended extends Attendance {
  readonly loaded: LoadedCollection;
  /** The texts of its files, by the paths that diagnostics show. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A collection that is open. */
export class Opened implements OpenedCollection {
  readonly #collection: string | CollectionFiles;
  readonly #defaults: RunCollectionOptions;
  readonly #kept = new Kept();
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #texts: ReadonlyMap<string, string> | undefined;
  #name = "";

  constructor(
    collection: string | CollectionFiles,
    defaults: RunCollectionOptions,
  ) {
    if (typeof collection !== "string") checkFiles(collection);
    this.#collection = collection;
    this.#defaults = defaults;
  }

  get name(): string {
    return this.#name;
  }

  async run(options: RunCollectionOptions = {}): Promise<RunResult> {
    const given = this.#options(options);
    return await this.#during(async () =>
      await collectResult(await this.start(given), given)
    );
  }

  async *events(
    options: RunCollectionOptions = {},
  ): AsyncGenerator<RunEvent, RunOutcome> {
    const given = this.#options(options);
    const over = Promise.withResolvers<void>();
    this.#running.add(over.promise);
    const closing = this.#closing.signal;
    // Whoever holds the generator may never come back: then closing goes on with
    // the run to its end, and what happens until then waits here.
    const waiting: Promise<IteratorResult<RunEvent, RunEnd>>[] = [];
    let goOn = () => {};
    try {
      const events = (await this.start(given)).events();
      goOn = async () => {
        try {
          for (let isOver = false; !isOver;) {
            const next = events.next();
            waiting.push(next);
            isOver = (await next).done ?? false;
          }
        } catch {
          // Whoever comes back gets the error.
        }
        over.resolve();
      };
      if (closing.aborted) goOn();
      else closing.addEventListener("abort", goOn);
      try {
        for (;;) {
          const next = await (waiting.shift() ?? events.next());
          if (next.done) return outcomeOf(next.value);
          yield next.value;
        }
      } finally {
        await events.return(undefined as never);
      }
    } finally {
      closing.removeEventListener("abort", goOn);
      this.#running.delete(over.promise);
      over.resolve();
    }
  }

  async render(
    path: string,
    options: RunCollectionOptions = {},
  ): Promise<readonly RenderedItem[]> {
    const given = this.#options({ ...options, paths: [path] });
    return await this.#during(async () => {
      return await renderRequests(toRunOptions(given), {
        loaded: this.load(given),
        texts: this.#sources(),
      });
    });
  }

  async check(options: CheckCollectionOptions = {}): Promise<CheckFindings> {
    const given = this.#options(options);
    const { checkOpened } = await import("./check_opened.ts");
    return await checkOpened(this.#checked(given));
  }

  async vars(
    asked: CheckCollectionOptions & { readonly name?: string } = {},
  ): Promise<VariableListing> {
    checkProgramOptions(asked, ["name"]);
    const { name, ...options } = asked;
    const given = this.#options(options);
    const { listOpened } = await import("./check_opened.ts");
    return await listOpened({
      ...this.#checked(given),
      ...(name !== undefined && { name }),
    }, this.#sources());
  }

  async list(
    options: Pick<RunCollectionOptions, "paths" | "tags" | "excludeTags"> = {},
  ): Promise<Listing> {
    const given = this.#options(options);
    const { value, diagnostics } = await loadRun(
      { ...toRunOptions(given), allowEmpty: true },
      { loaded: this.load(given), stages: true },
    );
    if (value === undefined) throw loadingError(diagnostics);
    return listRequests(value);
  }

  // deno-lint-ignore require-await
  async refresh(): Promise<boolean> {
    this.#mustBeOpen();
    const before = this.#texts;
    const { collection, diagnostics } = this.load({});
    if (collection === undefined) throw loadingError(diagnostics);
    const now = this.#texts;
    return before !== undefined && now !== undefined && !isSame(before, now);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
    this.#kept.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Reads what a call selects. */
  load(
    { paths = [], envFile, secretsFile }: RunCollectionOptions,
  ): LoadedCollection {
    const given = this.#collection;
    if (typeof given !== "string") {
      const { value, diagnostics } = given instanceof ChangingFiles
        ? given.read()
        : readCollection({ ...given, kept: this.#kept.readings });
      if (value) this.#name = value.name;
      return { ...(value && { collection: value }), paths, diagnostics };
    }
    const cwd = Deno.cwd();
    for (const path of paths) {
      const problem = fromOutside(path, given);
      if (problem) return { paths, diagnostics: [problem] };
    }
    const others = [envFile ?? [], secretsFile ?? []].flat();
    const load = () =>
      loadFrom(given, paths, {
        cwd,
        others,
        kept: this.#kept.readings,
        readText: this.#kept.readText,
      });
    const isAll = paths.length === 0 && others.length === 0;
    const loaded = isAll
      ? this.#kept.loaded(resolve(cwd, given), cwd, load)
      : load();
    this.#texts = loaded.texts;
    if (loaded.collection) this.#name = loaded.collection.name;
    return withFolder(loaded, given, cwd);
  }

  /** What its runs leave for each other. */
  get kept(): Kept {
    return this.#kept;
  }

  /** Makes a run ready. */
  async start(
    options: RunCollectionOptions,
    loaded = this.load(options),
  ): Promise<StartedRun> {
    return await startRun(options, {
      loaded,
      texts: this.#sources(),
      kept: this.#kept,
    });
  }

  /** Makes a run ready that a person takes part in. */
  async attend(
    options: RunCollectionOptions,
    { loaded, texts, ...attendance }: Attended,
  ): Promise<StartedRun> {
    return await startRun(this.#options(options), {
      loaded,
      texts,
      kept: this.#kept,
      ...attendance,
    });
  }

  /** Renders for a person: with who answers prompts, and what learns the secrets. */
  async renderFor(
    options: RunCollectionOptions,
    attended: Pick<Attended, "loaded" | "texts" | "terminal" | "earlier"> & {
      readonly masker?: Masker;
      readonly stages?: boolean;
      readonly connects?: Parameters<typeof renderRequests>[1]["connects"];
    },
  ): Promise<readonly RenderedItem[]> {
    const given = this.#options(options);
    return await this.#during(() =>
      renderRequests(toRunOptions(given), attended)
    );
  }

  /** The texts of a collection that is not on the disk; those on it may change before they are shown. */
  #sources(): [file: string, text: string][] {
    if (typeof this.#collection === "string") return [];
    const { files, filePrefix = "" } = this.#collection;
    return [...files].map(([path, text]) => [filePrefix + path, text]);
  }

  #options(options: RunCollectionOptions): RunCollectionOptions {
    this.#mustBeOpen();
    checkProgramOptions(options);
    const { signal = this.#defaults.signal } = options;
    const closing = this.#closing.signal;
    return {
      ...this.#defaults,
      ...options,
      signal: signal ? AbortSignal.any([signal, closing]) : closing,
    };
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  #checked(options: RunCollectionOptions): OpenCheckOptions {
    const { globalEnv, allowEnv, allowRead, allowNet } = options;
    const { data, secretsFile, trustScripts } = options;
    return {
      loaded: this.load(options),
      paths: [],
      environments: [options.environment ?? []].flat(),
      vars: valuesOf(options.variables),
      envVars: valuesOf(options.envVariables),
      envFiles: [options.envFile ?? []].flat(),
      ...(globalEnv !== undefined && { globalEnv }),
      ...(allowEnv !== undefined && { allowEnv }),
      ...(allowRead !== undefined && { allowRead }),
      ...(allowNet !== undefined && { allowNet }),
      ...(data !== undefined && { data }),
      ...(secretsFile !== undefined && { secretsFile }),
      ...(trustScripts && { trustScripts }),
    };
  }

  #mustBeOpen(): void {
    if (!this.#closing.signal.aborted) return;
    throw new UsageError([{
      code: "USAGE",
      severity: "error",
      message: `Cannot use the collection "${this.#name}": it is closed`,
    }]);
  }
}

function valuesOf(
  values: Readonly<Record<string, unknown>> = {},
): [name: string, value: Value][] {
  return Object.entries(values).map(([name, value]) => [
    name,
    snapshot(value, name),
  ]);
}

function isSame(
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
): boolean {
  return a.size === b.size &&
    [...a].every(([file, text]) => b.get(file) === text);
}
