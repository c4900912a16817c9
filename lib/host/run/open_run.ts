import type { CollectionFiles } from "../../collection/collection_files.ts";
import { exitCode } from "../../run/exit_code.ts";
import type { RunEvent } from "../../run/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import { openCollection } from "./open_collection.ts";
import type { RunEnd } from "./perform_run.ts";

/** How a run ended. */
export interface RunOutcome {
  /** Whether everything passed that was to run: the exit code is 0. */
  readonly passed: boolean;
  /**
   * What `brace run` would have exited with: 0 all passed, 1 a test or an
   * assertion failed, 2 nothing was executed or a file not written, 3 rendering,
   * 4 network, 5 script, 6 permission, 130 aborted.
   */
  readonly exitCode: number;
  /** What could not be saved after the run, and why. */
  readonly unwritten: readonly Diagnostic[];
}

/**
 * Runs a collection and gives what happens as it happens: what `brace run`
 * does, for programs. Nothing is printed, and nobody is asked anything. The
 * generator returns how the run ended; leaving it ends the run,
 * once teardown has run.
 *
 * @param collection A collection's folder or file, or its texts.
 * @throws {DiagnosticError} Before the first event: the collection, an option
 * or something else that the run needs cannot be used.
 * @throws {TypeError} For a value that no variable can have.
 *
 * @example
 * ```ts
 * import { openRun } from "@brace/brace/run";
 * import { assertEquals } from "@std/assert";
 *
 * await using server = Deno.serve(
 *   { hostname: "127.0.0.1", port: 0, onListen() {} },
 *   () => Response.json({ id: 7 }),
 * );
 * const files = new Map([
 *   ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: Shop}"],
 *   ["get.yml", "info: {name: Get user, type: http}\nhttp: {method: GET, url: '{{baseUrl}}/users/7'}"],
 * ]);
 * const seen: string[] = [];
 * for await (
 *   const event of openRun({ root: "", files }, {
 *     variables: { baseUrl: `http://127.0.0.1:${server.addr.port}` },
 *   })
 * ) {
 *   if (event.type === "request-end") {
 *     seen.push(`${event.result.step.item.name}: ${event.result.response?.status}`);
 *   }
 * }
 * assertEquals(seen, ["Get user: 200"]);
 * ```
 */
export async function* openRun(
  collection: string | CollectionFiles,
  options: RunCollectionOptions = {},
): AsyncGenerator<RunEvent, RunOutcome> {
  const open = await openCollection(collection, options);
  return outcomeOf(yield* open.events());
}

/** How a run ended, for programs. */
export function outcomeOf({ outcome, unwritten }: RunEnd): RunOutcome {
  const code = exitCode({
    ...outcome,
    unwritten: unwritten.some(({ severity }) => severity === "error"),
  });
  return { passed: code === 0, exitCode: code, unwritten };
}
