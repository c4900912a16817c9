import type { Hop, Response } from "../../core/http/response.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import type { SentHop } from "./hop.ts";

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
