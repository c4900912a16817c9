// Not all of it: its server needs graphql, which takes 100 ms to load.
import { type Client, createClient } from "graphql-ws/client";
import type {
  ResponseStream,
  StreamConnection,
  StreamKind,
  StreamLimits,
} from "../../../core/http/stream.ts";
import type { RenderedStream } from "../../../core/http/stream.ts";
import { timeoutOf } from "../../../core/http/timeout_of.ts";
import { formatHost } from "../../../core/policy/format_host.ts";
import { parseJson } from "../../../core/scope/value/parse_json.ts";
import { jsonText } from "../../../core/scope/value/value_text.ts";
import type { Value } from "../../../core/scope/value/value.ts";
import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";
import { networkError } from "../failure/network_error.ts";
import { MessageQueue } from "./queue.ts";
import { guardMessage, type OpenSocket } from "./talk_messages.ts";
import { CLOSING } from "./ws.ts";

/** The subprotocol of graphql-ws. */
export const SUBPROTOCOL = "graphql-transport-ws";

const decoder = new TextDecoder();

/** Of the one subscription on a connection. */
const ID = "1";
/** `readyState` of a socket that is closed. */
const CLOSED = 3;

type Subscription = RenderedStream & { readonly kind: "subscription" };

/** Holds the conversation of a GraphQL subscription over a WebSocket that is open. */
export async function talkSubscription(
  open: OpenSocket,
): Promise<ResponseStream | undefined> {
  const connection = new SubscriptionConnection(open);
  try {
    const { cancellation } = open.task;
    await cancellation.wait(connection.acknowledged);
    return await open.task.options.converse?.(connection);
  } finally {
    await connection.stop();
    open.socket.terminate();
  }
}

/** A WebSocket as graphql-ws makes and uses one, on the socket that is open. */
function socketClass(
  { socket, task, url }: OpenSocket,
  { received, refused }: {
    readonly received: (text: string) => void;
    readonly refused: (error: unknown) => void;
  },
) {
  return class Opened {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    onclose?: (event: { code: number; reason: string }) => void;
    onerror?: (error: Error) => void;

    constructor() {
      socket.on("message", (data) => {
        const text = decoder.decode(data);
        received(text);
        this.onmessage?.({ data: text });
      });
      socket.on("error", (error) => this.onerror?.(error));
      socket.on(
        "close",
        (code, reason) =>
          this.onclose?.({ code, reason: decoder.decode(reason) }),
      );
      queueMicrotask(() => this.onopen?.());
    }

    get readyState(): number {
      return socket.readyState;
    }

    send(data: string): void {
      try {
        guardMessage({ task, url }, data, task.request.insertions);
      } catch (error) {
        // The library would only close the connection.
        refused(error);
        throw error;
      }
      socket.send(data);
    }

    close(code?: number, reason?: string): void {
      socket.close(code, reason);
    }
  };
}

class SubscriptionConnection implements StreamConnection {
  readonly kind: StreamKind = "subscription";
  readonly limits: StreamLimits;
  /** Settles with `connection_ack`. */
  readonly acknowledged: Promise<void>;
  openedAt = performance.now();
  readonly #open: OpenSocket;
  readonly #queue: MessageQueue;
  readonly #client: Client;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;
  /** The server did not keep to the protocol. */
  #hasFailed = false;

  constructor(open: OpenSocket) {
    const { socket, task, limits } = open;
    this.#open = open;
    this.limits = limits;
    this.#queue = new MessageQueue(socket);
    const { request, config } = task;
    const { payload, connectionParams } = request.stream as Subscription;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.acknowledged = promise;
    // It fails the conversation, too, where there is one.
    promise.catch(() => {});
    const timeout = timeoutOf(request.settings.timeout, config.timeout);
    if (timeout > 0) {
      this.#timer = setTimeout(() => {
        const why = `the server sent no connection_ack in ${timeout} ms`;
        reject(this.#error("TIMEOUT", why));
      }, timeout);
    }
    const fail = (error: unknown) => {
      this.#hasFailed = true;
      const known = this.#explained(error);
      this.#queue.fail(known);
      reject(known);
    };
    socket.on("close", (code, reason) => {
      if (this.#unsubscribe === undefined) return;
      const text = decoder.decode(reason);
      const end = { kind: "end", by: "server" } as const;
      if (code === ABNORMAL) fail({ code });
      else {
        this.#queue.end({
          ...end,
          ...(code !== NO_STATUS && { code }),
          ...(text !== "" && { reason: text }),
        });
        reject(this.#explained({ code, reason: text }));
      }
    });
    this.#client = createClient({
      url: request.url,
      webSocketImpl: socketClass(open, {
        received: (text) => this.#receive(text),
        refused: fail,
      }),
      generateID: () => ID,
      ...(connectionParams !== undefined && {
        connectionParams: connectionParams as Record<string, unknown>,
      }),
      retryAttempts: 0,
      lazy: true,
      on: {
        connected: () => {
          clearTimeout(this.#timer);
          this.openedAt = performance.now();
          resolve();
        },
      },
      onNonLazyError: fail,
    });
    this.#unsubscribe = this.#client.subscribe(payload as never, {
      next: () => {},
      error: (error: unknown) => {
        if (!Array.isArray(error) && !isClose(error)) fail(error);
      },
      complete: () => this.#queue.end({ kind: "end", by: "server" }),
    });
    socket.resume();
  }

  send(): Promise<boolean> {
    return Promise.resolve(false);
  }

  end(): void {
    this.close();
  }

  close(): void {
    const { socket } = this.#open;
    const unsubscribe = this.#unsubscribe;
    if (unsubscribe === undefined || this.#queue.isEnded) return;
    this.#unsubscribe = undefined;
    socket.resume();
    unsubscribe();
    this.#closed().then(() =>
      this.#queue.end({ kind: "end", by: "client", code: 1000 })
    );
  }

  /** Closes the connection; settles when the server has, or takes too long. */
  #closed(): Promise<void> {
    const { socket } = this.#open;
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once("close", () => resolve());
    socket.close(1000);
    this.#timer = setTimeout(resolve, CLOSING);
    return promise;
  }

  next(): ReturnType<StreamConnection["next"]> {
    return this.#queue.next();
  }

  /** Closes it where nobody has, and stops the timers. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const isOpen = this.#open.socket.readyState !== CLOSED &&
      this.#unsubscribe !== undefined && !this.#hasFailed;
    this.#unsubscribe = undefined;
    if (isOpen) await this.#closed();
    clearTimeout(this.#timer);
    this.#client.terminate();
  }

  /** Takes results as they came: the library's parser would change long numbers. */
  #receive(text: string): void {
    let message: Value;
    try {
      message = parseJson(text);
    } catch {
      return;
    }
    const { type, id, payload } = message as Record<string, Value | undefined>;
    if (id !== ID || payload === undefined) return;
    if (type === "next") this.#add(payload);
    if (type !== "error" || !Array.isArray(payload)) return;
    this.#add({ errors: payload });
    this.#queue.end({ kind: "end", by: "server" });
  }

  #add(result: Value): void {
    this.#queue.add({ kind: "message", data: jsonText(result) as string });
  }

  #explained(error: unknown): Error {
    if (error instanceof Error && "diagnostics" in error) return error;
    const { code, reason, message } = error as {
      code?: number;
      reason?: string;
      message?: string;
    };
    if (code === ABNORMAL) {
      return this.#error(
        "RESPONSE_CUT",
        "the connection was cut, the server sent no close frame",
      );
    }
    const why = typeof code === "number"
      ? `the server closed the connection (${
        [code, reason].filter((it) => it !== "" && it !== undefined).join(" ")
      })`
      : `the server broke the protocol (${message ?? String(error)})`;
    return this.#error("PROTOCOL", why);
  }

  #error(code: DiagnosticCode, why: string): Error {
    const { task, url } = this.#open;
    return networkError(
      task.attempt,
      code,
      `Cannot subscribe at "${formatHost(url.hostname, url.port)}": ${why}`,
    );
  }
}

/** No status was in the close frame, or there was no close frame (RFC 6455, section 7.4.1). */
const NO_STATUS = 1005;
const ABNORMAL = 1006;

function isClose(error: unknown): boolean {
  return typeof (error as { code?: unknown }).code === "number";
}
