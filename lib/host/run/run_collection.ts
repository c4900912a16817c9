import type { CollectionFiles } from "../../core/collection/collection_files.ts";
import type { RunCollectionOptions } from "./collection_options.ts";
import { Opened } from "./open_collection.ts";
import type { RunOutcome, RunResult } from "./run_result.ts";
import type { RunEvent } from "../../core/run/types.ts";

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
  await using opened = new Opened(collection, {});
  return await opened.run(options);
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
  await using opened = new Opened(collection, {});
  return yield* opened.events(options);
}
