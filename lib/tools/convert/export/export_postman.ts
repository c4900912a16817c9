import { entryName } from "../../../core/policy/env_refusal.ts";
import { inStages } from "./in_stages.ts";
import { fileName } from "../file_name.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileDefaults, FileRequest } from "../open_collection.ts";
import type {
  Imported,
  ImportedEnvironment,
  ImportedItem,
  ImportNote,
  ReplacedSecret,
} from "../types.ts";
import { type Say, shownName } from "./bru_text.ts";
import { selectedValue, typed } from "./bru_lines.ts";
import { maskedNote } from "../secrets/hide_shown.ts";
import { hideForExport } from "./hide_for_export.ts";
import { toPostmanAuth } from "./postman_auth.ts";
import { definedNames } from "./defined_names.ts";
import { eventsOf } from "./postman_events.ts";
import { oauth1Notes } from "./notes/oauth1_notes.ts";
import {
  extensionNotes,
  PROCESS_ENV,
  secretNotes,
} from "./notes/postman_notes.ts";
import { writePlaceholders } from "./placeholders/write_placeholders.ts";
import { bodyOf, graphqlMode, typedHeaders, urlOf } from "./postman_request.ts";
import { responsesOf } from "./postman_responses.ts";
import { noteUnescaped } from "./notes/unescaped_values.ts";

const SCHEMA =
  "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** What could not be said in Postman's format. */
export interface PostmanExport {
  readonly collection: string;
  /** Environments and globals, each a file of its own, by the file's name. */
  readonly environments: ReadonlyMap<string, string>;
  readonly notes: readonly ImportNote[];
  /** How many variables stand for values that were taken out. */
  readonly added: number;
  /** Where the values were. */
  readonly found: readonly ReplacedSecret[];
}

/** Methods whose bodies Postman drops unless a request says otherwise. */
const PRUNED = ["GET", "COPY", "HEAD", "PURGE", "UNLOCK"];
/** The headers that Postman adds itself, and can leave out. */
const SYSTEM_HEADERS = [
  "accept",
  "accept-encoding",
  "cache-control",
  "connection",
  "content-length",
  "content-type",
  "host",
  "postman-token",
  "user-agent",
];

/** The settings that Postman has. */
const SETTINGS = ["followRedirects", "maxRedirects"];

/** How an export is written; absent: without values of secrets. */
export interface PostmanExportOptions {
  readonly withSecrets?: boolean;
  /** The entries of the collection's `.env`: Postman reads no such file. */
  readonly dotenv?: ReadonlyMap<string, string>;
}

interface Writing extends Required<PostmanExportOptions> {
  readonly notes: ImportNote[];
  /** Names that files give a value. */
  readonly defined: ReadonlySet<string>;
}

/** A collection as Postman reads it: version 2.1, and its environments; without the values of secrets, unless asked for. */
export function exportPostman(
  imported: Imported,
  { withSecrets = false, dotenv = new Map() }: PostmanExportOptions = {},
): PostmanExport {
  const { value: hidden, added, masked } = withSecrets
    ? { value: imported, added: 0, masked: 0 }
    : hideForExport(imported, { client: "Postman", dotenv });
  const { value, notes } = writePlaceholders(hidden, {
    client: "Postman",
    ...(withSecrets && { replaced: dotenv }),
  });
  const taken = new Set<string>();
  const writing: Writing = {
    notes: [...value.notes],
    withSecrets,
    dotenv,
    defined: definedNames(value),
  };
  const { name, docs, defaults, environments, config } = value;
  for (const key of ["proxy", "clientCertificates"]) {
    if (members(config)[key] === undefined) continue;
    sayIn(writing, "the collection")(
      `"config.${key}" is left out: set it up in Postman's settings`,
    );
  }
  const { items, said } = inStages(value, { format: "Postman" });
  for (const message of said) sayIn(writing, "the collection")(message);
  writing.notes.push(...extensionNotes(value));
  const collection = {
    info: {
      name,
      ...(docs !== undefined && { description: docs }),
      schema: SCHEMA,
    },
    item: items.map((item) => itemOf(item, writing)),
    ...levelOf(defaults, sayIn(writing, "the collection"), writing),
  };
  writing.notes.push(...oauth1Notes({ items, defaults }));
  const valueOf = (row: Record<string, RawJson>) =>
    variableOf(row, writing).value;
  writing.notes.push(...secretNotes(value, { withSecrets, valueOf }));
  if (masked > 0) writing.notes.push(maskedNote(masked));
  writing.notes.push(...noteUnescaped(value, "Postman"));
  const files = new Map(environments.map((one) => [
    `${fileName(one.name, taken)}.postman_${scopeOf(one)}.json`,
    json({
      name: one.name,
      values: one.variables.map((variable) => {
        // The variables of an environment say what the others say by "disabled".
        const { disabled = false, ...row } = variableOf(
          members(variable),
          writing,
        );
        const type = variable.secret ? "secret" : "default";
        return { ...row, type, enabled: !disabled };
      }),
      _postman_variable_scope: scopeOf(one),
    }),
  ]));
  writing.notes.push(...notes);
  return {
    collection: json(collection),
    environments: files,
    notes: writing.notes,
    added,
    found: withSecrets ? [] : replacedSecrets(hidden),
  };
}

/** Where values were, by the variables of the collection that stand for them. */
function replacedSecrets({ found = [], defaults }: Imported): ReplacedSecret[] {
  const names = new Map(
    (defaults?.variables ?? []).map(({ name, value }) =>
      [entryName(value), name] as const
    ),
  );
  return found.map(({ env, ...one }) => ({
    ...one,
    variable: names.get(env) ?? env,
  }));
}

function scopeOf({ isGlobal }: ImportedEnvironment): "globals" | "environment" {
  return isGlobal ? "globals" : "environment";
}

/** Adds notes about an item. */
function sayIn({ notes }: Writing, about: string, item?: ImportedItem): Say {
  return (message, lost, kind = "person", merged) =>
    notes.push({
      kind,
      message,
      about,
      ...(item && { item }),
      ...(lost && { lost }),
      ...(merged && { merged }),
    });
}

function itemOf(item: ImportedItem, writing: Writing): RawJson {
  if (item.kind === "folder") {
    const say = sayIn(writing, `the folder "${shownName(item.name)}"`, item);
    const unread = namesOf(
      elements(item.defaults?.variables).filter((one) =>
        members(one).disabled !== true
      ),
    );
    if (unread.length > 0) {
      say(
        `Postman does not read variables of a folder (${
          unread.join(", ")
        }): write them into the collection or an environment`,
      );
    }
    return {
      name: item.name,
      ...(item.docs !== undefined && { description: item.docs }),
      item: item.items.map((one) => itemOf(one, writing)),
      ...levelOf(item.defaults, say, writing),
    };
  }
  const { info, http, graphql, runtime, settings, docs } = item.request;
  const details = http ?? graphql;
  const say = sayIn(writing, `"${shownName(info.name)}"`, item);
  sayLosses(item.request, say);
  const body = graphql
    ? graphqlMode(graphql.body ?? { query: "" })
    : bodyOf(http?.body);
  const method = jsonTextOf(details?.method) ?? (graphql ? "POST" : "GET");
  const request = {
    method,
    header: typedHeaders(details?.headers, http?.body),
    url: urlOf(jsonTextOf(details?.url) ?? "", details?.params),
    ...body,
    ...toPostmanAuth(details?.auth, "request", say),
    ...(docs !== undefined && { description: docs }),
  };
  return {
    name: info.name,
    request,
    event: eventsOf(runtime?.scripts, runtime, {
      defined: writing.defined,
      say,
    }),
    ...behaviorOf(settings, {
      keepsBody: PRUNED.includes(method.toUpperCase()) && "body" in body &&
        !isEmpty(http?.body),
    }),
    response: responsesOf(item.request.examples, request),
  };
}

/** Whether a body is there only for scripts to fill. */
function isEmpty(body: RawJson): boolean {
  const { data } = members(body);
  return data === "" || Array.isArray(data) && data.length === 0;
}

/** Says what of a request Postman cannot hold. */
function sayLosses(request: FileRequest, say: Say): void {
  const { http, runtime, settings, extensions } = request;
  if (elements(runtime?.actions).length > 0) {
    say("Actions are written as a test script", undefined, "changed");
  }
  const names = namesOf(elements(runtime?.variables));
  if (names.length > 0) {
    say(
      `${
        names.length === 1
          ? `The variable ${names[0]} is`
          : `${names.length} variables are`
      } left out: requests of Postman cannot have any${
        names.length === 1 ? "" : ` (${names.join(", ")})`
      }`,
      { variables: names.length },
    );
  }
  if (members(http?.body).interpolate === false) {
    say(
      "The body is to go as it is, placeholders included (interpolate: false), which Postman does not know",
    );
  }
  for (const [key, value] of Object.entries(settings ?? {})) {
    if (SETTINGS.includes(key) || isUsual(key, jsonTextOf(value))) continue;
    if (key === "omitHeaders") {
      for (const name of omittedNames(settings)) {
        if (SYSTEM_HEADERS.includes(name.toLowerCase())) continue;
        say(
          `"settings.omitHeaders" for "${
            shownName(name)
          }" is left out: Postman leaves out only headers that it adds itself`,
        );
      }
      continue;
    }
    say(
      `The setting "${shownName(key)}" is left out: Postman does not know it`,
    );
  }
  for (const key of Object.keys(members(members(extensions).brace))) {
    if (key === "source") continue;
    say(
      `"extensions.brace.${
        shownName(key)
      }" is left out: Postman does not know it`,
    );
  }
}

/** The names of variables, as a message shows them. */
function namesOf(variables: readonly RawJson[]): string[] {
  return variables.map((one) =>
    `"${shownName(jsonTextOf(members(one).name) ?? "")}"`
  );
}

/** What Postman does anyway; Bruno's tools write these into every request. */
function isUsual(key: string, value: string | undefined): boolean {
  return value === "inherit" || key === "timeout" && value === "0" ||
    key === "encodeUrl" || key === "forwardAuthorizationHeader";
}

/** Variables, auth and scripts of a level; headers are none in Postman. */
function levelOf(
  defaults: FileDefaults | undefined,
  say: Say,
  writing: Writing,
) {
  if (elements(defaults?.metadata).length > 0) {
    say("Its metadata is left out: the format holds no gRPC requests");
  }
  if (elements(defaults?.headers).length > 0) {
    say("Its headers are left out: Postman has none that requests inherit");
  }
  if (elements(defaults?.actions).length > 0) {
    say("Its actions are left out: Postman has none that requests inherit");
  }
  if (defaults?.settings !== undefined) {
    say("Its settings are left out: in Postman each request has its own");
  }
  const event = eventsOf(defaults?.scripts, undefined, {
    defined: writing.defined,
    say,
  });
  const variable = elements(defaults?.variables).map(members).map((row) => ({
    ...variableOf(row, writing),
    ...(row.secret === true && { type: "secret" }),
  }));
  return {
    ...toPostmanAuth(defaults?.auth, "level", say),
    ...(event.length > 0 && { event }),
    ...(variable.length > 0 && { variable }),
  };
}

function variableOf(
  row: Record<string, RawJson>,
  { withSecrets, dotenv }: Writing,
) {
  // On one line, as a header has no other: Postman inserts the text as it is.
  const { type, data } = typed(selectedValue(row.value), 0);
  const isSecret = row.secret === true;
  return {
    key: jsonTextOf(row.name) ?? "",
    value: withSecrets && type !== "null"
      ? data.replace(
        PROCESS_ENV,
        (text, name) => dotenv.get(name) ?? (isSecret ? "" : text),
      )
      : isSecret
      ? ""
      : type === "null"
      ? null
      : data,
    ...((type === "number" || type === "boolean") && { type }),
    ...(row.disabled === true && { disabled: true }),
    ...(jsonTextOf(row.description) &&
      { description: jsonTextOf(row.description) }),
  };
}

function omittedNames(settings: FileRequest["settings"]): string[] {
  return elements(members(settings as RawJson).omitHeaders)
    .flatMap((name) => jsonTextOf(name) ?? []);
}

function behaviorOf(
  settings: FileRequest["settings"],
  { keepsBody }: { keepsBody: boolean },
) {
  // Numbers of the files are read as they are written.
  const redirects = Number(
    jsonTextOf(settings?.maxRedirects as RawJson) ?? NaN,
  );
  const omitted = omittedNames(settings).map((name) => name.toLowerCase())
    .filter((name) => SYSTEM_HEADERS.includes(name));
  const behavior = {
    ...(omitted.length > 0 && {
      disabledSystemHeaders: Object.fromEntries(
        omitted.map((name) => [name, true]),
      ),
    }),
    ...(keepsBody && { disableBodyPruning: true }),
    ...(typeof settings?.followRedirects === "boolean" &&
      { followRedirects: settings.followRedirects }),
    ...(Number.isSafeInteger(redirects) && { maxRedirects: redirects }),
  };
  return Object.keys(behavior).length > 0
    ? { protocolProfileBehavior: behavior }
    : {};
}

function json(value: RawJson): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
