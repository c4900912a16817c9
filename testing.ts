/**
 * Runs a collection as tests of Deno, beside a repository's other tests.
 *
 * ```ts ignore
 * // api_test.ts: deno test --allow-net=127.0.0.1 --allow-read --allow-env
 * import { testCollection } from "@brace/brace/test";
 *
 * testCollection("api", { environment: "local" });
 * ```
 *
 * @module
 */
export { testCollection } from "./lib/host/run/test_collection.ts";
export type { RunCollectionOptions } from "./lib/host/run/collection_options.ts";
export type { ReporterOption } from "./lib/host/reports/reporter_option.ts";
export type { REPORT_KINDS, ReportKind } from "./lib/tools/report/kinds.ts";
export type { CollectionFiles } from "./lib/core/collection/collection_files.ts";
