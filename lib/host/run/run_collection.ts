import { groupOf } from "../../plan/groups.ts";
import { lastRuns } from "../../plan/last_runs.ts";
import type { CollectionFiles } from "../../collection/collection_files.ts";
import type { RequestResult, RunEvent, RunSummary } from "../../run/types.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import { openCollection } from "./open_collection.ts";
import { outcomeOf, type RunOutcome } from "./open_run.ts";
import type { ReportKind } from "../../report/kinds.ts";

/** What came of a run. */
export interface RunResult extends RunOutcome {
  /** The collection's name. */
  readonly collection: string;
  /** What happened to each request, in the order in which they ended. Values are as they were sent: secrets are in them. */
  readonly requests: readonly RequestResult[];
  /** How many requests, tests and assertions passed and failed. */
  readonly summary: RunSummary;
  /** Warnings about the collection and its surroundings. */
  readonly warnings: readonly Diagnostic[];
  /** The text of a report, secrets masked. */
  toReport(kind: ReportKind): Promise<string>;
}

/**
 * Runs a collection: what `brace run` does, for programs. Nothing is printed,
 * and nobody is asked anything. That requests fail is in the result; an aborted
 * run gives what ran, and the exit code 130.
 *
 * @param collection A collection's folder or file, or its texts.
 * @throws {DiagnosticError} Nothing was sent: the collection, an option or
 * something else that the run needs cannot be used.
 * @throws {TypeError} For a value that no variable can have.
 *
 * @example
 * ```ts
 * import { runCollection } from "@brace/brace/run";
 * import { assertEquals } from "@std/assert";
 *
 * await using server = Deno.serve(
 *   { hostname: "127.0.0.1", port: 0, onListen() {} },
 *   (request) => new Response(new URL(request.url).pathname),
 * );
 * const files = new Map([
 *   ["opencollection.yml", "opencollection: 1.0.0\ninfo: {name: Shop}"],
 *   ["get.yml", `info: {name: Get user, type: http}
 * http: {method: GET, url: "{{baseUrl}}/users/{{user.id}}"}
 * runtime:
 *   assertions: [{expression: res.status, operator: eq, value: "200"}]`],
 * ]);
 * const result = await runCollection({ root: "", files }, {
 *   variables: { baseUrl: `http://127.0.0.1:${server.addr.port}`, user: { id: 7 } },
 * });
 * assertEquals(result.exitCode, 0);
 * assertEquals(result.requests[0].response?.status, 200);
 * assertEquals(new TextDecoder().decode(result.requests[0].response?.body), "/users/7");
 * assertEquals((await result.toReport("junit")).includes('tests="1"'), true);
 * ```
 */
export async function runCollection(
  collection: string | CollectionFiles,
  options: RunCollectionOptions = {},
): Promise<RunResult> {
  const open = await openCollection(collection, options);
  const { masker, locator, prepared } = open;
  const kept: RunEvent[] = [];
  const events = open.events();
  let next = await events.next();
  for (; !next.done; next = await events.next()) kept.push(next.value);
  const outcome = outcomeOf(next.value);
  return {
    ...outcome,
    collection: prepared.loaded.collection.name,
    requests: lastRuns(
      kept.flatMap((event) => event.type === "request-end" ? event.result : []),
      ({ step, rerun }) => ({
        group: groupOf(step, prepared.loaded.plan),
        ...rerun !== undefined && { rerun },
      }),
    ),
    summary: kept.findLast((event) => event.type === "run-end")!.summary,
    warnings: kept.flatMap((event) =>
      event.type === "warning" ? event.diagnostic : []
    ),
    async toReport(kind) {
      const { reportText } = await import("./report_text.ts");
      return await reportText(kind, kept, {
        masker,
        locator,
        exitCode: outcome.exitCode,
        ...(options.seed !== undefined && { seed: options.seed }),
      });
    },
  };
}
