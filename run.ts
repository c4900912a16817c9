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
export { loadScriptReader } from "./lib/host/check/load_script_reader.ts";
export type { ScriptReader } from "./lib/tools/check/types.ts";
export { runCollection } from "./lib/host/run/run_collection.ts";
export { openRun } from "./lib/host/run/run_collection.ts";
export type { RunOutcome, RunResult } from "./lib/host/run/run_result.ts";
export { openCollection } from "./lib/host/run/open_collection.ts";
export type {
  CheckCollectionOptions,
  CheckFindings,
  OpenedCollection,
  VariableListing,
  VariableSource,
} from "./lib/host/run/opened_collection.ts";
export type { ListedRequest, Listing } from "./lib/host/run/list_requests.ts";
export type {
  RenderedItem,
  RenderedMessage,
} from "./lib/host/run/render_requests.ts";
export type { RunCollectionOptions } from "./lib/host/run/collection_options.ts";
export type { ReporterOption } from "./lib/host/reports/reporter_option.ts";
export { REPORT_KINDS, type ReportKind } from "./lib/tools/report/kinds.ts";
export type { CollectionFiles } from "./lib/core/collection/collection_files.ts";
export type {
  Counts,
  FailureClass,
  RequestResult,
  RequestStatus,
  RunEvent,
  RunSummary,
} from "./lib/core/run/types.ts";
export type {
  DataRow,
  DataRows,
  DataUse,
  NamesApart,
  Plan,
  SetApart,
  Shard,
  Step,
} from "./lib/core/plan/types.ts";
export type * from "./lib/core/collection/types.ts";
export type { Value } from "./lib/core/scope/value/value.ts";
export type { ScopeName } from "./lib/core/scope/names.ts";
export type { ValueOrigin } from "./lib/core/scope/provenance.ts";
export type { AssertionResult } from "./lib/core/assertion/types.ts";
export type {
  ConsoleLine,
  TestResult,
} from "./lib/core/script/border/types.ts";
export type {
  RenderedAuth,
  RenderedBody,
  RenderedPart,
  RenderedRequest,
  RenderedSettings,
} from "./lib/core/http/rendered_request.ts";
export type { Insertion, InsertionPlace } from "./lib/core/http/insertion.ts";
export type { Hop, Response, Timings } from "./lib/core/http/response.ts";
export type {
  RenderedStream,
  ResponseStream,
  SpilledMessages,
  StreamClose,
  StreamKind,
  StreamMessage,
} from "./lib/core/http/stream.ts";
export type {
  Diagnostic,
  DiagnosticCode,
  LineText,
  Location,
  Place,
  WayOut,
  WayOutKind,
} from "./lib/core/source/diagnostic.ts";
export type { Origin, Text } from "./lib/core/source/origin.ts";
export {
  CollectionError,
  DiagnosticError,
  PermissionError,
  UsageError,
} from "./lib/core/source/errors.ts";
