import { isPlainObject } from "../../core/source/plain_value.ts";
import { parseJson } from "../../core/scope/value/parse_json.ts";
import type { Value } from "../../core/scope/value/value.ts";
import { jsonText } from "../../core/scope/value/value_text.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import type { RenderedTurn } from "../../core/request/render_messages.ts";
import type { SignedMessage } from "./wire_message.ts";
import type { ShownRequest } from "./provenance.ts";

/** As the client subscribes: it opens one subscription on a connection. */
const SUBSCRIBE = '{"id":"1","type":"subscribe","payload":';

/** A subscription as it goes over its WebSocket: the handshake, and the messages that subscribe; all else as it is. */
export function asConversation(signed: SignedMessage): ShownRequest {
  const { request, message } = signed;
  const { stream } = request;
  if (stream?.kind !== "subscription" || stream.over !== "websocket") {
    return signed;
  }
  const { body: _, ...handshake } = message;
  const { connectionParams } = stream;
  return {
    request: {
      ...request,
      insertions: request.insertions?.filter(({ place }) => place !== "body"),
    },
    message: { ...handshake, method: "GET" },
    turns: [
      turn("connection_init", {
        text: `{"type":"connection_init"${
          connectionParams === undefined
            ? ""
            : `,"payload":${jsonText(connectionParams)}`
        }}`,
      }),
      turn("subscribe", subscribing(request)),
    ],
  };
}

/** The request's body in the message, with the places of its values. */
function subscribing(
  { body, stream, insertions = [] }: RenderedRequest,
): Pick<Shown, "text" | "insertions"> {
  const text = body?.type === "text" ? body.text : "{}";
  const said = objectOf(parseJson(text));
  const payload = stream?.kind === "subscription"
    ? objectOf(stream.payload)
    : {};
  const name = Object.hasOwn(said, "operationName")
    ? undefined
    : payload.operationName;
  const whole = name === undefined
    ? text
    : `${text.replace(/\}\s*$/, "")},"operationName":${jsonText(name)}}`;
  return {
    text: `${SUBSCRIBE}${whole}}`,
    insertions: insertions.filter(({ place }) => place === "body")
      .map((one) => ({
        ...one,
        place: "message" as const,
        start: one.start + SUBSCRIBE.length,
        end: one.end + SUBSCRIBE.length,
      })),
  };
}

interface Shown {
  readonly text: string;
  readonly insertions?: Extract<RenderedTurn, { kind: "message" }>["message"][
    "insertions"
  ];
}

function turn(title: string, { text, insertions = [] }: Shown): RenderedTurn {
  return {
    kind: "message",
    title,
    isOpen: false,
    message: { type: "json", data: text, insertions },
  };
}

function objectOf(value: Value): Record<string, Value> {
  return isPlainObject(value) ? value as Record<string, Value> : {};
}
