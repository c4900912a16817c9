import type { Hop, Response } from "../../request/response.ts";
import type { RenderedRequest } from "../../request/types.ts";
import type { SentHop } from "./send_hop.ts";

/** Makes the response that the rest of Brace sees. */
export function toResponse(
  request: RenderedRequest,
  { answer, headers }: SentHop,
  options: { hops: readonly Hop[]; started?: number },
): Response {
  const { sink, timings, tls, remoteAddress } = answer;
  const total = options.started === undefined
    ? timings.total
    : performance.now() - options.started;
  return {
    url: request.url,
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
    body: sink.bytes,
    truncated: sink.truncated,
    httpVersion: answer.httpVersion,
    timings: { ...timings, total },
    size: { headers: headerSize(answer), body: answer.received },
    hops: options.hops,
    sentHeaders: headers,
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(sink.path !== undefined && { savedTo: sink.path }),
    ...(tls !== undefined && { tls }),
  };
}

/** Octets of status line and header lines, as a server writes them. */
function headerSize({ headers, statusText }: SentHop["answer"]): number {
  let size = `HTTP/1.1 200 ${statusText}\r\n\r\n`.length;
  for (const [name, value] of headers) size += name.length + value.length + 4;
  return size;
}
