import type {
  CollectedRequest,
  CollectedStream,
  CollectedStreamMessage,
} from "../collect/types.ts";
import { allMessages, type EarlierMessages } from "../request_pieces.ts";
import { jsonPieces, jsonTextPieces } from "../text/json_pieces.ts";

/** What an entry has where the messages of a stream may stand. */
export interface HarEntry {
  readonly request: object;
  readonly response: object;
  readonly _webSocketMessages?: readonly unknown[];
  readonly [key: string]: unknown;
}

/** Writes an entry, with the messages that memory has no room for. */
export function* entryPieces(
  entry: HarEntry,
  request: CollectedRequest,
  earlier: EarlierMessages | undefined,
): Generator<string> {
  const { stream } = request.response ?? {};
  if (earlier !== undefined && entry._webSocketMessages !== undefined) {
    const opened = openedAt(request);
    yield* jsonPieces(
      (list) => JSON.stringify({ ...entry, _webSocketMessages: list }),
      allMessages(request, earlier).map((some) =>
        some.map((message) => webSocketMessage(message, opened))
      ),
    );
  } else if (earlier !== undefined && stream?.kind === "grpc") {
    const sent = [
      ...allMessages(request, earlier)
        .flatMap((some) => some.filter(isSent)),
    ];
    const whole = {
      ...entry,
      request: { ...entry.request, ...grpcPost({ ...stream, messages: sent }) },
    };
    const { content } = entry.response as { readonly content: object };
    yield* jsonTextPieces(
      (text) =>
        JSON.stringify({
          ...whole,
          response: { ...whole.response, content: { ...content, text } },
        }),
      allMessages(request, earlier).map((some) => grpcText(some, "received")),
    );
  } else yield JSON.stringify(entry);
}

function isSent({ direction }: CollectedStreamMessage): boolean {
  return direction === "sent";
}

/** How many messages the run did not keep, of which HAR says nothing. */
export function droppedMessages(
  { response }: CollectedRequest,
): { _dropped?: number } {
  const dropped = response?.stream?.dropped;
  return dropped === undefined ? {} : { _dropped: dropped };
}

/** What browsers write of streams besides the exchange, and gRPC's status, for which HAR has no place. */
export function harStream(
  request: CollectedRequest,
): Record<string, unknown> {
  const { stream, status, statusText } = request.response ?? {};
  const kind = stream?.kind ?? request.request?.stream;
  switch (kind) {
    case "websocket":
    case "subscription": {
      if (stream === undefined) return { _resourceType: "websocket" };
      // A subscription over server-sent events is a response like others.
      if (status !== 101) return { _resourceType: "eventsource" };
      const opened = openedAt(request);
      return {
        _resourceType: "websocket",
        _webSocketMessages: stream.messages.map((message) =>
          webSocketMessage(message, opened)
        ),
      };
    }
    case "events":
      return { _resourceType: "eventsource" };
    case "grpc": {
      if (stream === undefined) return { _resourceType: "fetch" };
      const { trailers = [] } = stream;
      return {
        _resourceType: "fetch",
        _grpc: { status, statusText, trailers },
      };
    }
    case "lines":
      return { _resourceType: "fetch" };
    case undefined:
      return {};
    default:
      return kind satisfies never;
  }
}

/** When the connection was open, in milliseconds since 1970. */
function openedAt({ response, startedAt }: CollectedRequest): number {
  const { connect = 0, dns = 0, tls = 0, firstByte = 0 } = response?.timings ??
    {};
  return Date.parse(startedAt) + dns + connect + tls + firstByte;
}

/** A message as Chromium writes it: seconds since 1970, base64 of bytes. */
function webSocketMessage(
  { direction, type, at, text }: CollectedStreamMessage,
  opened: number,
): unknown {
  return {
    type: direction === "sent" ? "send" : "receive",
    time: (opened + at) / 1_000,
    opcode: type === "binary" ? 2 : 1,
    data: text,
  };
}

/** The messages that a gRPC call sent, in the place of its body. */
export function grpcPost(
  stream: CollectedStream | undefined,
): { postData?: unknown } {
  if (stream?.kind !== "grpc" || stream.sent === 0) return {};
  return {
    postData: {
      mimeType: "application/grpc",
      text: grpcText(stream.messages, "sent"),
      comment: "messages as JSON, one a line",
    },
  };
}

/** The messages of a gRPC call, one a line: HTTP has bytes in their place. */
function grpcText(
  messages: readonly CollectedStreamMessage[],
  direction: CollectedStreamMessage["direction"],
): string {
  return messages.filter((it) => it.direction === direction)
    .map(({ text }) => `${text}\n`).join("");
}

/** The messages that came over gRPC, in the place of the content. */
export function grpcContent(
  stream: CollectedStream,
  { mimeType, size }: { readonly mimeType: string; readonly size: number },
): unknown {
  return {
    size,
    mimeType,
    text: grpcText(stream.messages, "received"),
    comment: "messages as JSON, one a line",
  };
}
