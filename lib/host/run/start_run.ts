import { loadingCode } from "../../core/run/exit_code.ts";
import { createMasker, type Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import {
  CollectionError,
  DiagnosticError,
  PermissionError,
} from "../../core/source/errors.ts";
import { misnamedValues } from "../check/misnamed_values.ts";
import type { LoadedCollection } from "../files/load/load_found.ts";
import { Locator } from "../locate/locator.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import { toRunOptions } from "./to_run_options.ts";
import { loadRun } from "./load_run.ts";
import type { RunOptions } from "./options.ts";
import {
  performRun,
  type RunEnd,
  type RunSurroundings,
} from "./perform_run.ts";
import type { TerminalPort } from "./ports/variable_ports.ts";
import { type PreparedRun, prepareRun } from "./prepare_run.ts";
import type { Kept } from "./kept.ts";
import type { RunRules } from "./run_rules.ts";
import type { Earlier } from "../../core/run/earlier.ts";
import type { RunEvent } from "../../core/run/types.ts";

/** A run of a program that is ready to begin, and what its messages are made with. */
export interface StartedRun {
  readonly prepared: PreparedRun;
  readonly masker: Masker;
  readonly locator: Locator;
  /** Runs it, once. */
  events(): AsyncGenerator<RunEvent, RunEnd>;
}

/** A person who takes part in a run of a program. */
export interface Attendance {
  /** Answers prompts; default: nobody does. */
  readonly terminal?: TerminalPort;
  /** Answers for hosts that are not declared, and follows streams. */
  readonly around?: Pick<
    RunSurroundings,
    "ask" | "cookies" | "stream" | "variablesLeft"
  >;
  /** What earlier runs left, for one that goes on with them. */
  readonly earlier?: Earlier;
  /** JSON report of an earlier run that started: only what did not pass in it. */
  readonly failedBefore?: string;
}

/** The input of a run, apart from its options. */
export interface Start extends Attendance {
  readonly loaded: LoadedCollection;
  /** What messages call the file of `data`; absent: its path. */
  readonly dataName?: string;
  /** The texts of a collection that is not on the disk, by the paths that diagnostics show. */
  readonly texts?: Iterable<readonly [file: string, text: string]>;
  /** What earlier runs left. */
  readonly kept?: Kept;
  /** What the run keeps to; absent: what its files say. */
  readonly rules?: RunRules;
}

/**
 * Makes a loaded collection ready to run. Nobody is asked anything who does not
 * take part, and nothing is printed.
 *
 * @throws {DiagnosticError} It cannot be run, with what is wrong, located.
 */
export async function startRun(
  options: RunCollectionOptions,
  start: Start,
): Promise<StartedRun> {
  const runOptions = toRunOptions(options);
  const { signal, output } = options;
  return await startWith(runOptions, {
    ...start,
    ...(signal && { signal }),
    ...(output !== undefined && { output }),
  });
}

/** {@linkcode startRun} with the options of a command line. */
export async function startWith(
  runOptions: RunOptions,
  {
    loaded,
    dataName,
    texts = [],
    kept,
    terminal = {},
    around,
    earlier,
    failedBefore,
    rules,
    signal = NEVER,
    output,
  }: Start & {
    readonly signal?: AbortSignal;
    readonly output?: string;
  },
): Promise<StartedRun> {
  const masker = rules?.masker ?? createMasker();
  const locator = new Locator(texts);
  const { value, diagnostics } = await loadRun(runOptions, {
    loaded,
    ...(dataName !== undefined && { dataName }),
    ...(failedBefore !== undefined && { failedBefore }),
    stages: true,
  });
  if (value) {
    diagnostics.push(...await misnamedValues(value, runOptions, loaded));
  }
  if (!value || diagnostics.some(({ severity }) => severity === "error")) {
    const located = await locator.locate(diagnostics);
    throw loadingError(located.map((it) => masker.maskDiagnostic(it)));
  }
  const prepared = await prepareRun(value, runOptions, {
    masker,
    terminal,
    warnings: diagnostics,
    ...(earlier && { earlier }),
  });
  return {
    prepared,
    masker,
    locator,
    async *events() {
      try {
        return yield* performRun(prepared, {
          locator,
          signal,
          ...around,
          ...(output !== undefined && { output }),
          ...(kept && { kept }),
          ...(rules && { rules }),
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

/** The signal of a run that nothing ends early. */
const NEVER = new AbortController().signal;

/** Why a collection cannot be used. */
export function loadingError(
  diagnostics: readonly Diagnostic[],
): DiagnosticError {
  const errors = diagnostics.filter((it) => it.severity === "error");
  return loadingCode(errors) === 6
    ? new PermissionError(errors)
    : new CollectionError(errors);
}
