import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { FileContent, FileMessage } from "../open_collection.ts";
import { asLiteral } from "../text_body.ts";
import { hasResponse } from "./har_example.ts";
import {
  commentOf,
  harHeaders,
  harName,
  type HarNote,
  type HarRequest,
  harUrl,
} from "./har_request.ts";

/** Headers of the handshake. */
const OF_THE_HANDSHAKE = /^sec-websocket-(?!protocol$)/i;

/** Reads an entry of a WebSocket, whose messages Chrome keeps. */
export function harWebSocket(entry: Record<string, RawJson>): HarRequest {
  const request = members(entry.request);
  const url = harUrl(request);
  const messages = elements(entry._webSocketMessages).map(members);
  const sent = messages.filter(({ type }) => type === "send");
  const received = messages.length - sent.length;
  const message = sent.map((one, index): FileMessage<FileContent> => {
    const data = jsonTextOf(one.data) ?? "";
    return {
      title: `message ${index + 1}`,
      message: one.opcode === 2
        ? { type: "binary", data }
        : { type: "text", data: asLiteral(data) },
    };
  });
  const headers = harHeaders(request).filter(({ name }) =>
    !OF_THE_HANDSHAKE.test(name)
  );
  const notes: HarNote[] = [];
  if (received > 0 || hasResponse(entry)) {
    notes.push({
      kind: "changed",
      message: received === 0
        ? "Left out the response to the handshake"
        : `Left out ${received} message${
          received === 1 ? "" : "s"
        } that the server sent: write assertions`,
      lost: { examples: hasResponse(entry) ? 1 : 0 },
    });
  }
  const docs = commentOf(entry) ?? commentOf(request);
  return {
    request: {
      info: { name: harName("WS", url), type: "websocket" },
      websocket: {
        url: asLiteral(url),
        ...(headers.length > 0 && { headers }),
        ...(message.length > 0 && { message }),
      },
      ...(docs !== undefined && { docs }),
    },
    notes,
    leavesBody: false,
  };
}
