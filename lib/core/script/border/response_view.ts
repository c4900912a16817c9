import { parseBody } from "../../http/parse_body.ts";
import type { Response } from "../../http/response.ts";
import { ScriptError } from "../../source/errors.ts";
import { MORE_MEMORY, OUT_OF_MEMORY } from "../failure.ts";
import { headerValues } from "../../http/header_of.ts";
import type { StreamMessage } from "../../http/stream.ts";
import type { FullResponseView, ResponseView, StreamView } from "./bridge.ts";

/** A response without its content, as scripts see it. */
export function responseView(response: Response): ResponseView {
  return {
    url: response.url,
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    responseTime: Math.round(response.timings.total),
    size: { header: response.size.headers, body: response.size.body },
  };
}

/** The same with its content. */
export function fullResponseView(
  response: Response,
  raw: boolean,
): FullResponseView {
  return { ...responseView(response), body: bodyValue(response, raw) };
}

/** What came over a stream, for scripts; in the order of the wire. */
export function streamView({ stream }: Response): StreamView | undefined {
  if (stream === undefined) return undefined;
  const { messages, sent, firstMessageTime, closed, trailers } = stream;
  return {
    messages: messages.map(messageView),
    sent: sent.map(messageView),
    firstMessageTime,
    closed,
    trailers: trailers && headerValues(trailers),
    details: stream.details,
  };
}

function messageView(
  { index, direction, type, data, text, at, event, id }: StreamMessage,
) {
  return {
    index,
    direction,
    type,
    data,
    text,
    at,
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
  };
}

/** The content: its value, or as it came where it has none or `raw` is set. */
export function bodyValue(response: Response, raw: boolean): unknown {
  if (isBinary(response)) return response.body;
  const body = parseBody(response);
  if (raw) return body.text;
  if (body.tooLarge) throw outOfMemory();
  return body.value;
}

/**
 * The response, if scripts have the memory for its content: a text takes its
 * size twice, on its way in and as a value.
 *
 * @throws {ScriptError} They have not; nothing of it was parsed.
 */
export function fitting(
  response: Response,
  memory: number,
  { binary = false } = {},
): Response {
  const { length } = response.body;
  if (2 * length <= memory) return response;
  if (length <= memory && (binary || isBinary(response))) return response;
  throw outOfMemory();
}

function outOfMemory(): ScriptError {
  return new ScriptError([{
    code: "SCRIPT_MEMORY",
    severity: "error",
    message: OUT_OF_MEMORY,
    waysOut: MORE_MEMORY,
  }]);
}

const TEXT =
  /^(?:text\/|application\/(?:json|xml|javascript|graphql|yaml))|[+/](?:json|xml|yaml)\b|charset=|urlencoded/i;
const BINARY =
  /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip|wasm|x-protobuf|protobuf|vnd\.)/i;

/**
 * Whether a response's body is not text: its type says so, or it says nothing
 * and the bytes are not UTF-8.
 */
function isBinary({ headers, body }: Response): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")
    ?.[1] ?? "";
  if (TEXT.test(type)) return false;
  if (!BINARY.test(type) && type !== "") return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(body);
    return BINARY.test(type) && body.includes(0);
  } catch {
    return true;
  }
}
