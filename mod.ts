/**
 * Brace puts the values of variables into HTTP requests, exactly and safely:
 * templates with `{{placeholders}}`, scopes, rendering by place, and
 * collections of requests in OpenCollection YAML. Pure: it needs no
 * permissions and runs in Deno, Node, Bun and browsers.
 *
 * @example
 * ```ts
 * import { createClient } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const client = createClient();
 * client.setVar("user", { id: 7, name: 'Ada "A"', tags: ["x", "y"] });
 *
 * const request = client.renderRequest({
 *   method: "PUT",
 *   url: "https://api.example.com/users/{{user.id}}",
 *   body: { type: "json", data: '{"name": "{{user.name}}", "tags": {{user.tags}}}' },
 * });
 * assertEquals(request.url, "https://api.example.com/users/7");
 * assertEquals(request.body, '{"name": "Ada \\"A\\"", "tags": ["x","y"]}');
 * // await fetch(request.url, request);
 * ```
 *
 * @module
 */
export { createClient } from "./lib/host/create_client.ts";
export { systemSources } from "./lib/host/system_sources.ts";
export { locateDiagnostics } from "./lib/host/locate/locate_diagnostics.ts";
export { Client, type ClientOptions } from "./lib/core/request/client.ts";

export { parseTemplate } from "./lib/core/template/parse_template.ts";
export { expressionsIn } from "./lib/core/template/expressions_in.ts";
export { isName } from "./lib/core/template/characters.ts";
export type {
  Expression,
  GeneratorCall,
  Literal,
  Part,
  PlaceholderPart,
  ProcessEnv,
  Prompt,
  Reference,
  Segment,
  SyntaxProblem,
  Template,
  TextPart,
} from "./lib/core/template/types.ts";

export {
  type Known,
  type RenderedVariable,
  Scopes,
  type ScopesOptions,
  type ScopeValues,
} from "./lib/core/scope/scopes.ts";
export type { UndefinedMode } from "./lib/core/scope/undefined_mode.ts";
export { SCOPE_NAMES, type ScopeName } from "./lib/core/scope/names.ts";
export type { Apart, Entry } from "./lib/core/scope/variables.ts";
export type {
  Layer,
  StoredSecret,
  VariableDefinition,
} from "./lib/core/scope/layer.ts";
export { layerOf } from "./lib/core/scope/layer.ts";
export { Variables } from "./lib/core/scope/variables.ts";
export {
  kindOf,
  type Value,
  VALUE_KINDS,
  type ValueKind,
} from "./lib/core/scope/value/value.ts";
export { WrittenNumber } from "./lib/core/scope/value/written_number.ts";
export { CLIENT_VERSION } from "./lib/core/scope/value/client_version.ts";
export { snapshot } from "./lib/core/scope/value/snapshot.ts";
export {
  type Definition,
  explain,
  type Explanation,
} from "./lib/core/scope/explain.ts";
export type {
  Generator,
  Generators,
  PromptUse,
  Sources,
} from "./lib/core/scope/execution.ts";
export { seededRandom } from "./lib/core/scope/seeded_random.ts";
export { loadFakeData } from "./lib/core/scope/generators/fake_data.ts";

export {
  render,
  type RenderPlace,
  type RenderTemplateOptions,
} from "./lib/core/request/render_template.ts";
export {
  type FetchRequest,
  type FetchRequestOptions,
  renderFetchRequest as renderRequest,
} from "./lib/core/request/fetch_request.ts";
export type { Insertion, InsertionPlace } from "./lib/core/http/insertion.ts";
export type { Provenance, ValueOrigin } from "./lib/core/scope/provenance.ts";
export type { RenderingOptions } from "./lib/core/request/take_rendered.ts";
export type {
  Pairs,
  PlainBody,
  PlainRequest,
} from "./lib/core/request/plain_request.ts";

export type { CollectionFiles } from "./lib/core/collection/collection_files.ts";
export { readCollection } from "./lib/core/collection/read_collection.ts";
export { checkCollection } from "./lib/tools/check/check_collection.ts";
export type {
  BodyUse,
  CheckOptions,
  EntryRead,
  FlowCall,
  Members,
  RequestPart,
  ScriptDefault,
  ScriptDeletion,
  ScriptedPart,
  ScriptFacts,
  ScriptName,
  ScriptProblem,
  ScriptRead,
  ScriptReader,
  ScriptSetting,
  ScriptStretch,
  ScriptText,
  SentUrl,
  WrittenValue,
} from "./lib/tools/check/types.ts";
export type { ReadingCall } from "./lib/core/script/reading_call.ts";
export type {
  KeptReading,
  KeptReadings,
} from "./lib/core/collection/read/tree/folder_reading.ts";
export {
  type OpenRequest,
  openRequest,
  type OpenRequestOptions,
} from "./lib/core/run/open_request.ts";
export type { Inherited } from "./lib/core/collection/inherit.ts";
export type {
  Action,
  Assertion,
  AssertionOperator,
  Auth,
  AUTH_KEYS,
  AuthType,
  Collection,
  CollectionConfig,
  Defaults,
  Environment,
  Folder,
  GrpcCall,
  GrpcMethodType,
  Header,
  Item,
  Message,
  MessageType,
  OwnAuthNames,
  Param,
  ProtobufConfig,
  Request,
  Script,
  ScriptDialect,
  ScriptLanguage,
  ScriptPhase,
  Settings,
  StreamSettings,
  StreamStep,
  UnsupportedItem,
  Variable,
} from "./lib/core/collection/types.ts";
export type {
  Body,
  FormField,
  MultipartField,
} from "./lib/core/collection/body_types.ts";

export type {
  Diagnostic,
  DiagnosticCode,
  Fix,
  LineText,
  Location,
  Place,
  Related,
  TextEdit,
  WayOut,
  WayOutKind,
} from "./lib/core/source/diagnostic.ts";
export {
  type DiagnosticStyle,
  formatDiagnostic,
  type FormatOptions,
} from "./lib/core/source/format_diagnostic.ts";
export type { Origin, Text } from "./lib/core/source/origin.ts";
export {
  CollectionError,
  DiagnosticError,
  InterpolationError,
  PermissionError,
} from "./lib/core/source/errors.ts";
