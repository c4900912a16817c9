import { withBody } from "../../http/parse_body.ts";
import type { Response } from "../../http/response.ts";
import type { ResponseStream, StreamMessage } from "../../http/stream.ts";
import type { Value } from "../../scope/value/value.ts";

/**
 * A stream's response with the body that scripts and assertions see: the
 * message of a call that gives one, the list of messages where there are more.
 * That of events and lines is the text that came.
 */
export function streamedResponse(response: Response): Response {
  const { stream } = response;
  if (stream === undefined) return response;
  switch (stream.kind) {
    case "events":
    case "lines":
      return response;
    case "grpc":
      if (hasOneMessage(stream)) {
        const message = stream.messages.at(-1);
        return withBody(response, message && valueOf(message));
      }
      // falls through
    case "websocket":
    case "subscription":
      return withBody(response, stream.messages.map(valueOf));
    default:
      return stream.kind satisfies never;
  }
}

/** Whether a stream is a call's that gives one message. */
export function hasOneMessage(
  { methodType }: Pick<ResponseStream, "methodType">,
): boolean {
  return methodType === "unary" || methodType === "client-streaming";
}

/** Bytes as base64. */
function valueOf({ data, text }: StreamMessage): Value {
  return data instanceof Uint8Array ? text : data;
}
