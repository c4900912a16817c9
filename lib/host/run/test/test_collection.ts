import { globToRegExp } from "@std/path/posix/glob-to-regexp";
import type { CollectionFiles } from "../../../core/collection/collection_files.ts";
import { makePlan } from "../../../core/plan/make_plan.ts";
import { withNeeded } from "../../../core/plan/needed.ts";
import type { Step } from "../../../core/plan/types.ts";
import type { RunCollectionOptions } from "../collection_options.ts";
import { folderOf } from "./folder_of.ts";
import { Opened } from "../open_collection.ts";
import { TestedRun } from "./tested_run.ts";

/**
 * Registers a collection with `Deno.test`: a test for each folder, in it a step
 * for each request, so that `deno test` runs it beside other tests. What fails
 * is shown with its place in the collection's files.
 *
 * All is one run, in the order of the collection: what a folder's scripts set is
 * there for the next one. With `--filter` the requests before those of the
 * wanted folder run, too.
 *
 * @param collection A collection's folder or file, or its texts.
 *
 * @example
 * ```ts ignore
 * // api_test.ts
 * import { testCollection } from "@brace/brace/test";
 *
 * testCollection("api", { environment: "local" });
 * ```
 */
export function testCollection(
  collection: string | CollectionFiles,
  options: RunCollectionOptions = {},
): void {
  const opened = new Opened(collection, {});
  const loaded = opened.load(options);
  const run = new TestedRun(() => opened.start(options, loaded));
  const name = loaded.collection?.name ?? nameOf(collection);
  const plan = loaded.collection && makePlan(loaded.collection, {
    paths: loaded.paths,
    stages: true,
    ...(options.withNeeded && { needed: withNeeded }),
    glob: (pattern) => globToRegExp(pattern, { globstar: true }),
    tags: {
      include: options.tags ?? [],
      exclude: options.excludeTags ?? [],
    },
  }).value;
  const folders = plan ? foldersOf(plan.steps) : [];
  // One that cannot be loaded, or has nothing to run, says so in a test.
  const tests = folders.length === 0 ? [""] : folders;
  for (const [index, folder] of tests.entries()) {
    const isLast = index === tests.length - 1;
    Deno.test({
      name: folder === "" ? name : `${name}: ${folder}`,
      // Connections and the sandbox are the run's, not those of one test.
      sanitizeOps: false,
      sanitizeResources: false,
      fn: (test) => run.report(test, { folder, isLast }),
    });
  }
  // With --filter the last test may not run.
  Deno.test.afterAll(async () => {
    await run.end();
    await opened.close();
  });
}

/** Each folder once, in the order of the first requests. */
function foldersOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.map(folderOf))];
}

function nameOf(collection: string | CollectionFiles): string {
  return typeof collection === "string" ? collection : "collection";
}
