/**
 * Runs collections from programs: what `brace run` does, without a terminal.
 *
 * ```ts ignore
 * import { openCollection, openRun, runCollection } from "@brace/brace/run";
 *
 * const result = await runCollection("api", {
 *   environment: "local",
 *   variables: { userId: 7 },
 *   paths: ["users"],
 * });
 * if (!result.passed) console.log(await result.toReport("junit"));
 *
 * for await (const event of openRun("api", { bail: true })) {
 *   if (event.type === "request-end") console.log(event.result.status);
 * }
 *
 * await using api = await openCollection("api", { environment: "local" });
 * await api.run({ paths: ["users"] });
 * await api.run({ paths: ["orders"] });
 * ```
 *
 * @module
 */
export { loadScriptReader } from "./lib/check/script/load_script_reader.ts";
export type { ScriptReader } from "./lib/check/types.ts";
export { runCollection } from "./lib/host/run/run_collection.ts";
export { openRun } from "./lib/host/run/open_run.ts";
export type { RunOutcome, RunResult } from "./lib/host/run/run_result.ts";
export {
  type CheckCollectionOptions,
  type CheckFindings,
  openCollection,
  type OpenedCollection,
  type VariableListing,
  type VariableSource,
} from "./lib/host/run/open_collection.ts";
export type { ListedRequest, Listing } from "./lib/host/run/list_requests.ts";
export type { RenderedItem } from "./lib/host/run/render_requests.ts";
export type { RunCollectionOptions } from "./lib/host/run/collection_options.ts";
export type { ReporterOption } from "./lib/host/reports/reporter_option.ts";
export { REPORT_KINDS, type ReportKind } from "./lib/report/kinds.ts";
export type { CollectionFiles } from "./lib/collection/collection_files.ts";
export type {
  Counts,
  FailureClass,
  RequestResult,
  RequestStatus,
  RunEvent,
  RunSummary,
} from "./lib/run/types.ts";
export type {
  DataRow,
  DataRows,
  NamesApart,
  Plan,
  SetApart,
  Shard,
  Step,
} from "./lib/plan/types.ts";
export type * from "./lib/collection/types.ts";
export type { Value } from "./lib/scope/value/value.ts";
export type { ScopeName } from "./lib/scope/names.ts";
export type { ValueOrigin } from "./lib/scope/provenance.ts";
export type { AssertionResult } from "./lib/assertion/types.ts";
export type { ConsoleLine, TestResult } from "./lib/script/border/types.ts";
export type {
  RenderedAuth,
  RenderedBody,
  RenderedPart,
  RenderedRequest,
  RenderedSettings,
} from "./lib/http/rendered_request.ts";
export type { Insertion, InsertionPlace } from "./lib/http/insertion.ts";
export type { Hop, Response, Timings } from "./lib/http/response.ts";
export type {
  Diagnostic,
  DiagnosticCode,
  Location,
  Place,
} from "./lib/source/diagnostic.ts";
export type { Origin, Text } from "./lib/source/origin.ts";
export {
  CollectionError,
  DiagnosticError,
  PermissionError,
  UsageError,
} from "./lib/source/errors.ts";
