import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { headersOf } from "../../../core/http/header_of.ts";
import type { Insertion } from "../../../core/http/insertion.ts";
import type {
  OutgoingMessage,
  ResponseStream,
  StreamConnection,
  StreamKind,
  StreamLimits,
} from "../../../core/http/stream.ts";
import { DEFAULT_TIMEOUT } from "../../../core/http/timeout_of.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import { formatHost } from "../../../core/policy/format_host.ts";
import { secretRefusal } from "../../../core/policy/refusal.ts";
import {
  type ConnectOptions,
  type Phases,
  takePhases,
} from "../connection/agent.ts";
import { MemorySink, type Sink } from "../content/sink.ts";
import { networkError } from "../failure/network_error.ts";
import {
  connectionFacts,
  headerPairs,
  type HopResponse,
  type HopTask,
  type ResponseHead,
  timingsOf,
} from "../hop_response.ts";
import { MessageQueue } from "./queue.ts";
import {
  type ClientOptions,
  type ClientSocket,
  OPEN,
  openSocket,
} from "./ws.ts";

/** Milliseconds that a server has to close a WebSocket after the client did, and a connection after a WebSocket. */
const CLOSING = 1_000;
/** Bytes on their way out above which a sender waits. */
const MOST_UNSENT = 64 * 1024;
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

/** A WebSocket that is open, and what its connection may need. */
export interface OpenSocket {
  readonly socket: ClientSocket;
  /** What it is on. */
  readonly connection: Socket;
  readonly task: HopTask;
  readonly url: WireUrl;
  readonly limits: StreamLimits;
}

/** A response, and the headers that went out. */
export interface Opened {
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
): Promise<Opened> {
  const { url, sink, talk = converse } = options;
  const { cancellation, config } = task;
  const started = performance.now();
  const handshake = shakeHands(task, options);
  const opened = await cancellation.wait(handshake.opened).catch((error) => {
    handshake.socket.terminate();
    throw error;
  });
  const arrived = performance.now();
  const { message, phases } = opened;
  const head: ResponseHead = {
    status: message.statusCode!,
    statusText: message.statusMessage!,
    httpVersion: message.httpVersion,
    headers: headerPairs(message.rawHeaders),
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

async function converse(open: OpenSocket): Promise<ResponseStream | undefined> {
  const connection = new PlainSocket(open);
  try {
    return await open.task.options.converse?.(connection);
  } finally {
    open.socket.terminate();
    connection.stop();
  }
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
  const options: ClientOptions = {
    // The agent makes the connection as it makes others, and does not keep it.
    createConnection: (_, made) =>
      (agent as unknown as Connecting).createConnection(connect, made),
    followRedirects: false,
    perMessageDeflate: true,
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

/**
 * Keeps secrets in a message from hosts that they are not meant for.
 *
 * @throws {PermissionError} It holds one of them.
 */
export function guardMessage(
  { task, url }: Pick<OpenSocket, "task" | "url">,
  data: string | Uint8Array,
  insertions?: readonly Insertion[],
): void {
  const { request, options, attempt } = task;
  if (options.guard === undefined) return;
  const leak = options.guard.check(
    {
      method: request.method,
      url: request.url,
      headers: [],
      ...(typeof data === "string" ? { text: data } : { body: data }),
      ...(insertions && { insertions }),
    },
    url,
  );
  if (leak) throw secretRefusal(attempt, leak);
}

/** A WebSocket whose messages are the conversation. */
class PlainSocket implements StreamConnection {
  readonly kind: StreamKind = "websocket";
  readonly openedAt = performance.now();
  readonly limits: StreamLimits;
  readonly #socket: ClientSocket;
  readonly #connection: Socket;
  /** What is sent waits for the end of the turn. */
  #isCorked = false;
  readonly #task: HopTask;
  readonly #url: WireUrl;
  readonly #queue: MessageQueue;
  readonly #pings: ReturnType<typeof setInterval> | undefined;
  #closing: ReturnType<typeof setTimeout> | undefined;

  constructor({ socket, connection, task, url, limits }: OpenSocket) {
    this.limits = limits;
    this.#socket = socket;
    this.#connection = connection;
    this.#task = task;
    this.#url = url;
    this.#queue = new MessageQueue(socket);
    socket.on("message", (data, isBinary) => {
      this.#queue.add({
        kind: "message",
        data: isBinary ? new Uint8Array(data) : decoder.decode(data),
      });
    });
    // A server that only pings gets pongs as fast as it reads them.
    socket.on("ping", (data) => {
      if (socket.bufferedAmount < MOST_UNSENT) socket.pong(data);
    });
    socket.on("error", (error) => this.#queue.fail(this.#broken(error)));
    socket.on(
      "close",
      (code, reason) => this.#closed(code, decoder.decode(reason)),
    );
    const { stream } = task.request;
    const every = stream?.kind === "websocket" ? stream.keepAlive : undefined;
    if (every) {
      this.#pings = setInterval(() => {
        if (socket.readyState === OPEN) socket.ping();
      }, every);
    }
    socket.resume();
  }

  send({ data, insertions }: OutgoingMessage): boolean | Promise<boolean> {
    guardMessage({ task: this.#task, url: this.#url }, data, insertions);
    const socket = this.#socket;
    if (socket.readyState !== OPEN) return false;
    this.#cork();
    if (socket.bufferedAmount + data.length < MOST_UNSENT) {
      socket.send(data);
      return true;
    }
    return new Promise((resolve) =>
      socket.send(data, (error) => resolve(!error))
    );
  }

  /** What is sent at once goes out at once, not with a system call a message. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#connection.cork();
    queueMicrotask(() => {
      this.#isCorked = false;
      this.#connection.uncork();
    });
  }

  end(): void {
    this.close();
  }

  close(): void {
    if (this.#closing !== undefined || this.#queue.isEnded) return;
    this.#socket.resume();
    this.#socket.close(1000);
    this.#closing = setTimeout(() => {
      this.#queue.end({ kind: "end", by: "client", code: 1000 });
      this.#socket.terminate();
    }, CLOSING);
  }

  next(): ReturnType<StreamConnection["next"]> {
    return this.#queue.next();
  }

  /** Stops the timers. */
  stop(): void {
    clearInterval(this.#pings);
    clearTimeout(this.#closing);
  }

  #closed(code: number, reason: string): void {
    clearTimeout(this.#closing);
    if (this.#closing !== undefined) {
      return this.#queue.end({ kind: "end", by: "client", code: 1000 });
    }
    if (code === ABNORMAL) return this.#queue.fail(this.#cut());
    this.#queue.end({
      kind: "end",
      by: "server",
      ...(code !== NO_STATUS && { code }),
      ...(reason !== "" && { reason }),
    });
  }

  #cut(): Error {
    return networkError(
      this.#task.attempt,
      "RESPONSE_CUT",
      `Cannot read the messages of "${this.#host}": the connection was cut, the server sent no close frame`,
    );
  }

  #broken(error: Error): Error {
    const { code } = error as { code?: string };
    const read = `Cannot read the messages of "${this.#host}"`;
    return code !== undefined && code in TOO_LONG
      ? networkError(
        this.#task.attempt,
        "LIMIT",
        `${read}: ${TOO_LONG[code]}`,
      )
      : code?.startsWith("WS_ERR")
      ? networkError(this.#task.attempt, "PROTOCOL", `${read}: ${rule(error)}`)
      : this.#cut();
  }

  get #host(): string {
    return formatHost(this.#url.hostname, this.#url.port);
  }
}

/** No status was in the close frame, or there was no close frame (RFC 6455, section 7.4.1). */
const NO_STATUS = 1005;
const ABNORMAL = 1006;

const decoder = new TextDecoder();

/** What is above a limit, by the code of the error. */
const TOO_LONG: Record<string, string> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH:
    "one is longer than the limit (raise --max-response-size)",
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: "one is longer than 8 PiB",
  WS_ERR_TOO_MANY_BUFFERED_PARTS: "one comes in too many fragments",
};

/** The rule that a frame broke, in the middle of a sentence. */
function rule({ message }: Error): string {
  return `the server broke the protocol (${
    message.replace(/^Invalid WebSocket frame: /, "")
  })`;
}
