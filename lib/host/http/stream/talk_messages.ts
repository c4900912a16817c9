import type { Socket } from "node:net";
import type { Insertion } from "../../../core/http/insertion.ts";
import type {
  OutgoingMessage,
  ResponseStream,
  StreamConnection,
  StreamKind,
  StreamLimits,
} from "../../../core/http/stream.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import { formatHost } from "../../../core/policy/format_host.ts";
import { secretRefusal } from "../../../core/policy/refusal.ts";
import { LONGER, networkError } from "../failure/network_error.ts";
import type { HopTask } from "../hop_response.ts";
import { MessageQueue } from "./queue.ts";
import { type ClientSocket, CLOSING, OPEN } from "./ws.ts";

/** Bytes on their way out above which a sender waits. */
const MOST_UNSENT = 64 * 1024;

/** A WebSocket that is open, and what its connection may need. */
export interface OpenSocket {
  readonly socket: ClientSocket;
  /** What it is on. */
  readonly connection: Socket;
  readonly task: HopTask;
  readonly url: WireUrl;
  readonly limits: StreamLimits;
}

/** Holds the conversation of a WebSocket that is open. */
export async function talkMessages(
  open: OpenSocket,
): Promise<ResponseStream | undefined> {
  const connection = new PlainSocket(open);
  try {
    return await open.task.options.converse?.(connection);
  } finally {
    open.socket.terminate();
    connection.stop();
  }
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
        code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" ? { waysOut: LONGER } : {},
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
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: "one is longer than the limit",
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: "one is longer than 8 PiB",
  WS_ERR_TOO_MANY_BUFFERED_PARTS: "one comes in too many fragments",
};

/** The rule that a frame broke, in the middle of a sentence. */
function rule({ message }: Error): string {
  return `the server broke the protocol (${
    message.replace(/^Invalid WebSocket frame: /, "")
  })`;
}
