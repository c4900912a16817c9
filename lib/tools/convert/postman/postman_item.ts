import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type {
  FileBody,
  FileDefaults,
  FileRequest,
  FileRow,
  FileScript,
} from "../open_collection.ts";
import { flowNotes } from "../flow_notes.ts";
import type { SecretValues } from "../secrets/secret_values.ts";
import type {
  ImportedFolder,
  ImportedItem,
  ImportedRequest,
  ImportNote,
  SourcePlace,
} from "../types.ts";
import { description, postmanRows, postmanVariables } from "./postman_rows.ts";
import {
  replacedByForm,
  V3_BODILESS,
} from "../../../core/collection/v3/wire_rules.ts";
import type { PostmanAuth } from "../../../core/collection/v3/auth_types.ts";
import {
  isSignedInForm,
  postmanAuth,
} from "../../../core/collection/v3/postman_auth.ts";
import { connectionLosses, postmanSettings } from "./postman_settings.ts";
import { postmanBody } from "./postman_body.ts";
import { levelLosses, requestLosses, tooDeep } from "./count_postman.ts";
import { unreadVariables } from "./count_postman.ts";
import { postmanExamples } from "./postman_examples.ts";
import { postmanUrl } from "./postman_url.ts";
import { NAMELESS, type RequestIds } from "./request_ids.ts";
import { emptyPathParams, fileNotes, namedIn } from "../named_files.ts";

/** What reading the items of one collection needs. */
export interface PostmanReading {
  readonly file: string;
  readonly secrets: SecretValues;
  readonly notes: ImportNote[];
  readonly ids: RequestIds;
  readonly hasFile?: (path: string) => boolean;
}

/** What the levels above give a request. */
interface Above {
  readonly hasAuth: boolean;
  /** Whether a script reads or sets the bodies. */
  readonly hasBodyScript: boolean;
}

/** Adds what a level gives to what those above it do. */
export function withLevel(
  { auth, scripts = [] }: FileDefaults = {},
  above: Above = { hasAuth: false, hasBodyScript: false },
): Above {
  return {
    hasAuth: above.hasAuth || auth !== undefined,
    hasBodyScript: above.hasBodyScript || usesBody(scripts),
  };
}

/** Deeper nesting is a document made to be hostile. */
const MAX_DEPTH = 200;

/** Reads `item`: folders and requests in their order. */
export function postmanItems(
  value: RawJson,
  { path, reading, above, behavior, depth = 0 }: {
    path: string;
    reading: PostmanReading;
    above: Above;
    /** `protocolProfileBehavior` of the levels above; the nearest wins. */
    behavior: Record<string, RawJson>;
    depth?: number;
  },
): ImportedItem[] {
  if (depth > MAX_DEPTH) {
    reading.notes.push({
      ...tooDeep(value, MAX_DEPTH),
      source: { file: reading.file, path },
    });
    return [];
  }
  return elements(value).map((element, index) => {
    const at = `${path}[${index}]`;
    const item = members(element);
    const own = { ...behavior, ...members(item.protocolProfileBehavior) };
    if (!Array.isArray(item.item)) {
      return requestOf(item, { path: at, reading, above, behavior: own });
    }
    const level = postmanLevel(item, { path: at, reading });
    const folder: ImportedFolder = {
      kind: "folder",
      name: jsonTextOf(item.name) || "folder",
      ...docs(item.description),
      ...(level.defaults && { defaults: level.defaults }),
      items: postmanItems(item.item, {
        path: `${at}.item`,
        reading,
        above: withLevel(level.defaults, above),
        behavior: own,
        depth: depth + 1,
      }),
    };
    note(reading, [...level.notes, ...unreadVariables(item)], {
      path: at,
      item: folder,
    });
    return folder;
  });
}

/** What a folder or the collection hands down. */
export function postmanLevel(
  level: Record<string, RawJson>,
  { reading }: { path: string; reading: PostmanReading },
): { defaults?: FileDefaults; notes: readonly Said[] } {
  const readAuth = postmanAuth(level.auth);
  const { auth } = readAuth;
  const { scripts, notes } = postmanScripts(level.event, reading.ids);
  const { secrets } = reading;
  const variables = postmanVariables(
    level.variable ?? level.variables,
    (name, value) => secrets.variable(name, value),
  );
  const defaults: FileDefaults = {
    ...(auth && { auth }),
    ...(variables.length > 0 && { variables }),
    ...(scripts.length > 0 && { scripts }),
  };
  return {
    ...(Object.keys(defaults).length > 0 && { defaults }),
    notes: [...authNotes(readAuth), ...notes, ...levelLosses(level)],
  };
}

/** A script that may set the method of its request. */
const CHANGED_METHOD = /\brequest\.(?:method\s*=(?!=)|update\s*\()/;

/** Whether a script names the body before the request is sent, also as in `const { body } = pm.request`. */
function usesBody(scripts: readonly FileScript[]): boolean {
  return scripts.some(({ type, code }) =>
    type === "before-request" && /\brequest\b/.test(code) &&
    /\bbody\b/.test(code)
  );
}

function requestOf(
  item: Record<string, RawJson>,
  { path, reading, above, behavior }: {
    path: string;
    reading: PostmanReading;
    above: Above;
    behavior: Record<string, RawJson>;
  },
): ImportedRequest {
  const request = typeof item.request === "string"
    ? { url: item.request, method: "GET" }
    : members(item.request);
  const method = jsonTextOf(request.method)?.toUpperCase() || "GET";
  const { settings, keepsBody, notes } = postmanSettings(behavior);
  const { named, note: namelessNote } = namedHeaders(request.header);
  const written = named.find(({ name, disabled }) =>
    !disabled && name.toLowerCase() === "content-type"
  );
  const { scripts, notes: scriptNotes } = postmanScripts(
    item.event,
    reading.ids,
  );
  const sent = { contentType: written?.value };
  const full = postmanBody(request.body, sent);
  const hasBody = full.body !== undefined || full.graphql !== undefined;
  const keepsEmpty = !hasBody && (above.hasBodyScript || usesBody(scripts));
  const read = keepsEmpty
    ? postmanBody(request.body, { ...sent, keepsEmpty })
    : full;
  const isPruned = V3_BODILESS.includes(method) && !keepsBody && hasBody;
  const { body, graphql, contentType } = isPruned
    ? { body: undefined, graphql: undefined, contentType: undefined }
    : read;
  // A form that is not sent replaces nothing.
  const isSent = body !== undefined && !("omitEmpty" in body);
  const { headers, note: headerNote } = isSent
    ? formHeaders(named, members(request.body).mode, behavior)
    : { headers: [...named], note: undefined };
  if (contentType !== undefined && !written) {
    headers.push({ name: "Content-Type", value: contentType });
  }
  const readAuth = postmanAuth(request.auth);
  const auth = inForm(readAuth.auth, method, body);
  const { target, notes: urlNotes } = postmanUrl(request.url);
  const examples = postmanExamples(item.response);
  const details = {
    method,
    ...target,
    ...(headers.length > 0 && { headers }),
    // A request takes the auth above it, unless it says otherwise.
    ...((auth !== undefined || above.hasAuth) && { auth: auth ?? "inherit" }),
  };
  const file: FileRequest = {
    info: {
      name: jsonTextOf(item.name) || NAMELESS,
      type: graphql ? "graphql" : "http",
    },
    ...(graphql
      ? { graphql: { ...details, body: graphql } }
      : { http: { ...details, ...(body && { body }) } }),
    ...(scripts.length > 0 && { runtime: { scripts } }),
    ...(settings && { settings }),
    ...docs(request.description ?? item.description),
    ...(examples.length > 0 && { examples }),
  };
  const imported: ImportedRequest = {
    kind: "request",
    request: file,
  };
  const { wanted = [], leftOut } = isPruned ? {} : read;
  // The body of any other method goes out, unless a script changes the method.
  const isKeptByScript = keepsBody && !V3_BODILESS.includes(method) &&
    (body !== undefined || graphql !== undefined) &&
    scripts.some(({ code }) => CHANGED_METHOD.test(code));
  note(reading, [
    ...authNotes(readAuth),
    ...persons([
      ...notes,
      ...isKeptByScript
        ? [
          'Brace has no "disableBodyPruning" for a method that a script sets: a GET goes out without its body',
        ]
        : [],
      ...connectionLosses(request),
      ...emptyPathParams(target.url, target.params),
      ...wanted,
    ]),
    ...urlNotes,
    ...fileNotes(namedIn(body), reading.hasFile),
    ...scriptNotes,
    ...requestLosses(item),
    ...[namelessNote, headerNote, leftOut].flatMap((message) =>
      message === undefined ? [] : [{ kind: "changed" as const, message }]
    ),
  ], { path, item: imported });
  const changed = isPruned
    ? `Left out the body: Postman sends none with ${method}`
    : read.note;
  if (changed !== undefined) {
    const source: SourcePlace = {
      file: reading.file,
      path: `${path}.request.body`,
    };
    const kind = read.body || isPruned || read.isOff ? "changed" : "person";
    reading.notes.push({ kind, message: changed, source, item: imported });
  }
  return imported;
}

/** What is said of an item. */
type Said = Pick<ImportNote, "kind" | "message" | "lost" | "lackedFile">;

function persons(messages: readonly (string | undefined)[]): Said[] {
  return messages.flatMap((message) =>
    message === undefined ? [] : [{ kind: "person" as const, message }]
  );
}

/** The auth of a request with its placement as Postman signs such a request. */
function inForm(
  auth: PostmanAuth["auth"],
  method: string,
  body: FileBody | undefined,
): PostmanAuth["auth"] {
  return typeof auth === "object" && isSignedInForm(auth, method, body)
    ? { ...auth, placement: "body" }
    : auth;
}

function authNotes({ auth, notes = [], leftOut }: PostmanAuth): Said[] {
  return [
    ...persons([...notes, ...flowNotes(auth)]),
    ...(leftOut === undefined
      ? []
      : [{ kind: "changed" as const, message: leftOut }]),
  ];
}

function note(
  { file, notes }: PostmanReading,
  said: readonly Said[],
  { path, item }: { path: string; item: ImportedItem },
): void {
  for (const one of said) notes.push({ ...one, source: { file, path }, item });
}

function docs(value: RawJson): { docs?: string } {
  const text = description(value);
  return text === undefined ? {} : { docs: text };
}

/** The headers that have a name; Postman sends no others. */
function namedHeaders(value: RawJson): { named: FileRow[]; note?: string } {
  const rows = postmanRows(value);
  const named = rows.filter(({ name }) => name !== "");
  const lost = rows.length - named.length;
  return {
    named,
    ...(lost > 0 && {
      note: `Left out ${
        lost === 1 ? "1 header" : `${lost} headers`
      } without a name: Postman does not send ${lost === 1 ? "it" : "them"}`,
    }),
  };
}

/** The headers that Postman sends with a form, unless its own Content-Type is switched off. */
function formHeaders(
  headers: readonly FileRow[],
  mode: RawJson,
  behavior: RawJson,
): { headers: FileRow[]; note?: string } {
  const off = members(members(behavior).disabledSystemHeaders)["content-type"];
  const isReplaced = off === true ? () => false : replacedByForm(mode);
  const replaced = headers.find(isReplaced);
  if (replaced === undefined) return { headers: [...headers] };
  return {
    headers: headers.filter((row) => !isReplaced(row)),
    note:
      `Left out the header Content-Type "${replaced.value}": Postman replaces it with that of the form`,
  };
}

/** Scripts of a request or a level, and what is said of those that are left out. */
interface PostmanScripts {
  readonly scripts: FileScript[];
  readonly notes: readonly Pick<ImportNote, "kind" | "message" | "lost">[];
}

/** Postman's events that are scripts, and when they run. */
const EVENTS: Readonly<Record<string, FileScript["type"]>> = {
  prerequest: "before-request",
  test: "tests",
};

/** Reads `event`: scripts are kept as they are, for Postman's dialect. */
function postmanScripts(value: RawJson, ids: RequestIds): PostmanScripts {
  const scripts: FileScript[] = [];
  const notes: PostmanScripts["notes"][number][] = [];
  const leaveOut = (kind: ImportNote["kind"], message: string) =>
    notes.push({ kind, message, lost: { scripts: 1 } });
  for (const event of elements(value).map(members)) {
    const listen = jsonTextOf(event.listen) ?? "";
    const type = Object.hasOwn(EVENTS, listen) ? EVENTS[listen] : undefined;
    const script = typeof event.script === "string"
      ? { exec: event.script }
      : members(event.script);
    const code = typeof script.exec === "string"
      ? script.exec
      : elements(script.exec).map((line) => jsonTextOf(line) ?? "").join("\n");
    if (code.trim() === "") {
      if (script.src !== undefined) {
        leaveOut(
          "person",
          `The ${listen} script is kept in another place: copy its text`,
        );
      }
    } else if (event.disabled === true) {
      leaveOut("changed", `Left out the ${listen} script: it is switched off`);
    } else if (type === undefined) {
      leaveOut(
        "person",
        `Left out a script: Brace has no event "${listen}"`,
      );
    } else {
      const named = ids.named(code);
      notes.push(...named.notes);
      scripts.push({
        type,
        code: named.code,
        extensions: { brace: { dialect: "postman" } },
      });
    }
  }
  return { scripts, notes };
}

/** Settings of a request, the headers it leaves out, and what has to be said. */
