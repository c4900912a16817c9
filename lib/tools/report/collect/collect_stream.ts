import type {
  ResponseStream,
  SpilledMessages,
  StreamMessage,
} from "../../../core/http/stream.ts";
import type { Masker } from "../../../core/secrets/masker.ts";
import { jsonText } from "../../../core/scope/value/value_text.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import { maskedPart } from "../provenance/masked_request.ts";
import { messageJson } from "../provenance/provenance_json.ts";
import { defined } from "./collect_diagnostic.ts";
import { binaryBody, type SentOptions } from "./collect_sent.ts";
import type {
  CollectedStream,
  CollectedStreamClose,
  CollectedStreamMessage,
} from "./types.ts";

/** How the messages of a stream are collected. */
export type StreamMessageOptions =
  & Pick<SentOptions, "masker" | "locate">
  & {
    /** Bytes of a message that are kept. */
    readonly limit: number;
    /** Bytes of all of them that are kept; default: no limit. */
    readonly total?: number;
  };

/** A stream as reports show it: its messages that are in memory, in the order in which they passed; {@linkcode collectEarlier} gives those before them. */
export function collectStream(
  stream: ResponseStream,
  options: StreamMessageOptions,
): CollectedStream {
  const { masker, limit } = options;
  const { kind, methodType, received, dropped, firstMessageTime } = stream;
  const { sent, closed, trailers, details } = stream;
  let left = options.total ?? Infinity;
  return defined({
    kind,
    methodType,
    messages: [...messagesInMemory(stream)].map((message) => {
      const collected = collectMessage(message, {
        ...options,
        limit: Math.max(0, Math.min(limit, left)),
      });
      left -= collected.text.length;
      return collected;
    }),
    sent: sent.length,
    received,
    dropped,
    firstMessageTime,
    closed: closed && collectClose(closed, masker),
    trailers: trailers?.map(([name, value]) => ({
      name: masker.mask(name),
      value: masker.maskField(name, value),
    })),
    details: details === undefined ? undefined : maskedValue(details, masker),
  });
}

/** How a stream ended, masked. */
export function collectClose(
  { by, code, reason }: CollectedStreamClose,
  masker: Masker,
): CollectedStreamClose {
  return defined({
    by,
    code,
    reason: reason === undefined ? undefined : masker.maskText(reason),
  });
}

/** Characters of messages that are collected at once. */
const CHUNK = 16 * 1_024;

/** The messages that are outside of memory, and those that were sent between them, some at a time. */
export function* collectEarlier(
  stream: ResponseStream,
  options: Omit<StreamMessageOptions, "total">,
): Generator<CollectedStreamMessage[]> {
  let chunk: CollectedStreamMessage[] = [];
  let size = 0;
  for (const message of earlier(stream)) {
    const collected = collectMessage(message, options);
    chunk.push(collected);
    size += collected.text.length;
    if (size < CHUNK && chunk.length < CHUNK / 64) continue;
    yield chunk;
    chunk = [];
    size = 0;
  }
  if (chunk.length > 0) yield chunk;
}

type Messages = Pick<ResponseStream, "messages" | "spilled" | "sent">;

/** What was sent and what came, as it passed; read anew where it is outside of memory. */
export function* messagesInOrder(stream: Messages): Generator<StreamMessage> {
  yield* earlier(stream);
  yield* messagesInMemory(stream);
}

/** The first part, up to the last message that is outside of memory. */
function earlier({ spilled, sent }: Messages): Iterable<StreamMessage> {
  return spilled
    ? merged(spilled, sent.slice(0, sentEarlier(spilled, sent)))
    : [];
}

/** The last part, which is in memory. */
export function messagesInMemory(
  { messages, spilled, sent }: Messages,
): Iterable<StreamMessage> {
  return merged(messages, sent.slice(spilled ? sentEarlier(spilled, sent) : 0));
}

/** How many were sent before the last of these came. */
function sentEarlier(
  { count }: SpilledMessages,
  sent: readonly StreamMessage[],
): number {
  const place = sent.findIndex(({ after = 0 }) => after >= count);
  return place === -1 ? sent.length : place;
}

function* merged(
  received: Iterable<StreamMessage>,
  sent: readonly StreamMessage[],
): Generator<StreamMessage> {
  let at = 0;
  for (const one of received) {
    while (at < sent.length && !isBefore(one, sent[at])) yield sent[at++];
    yield one;
  }
  while (at < sent.length) yield sent[at++];
}

function isBefore(received: StreamMessage, sent: StreamMessage): boolean {
  return sent.after === undefined
    ? received.at < sent.at
    : received.index < sent.after;
}

const encoder = new TextEncoder();

/** A message, masked, its content cut where it is longer than the limit. */
export function collectMessage(
  message: StreamMessage,
  { masker, limit, locate }: Omit<StreamMessageOptions, "total">,
): CollectedStreamMessage {
  const { index, direction, type, at, event, id } = message;
  const facts = {
    index,
    direction,
    type,
    at,
    event: event === undefined ? undefined : masker.maskText(event),
    id: id === undefined ? undefined : masker.maskText(id),
  };
  if (type === "binary") {
    const data = message.data as Uint8Array;
    const size = data.length;
    const cut = size > limit;
    const content = { bytes: data.subarray(0, limit), size, cut };
    const { base64, masked } = binaryBody(content, masker);
    return defined({
      ...facts,
      text: base64,
      size,
      cut: cut || (masked && base64 === "") || undefined,
      masked,
    });
  }
  const { text, size, cut } = cutText(message.text, limit);
  const insertions = (message.insertions ?? []).flatMap((one) =>
    one.start < text.length
      ? { ...one, end: Math.min(one.end, text.length) }
      : []
  );
  const json = messageJson(maskedPart(text, insertions, masker, cut), locate);
  return defined({
    ...facts,
    text: json.data,
    size,
    cut: cut || undefined,
    insertions: json.insertions.length === 0 ? undefined : json.insertions,
  });
}

function cutText(
  text: string,
  limit: number,
): { readonly text: string; readonly size: number; readonly cut: boolean } {
  const bytes = encoder.encode(text);
  const size = bytes.length;
  if (size <= limit) return { text, size, cut: false };
  // A character may be halved by the cut: it is left out.
  const head = new TextDecoder().decode(bytes.subarray(0, limit), {
    stream: true,
  });
  return { text: head, size, cut: true };
}

/** A value with its texts masked, and with what stands in fields for secrets. */
function maskedValue(value: Value, masker: Masker): unknown {
  const text = jsonText(value);
  if (typeof text !== "string") return null;
  return JSON.parse(text, (name, inner) => {
    switch (typeof inner) {
      case "string":
        return maskedText(name, inner, masker);
      case "number": {
        const shown = maskedText(name, `${inner}`, masker);
        return shown === `${inner}` ? inner : shown;
      }
      default:
        return inner;
    }
  });
}

function maskedText(name: string, text: string, masker: Masker): string {
  return masker.secrets.isSecretField(name, text)
    ? masker.maskField(name, text)
    : masker.maskText(text);
}
