import { bodySource } from "../../host/http/content/body_source.ts";
import type { BodyOptions } from "../../host/http/types.ts";
import { textField } from "../../core/auth/auth_field.ts";
import type { Signature, Signer } from "../../core/http/engine.ts";
import { headerOf, withHeaders } from "../../core/http/header_of.ts";
import type {
  RenderedAuth,
  RenderedBody,
  RenderedRequest,
} from "../../core/http/rendered_request.ts";
import { USER_AGENT, wireHeaders } from "../../core/http/wire_headers.ts";
import { forHandshake } from "./handshake.ts";
import { splitUrl } from "../../core/http/wire_url.ts";

/** A request as the engine would write it, but for cookies. */
export interface WireMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: RenderedBody;
  /** What auth adds when the request is sent, because it needs the network; absent: nothing. */
  readonly added?: AddedAuth;
}

/** A credential that only sending gives. */
export interface AddedAuth {
  readonly place: "header" | "query";
  readonly name: string;
  /** What it will hold, for a reader. */
  readonly value: string;
}

/** A rendered request, signed where that takes no network, and how it goes out. */
export interface SignedMessage {
  /** Its headers are those that were written, and those of the signature. */
  readonly request: RenderedRequest;
  readonly message: WireMessage;
}

/**
 * Completes a request with the headers that the engine adds, and with the
 * signature of its auth. Files of the body are found and measured, not read.
 *
 * @param signer Makes what signs it; asked only where that takes no network.
 *
 * @throws {AuthError} A field of its auth is wrong.
 * @throws {PermissionError} A file may not be read.
 * @throws {InterpolationError} A file cannot be read.
 */
export async function wireMessage(
  request: RenderedRequest,
  options: Pick<BodyOptions, "access" | "seed">,
  signer: () => Promise<Signer | undefined>,
): Promise<SignedMessage> {
  const { method, url, headers, body, settings, auth } = request;
  const target = splitUrl(url);
  const source = body && await bodySource(body, {
    ...options,
    contentType: headerOf(headers, "content-type"),
  });
  const sent = target === undefined
    ? headers
    : request.stream?.kind === "grpc"
    ? grpcHeaders(request, target.authority)
    : forHandshake(
      request,
      wireHeaders(headers, {
        url: target,
        method,
        length: source && (source.length ?? "unknown"),
        contentType: source?.contentType,
        boundary: source?.boundary,
        cookie: undefined,
        userAgent: USER_AGENT,
        ...(settings.omitHeaders && { omit: settings.omitHeaders }),
      }),
    );
  const message = { method, url, headers: sent, ...(body && { body }) };
  const added = auth && addedAuth(auth);
  if (auth === undefined || added !== undefined) {
    return { request, message: { ...message, ...(added && { added }) } };
  }
  const bytes = source?.bytes;
  const signature = await (await signer())?.sign?.({
    method,
    url,
    headers: sent,
    ...(bytes && { body: bytes }),
  });
  return withSignature({ request, message }, signature);
}

function withSignature(
  { request, message }: SignedMessage,
  signature: Signature | undefined,
): SignedMessage {
  const { headers = [], url = request.url, body: bytes } = signature ?? {};
  // The length is the client's to count.
  const auth = headers.filter(([name]) =>
    name.toLowerCase() !== "content-length"
  );
  const last = auth.at(-1);
  const body = bytes === undefined ? request.body : {
    type: "text" as const,
    text: new TextDecoder().decode(bytes),
    ...(request.body && "contentType" in request.body &&
      { contentType: request.body.contentType }),
  };
  return {
    request: {
      ...request,
      url,
      headers: withHeaders(request.headers, auth),
      authHeaders: last === undefined
        ? request.authHeaders
        : [...request.authHeaders, last[0].toLowerCase()],
      ...(body && { body }),
    },
    message: {
      ...message,
      url,
      headers: withHeaders(message.headers, headers),
      ...(body && { body }),
    },
  };
}

/** What auth adds that needs the network; undefined for auth that signs without it. */
function addedAuth(auth: RenderedAuth): AddedAuth | undefined {
  switch (auth.type) {
    case "digest":
      return {
        place: "header",
        name: "Authorization",
        value: "Digest, in response to the server's challenge",
      };
    case "ntlm":
      return {
        place: "header",
        name: "Authorization",
        value: "NTLM, in response to the server's challenge",
      };
    case "oauth2": {
      const query = "tokenConfig.placement.query";
      const prefix = auth.fields.has("tokenConfig.placement.header")
        ? textField(auth, "tokenConfig.placement.header")
        : "Bearer";
      // A query may hold secrets.
      const [from] = textField(auth, "accessTokenUrl").split(/[?#]/, 1);
      return auth.fields.has(query)
        ? {
          place: "query",
          name: textField(auth, query) || "access_token",
          value: `the token from ${from}`,
        }
        : {
          place: "header",
          name: "Authorization",
          value: `${prefix} and the token from ${from}`.trimStart(),
        };
    }
    default:
      return undefined;
  }
}

/** Says in one line what auth adds when the request is sent. */
export function addedLine({ place, name, value }: AddedAuth): string {
  return place === "header"
    ? `${name}: (added when sent: ${value})`
    : `(added to the query when sent: ${name}, ${value})`;
}

/** What a call of gRPC has besides the headers that are written. */
const OF_GRPC = [["Content-Type", "application/grpc"], ["TE", "trailers"]];

function grpcHeaders(
  { headers, settings: { omitHeaders = [] } }: RenderedRequest,
  authority: string,
): WireMessage["headers"] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const omitted = omitHeaders.map((name) => name.toLowerCase());
  const isFree = (name: string) => !names.has(name) && !omitted.includes(name);
  return [
    ...(names.has("host") ? [] : [["Host", authority] as const]),
    ...headers.filter(([name]) => !omitted.includes(name.toLowerCase())),
    ...(isFree("user-agent") ? [["User-Agent", USER_AGENT] as const] : []),
    ...OF_GRPC.map(([name, value]) => [name, value] as const),
  ];
}
