import type { Inherited } from "../collection/inherit.ts";
import type { Request } from "../collection/types.ts";
import { requireScopes, type Scopes } from "../scope/scopes.ts";
import {
  type OptionCheck,
  refuseUnknownOptions,
} from "../source/refuse_unknown.ts";
import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import { InterpolationError } from "../source/errors.ts";
import { Execution } from "../scope/execution.ts";
import { headerOf } from "../http/header_of.ts";
import type { Insertion } from "../http/insertion.ts";
import { forProgram } from "../render/url_problems.ts";
import { fromPlain, type PlainRequest } from "./plain_request.ts";
import { renderRequest } from "./render_request.ts";
import {
  RENDERING_OPTIONS,
  type RenderingOptions,
  takeRendered,
} from "./take_rendered.ts";
import type {
  RenderedBody,
  RenderedRequest,
} from "../http/rendered_request.ts";

/** A request that is ready for `fetch(request.url, request)`. */
export interface FetchRequest {
  /** Absolute, in its wire form. */
  readonly url: string;
  /** Such as `GET`. */
  readonly method: string;
  /** Names as written, in order. */
  readonly headers: [name: string, value: string][];
  /** Absent for a request without one. */
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  /** The fields of auth that is in headers or URL, by name; absent: it has none. */
  readonly authFields?: ReadonlyMap<string, string | boolean | number>;
  /** The values of variables in it, text by text: where each stands, and where it came from. Those of the place `auth` stand in `authFields`. */
  readonly insertions: readonly Insertion[];
  /** `"manual"` for a request that does not follow redirects. */
  readonly redirect?: "manual";
}

/** Options of {@linkcode renderRequest}. */
export interface FetchRequestOptions extends RenderingOptions {
  /** What collection and folders hand down to a collection's request. */
  readonly inherited?: Inherited;
}

const OPTIONS: Readonly<Record<keyof FetchRequestOptions, OptionCheck>> = {
  inherited: true,
  ...RENDERING_OPTIONS,
};
/** An opened request may be given as a whole. */
const KNOWN = { ...OPTIONS, request: true, scopes: true } as const;

/**
 * Refuses options that rendering a request does not have.
 *
 * @throws {TypeError} Naming the first.
 */
export function checkFetchOptions(options: FetchRequestOptions): void {
  refuseUnknownOptions("Cannot render the request", options, KNOWN);
}

/**
 * Renders a request, a program's own or one of a collection, into an object
 * that is ready for `fetch`. Nothing is sent.
 *
 * @throws {InterpolationError} With every problem of the request at once; also
 * for what `fetch` alone cannot do: auth that signs (digest, awsv4, oauth1,
 * oauth2, wsse), and bodies from files.
 * @throws {TypeError} For a collection's request that inherits its auth,
 * without `inherited`: it would be sent without. From JavaScript also for texts
 * that are not, for what is not scopes and for an option that does not exist.
 *
 * @example
 * ```ts
 * import { renderRequest, Scopes } from "@brace/brace";
 * import { assertEquals } from "@std/assert";
 *
 * const request = renderRequest({
 *   method: "POST",
 *   url: "https://api.example.com/users/{{user.id}}",
 *   headers: { "X-API-Key": "{{key}}" },
 *   body: { type: "json", data: '{"name": "{{user.name}}"}' },
 * }, Scopes.of({ runtime: { user: { id: 7, name: 'Ada "A"' }, key: "k" } }));
 * assertEquals(request.url, "https://api.example.com/users/7");
 * assertEquals(request.body, '{"name": "Ada \\"A\\""}');
 * ```
 */
export function renderFetchRequest(
  request: PlainRequest | Request,
  scopes: Scopes,
  options: FetchRequestOptions = {},
): FetchRequest {
  checkFetchOptions(options);
  requireScopes("Cannot render the request", scopes);
  const whole = isOfCollection(request) ? request : fromPlain(request);
  if (whole.auth?.type === "inherit" && options.inherited === undefined) {
    throw new TypeError(
      `Cannot render the request "${whole.name}": it inherits its auth (give the "inherited" of openRequest as an option)`,
    );
  }
  const rendered = renderRequest(whole, {
    scopes,
    execution: new Execution(options.sources),
    ...(options.inherited !== undefined && { inherited: options.inherited }),
  });
  const { diagnostics } = rendered;
  const told = whole === request ? diagnostics : forProgram(diagnostics);
  const taken = takeRendered({ ...rendered, diagnostics: told }, options);
  return toFetch(taken, whole);
}

function isOfCollection(request: PlainRequest | Request): request is Request {
  return typeof request === "object" && request !== null && "kind" in request;
}

function toFetch(rendered: RenderedRequest, request: Request): FetchRequest {
  const { url, method, auth, settings } = rendered;
  if (auth !== undefined) {
    const what = `"${auth.type}" auth, which signs the request as it is sent`;
    throw new InterpolationError([beyondFetch(what, auth.at)]);
  }
  const headers = rendered.headers.map(([name, value]): [string, string] => [
    name,
    value,
  ]);
  const redirect = settings.followRedirects
    ? {}
    : { redirect: "manual" as const };
  const { insertions = [], authFields } = rendered;
  const more = { ...authFields && { authFields }, insertions, ...redirect };
  if (rendered.body === undefined) return { url, method, headers, ...more };
  const { body, contentType } = toFetchBody(rendered.body, request);
  const written = headerOf(headers, "content-type");
  if (contentType !== undefined && written === undefined) {
    headers.push(["Content-Type", contentType]);
  }
  return { url, method, headers, body, ...more };
}

function toFetchBody(
  body: RenderedBody,
  request: Request,
): {
  body: NonNullable<FetchRequest["body"]>;
  contentType?: string | undefined;
} {
  switch (body.type) {
    case "text":
      return { body: body.text, contentType: body.contentType };
    case "bytes":
      return {
        body: new Uint8Array(body.bytes),
        contentType: body.contentType,
      };
    case "multipart": {
      const form = new FormData();
      for (const part of body.parts) {
        if (part.type === "file") {
          const what = "a part from a file";
          throw new InterpolationError([beyondFetch(what, part.at)]);
        }
        const { contentType: type } = part;
        if (type === undefined) form.append(part.name, part.value);
        else form.append(part.name, new Blob([part.value], { type }));
      }
      return { body: form };
    }
    case "file":
      throw new InterpolationError([
        beyondFetch("a body from a file", request.at),
      ]);
    default:
      return body satisfies never;
  }
}

function beyondFetch(what: string, at: Request["at"]): Diagnostic {
  return {
    code: "UNSUPPORTED",
    severity: "error",
    message:
      `Cannot make an object for fetch: the request has ${what} (send it with brace run)`,
    location: locationOf(at),
  };
}
