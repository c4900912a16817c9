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
export { Client, type ClientOptions } from "./lib/request/client.ts";

export { parseTemplate } from "./lib/template/parse_template.ts";
export { expressionsIn } from "./lib/template/expressions_in.ts";
export { isName } from "./lib/template/characters.ts";
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
} from "./lib/template/types.ts";

export {
  type Known,
  type RenderedVariable,
  Scopes,
  type ScopesOptions,
  type ScopeValues,
} from "./lib/scope/scopes.ts";
export type { UndefinedMode } from "./lib/scope/undefined_mode.ts";
export { SCOPE_NAMES, type ScopeName } from "./lib/scope/names.ts";
export type { Apart, Entry } from "./lib/scope/entry.ts";
export type { Layer, VariableDefinition } from "./lib/scope/layer.ts";
export { layerOf } from "./lib/scope/layer.ts";
export { Variables } from "./lib/scope/variables.ts";
export {
  kindOf,
  type Value,
  VALUE_KINDS,
  type ValueKind,
} from "./lib/scope/value/value.ts";
export { WrittenNumber } from "./lib/scope/value/written_number.ts";
export { CLIENT_VERSION } from "./lib/scope/value/client_version.ts";
export { snapshot } from "./lib/scope/value/snapshot.ts";
export {
  type Definition,
  explain,
  type Explanation,
} from "./lib/scope/explain.ts";
export type {
  Generator,
  Generators,
  PromptUse,
  Sources,
} from "./lib/scope/sources.ts";
export { seededRandom } from "./lib/scope/seeded_random.ts";
export { loadFakeData } from "./lib/scope/generators/fake_data.ts";

export {
  render,
  type RenderPlace,
  type RenderTemplateOptions,
} from "./lib/request/render_template.ts";
export {
  type FetchRequest,
  type FetchRequestOptions,
  renderFetchRequest as renderRequest,
} from "./lib/request/fetch_request.ts";
export type { Insertion, InsertionPlace } from "./lib/http/insertion.ts";
export type { Provenance, ValueOrigin } from "./lib/scope/provenance.ts";
export type { RenderingOptions } from "./lib/request/take_rendered.ts";
export type {
  Pairs,
  PlainBody,
  PlainRequest,
} from "./lib/request/plain_request.ts";

export type { CollectionFiles } from "./lib/collection/collection_files.ts";
export { readCollection } from "./lib/collection/read_collection.ts";
export { checkCollection } from "./lib/check/check_collection.ts";
export type {
  CheckOptions,
  Members,
  RequestPart,
  ScriptFacts,
  ScriptName,
  ScriptProblem,
  ScriptReader,
  ScriptSetting,
  ScriptStretch,
} from "./lib/check/types.ts";
export type {
  KeptReading,
  KeptReadings,
} from "./lib/collection/read/tree/kept_readings.ts";
export {
  type OpenRequest,
  openRequest,
  type OpenRequestOptions,
} from "./lib/run/open_request.ts";
export type { Inherited } from "./lib/collection/inherit.ts";
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
  Header,
  Item,
  Param,
  Request,
  Script,
  ScriptDialect,
  ScriptPhase,
  Settings,
  UnsupportedItem,
  Variable,
} from "./lib/collection/types.ts";
export type {
  Body,
  FormField,
  MultipartField,
} from "./lib/collection/body_types.ts";

export type {
  Diagnostic,
  DiagnosticCode,
  Fix,
  Location,
  Place,
  Related,
  TextEdit,
} from "./lib/source/diagnostic.ts";
export {
  type DiagnosticStyle,
  formatDiagnostic,
  type FormatOptions,
} from "./lib/source/format_diagnostic.ts";
export type { Origin, Text } from "./lib/source/origin.ts";
export {
  CollectionError,
  DiagnosticError,
  InterpolationError,
  PermissionError,
} from "./lib/source/errors.ts";
