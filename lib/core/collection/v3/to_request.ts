import { DESCRIPTOR_SET } from "../stream_types.ts";
import { putAuth, putScripts } from "./auth_and_scripts.ts";
import { putBody, v3JsonText } from "./body.ts";
import { isSignedInForm } from "./postman_auth.ts";
import { putHeaders, putRows, putUrl } from "./rows.ts";
import type { Form, V3Shape, V3Source } from "./source.ts";
import { replacedByForm, V3_BODILESS } from "./wire_rules.ts";

/** Keys of all requests. */
const COMMON = [
  "$kind",
  "auth",
  "description",
  "examples",
  "id",
  "name",
  "order",
  "scripts",
  "settings",
  "url",
];

/** The kinds of requests that are sent, and their own keys. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  "http-request": [
    "method",
    "headers",
    "queryParams",
    "pathVariables",
    "body",
  ],
  "graphql-request": ["query", "variables", "headers", "queryParams"],
  "grpc-request": [
    "methodPath",
    "methodDescriptor",
    "message",
    "metadata",
    "schema",
  ],
  "websocket-request": ["headers", "queryParams", "pathVariables", "messages"],
};

/** The keys that a request can have at its top, by the kind that its text names. */
export function requestKeys(text: string): readonly string[] {
  const [, kind = ""] = /^\$kind:\s*["']?([\w.-]+)/m.exec(text) ?? [];
  return Object.hasOwn(KINDS, kind)
    ? [...COMMON, ...KINDS[kind]]
    : kind === "" && !/^values:/m.test(text)
    ? ["$kind"]
    : [];
}

/** Kinds that Postman has, and that are not sent. */
const UNSENT = [
  "socket.io-request",
  "mqtt-request",
  "mcp-request",
  "llm-request",
];

/** The OpenCollection form of a `*.request.yaml`; undefined where it is no request. */
export function toRequest(source: V3Source, shape: V3Shape): Form | undefined {
  const kind = source.get("$kind");
  const word = kind.word;
  const own = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined;
  if (own === undefined && !UNSENT.includes(word)) {
    reportKind(source, word);
    return undefined;
  }
  const root: Form = {};
  const type = word.replace(/-request$/, "");
  const info: Form = shape.set(root, "info", {}, []);
  shape.text(info, "name", source.get("name"));
  shape.set(info, "type", type, kind.keys);
  putOrder(info, source, shape);
  if (own === undefined) {
    const details: Form = shape.set(root, type, {}, kind.keys);
    shape.text(details, "url", source.get("url"));
    return root;
  }
  source.warnAboutMisspelt([...COMMON, ...own]);
  const description = source.get("description");
  if (description.present) {
    shape.set(root, "docs", description.value, description.keys);
  }
  const details: Form = shape.set(root, type, {}, []);
  switch (type) {
    case "http":
      putHttp(details, source, shape);
      break;
    case "graphql":
      putGraphql(details, source, shape);
      break;
    case "grpc":
      putGrpc(details, source, shape);
      break;
    default:
      putUrl(details, source, shape);
      putHeaders(details, source.get("headers"), shape);
  }
  const auth = source.get("auth");
  putAuth(details, auth, shape, "inherit");
  if (isSignedInForm(details.auth, details.method, details.body)) {
    shape.set(details.auth as Form, "placement", "body", auth.keys);
  }
  const runtime: Form = {};
  putScripts(runtime, source.get("scripts"), shape);
  if (Object.keys(runtime).length > 0) {
    shape.set(root, "runtime", runtime, source.get("scripts").keys);
  }
  putSettings(root, source.get("settings"), shape);
  return root;
}

function reportKind(source: V3Source, word: string): void {
  if (!source.present) {
    source.report({
      code: "UNSUPPORTED",
      severity: "warning",
      message: `Ignored "${source.name}": it has no content`,
      location: { file: source.document.file },
    });
    return;
  }
  const kinds = [...Object.keys(KINDS), ...UNSENT];
  if (word === "") {
    source.report({
      code: "INVALID_FIELD",
      message: `Cannot read "${source.name}": ${
        source.isMapping
          ? '"$kind" is missing (write "$kind: http-request")'
          : "a request is a mapping"
      }`,
    });
    return;
  }
  source.get("$kind").wrongWord(kinds);
}

/** Puts the place among the siblings. */
export function putOrder(info: Form, source: V3Source, shape: V3Shape): void {
  const order = source.get("order");
  if (order.present) shape.set(info, "seq", order.value, order.keys);
}

function putHttp(details: Form, source: V3Source, shape: V3Shape): void {
  const method = source.get("method");
  const verb = method.word.toUpperCase() || "GET";
  shape.set(
    details,
    "method",
    method.present && method.word === "" ? method.text : verb,
    method.keys,
  );
  putUrl(details, source, shape);
  const body = source.get("body");
  const type = body.get("type").word;
  const off = omittedHeaders(source.get("settings")).includes("content-type");
  const headers = putHeaders(details, source.get("headers"), shape);
  const written = headers.find(({ name, disabled }) =>
    disabled !== true && `${name}`.toLowerCase() === "content-type"
  );
  const keepsBody =
    source.get("settings").get("disableBodyPruning").value === true;
  const contentType = V3_BODILESS.includes(verb) && !keepsBody
    ? undefined
    : putBody(details, body, shape, written && `${written.value}`);
  const put = details.body as Form | undefined;
  // A form that is not sent replaces nothing.
  const isSent = put !== undefined && put.omitEmpty !== true;
  const isReplaced = off || !isSent ? () => false : replacedByForm(type);
  const kept = headers.filter((row) =>
    !isReplaced(row as { name: string; value: string; disabled?: boolean })
  );
  if (kept.length < headers.length) {
    shape.set(details, "headers", kept, source.get("headers").keys);
    const places = source.get("headers").list();
    kept.forEach((row, index) => {
      const at = places[headers.indexOf(row)];
      if (at) shape.set(kept, index, row, at.keys);
    });
  }
  if (contentType === undefined || written) return;
  const row = { name: "Content-Type", value: contentType };
  const list = Array.isArray(details.headers)
    ? details.headers
    : shape.set(details, "headers", [], body.keys);
  shape.add(list, row, body.get("type").keys);
}

function putGraphql(details: Form, source: V3Source, shape: V3Shape): void {
  shape.set(details, "method", "POST", source.get("url").keys);
  putUrl(details, source, shape);
  putHeaders(details, source.get("headers"), shape);
  const query = source.get("query");
  const variables = source.get("variables");
  const body: Form = shape.set(details, "body", {}, query.keys);
  shape.set(body, "query", query.text ?? "", query.keys);
  const text = v3JsonText(variables);
  if (text.trim() !== "") shape.set(body, "variables", text, variables.keys);
  else shape.set(body, "omitEmpty", true, query.keys);
}

/** Puts the server of a call, with the scheme that its settings ask for. */
export function putGrpcUrl(
  details: Form,
  source: V3Source,
  shape: V3Shape,
): void {
  const url = source.get("url");
  const secure = source.get("settings").get("secureConnection").value;
  const text = url.word.trim();
  const isBare = text !== "" &&
    !/^(?:\{\{|[a-z][a-z0-9+.-]*:\/\/)/i.test(text);
  if (!isBare || typeof secure !== "boolean") {
    shape.text(details, "url", url);
    return;
  }
  const scheme = secure ? "grpcs://" : "grpc://";
  const { length: start } = scheme;
  const pieces = [{ start, end: start + text.length, keys: url.keys }];
  shape.set(details, "url", scheme + text, url.keys, pieces);
}

function putGrpc(details: Form, source: V3Source, shape: V3Shape): void {
  putGrpcUrl(details, source, shape);
  const method = source.get("methodPath");
  const path = method.word.replace(/^\//, "");
  if (path === "") {
    source.report({
      code: "INVALID_FIELD",
      message:
        `Cannot read "${source.name}": "methodPath" is missing (write one such as "package.Service.Method")`,
    });
  }
  const named = path.includes("/") ? path : path.replace(/\.(?=[^.]*$)/, "/");
  shape.set(details, "method", `/${named}`, method.keys);
  const schema = source.get("schema");
  const location = schema.get("location");
  const descriptor = source.get("methodDescriptor");
  if (schema.get("source").value === "file" && location.word !== "") {
    shape.set(details, "protoFilePath", location.word, location.keys);
  } else if (descriptor.word.trim() !== "") {
    const set = DESCRIPTOR_SET + descriptor.word.replace(/\s+/g, "");
    shape.set(details, "protoFilePath", set, descriptor.keys);
  }
  putRows(details, "metadata", source.get("metadata"), shape);
  const message = source.get("message");
  const content = message.isMapping && message.has("content")
    ? message.get("content")
    : message;
  if (content.present) {
    shape.set(details, "message", v3JsonText(content), content.keys);
  }
}

/** Names of headers that are not sent: a list, or a mapping of names to true. */
function omittedHeaders(settings: V3Source): string[] {
  const source = settings.get("disabledSystemHeaders");
  const names = source.isMapping
    ? source.members().filter(([, { value }]) => value === true)
      .map(([name]) => name)
    : source.list().map(({ word }) => word);
  return names.filter((name) => name !== "").map((name) => name.toLowerCase());
}

/** Settings that Brace has none of, where they ask for something else than it does. */
const MISSING: Readonly<Record<string, [on: unknown, why: string]>> = {
  strictSSL: [
    false,
    "Brace checks certificates, unless the run accepts any",
  ],
  disableUrlEncoding: [true, "Brace encodes what a URL cannot have"],
  disableCookies: [true, "Brace keeps cookies, unless the run does without"],
  followOriginalHttpMethod: [true, "Brace redirects as browsers do"],
  followAuthorizationHeader: [
    true,
    "credentials stay with the host that they are for",
  ],
  serverNameOverride: [undefined, "Brace asks for the name in the URL"],
  protocolVersion: [
    undefined,
    "Brace speaks HTTP/1.1, unless the run asks for HTTP/2",
  ],
};

function putSettings(root: Form, source: V3Source, shape: V3Shape): void {
  if (!source.present) return;
  if (!source.isMapping) {
    shape.set(root, "settings", source.value, source.keys);
    return;
  }
  const settings: Form = {};
  for (const name of ["followRedirects", "maxRedirects"]) {
    const setting = source.get(name);
    if (setting.present) {
      shape.set(settings, name, setting.value, setting.keys);
    }
  }
  for (const name of ["handshakeTimeout", "connectionTimeout"]) {
    const setting = source.get(name);
    if (setting.present) {
      shape.set(settings, "timeout", setting.value, setting.keys);
    }
  }
  const omitted = omittedHeaders(source);
  if (omitted.length > 0) {
    const { keys } = source.get("disabledSystemHeaders");
    shape.set(settings, "omitHeaders", omitted, keys);
  }
  for (const [name, [on, why]] of Object.entries(MISSING)) {
    const setting = source.get(name);
    const asks = on === undefined
      ? setting.present && setting.word !== "" && setting.word !== "auto"
      : setting.value === on;
    if (!asks) continue;
    setting.report({
      code: "UNSUPPORTED",
      severity: "warning",
      message: `Ignored "${setting.name}": ${why}`,
      onKey: true,
    });
  }
  if (Object.keys(settings).length > 0) {
    shape.set(root, "settings", settings, source.keys);
  }
}
