import type { HopTask } from "../hop_response.ts";
import {
  type OpenedSocket,
  webSocketExchange,
  type WebSocketTask,
} from "./websocket.ts";

/** Opens the WebSocket of a request and holds the conversation that it is for. */
export async function openStream(
  task: HopTask,
  options: WebSocketTask,
): Promise<OpenedSocket> {
  if (task.request.stream?.kind !== "subscription") {
    return await webSocketExchange(task, options);
  }
  const { SUBPROTOCOL, talkSubscription } = await import("./subscription.ts");
  return await webSocketExchange(task, {
    ...options,
    protocols: [SUBPROTOCOL],
    talk: talkSubscription,
  });
}
