import type { FileAccess } from "../../host/http/content/body_file.ts";
import { bodySource } from "../../host/http/content/body_source.ts";
import { headerOf } from "../../core/http/header_of.ts";
import type {
  RenderedBody,
  RenderedRequest,
} from "../../core/http/rendered_request.ts";
import { wireHeaders } from "../../core/http/wire_headers.ts";
import { splitUrl } from "../../core/http/wire_url.ts";
import { USER_AGENT } from "../../core/http/user_agent.ts";

/** A request as the engine would write it, but for cookies and for auth that depends on clock or response. */
export interface WireMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: RenderedBody;
}

/**
 * Completes a request with the headers that the engine adds. Files of the body
 * are found and measured, not read.
 *
 * @throws {PermissionError} A file may not be read.
 * @throws {InterpolationError} A file cannot be read.
 */
export async function wireMessage(
  request: RenderedRequest,
  files: FileAccess,
): Promise<WireMessage> {
  const { method, url, headers, body, settings } = request;
  const target = splitUrl(url);
  const { kind } = request.stream ?? {};
  const isStream = kind === "websocket" || kind === "grpc";
  const source = body && await bodySource(body, {
    access: files,
    contentType: headerOf(headers, "content-type"),
  });
  return {
    method,
    url,
    headers: target === undefined
      ? headers
      : isStream
      ? streamHeaders(request, target.authority)
      : wireHeaders(headers, {
        url: target,
        method,
        length: source && (source.length ?? "unknown"),
        contentType: source?.contentType,
        boundary: source?.boundary,
        cookie: undefined,
        userAgent: USER_AGENT,
        ...(settings.omitHeaders && { omit: settings.omitHeaders }),
      }),
    ...(body && { body }),
  };
}

/** What a handshake, or a call of gRPC, has besides the headers that are written. */
const OWN = {
  websocket: [
    ["Connection", "Upgrade"],
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Version", "13"],
  ],
  grpc: [["Content-Type", "application/grpc"], ["TE", "trailers"]],
  subscription: [],
} as const;

function streamHeaders(
  { headers, settings: { omitHeaders = [] }, stream }: RenderedRequest,
  authority: string,
): WireMessage["headers"] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const omitted = omitHeaders.map((name) => name.toLowerCase());
  const isFree = (name: string) => !names.has(name) && !omitted.includes(name);
  return [
    ...(names.has("host") ? [] : [["Host", authority] as const]),
    ...headers.filter(([name]) => !omitted.includes(name.toLowerCase())),
    ...(isFree("user-agent") ? [["User-Agent", USER_AGENT] as const] : []),
    ...(stream ? OWN[stream.kind] : []),
  ];
}
