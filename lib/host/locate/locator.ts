import { readText } from "../files/read_text.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
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
  #files: YamlFiles | undefined;

  /** @param texts What is known already, by the paths that diagnostics show. */
  constructor(
    texts:
      | ReadonlyMap<string, string>
      | Iterable<readonly [file: string, text: string]> = [],
  ) {
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

  /** Completes diagnostics. */
  async locate(diagnostics: readonly Diagnostic[]): Promise<Diagnostic[]> {
    if (diagnostics.length === 0) return [];
    const { locate, YamlFiles } = await import("./locate.ts");
    this.#files ??= new YamlFiles(this.source);
    return await locate(diagnostics, this.#files);
  }

  /** Completes the diagnostics of an event; gives the same event where there are none. */
  async locateEvent(event: RunEvent): Promise<RunEvent> {
    switch (event.type) {
      case "warning": {
        const [diagnostic] = await this.locate([event.diagnostic]);
        return { ...event, diagnostic };
      }
      case "request-end":
        return { ...event, result: await this.#locateResult(event.result) };
      case "run-start":
      case "request-start":
      case "run-end":
        return event;
      default:
        return event satisfies never;
    }
  }

  async #locateResult(result: RequestResult): Promise<RequestResult> {
    const { diagnostics, assertions, tests, flaky } = result;
    const all = [...diagnostics, ...flaky ?? []];
    for (const { diagnostic } of [...assertions, ...tests]) {
      if (diagnostic) all.push(diagnostic);
    }
    if (all.length === 0) return result;
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

/** A file that cannot be read is one without source lines. */
function read(file: string): string | undefined {
  try {
    return readText(file);
  } catch {
    return undefined;
  }
}
