import type { Hop, Response } from "../../core/http/response.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import type { SendOptions } from "../../core/http/engine.ts";
import type { WireUrl } from "../../core/http/wire_url.ts";
import type { Attempt } from "../../core/policy/refusal.ts";
import type { HopResponse } from "./hop_response.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Connections } from "./connection/connections.ts";
import type { BodySource, EngineConfig } from "./types.ts";

/** Makes the response that the rest of Brace sees. */
export function toResponse(
  request: RenderedRequest,
  { response, headers }: Pick<SentHop, "response" | "headers">,
  options: {
    hops: readonly Hop[];
    started?: number;
    /** Bytes of content that are kept at most. */
    limit?: number;
    /** It ended too early. */
    cut?: boolean;
  },
): Response {
  const { sink, timings, tls, remoteAddress } = response;
  const total = options.started === undefined
    ? timings.total
    : performance.now() - options.started;
  return {
    url: request.url,
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    body: sink.bytes,
    truncated: sink.truncated || sink.partial === true,
    httpVersion: response.httpVersion,
    timings: { ...timings, total },
    size: { headers: headerSize(response), body: response.received },
    ...(options.limit !== undefined && { limit: options.limit }),
    hops: options.hops,
    sentHeaders: headers,
    ...(options.hops.length > 0 && { sentMethod: request.method }),
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(sink.path !== undefined && {
      saved: { path: sink.path, whole: !sink.truncated },
    }),
    ...(tls !== undefined && { tls }),
    ...(response.unframed && { unframed: true }),
    ...(options.cut && { cut: true }),
  };
}

/** Octets of status line and header lines, as a server writes them. */
function headerSize({ headers, statusText }: SentHop["response"]): number {
  let size = `HTTP/1.1 200 ${statusText}\r\n\r\n`.length;
  for (const [name, value] of headers) size += name.length + value.length + 4;
  return size;
}

/** One hop of a request. */
export interface HopTask {
  readonly request: RenderedRequest;
  readonly url: WireUrl;
  readonly attempt: Attempt;
  readonly body: BodySource | undefined;
  readonly options: SendOptions;
  readonly cancellation: Cancellation;
  readonly connections: Connections;
  readonly config: EngineConfig;
  /** Told when a response came. */
  readonly responded: () => void;
}

/** What went out, and what came back. */
export interface SentHop {
  readonly url: WireUrl;
  readonly headers: [name: string, value: string][];
  readonly response: HopResponse;
}
