import { freeTimer } from "./agent.ts";
import type { ClientHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { type Connect, type ConnectOptions, watchPhases } from "./agent.ts";
import type { Phases } from "../exchange_clock.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import { DeadlineError } from "../cancellation.ts";

/** An HTTP/2 connection and the socket under it. */
export interface Http2Connection {
  readonly session: ClientHttp2Session;
  readonly socket: Socket;
  /** The streams that the server has ended. */
  readonly ended: EndedStreams;
}

/** A run's HTTP/2 connections, one for each host and port. */
export class Http2Sessions {
  readonly #open = new Map<string, Promise<Http2Connection | undefined>>();
  /** How far those are that are not open yet. */
  readonly #dialling = new Map<string, Phases>();
  readonly #sockets = new Set<Socket>();

  /**
   * The connection to an origin, made with the first request. Undefined where
   * the server speaks HTTP/1.1 only; it is not asked again. Without TLS nothing
   * says what a server speaks: it has to be HTTP/2.
   */
  to(
    url: WireUrl,
    how: { connect: Connect; options: ConnectOptions },
  ): Promise<Http2Connection | undefined> {
    const origin = `${url.protocol}//${url.socketPath ?? url.authority}`;
    const open = this.#open.get(origin);
    const dialling = this.#dialling.get(origin);
    if (open && dialling) how.options.dialled?.(dialling);
    if (open) return open;
    const phases: Phases = { started: performance.now() };
    how.options.dialled?.(phases);
    this.#dialling.set(origin, phases);
    const made = this.#connect(origin, url, { ...how, phases });
    this.#open.set(origin, made);
    const isMade = () => this.#dialling.delete(origin);
    made.then(isMade, () => {
      isMade();
      this.#forget(origin, made);
    });
    return made;
  }

  /** Closes every connection. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#open.clear();
  }

  async #connect(
    origin: string,
    { protocol, authority }: WireUrl,
    { connect, options, phases }: {
      connect: Connect;
      options: ConnectOptions;
      phases: Phases;
    },
  ): Promise<Http2Connection | undefined> {
    const isSecure = protocol === "https:";
    const socket = await connect({
      ...options,
      ...(options.socketPath && { path: options.socketPath }),
      ...(isSecure && { ALPNProtocols: ["h2", "http/1.1"] }),
    });
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    watchPhases(socket, phases, options);
    if (isSecure) {
      await ready(socket, "secureConnect", options.connectTimeout ?? 0);
      if ((socket as TLSSocket).alpnProtocol !== "h2") {
        socket.destroy();
        return undefined;
      }
    } else if (socket.connecting) {
      await ready(socket, "connect", options.connectTimeout ?? 0);
    }
    // Its address is denied.
    if (socket.errored) throw socket.errored;
    // What waits for more would wait for the server's acknowledgement.
    if (!isSecure) socket.setNoDelay(true);
    const [http2, { destroyLater }] = await Promise.all([
      import("node:http2"),
      import("./destroy_later.ts"),
    ]);
    // Node makes the session's origin of it: "" makes none, its absence the address (no upstream issue known).
    const named = socket as { servername?: string };
    if (named.servername === "") delete named.servername;
    const session = http2.connect(`${protocol}//${authority}`, {
      createConnection: () => socket,
    });
    destroyLater(session);
    const ended = new EndedStreams();
    socket.on("data", (chunk: Uint8Array) => ended.read(chunk));
    const forget = () => this.#forget(origin, undefined);
    session.once("goaway", forget);
    session.once("close", forget);
    // The streams fail with it, too; there it is reported.
    session.on("error", forget);
    return { session, socket, ended };
  }

  #forget(
    origin: string,
    which: Promise<Http2Connection | undefined> | undefined,
  ): void {
    if (which === undefined || this.#open.get(origin) === which) {
      this.#open.delete(origin);
    }
  }
}

function ready(
  socket: Socket,
  event: "connect" | "secureConnect",
  limit: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = limit === 0 ? () => {} : freeTimer(
      limit,
      () => socket.destroy(new DeadlineError(limit, "connect")),
    );
    socket.once(event, resolve);
    socket.once("error", reject);
    socket.once("close", () => {
      stop();
      reject(new Error("closed while connecting"));
    });
    socket.once(event, () => stop());
  });
}

const HEAD = 9;
const DATA = 0;
const HEADERS = 1;
const SETTINGS = 4;
const END_STREAM = 1;

/**
 * Reads which streams the server of an HTTP/2 connection has ended, from the
 * heads of its frames: node:http2 ends a stream in the same way when it is reset
 * with NO_ERROR, and when the connection breaks (no upstream issue known).
 */
export class EndedStreams {
  readonly #ended = new Set<number>();
  readonly #head = new Uint8Array(HEAD);
  /** Bytes of the head that came. */
  #filled = 0;
  /** Bytes of the frame's payload that are still to come. */
  #left = 0;
  #isFirst = true;
  /** Set once it is known that the server speaks something other than HTTP/2. */
  isForeign = false;

  /** Takes what the server wrote, in whatever pieces. */
  read(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const skipped = Math.min(this.#left, chunk.length - at);
        this.#left -= skipped;
        at += skipped;
        continue;
      }
      this.#head[this.#filled++] = chunk[at++];
      if (this.#filled === HEAD) this.#take();
    }
  }

  /** Whether END_STREAM came. */
  has(stream: number): boolean {
    return this.#ended.has(stream);
  }

  /** Nobody asks for the stream any more. */
  forget(stream: number): void {
    this.#ended.delete(stream);
  }

  #take(): void {
    const [high, middle, low, type, flags, a, b, c, d] = this.#head;
    // HTTP/2 begins with settings (RFC 9113, section 3.4).
    if (this.#isFirst && type !== SETTINGS) this.isForeign = true;
    this.#isFirst = false;
    this.#filled = 0;
    this.#left = high << 16 | middle << 8 | low;
    if ((type === DATA || type === HEADERS) && flags & END_STREAM) {
      this.#ended.add((a & 0x7f) << 24 | b << 16 | c << 8 | d);
    }
  }
}
