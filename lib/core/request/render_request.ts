import { BODILESS } from "../http/wire_headers.ts";
import { nearMethod } from "../http/near_method.ts";
import type { Insertion } from "../http/insertion.ts";
import type { Inherited } from "../collection/inherit.ts";
import type { Auth, Header, Request } from "../collection/types.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import type { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import type { Origin } from "../source/origin.ts";
import { didYouMean } from "../source/nearest.ts";
import { TooLongError } from "../source/most_length.ts";
import { renderText } from "../render/render_text.ts";
import { otherCharset } from "./declared_charset.ts";
import { renderAuth, renderUserinfo } from "./render_auth.ts";
import { replacedHeaders } from "./replaced_header.ts";
import { renderBody } from "./render_body.ts";
import { RenderContext } from "./render_context.ts";
import { renderStream } from "./render_stream.ts";
import { renderTarget } from "./render_target.ts";
import type { RenderedRequest } from "../http/rendered_request.ts";
import {
  renderHeaderName,
  renderHeaderValue,
} from "../render/render_checked.ts";

/** What a request is rendered with. */
export interface RenderOptions {
  readonly scopes: Scopes;
  /** Fixes the generators' values over several renderings of one execution. */
  readonly execution: Execution;
  /** What the collection and folders hand down. */
  readonly inherited?: Inherited;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Methods as nearly all requests write them. */
const USUAL = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
/** Methods that are written in lower case by mistake only. */
const STANDARD =
  /^(?:get|head|post|put|patch|delete|options|trace|connect|query)$/i;

/**
 * Renders a request: every placeholder in URL, headers, body and auth, each by
 * its place. Everything that is wrong with the request is reported at once; a
 * request with an error has no value and cannot be sent.
 */
export function renderRequest(
  request: Request,
  options: RenderOptions,
): {
  value?: RenderedRequest;
  diagnostics: Diagnostic[];
  /** What was put in nevertheless, if there is no value. */
  inserted?: readonly Insertion[];
} {
  const context = new RenderContext(options.scopes, options.execution);
  const { inherited } = options;
  const method = renderMethod(request, context);
  const target = limited(
    () => renderTarget(request, context),
    { what: "the URL", at: request.url.at, context },
  );
  const headers = renderHeaders(
    inherited?.headers ?? [],
    request.headers,
    context,
  );
  // What goes over a WebSocket or a call is in its messages.
  const { body: written } = request.messages ? {} : request;
  const body = written && limited(
    () => renderBody(written, context),
    { what: "the body", at: written.at, context },
  );
  // Bruno's users leave the type behind when they empty a body.
  const isNone = written?.type === "json" && body?.type === "text" &&
    body.text === "" && BODILESS.has(method);
  const auth = authOf(request, inherited);
  const authenticated = auth === undefined
    ? renderUserinfo(target ?? { url: "" }, headers, context, request.url.at)
    : renderAuth(
      auth,
      target ?? { url: "" },
      headers,
      context,
      { at: request.url.at, isInherited: auth !== request.auth },
    );
  const stream = target && renderStream(
    request,
    { url: target.url, body, protobuf: inherited?.protobuf },
    context,
  );
  const levels = [inherited?.headers ?? [], request.headers];
  context.diagnostics.push(
    ...otherCharset(levels, headers, body),
    ...replacedHeaders(request.headers, headers, authenticated),
  );
  const { diagnostics, insertions } = context;
  if (context.failed || target === undefined) {
    return { diagnostics, inserted: insertions };
  }
  return {
    value: {
      method,
      url: authenticated.url,
      headers: authenticated.headers,
      ...(body !== undefined && !isNone && { body }),
      ...(authenticated.auth !== undefined && { auth: authenticated.auth }),
      authHeaders: authenticated.authHeaders,
      ...(authenticated.authSecrets?.length &&
        { authSecrets: authenticated.authSecrets }),
      ...(authenticated.authFields !== undefined &&
        { authFields: authenticated.authFields }),
      ...(insertions.length > 0 && { insertions }),
      settings: settingsOf(request),
      ...(stream && { stream }),
    },
    diagnostics,
  };
}

/** The auth of a request, where it has one. */
function authOf(
  request: Request,
  inherited: Inherited | undefined,
): Auth | undefined {
  const auth = inherited === undefined ? request.auth : inherited.auth;
  return auth?.type === "none" || auth?.type === "inherit" ? undefined : auth;
}

/** A part of the request; one that is too long is reported. */
function limited<T>(
  render: () => T,
  { what, at, context }: { what: string; at: Origin; context: RenderContext },
): T | undefined {
  try {
    return render();
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    context.diagnostics.push({
      code: "LIMIT",
      severity: "error",
      message: `Cannot send ${what}: ${error.message}`,
      location: locationOf(at),
    });
    return undefined;
  }
}

function renderMethod(request: Request, context: RenderContext): string {
  if (USUAL.has(request.method.text)) return request.method.text;
  const { scopes, execution } = context;
  const before = context.diagnostics.length;
  const text = renderText(request.method, scopes, execution, "method");
  const method = context.take(text, "", { place: "method" }).trim();
  if (!TOKEN.test(method) && context.diagnostics.length === before) {
    context.diagnostics.push({
      code: "INVALID_FIELD",
      severity: "error",
      message:
        `Cannot send with the method "${request.method.text}": it is not one word such as GET`,
      location: locationOf(request.method.at, {
        length: request.method.text.length,
        place: "method",
      }),
    });
  }
  if (STANDARD.test(method)) return method.toUpperCase();
  const near = TOKEN.test(method) ? nearMethod(method) : undefined;
  if (near !== undefined) {
    context.diagnostics.push({
      code: "INVALID_FIELD",
      severity: "warning",
      message:
        `The method "${request.method.text}" is sent as it is: no standard has it${
          didYouMean(near)
        }`,
      suggestion: near,
      location: locationOf(request.method.at, {
        length: request.method.text.length,
        place: "method",
      }),
    });
  }
  return method;
}

function settingsOf({ settings }: Request): RenderedRequest["settings"] {
  const { timeout, maxRedirects, omitHeaders, forwardCredentialsTo } = settings;
  const { timeoutFile } = settings;
  return {
    followRedirects: settings.followRedirects,
    ...(forwardCredentialsTo && { forwardCredentialsTo }),
    ...(timeout !== undefined && { timeout }),
    ...(timeoutFile !== undefined && { timeoutFile }),
    ...(maxRedirects !== undefined && { maxRedirects }),
    ...(omitHeaders !== undefined && { omitHeaders }),
  };
}

type Pair = readonly [name: string, value: string];

/**
 * Renders a request's headers behind those it inherits. A header replaces
 * inherited ones of its name, in any case; duplicates within a level stay.
 */
function renderHeaders(
  inherited: readonly Header[],
  own: readonly Header[],
  context: RenderContext,
): Pair[] {
  const pairs = renderLevel(own, context);
  const names = new Set(pairs.map(([name]) => name.toLowerCase()));
  // The same name as written is the same name, also where it does not render.
  for (const { name, disabled } of own) {
    if (!disabled) names.add(name.text.toLowerCase());
  }
  const above = renderLevel(inherited, context, names);
  return [...above, ...pairs];
}

/** @param replaced Lower-case names of headers that need not be rendered. */
function renderLevel(
  headers: readonly Header[],
  context: RenderContext,
  replaced?: ReadonlySet<string>,
): Pair[] {
  const { scopes, execution } = context;
  const pairs: Pair[] = [];
  const counts = new Map<string, number>();
  for (const header of headers) {
    const written = header.name.text;
    if (header.disabled || replaced?.has(written.toLowerCase())) continue;
    const renderedName = renderHeaderName(header.name, scopes, execution);
    const name = context.take(renderedName, undefined);
    if (name !== undefined && replaced?.has(name.toLowerCase())) continue;
    const key = (name ?? written).toLowerCase();
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    const place = { name: name ?? written, ...(nth > 0 && { nth }) };
    context.insert(
      { place: "header name", ...place },
      renderedName.insertions ?? [],
    );
    if (name === "") {
      context.diagnostics.push({
        code: "INVALID_HEADER",
        severity: "error",
        message: "Cannot write a header: its name is empty",
        location: locationOf(header.name.at, { place: "header name" }),
      });
    }
    const value = context.take(
      renderHeaderValue(header.value, written, scopes, execution),
      "",
      { place: "header", ...place },
    );
    pairs.push([name ?? written, value]);
  }
  return pairs;
}
