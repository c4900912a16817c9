import {
  harCookies,
  harQuery,
  NO_HAR_RESPONSE,
} from "../../report/har/har_parts.ts";
import type { WrittenBody, WrittenRequest } from "./types.ts";

/** Requests as an HTTP archive (HAR 1.2), without responses: nothing was sent. */
export function asHar(
  requests: readonly WrittenRequest[],
  { version, startedAt }: { version: string; startedAt: string },
): string {
  const log = {
    version: "1.2",
    creator: { name: "brace", version },
    entries: requests.map((request) => ({
      startedDateTime: startedAt,
      time: 0,
      request: harRequest(request),
      response: NO_HAR_RESPONSE,
      cache: {},
      timings: { send: 0, wait: 0, receive: 0 },
    })),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function harRequest({ method, url, headers: pairs, body }: WrittenRequest) {
  const headers = pairs.map(([name, value]) => ({ name, value }));
  const type = headers.find(({ name }) =>
    name.toLowerCase() === "content-type"
  );
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: harCookies(headers),
    headers,
    queryString: harQuery(url),
    ...(body && { postData: postData(body, type?.value) }),
    headersSize: -1,
    bodySize: -1,
  };
}

function postData(body: WrittenBody, contentType: string | undefined) {
  switch (body.type) {
    case "text":
      return { mimeType: contentType ?? "", text: body.text };
    case "bytes":
      return {
        mimeType: contentType ?? "application/octet-stream",
        text: "",
        comment: `${body.bytes.length} bytes`,
      };
    case "file":
      return {
        mimeType: contentType ?? "application/octet-stream",
        text: "",
        comment: `the file ${body.path}`,
      };
    case "multipart":
      return {
        mimeType: "multipart/form-data",
        params: body.parts.map(({ name, value, path, contentType }) => ({
          name,
          ...(value !== undefined && { value }),
          ...(path !== undefined && { fileName: path }),
          ...(contentType !== undefined && { contentType }),
        })),
      };
    default:
      return body satisfies never;
  }
}
