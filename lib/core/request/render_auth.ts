import type { Auth } from "../collection/types.ts";
import { renderChecked } from "../render/render_checked.ts";
import { authDiagnostic, textField } from "../auth/auth_field.ts";
import { basicHeader, bearerHeader } from "../auth/basic.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import { type Origin, TYPED_FILE } from "../source/origin.ts";
import { parseTemplate } from "../template/parse_template.ts";
import {
  checkAuth,
  doubledScheme,
  emptyAuth,
  emptyFields,
} from "../auth/check_auth.ts";
import { hasQuery, setQuery } from "../auth/percent.ts";
import { NONE_IN_REQUEST } from "../auth/none_text.ts";
import { headerOf, withHeaders } from "../http/header_of.ts";
import type { WireForm } from "../http/to_wire_url.ts";
import { secretsOfAuth } from "../secrets/secrets_of_auth.ts";
import type { RenderContext } from "./render_context.ts";
import type { RenderedAuth } from "../http/rendered_request.ts";

/** The way out for a request that inherits auth without a value, by where it stands. */
function wayAround({ file }: Origin): string {
  // Of what is typed, only a header says anything about auth.
  return file === TYPED_FILE
    ? 'give the request an "Authorization" header of its own'
    : NONE_IN_REQUEST;
}

/**
 * Puts basic, bearer and API key auth into headers and URL; other kinds need
 * the network, a clock or the response and are handed on.
 */
export function renderAuth(
  auth: Auth,
  target: WireForm,
  headers: readonly Pair[],
  context: RenderContext,
  { at, isInherited }: { readonly at: Origin; readonly isInherited: boolean },
): Authenticated {
  const { url } = target;
  const before = context.diagnostics.length;
  const { rendered, unrendered } = renderFields(auth, context);
  const empty = unrendered.size === 0 ? emptyFields(rendered) : undefined;
  if (empty !== undefined) {
    const sent = renderUserinfo(target, headers, context);
    if (!auth.isLacking && !hasOther(rendered, sent)) {
      const warning = emptyAuth(
        rendered,
        empty,
        isInherited ? wayAround(at) : undefined,
      );
      context.diagnostics.push(withExpression(warning, auth));
    }
    return sent;
  }
  const wrong = [...checkAuth(rendered), ...checkForGrpc(rendered, url)]
    .filter((it) => !unrendered.has(fieldOf(it, auth)))
    .map((it) => withExpression(it, auth));
  // Before what a field lacks: no value mends what Brace does not speak.
  context.diagnostics.splice(before, 0, ...wrong);
  if (context.failed) return { url, headers, authHeaders: [] };
  context.diagnostics.push(...unsentUserinfo(rendered, target, headers, at));
  const field = (name: string) => textField(rendered, name);
  const authSecrets = secretsOfAuth(rendered);
  const of = { authSecrets, authFields: rendered.fields };
  switch (rendered.type) {
    case "basic": {
      const header = basicHeader(field("username"), field("password"));
      return withHeader(url, headers, ["Authorization", header], of);
    }
    case "bearer": {
      const warning = doubledScheme(rendered);
      if (warning) context.diagnostics.push(withExpression(warning, auth));
      const header = bearerHeader(field("token"));
      return withHeader(url, headers, ["Authorization", header], of);
    }
    case "apikey": {
      const key = field("key");
      return field("placement") === "query"
        ? {
          // Like a header that auth sets, it replaces one of its name.
          url: setQuery(url, [[key, field("value")]]),
          headers,
          authHeaders: [key.toLowerCase()],
          ...of,
        }
        : withHeader(url, headers, [key, field("value")], of);
    }
    default:
      return {
        url,
        headers,
        auth: rendered,
        authHeaders: [],
        authSecrets,
      };
  }
}

/** Whether the credential that auth leaves out stands there already: a script wrote it, say. */
function hasOther(
  auth: RenderedAuth,
  { url, headers }: Authenticated,
): boolean {
  const key = auth.type === "apikey" ? textField(auth, "key") : "Authorization";
  return textField(auth, "placement") === "query"
    ? hasQuery(url, key)
    : headerOf(headers, key.toLowerCase()) !== undefined;
}

/** The field that a diagnostic is about, such as `credentials.clientId`. */
function fieldOf({ location }: Diagnostic, { at }: Auth): string {
  return (location?.keys ?? []).slice(at.path.length).join(".");
}

/** With the only placeholder of the field: who sets it is to be asked. */
function withExpression(diagnostic: Diagnostic, auth: Auth): Diagnostic {
  const field = auth.fields.get(fieldOf(diagnostic, auth));
  if (typeof field !== "object") return diagnostic;
  const { placeholders } = parseTemplate(field.text);
  return placeholders.length === 1
    ? { ...diagnostic, expression: placeholders[0].text }
    : diagnostic;
}

/** Fields that cannot be rendered get a text of their own: empty, they would be missed a second time. */
function renderFields(
  auth: Auth,
  context: RenderContext,
): { rendered: RenderedAuth; unrendered: ReadonlySet<string> } {
  const { scopes, execution } = context;
  const unrendered = new Set<string>();
  const fields = new Map<string, string | boolean | number>();
  for (const [name, value] of auth.fields) {
    if (typeof value !== "object") {
      fields.set(name, value);
      continue;
    }
    // Which characters a field may hold depends on the kind of auth.
    const rule = {
      place: "auth",
      code: "INVALID_FIELD",
      forbidden: /(?!)/,
      target: `the auth's "${auth.own?.names.get(name) ?? name}"`,
    } as const;
    const text = renderChecked(value, rule, scopes, execution);
    if (text.value === undefined) unrendered.add(name);
    fields.set(name, context.take(text, "unknown", { place: "auth", name }));
  }
  const { type, at, own } = auth;
  return { rendered: { type, at, fields, ...(own && { own }) }, unrendered };
}

/**
 * Without auth the URL's userinfo becomes Basic auth, unless an Authorization
 * header is written. Empty as a whole, it is no credential, like empty auth.
 *
 * @param at Where the URL stands; absent where the auth is empty, which is said already.
 */
export function renderUserinfo(
  { url, userinfo }: WireForm,
  headers: readonly Pair[],
  context: RenderContext,
  at?: Origin,
): Authenticated {
  const written = headerOf(headers, "authorization");
  if (userinfo === undefined || written !== undefined) {
    return { url, headers, authHeaders: [] };
  }
  const { username, password } = userinfo;
  if (username.text === "" && password.text === "") {
    if (at) {
      context.diagnostics.push({
        code: "INVALID_URL",
        severity: "warning",
        message:
          'Cannot use the user name and the password in the URL: both are empty, so the request has no credentials (give a value, or remove the "@")',
        location: locationOf(at),
      });
    }
    return { url, headers, authHeaders: [] };
  }
  context.insert({ place: "auth", name: "username" }, username.insertions);
  context.insert({ place: "auth", name: "password" }, password.insertions);
  return withHeader(
    url,
    headers,
    ["Authorization", basicHeader(username.text, password.text)],
    {
      authSecrets: password.text === "" ? [] : [password.text],
      authFields: new Map([
        ["username", username.text],
        ["password", password.text],
      ]),
    },
  );
}

/** Says that auth takes the place of what the URL holds before its host, unless both are the same or a header is written. */
function unsentUserinfo(
  auth: RenderedAuth,
  { userinfo }: WireForm,
  headers: readonly Pair[],
  at: Origin,
): Diagnostic[] {
  if (
    userinfo === undefined || headerOf(headers, "authorization") !== undefined
  ) return [];
  const { username, password } = userinfo;
  const isSame = textField(auth, "username") === username.text &&
    textField(auth, "password") === password.text;
  if (isSame || username.text + password.text === "") return [];
  const both = auth.type === "apikey" || auth.type === "wsse"
    ? 'send them in a header "Authorization", or '
    : "";
  return [{
    code: "INVALID_URL",
    severity: "warning",
    message:
      `Cannot use the user name and the password in the URL: the request has auth "${auth.type}", which takes their place (${both}remove them from the URL)`,
    location: locationOf(at),
  }];
}

/** A header. */
type Pair = readonly [name: string, value: string];

/** The parts of a request that auth changes. */
export interface Authenticated {
  readonly url: string;
  readonly headers: readonly Pair[];
  /** Auth that is applied when the request is sent. */
  readonly auth?: RenderedAuth;
  readonly authHeaders: readonly string[];
  /** Secrets that are in headers and URL now. */
  readonly authSecrets?: readonly string[];
  /** The fields that are in headers and URL now. */
  readonly authFields?: RenderedAuth["fields"];
}

/** A request with one more header, which is auth. */
function withHeader(
  url: string,
  headers: readonly Pair[],
  added: Pair,
  of: Required<Pick<Authenticated, "authSecrets" | "authFields">>,
): Authenticated {
  return {
    url,
    headers: withHeaders(headers, [added]),
    authHeaders: [added[0].toLowerCase()],
    ...of,
  };
}

/** The field that says where the credentials go. */
const PLACES: Partial<Record<RenderedAuth["type"], string>> = {
  apikey: "placement",
  oauth1: "placement",
  oauth2: "tokenConfig.placement.query",
};
/** Kinds that need an answer, or the whole body, before they can sign. */
const UNKNOWN_BEFORE: readonly RenderedAuth["type"][] = [
  "digest",
  "awsv4",
  "ntlm",
  "akamai-edgegrid",
];

/** What a gRPC request cannot be sent with: its credentials are metadata, which is known before the call. */
function checkForGrpc(auth: RenderedAuth, url: string): Diagnostic[] {
  if (!/^grpcs?:/.test(url)) return [];
  const { type } = auth;
  if (UNKNOWN_BEFORE.includes(type)) {
    return [authDiagnostic(auth, {
      code: "UNSUPPORTED",
      problem:
        "a gRPC request has no place for it (use a kind that is one header, such as bearer)",
    })];
  }
  const field = PLACES[type];
  const place = field === undefined ? "" : textField(auth, field);
  if (place === "" || place === "header") return [];
  return [authDiagnostic(auth, {
    code: "INVALID_FIELD",
    field,
    problem: "a gRPC request has no query and no form (place it in a header)",
  })];
}
