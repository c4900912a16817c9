import { join } from "node:path";
import type { CollectionFiles } from "../../collection/collection_files.ts";
import { readCollection } from "../../collection/read_collection.ts";
import { loadingCode } from "../../run/exit_code.ts";
import { createMasker, type Masker } from "../../secrets/masker.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import {
  CollectionError,
  DiagnosticError,
  PermissionError,
} from "../../source/errors.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";
import { loadCollection } from "../files/load_collection.ts";
import { Locator } from "../locate/locator.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import { loadRun } from "./load_run.ts";
import { performRun, type RunEnd } from "./perform_run.ts";
import { type PreparedRun, prepareRun } from "./prepare_run.ts";
import { toRunOptions } from "./to_run_options.ts";
import type { RunEvent } from "../../run/types.ts";

/** A collection that a program runs, and what its messages are made with. */
export interface OpenCollection {
  readonly prepared: PreparedRun;
  readonly masker: Masker;
  readonly locator: Locator;
  /** Runs it, once. */
  events(): AsyncGenerator<RunEvent, RunEnd>;
}

/** Reads a collection's files, or takes them as they are given. */
export function readGiven(
  collection: string | CollectionFiles,
  { paths = [], envFile, secretsFile }: RunCollectionOptions,
): LoadedCollection {
  if (typeof collection === "string") {
    return loadCollection(
      paths.length === 0
        ? [collection]
        : paths.map((path) => join(collection, path)),
      { others: [envFile ?? [], secretsFile ?? []].flat() },
    );
  }
  const { value, diagnostics } = readCollection(collection);
  return { ...(value && { collection: value }), paths, diagnostics };
}

/**
 * Loads a collection and makes it ready to run. Nobody is asked anything, and
 * nothing is printed.
 *
 * @throws {DiagnosticError} It cannot be run, with what is wrong, located.
 */
export async function openCollection(
  collection: string | CollectionFiles,
  options: RunCollectionOptions,
  loaded?: LoadedCollection,
): Promise<OpenCollection> {
  const masker = createMasker();
  const locator = new Locator(textsOf(collection));
  const runOptions = toRunOptions(options);
  const { value, diagnostics } = await loadRun(
    runOptions,
    {
      loaded: loaded ?? readGiven(collection, options),
      stages: true,
    },
  );
  if (value === undefined) {
    const located = await locator.locate(diagnostics);
    throw loadingError(located.map((it) => masker.maskDiagnostic(it)));
  }
  const prepared = await prepareRun(value, runOptions, {
    masker,
    terminal: {},
    warnings: diagnostics,
  });
  const { signal = new AbortController().signal, output } = options;
  return {
    prepared,
    masker,
    locator,
    async *events() {
      try {
        return yield* performRun(prepared, {
          locator,
          signal,
          ...(output !== undefined && { output }),
        });
      } catch (error) {
        if (!(error instanceof DiagnosticError)) throw error;
        throw new (error.constructor as typeof DiagnosticError)(
          await locator.locate(error.diagnostics),
        );
      }
    },
  };
}

/** The texts of a collection from memory, by the paths that diagnostics show. */
function textsOf(
  collection: string | CollectionFiles,
): [file: string, text: string][] {
  if (typeof collection === "string") return [];
  const { files, filePrefix = "" } = collection;
  return [...files].map(([path, text]) => [filePrefix + path, text]);
}

function loadingError(diagnostics: readonly Diagnostic[]): DiagnosticError {
  const errors = diagnostics.filter((it) => it.severity === "error");
  return loadingCode(errors) === 6
    ? new PermissionError(errors)
    : new CollectionError(errors);
}
