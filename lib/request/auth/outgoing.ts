import type { OutgoingHop } from "../engine.ts";
import type { RenderedBody, RenderedRequest } from "../types.ts";
import { splitUrl } from "../wire_url.ts";
import { headersOf } from "../header_of.ts";

/** Whether a hop has a body that is streamed, so that its bytes cannot be hashed beforehand. */
export function isStreamed(hop: OutgoingHop): boolean {
  if (hop.body !== undefined) return false;
  const lengths = headersOf(hop.headers, "content-length");
  return headersOf(hop.headers, "transfer-encoding").length > 0 ||
    lengths.some((length) => length.trim() !== "0");
}

/**
 * A request as the hop that it would go out as, as far as that is known before
 * sending: Host and Content-Type are put in where they are not written.
 */
export function outgoingOf(request: RenderedRequest): OutgoingHop {
  const { method, url, body } = request;
  const bytes = body && bodyBytes(body);
  const headers = [...request.headers];
  const add = (name: string, value: string | undefined) => {
    if (value === undefined) return;
    if (headersOf(headers, name.toLowerCase()).length > 0) return;
    headers.push([name, value]);
  };
  add("Host", splitUrl(url)?.authority);
  if (body && body.type !== "multipart") add("Content-Type", body.contentType);
  if (body && bytes === undefined) add("Transfer-Encoding", "chunked");
  return {
    method,
    url,
    headers,
    ...(bytes === undefined ? {} : { body: bytes }),
  };
}

function bodyBytes(body: RenderedBody): Uint8Array | undefined {
  switch (body.type) {
    case "text":
      return new TextEncoder().encode(body.text);
    case "bytes":
      return body.bytes;
    case "file":
    case "multipart":
      return undefined;
    default:
      return body satisfies never;
  }
}
