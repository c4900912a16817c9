import { readText } from "../files/read_text.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import type { Origin } from "../../core/source/origin.ts";
import { placedLimits } from "../../core/source/way_out.ts";
import type { YamlFiles } from "./yaml_files.ts";
import type { RequestResult, RunEvent } from "../../core/run/types.ts";

/**
 * Adds line and column to what points into the collection's files. What does
 * that is loaded with the first such diagnostic.
 */
export class Locator {
  readonly #known: ReadonlyMap<string, string>;
  /** What was read of others. */
  readonly #read = new Map<string, string | undefined>();
  readonly #origins: ReadonlyMap<string, Origin>;
  #files: YamlFiles | undefined;

  /**
   * @param texts What is known already, by the paths that diagnostics show.
   * @param origins Where files give options of the run.
   */
  constructor(
    texts:
      | ReadonlyMap<string, string>
      | Iterable<readonly [file: string, text: string]> = [],
    origins: ReadonlyMap<string, Origin> = new Map(),
  ) {
    this.#origins = origins;
    // A collection that is open has thousands, for each request that is sent.
    this.#known = texts instanceof Map ? texts : new Map(texts);
  }

  /** The text of a file by the path that diagnostics show; undefined where it cannot be read. */
  readonly source = (file: string | undefined): string | undefined => {
    if (file === undefined) return undefined;
    const known = this.#known.get(file);
    if (known !== undefined) return known;
    if (!this.#read.has(file)) this.#read.set(file, read(file));
    return this.#read.get(file);
  };

  /** Completes diagnostics, and the places that have to do with them. */
  async locate(diagnostics: readonly Diagnostic[]): Promise<Diagnostic[]> {
    if (diagnostics.length === 0) return [];
    const { locate, YamlFiles } = await import("./locate.ts");
    this.#files ??= new YamlFiles(this.source);
    const located = await locate(
      diagnostics.map((it) => this.#placed(it)),
      this.#files,
    );
    const places = await locate(
      located.flatMap(({ code, severity, related = [] }) =>
        related.map((one) => ({ code, severity, ...one }))
      ),
      this.#files,
    );
    let next = 0;
    return located.map((it) =>
      it.related === undefined ? it : {
        ...it,
        related: it.related.map((one) => ({
          ...one,
          location: places[next++].location ?? one.location,
        })),
      }
    );
  }

  /** Ways out of limits name the files that give them. */
  #placed(diagnostic: Diagnostic): Diagnostic {
    const { waysOut } = diagnostic;
    if (waysOut === undefined || this.#origins.size === 0) return diagnostic;
    return {
      ...diagnostic,
      waysOut: waysOut.flatMap((way) => placedLimits(way, this.#origins)),
    };
  }

  /** Completes the diagnostics of an event; gives the same event where there are none. */
  locateEvent(event: RunEvent): RunEvent | Promise<RunEvent> {
    switch (event.type) {
      case "warning":
        return this.locate([event.diagnostic])
          .then(([diagnostic]) => ({ ...event, diagnostic }));
      case "request-end": {
        const { result } = event;
        const all = diagnosticsOf(result);
        if (all.length === 0) return event;
        return this.#locateResult(result, all)
          .then((result) => ({ ...event, result }));
      }
      case "run-start":
      case "request-start":
      case "run-end":
        return event;
      default:
        return event satisfies never;
    }
  }

  async #locateResult(
    result: RequestResult,
    all: readonly Diagnostic[],
  ): Promise<RequestResult> {
    const { diagnostics, assertions, tests, flaky } = result;
    const located = await this.locate(all);
    const completed = new Map(all.map((it, index) => [it, located[index]]));
    const complete = <T extends { readonly diagnostic?: Diagnostic }>(it: T) =>
      it.diagnostic ? { ...it, diagnostic: completed.get(it.diagnostic)! } : it;
    return {
      ...result,
      diagnostics: diagnostics.map((it) => completed.get(it)!),
      assertions: assertions.map(complete),
      tests: tests.map(complete),
      ...flaky && { flaky: flaky.map((it) => completed.get(it)!) },
    };
  }
}

function diagnosticsOf(
  { diagnostics, assertions, tests, flaky = [] }: RequestResult,
): Diagnostic[] {
  const all = [...diagnostics, ...flaky];
  for (const { diagnostic } of assertions) {
    if (diagnostic) all.push(diagnostic);
  }
  for (const { diagnostic } of tests) {
    if (diagnostic) all.push(diagnostic);
  }
  return all;
}

/** A file that cannot be read is one without source lines. */
function read(file: string): string | undefined {
  try {
    return readText(file);
  } catch {
    return undefined;
  }
}
