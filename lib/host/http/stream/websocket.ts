import type { ResponseHead } from "../types.ts";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { headersOf } from "../../../core/http/header_of.ts";
import type { ResponseStream } from "../../../core/http/stream.ts";
import { DEFAULT_TIMEOUT } from "../../../core/http/timeout_of.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import { formatHost } from "../../../core/policy/format_host.ts";
import { type ConnectOptions, takePhases } from "../connection/agent.ts";
import { MemorySink, type Sink } from "../content/sink.ts";
import type { Phases } from "../exchange_clock.ts";
import { networkError } from "../failure/network_error.ts";
import {
  connectionFacts,
  type HopResponse,
  type HopTask,
  rawHeaderPairs,
  timingsOf,
} from "../hop_response.ts";
import { type OpenSocket, talkMessages } from "./talk_messages.ts";
import {
  type ClientSocket,
  CLOSING,
  openSocket,
  type WsOptions,
} from "./ws.ts";

/** Bytes of a message where nothing else limits it. */
const MAX_MESSAGE = 100 * 1024 * 1024;
/** The library takes no higher limit. */
const MAX_LIMIT = 2 ** 31 - 1;

/** Headers that the handshake writes itself (RFC 6455, section 4.1). */
const OF_HANDSHAKE = new Set([
  "connection",
  "upgrade",
  "content-length",
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-extensions",
  "sec-websocket-protocol",
]);

/** What an agent does for node:http. */
interface Connecting {
  createConnection(options: ConnectOptions, made: unknown): Socket | undefined;
}

/** How a WebSocket is opened. */
export interface WebSocketTask {
  readonly url: WireUrl;
  /** As they are to go out, without those of the handshake. */
  readonly headers: [name: string, value: string][];
  readonly connect: ConnectOptions;
  /** Where the content of a refusal goes. */
  readonly sink: (head: ResponseHead) => Sink | Promise<Sink>;
  /** Subprotocols besides those in the headers. */
  readonly protocols?: readonly string[];
  /** Talks in place of plain messages. */
  readonly talk?: (socket: OpenSocket) => Promise<ResponseStream | undefined>;
}

/** A response, and the headers that went out. */
export interface OpenedSocket {
  readonly response: HopResponse;
  readonly headers: [name: string, value: string][];
}

/**
 * Opens a WebSocket on a connection that Brace makes, holds the conversation
 * and closes it. A refused handshake is a response like others.
 */
export async function webSocketExchange(
  task: HopTask,
  options: WebSocketTask,
): Promise<OpenedSocket> {
  const { url, sink, talk = talkMessages } = options;
  const { cancellation, config } = task;
  const started = performance.now();
  const handshake = shakeHands(task, options);
  const opened = await cancellation.wait(handshake.opened).catch((error) => {
    handshake.socket.terminate();
    throw error;
  });
  const arrived = cancellation.clock.arrived();
  const { message, phases } = opened;
  const head: ResponseHead = {
    status: message.statusCode!,
    statusText: message.statusMessage!,
    httpVersion: message.httpVersion,
    headers: rawHeaderPairs(message.rawHeaders),
  };
  const facts = connectionFacts(opened.connection);
  const headers = handshake.sent();
  const respond = (sink: Sink, received: number) => ({
    response: {
      ...head,
      ...facts,
      sink,
      received,
      timings: timingsOf(phases, { started, arrived }),
    },
    headers,
  });
  if (!opened.isOpen) {
    const content = await sink(head);
    try {
      const received = await cancellation.wait(drain(message, content));
      return respond(content, received);
    } catch (error) {
      message.destroy();
      content.discard();
      throw error;
    }
  }
  // From here on the conversation has limits of its own.
  cancellation.pause();
  cancellation.waiting = undefined;
  const limit = config.maxResponseSize;
  const limits = { timeout: config.timeout ?? DEFAULT_TIMEOUT, size: limit };
  const { socket } = handshake;
  const { connection } = opened;
  const stream = await talk({ socket, connection, task, url, limits });
  cancellation.check();
  return respond(Object.assign(new MemorySink(0), { stream }), 0);
}

interface HandshakeEnd {
  readonly message: IncomingMessage;
  readonly connection: Socket;
  readonly phases: Phases | undefined;
  readonly isOpen: boolean;
}

function shakeHands(
  task: HopTask,
  { url, headers, connect, protocols = [] }: WebSocketTask,
) {
  const limit = Math.min(task.config.maxResponseSize || MAX_MESSAGE, MAX_LIMIT);
  const { promise, resolve, reject } = Promise.withResolvers<HandshakeEnd>();
  let request: ClientRequest | undefined;
  const scheme = url.protocol === "https:" ? "wss" : "ws";
  const written = headersOf(headers, "sec-websocket-protocol")
    .flatMap((value) => value.split(",")).map((it) => it.trim())
    .filter((it) => it !== "");
  const { agent } = connect;
  const omitted = new Set(
    task.request.settings.omitHeaders?.map((name) => name.toLowerCase()),
  );
  const options: WsOptions = {
    // The agent makes the connection as it makes others, and does not keep it.
    createConnection: (_, made) =>
      (agent as unknown as Connecting).createConnection(
        // As node:http tells it of a unix socket.
        { ...connect, ...(url.socketPath && { path: url.socketPath }) },
        made,
      ),
    followRedirects: false,
    perMessageDeflate: !omitted.has("sec-websocket-extensions"),
    maxPayload: limit,
    autoPong: false,
    closeTimeout: CLOSING,
    finishRequest(sending: ClientRequest) {
      request = sending;
      // As it is: a URL object would rewrite it.
      sending.path = url.target;
      const own = headers.filter(([name]) =>
        !OF_HANDSHAKE.has(name.toLowerCase())
      );
      // Those of the handshake stand behind the request's own.
      const ofHandshake = headerPairsOf(sending)
        .filter(([name]) => name.toLowerCase() !== "host");
      for (const name of sending.getRawHeaderNames()) {
        sending.removeHeader(name);
      }
      for (const name of new Set(own.map(([name]) => name.toLowerCase()))) {
        const same = own.filter((it) => it[0].toLowerCase() === name);
        sending.setHeader(same[0][0], same.map(([, value]) => value));
      }
      for (const [name, value] of ofHandshake) sending.setHeader(name, value);
      sending.end();
    },
  };
  const authority = url.socketPath === undefined ? url.authority : "localhost";
  let socket: ClientSocket;
  try {
    socket = openSocket(
      `${scheme}://${authority}`,
      [...new Set([...written, ...protocols])],
      options,
    );
  } catch (error) {
    throw networkError(
      task.attempt,
      "INVALID_HEADER",
      `Cannot open the WebSocket: ${(error as Error).message}`,
    );
  }
  socket.on("unexpected-response", (_, message) => {
    const { socket: connection } = message;
    const phases = takePhases(connection);
    resolve({ message, connection, phases, isOpen: false });
  });
  let answered: IncomingMessage | undefined;
  socket.once("upgrade", (message) => answered = message);
  socket.once("open", () => {
    // Nothing is to come before somebody listens.
    socket.pause();
    const connection = answered!.socket;
    const phases = takePhases(connection);
    resolve({ message: answered!, connection, phases, isOpen: true });
  });
  socket.on("error", (error) => reject(explained(error, task, url)));
  return {
    socket,
    opened: promise,
    sent: () => headerPairsOf(request),
  };
}

/** What went out, names as written. */
function headerPairsOf(request?: ClientRequest): [string, string][] {
  const pairs: [string, string][] = [];
  for (const name of request?.getRawHeaderNames() ?? []) {
    const value = request!.getHeader(name);
    for (const one of Array.isArray(value) ? value : [value]) {
      pairs.push([name, String(one)]);
    }
  }
  return pairs;
}

/** Errors of the network keep their code; those of the protocol get one. */
function explained(error: Error, { attempt }: HopTask, url: WireUrl): Error {
  const { code } = error as { code?: string };
  if (code !== undefined && !code.startsWith("WS_ERR")) return error;
  if ("problem" in error || error.name === "DeadlineError") return error;
  const host = formatHost(url.hostname, url.port);
  return networkError(
    attempt,
    "PROTOCOL",
    `Cannot open the WebSocket of "${host}": ${error.message}`,
  );
}

async function drain(message: IncomingMessage, sink: Sink): Promise<number> {
  let received = 0;
  for await (const chunk of message) {
    received += chunk.length;
    if (await sink.write(chunk) === "full") {
      message.destroy();
      break;
    }
  }
  await sink.end();
  return received;
}
