import type {
  CollectedBody,
  CollectedHeader,
  CollectedRequest,
  CollectedResponse,
  CollectedSent,
} from "../collect/types.ts";
import type { ReportedRun, ReportMeta } from "../reported_run.ts";
import {
  droppedMessages,
  entryPieces,
  grpcContent,
  grpcPost,
  type HarEntry,
  harStream,
} from "./har_stream.ts";
import {
  harCookies,
  type HarPair,
  harPair,
  harQuery,
  NO_HAR_RESPONSE,
} from "./har_parts.ts";
import { requestLabel } from "../step_label.ts";

/** Writes an HTTP archive (HAR 1.2) of what was sent and came back, redirects included. */
export function* harReport(
  run: ReportedRun,
  meta: ReportMeta,
): Generator<string> {
  const head = JSON.stringify({
    version: "1.2",
    creator: { name: "brace", version: meta.clientVersion },
    comment: run.collection,
  });
  yield `{"log":${head.slice(0, -1)},"entries":[`;
  let separator = "\n";
  for (const at of run.paths.keys()) {
    const request = run.read(at);
    for (const entry of entriesOf(request, run)) {
      yield separator;
      yield* entryPieces(entry, request, run.earlier?.(at));
      separator = ",\n";
    }
  }
  yield "\n]}}\n";
}

/** A request's redirects and its last exchange; nothing of one that was not sent. */
function* entriesOf(
  request: CollectedRequest,
  run: ReportedRun,
): Generator<HarEntry> {
  const { request: sent, response, startedAt } = request;
  if (sent === undefined) return;
  const about = {
    startedDateTime: startedAt,
    cache: {},
    comment: requestLabel(request, run.iterations),
  };
  const hops = response?.redirects ?? [];
  const httpVersion = versionOf(response);
  for (const [at, hop] of hops.entries()) {
    yield {
      ...about,
      time: 0,
      request: harRequest(at === 0 ? sent : withBodyOf(sent, hop), httpVersion),
      response: {
        ...NO_HAR_RESPONSE,
        status: hop.status,
        httpVersion,
        headers: [{ name: "Location", value: hop.location }],
        redirectURL: hop.location,
      },
      timings: { send: 0, wait: 0, receive: 0 },
    };
  }
  const last = response?.sent === undefined
    ? sent
    : withBodyOf(sent, { ...response.sent, url: response.url });
  const timings = timingsOf(request);
  yield {
    ...about,
    time: Object.entries(timings)
      // The time for TLS is in that for the connection.
      .filter(([name, time]) => name !== "ssl" && time > 0)
      .reduce((sum, [, time]) => sum + time, 0),
    ...harStream(request),
    ...droppedMessages(request),
    request: {
      ...harRequest(last, httpVersion),
      ...grpcPost(response?.stream),
    },
    response: response === undefined
      ? NO_HAR_RESPONSE
      : harResponse(response, httpVersion),
    ...serverAddress(response?.remoteAddress),
    timings,
  };
}

type Sent = Pick<CollectedSent, "method" | "url" | "headers" | "body">;

/** What was sent on the way, with the request's body where it went along. */
function withBodyOf({ body }: Sent, hop: Omit<Sent, "body">): Sent {
  const hasBody = body !== undefined &&
    (valueOf(hop.headers, "content-length") !== undefined ||
      valueOf(hop.headers, "transfer-encoding") !== undefined);
  return { ...hop, ...hasBody && { body } };
}

function harRequest(
  { method, url, headers, body }: Sent,
  httpVersion: string,
): object {
  const type = valueOf(headers, "content-type") ?? "";
  return {
    method,
    url,
    httpVersion,
    cookies: harCookies(headers),
    headers,
    queryString: harQuery(url),
    ...body !== undefined && { postData: postData(body, type) },
    headersSize: -1,
    bodySize: body === undefined
      ? 0
      : body.kind === "text" || body.kind === "binary"
      ? body.size
      : -1,
  };
}

function postData(body: CollectedBody, mimeType: string): unknown {
  switch (body.kind) {
    case "text":
      return { mimeType, text: body.text, ...cutOf(body) };
    case "binary":
      return {
        mimeType,
        text: body.base64,
        ...cutOf(body, "the text is base64"),
      };
    case "file":
      return { mimeType, text: "", comment: `the file ${body.path}` };
    case "multipart":
      return {
        mimeType,
        params: body.parts.map((part) =>
          part.kind === "file"
            ? { name: part.name, fileName: part.path }
            : { name: part.name, value: part.value }
        ),
      };
    default:
      return body satisfies never;
  }
}

function cutOf(
  { cut, size }: { readonly cut: boolean; readonly size: number },
  ...more: string[]
): { comment?: string } {
  const notes = [...more, ...cut ? [`cut: it has ${size} bytes`] : []];
  return notes.length === 0 ? {} : { comment: notes.join("; ") };
}

function harResponse(
  response: CollectedResponse,
  httpVersion: string,
): object {
  const { status, statusText, headers, body, size, stream } = response;
  const isGrpc = stream?.kind === "grpc";
  const mimeType = valueOf(headers, "content-type") ?? "";
  return {
    // A call has a status of its own above that of HTTP.
    status: isGrpc ? 200 : status,
    statusText: isGrpc ? "" : statusText,
    httpVersion,
    cookies: valuesOf(headers, "set-cookie").map(setCookie),
    headers,
    content: isGrpc
      ? grpcContent(stream, { mimeType, size: size.body })
      : contentOf(body, { mimeType, size: size.body }),
    redirectURL: valueOf(headers, "location") ?? "",
    headersSize: size.headers,
    bodySize: size.body,
    ...endOf(response),
  };
}

/** HAR has no field for how a body ended. */
function endOf({ cut, unframed }: CollectedResponse): { comment?: string } {
  if (cut) return { comment: "cut off: the rest did not come" };
  return unframed
    ? { comment: "unframed: the body ended with the TLS connection" }
    : {};
}

function contentOf(
  body: CollectedBody | undefined,
  { mimeType, size }: { readonly mimeType: string; readonly size: number },
): unknown {
  switch (body?.kind) {
    case "text":
      return { size: body.size, mimeType, text: body.text, ...cutOf(body) };
    case "binary":
      return {
        size: body.size,
        mimeType,
        text: body.base64,
        encoding: "base64",
        ...cutOf(body),
      };
    case "file":
    case "multipart":
    case undefined:
      return { size, mimeType };
    default:
      return body satisfies never;
  }
}

/** The phases of an exchange in milliseconds; HAR writes -1 for a phase that did not happen. */
function timingsOf(
  { response, timings: spent, duration }: CollectedRequest,
): Record<string, number> {
  const timings = response?.timings ?? spent;
  if (timings === undefined) return { send: 0, wait: duration, receive: 0 };
  const { dns = -1, connect, tls, firstByte, download, total } = timings;
  const receive = download ?? 0;
  const connecting = connect === undefined ? -1 : connect + (tls ?? 0);
  const before = Math.max(0, dns) + Math.max(0, connecting);
  // No entries of redirects stand before one without a response, so that it has the time of them all.
  const rest = response ? 0 : duration - before - (firstByte ?? 0) - receive;
  return {
    ...rest > 0 && { blocked: Math.round(rest * 1_000) / 1_000 },
    dns,
    connect: connecting,
    ssl: tls ?? -1,
    send: 0,
    // What fails before it is sent waits for no response.
    wait: firstByte ??
      (response ? Math.max(0, total - before - receive) : 0),
    receive,
  };
}

/** An IP address without its port. */
function serverAddress(address: string | undefined): object {
  const ip = /^\[?(.*?)\]?(?::\d+)?$/.exec(address ?? "")?.[1];
  return ip ? { serverIPAddress: ip } : {};
}

function versionOf(response: CollectedResponse | undefined): string {
  const { httpVersion } = response ?? {};
  return httpVersion ? `HTTP/${httpVersion.replace(/^HTTP\//i, "")}` : "";
}

function valuesOf(headers: readonly CollectedHeader[], name: string): string[] {
  return headers.filter((it) => it.name.toLowerCase() === name)
    .map(({ value }) => value);
}

function valueOf(
  headers: readonly CollectedHeader[],
  name: string,
): string | undefined {
  return valuesOf(headers, name)[0];
}

function setCookie(value: string): HarPair {
  return harPair(value.split(";", 1)[0].trim());
}
