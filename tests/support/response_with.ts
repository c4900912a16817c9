import type { Response } from "../../lib/core/http/response.ts";

/** A response as the engine gives it, for tests of what happens with responses. */
export function responseWith(
  body: string | Uint8Array = "",
  contentType = "application/json",
  more: Partial<Response> = {},
): Response {
  const bytes = typeof body === "string"
    ? new TextEncoder().encode(body)
    : body;
  return {
    url: "http://127.0.0.1/",
    status: 200,
    statusText: "OK",
    headers: contentType === "" ? [] : [["Content-Type", contentType]],
    body: bytes,
    truncated: false,
    httpVersion: "1.1",
    timings: { total: 12 },
    size: { headers: 0, body: bytes.length },
    hops: [],
    sentHeaders: [],
    ...more,
  };
}
