import {
  DEMO_LOGIN,
  isUpgrade,
  notAllowed,
  ORDER_STATUSES,
  problemResponse,
  respond,
} from "./demo_api.ts";
import type { Echo } from "./echo.ts";
import { isPlainObject } from "../../core/source/plain_value.ts";

/** The routes of a demo API that stream. */
export interface DemoStreams {
  /** Responds to a request, or takes over its connection. */
  serve(echo: Echo, request: Request): Response;
  /** Ends every stream that is open. */
  stop(): void;
}

/** Milliseconds between two parts of a stream. */
const PACE = 2;

const encoder = new TextEncoder();

/** A fresh state of the routes that stream. */
export function createStreams(): DemoStreams {
  /** What ends each stream that is open. */
  const open = new Set<() => void>();
  const enterChat = createChat();
  return {
    serve(echo, request) {
      const upgrade = (talk: Talk, protocol?: string) =>
        openSocket(request, talk, open, protocol);
      switch (echo.path.split("/")[1]) {
        case "echo":
          return upgrade((socket) => ({ take: (text) => socket.send(text) }));
        case "chat":
          return isUpgrade(echo) ? upgrade(enterChat) : upgradeRequired();
        case "graphql":
          return isUpgrade(echo)
            ? upgrade(speakGraphql, "graphql-transport-ws")
            : serveGraphql(echo, open);
        case "completions":
          return serveCompletion(echo, open);
        case "log":
          return echo.method === "GET"
            ? inParts("application/x-ndjson", LOG, open)
            : notAllowed(echo, "GET");
        default:
          return echo.method === "GET"
            ? inParts("text/event-stream", EVENTS, open, { isEndless: true })
            : notAllowed(echo, "GET");
      }
    },
    stop() {
      for (const end of open) end();
    },
  };
}

function upgradeRequired(): Response {
  return problemResponse(426, "open a WebSocket", { upgrade: "websocket" });
}

/** What becomes of an order, as events; the stream stays open then. */
const EVENTS = ORDER_STATUSES.map((status, index) =>
  `event: status\nid: ${index + 1}\ndata: ${
    JSON.stringify({ order: 1, status })
  }\n\n`
);

const LOG = ["opened", "counted", "closed"].map((text, index) =>
  `${JSON.stringify({ line: index + 1, level: "info", text })}\n`
);

/** A body that comes in parts; nobody but the client closes an endless one. */
function inParts(
  type: string,
  parts: readonly string[],
  open: Set<() => void>,
  { isEndless = false } = {},
): Response {
  let halt = () => {};
  let close = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      close = () => {
        halt();
        open.delete(close);
        controller.close();
      };
      open.add(close);
      halt = play(
        parts,
        (part) => controller.enqueue(encoder.encode(part)),
        isEndless ? undefined : close,
      );
    },
    cancel() {
      halt();
      open.delete(close);
    },
  });
  return new Response(body, { headers: { "content-type": type } });
}

/** Gives one part after the other, then says so; the result stops it. */
export function play<T>(
  parts: readonly T[],
  take: (part: T) => void,
  finish?: () => void,
): () => void {
  let index = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    if (index === parts.length) return finish?.();
    take(parts[index++]);
    timer = setTimeout(next, PACE);
  };
  next();
  return () => clearTimeout(timer);
}

/** Answers as servers of language models do, in pieces where the request wants that. */
function serveCompletion(echo: Echo, open: Set<() => void>): Response {
  if (echo.method !== "POST") return notAllowed(echo, "POST");
  const { json } = echo;
  if (!isPlainObject(json) || !Array.isArray(json.messages)) {
    return problemResponse(400, "send a JSON object with messages");
  }
  const words = `You sent ${json.messages.length} message${
    json.messages.length === 1 ? "" : "s"
  } to a very small language model.`.split(/(?<= )/);
  if (json.stream !== true) {
    const message = { role: "assistant", content: words.join("") };
    return respond(200, { id: "completion-1", choices: [{ message }] });
  }
  const chunks = words.map((content) =>
    JSON.stringify({ id: "completion-1", choices: [{ delta: { content } }] })
  );
  return inParts(
    "text/event-stream",
    [...chunks, "[DONE]"].map((data) => `data: ${data}\n\n`),
    open,
  );
}

/** What a server does on a WebSocket once it is open. */
type Talk = (socket: WebSocket) => {
  take(text: string): void;
  leave?(): void;
};

function openSocket(
  request: Request,
  talk: Talk,
  open: Set<() => void>,
  protocol?: string,
): Response {
  const { socket, response } = Deno.upgradeWebSocket(request, {
    ...(protocol !== undefined && { protocol }),
  });
  const close = () => socket.close(1001);
  open.add(close);
  const { take, leave } = talk(socket);
  socket.onmessage = ({ data }) => take(data);
  socket.onclose = () => {
    open.delete(close);
    leave?.();
  };
  return response;
}

/** A room: who has logged in says something to everybody in it. */
function createChat(): Talk {
  const members = new Map<WebSocket, string>();
  let sessions = 0;
  return (socket) => {
    let session: string | undefined;
    const reply = (message: unknown) => socket.send(JSON.stringify(message));
    return {
      take(text) {
        const message = parsed(text);
        switch (message.type) {
          case "ping":
            return reply({ type: "pong" });
          case "login": {
            const { user, password } = message;
            if (
              user !== DEMO_LOGIN.user || password !== DEMO_LOGIN.password
            ) {
              return reply({
                type: "error",
                error: "user and password do not match",
              });
            }
            session = `session-${++sessions}`;
            members.set(socket, DEMO_LOGIN.user);
            return reply({ type: "welcome", user, session });
          }
          case "say": {
            if (session === undefined || message.session !== session) {
              return reply({ type: "error", error: "log in first" });
            }
            const said = JSON.stringify({
              type: "said",
              user: members.get(socket),
              text: message.text,
            });
            for (const member of members.keys()) member.send(said);
            return;
          }
          default:
            return reply({ type: "error", error: "send login, say or ping" });
        }
      },
      leave: () => members.delete(socket),
    };
  };
}

/** What a subscription to an order gives; an error for other operations. */
function subscribed(
  payload: unknown,
): readonly unknown[] | { readonly error: string } {
  const { query, variables } = isPlainObject(payload) ? payload : {};
  if (!/\bsubscription\b[^]*\borderStatus\b/.test(String(query))) {
    return { error: "subscribe to orderStatus" };
  }
  const { id = "1" } = isPlainObject(variables) ? variables : {};
  return ORDER_STATUSES.map((status) => ({
    data: { orderStatus: { id: String(id), status } },
  }));
}

/** Speaks graphql-transport-ws. */
function speakGraphql(socket: WebSocket): ReturnType<Talk> {
  const running = new Map<unknown, () => void>();
  const reply = (message: unknown) => socket.send(JSON.stringify(message));
  let isAcknowledged = false;
  return {
    take(text) {
      const { type, id, payload } = parsed(text);
      switch (type) {
        case "connection_init":
          isAcknowledged = true;
          return reply({ type: "connection_ack" });
        case "ping":
          return reply({ type: "pong" });
        case "pong":
          return;
        case "subscribe": {
          if (!isAcknowledged) return socket.close(4401, "Unauthorized");
          const results = subscribed(payload);
          if ("error" in results) {
            const errors = [{ message: results.error }];
            return reply({ type: "error", id, payload: errors });
          }
          const halt = play(
            results,
            (payload) => reply({ type: "next", id, payload }),
            () => reply({ type: "complete", id }),
          );
          return void running.set(id, halt);
        }
        case "complete":
          return running.get(id)?.();
        default:
          return socket.close(4400, "Invalid message");
      }
    },
    leave() {
      for (const halt of running.values()) halt();
    },
  };
}

/** Speaks GraphQL over server-sent events, a connection for each operation. */
function serveGraphql(echo: Echo, open: Set<() => void>): Response {
  if (echo.method !== "POST") return notAllowed(echo, "POST");
  const results = subscribed(echo.json);
  if ("error" in results) {
    return respond(200, { errors: [{ message: results.error }] });
  }
  return inParts("text/event-stream", [
    ...results.map((it) => `event: next\ndata: ${JSON.stringify(it)}\n\n`),
    "event: complete\ndata:\n\n",
  ], open);
}

/** A message's members; none where it is no JSON object. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}
