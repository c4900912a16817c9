import type { ClientHttp2Stream } from "node:http2";
import { constants, gunzipSync, gzipSync } from "node:zlib";
import { headerOf } from "../../core/http/header_of.ts";
import { framed, FrameError, GrpcFrames } from "../../core/http/grpc/frames.ts";
import { isGrpc } from "../../core/http/grpc/metadata.ts";
import {
  type GrpcStatus,
  statusName,
  statusOfHttp,
  statusOfReset,
  statusOfTrailers,
} from "../../core/http/grpc/status.ts";
import type { DiagnosticCode } from "../../core/source/diagnostic.ts";
import type { Http2Connection } from "../http/connection/http2_sessions.ts";
import { openHttp2Stream } from "../http/http2_stream.ts";
import { rawHeaderPairs } from "../http/hop_response.ts";

/** What a call is made of; messages are bytes. */
export interface GrpcCallTask {
  readonly connection: Http2Connection;
  /** Pseudo-headers, metadata and what gRPC adds. */
  readonly headers: Record<string, string | string[]>;
  /** Bytes that a message may have. */
  readonly limit: number;
  /** Messages go out compressed. */
  readonly gzip: boolean;
  /** Milliseconds without a byte; 0 is no limit. */
  readonly idleTimeout: number;
  /** Makes what `next` fails with when nothing comes for that long. */
  readonly idle: () => unknown;
}

/** How a call ended. */
export interface GrpcCallEnd extends GrpcStatus {
  readonly by: "server" | "client";
  readonly trailers: readonly (readonly [name: string, value: string])[];
}

/** What is wrong with what a server sends; completes "Cannot read the response of …: ". */
export class GrpcCallError extends Error {
  /** Makes an error with the code of its diagnostic. */
  constructor(readonly code: DiagnosticCode, message: string) {
    super(message);
  }
}

/** The response of something that does not speak gRPC is read so far, in bytes. */
const MAX_FOREIGN = 4096;
const NO_ERROR = 0;
const CANCEL = 8;

function foreign(): GrpcCallError {
  const message = "it does not speak HTTP/2, which gRPC needs";
  return new GrpcCallError("PROTOCOL", message);
}

/** One call over HTTP/2; what comes is read when `next` asks for it. */
export class OpenGrpcCall {
  /** When the response began, by `performance.now()`. */
  arrived: number | undefined;
  /** Bytes that came. */
  received = 0;
  /** Status and initial metadata; undefined before they came. */
  head: { status: number; headers: [string, string][] } | undefined;
  readonly #stream: ClientHttp2Stream;
  readonly #frames: GrpcFrames;
  #trailers: [string, string][] | undefined;
  /** The server has sent its last message. */
  #over = false;
  /** The server has ended the stream: it was not reset. */
  #hasEnded = false;
  #failure: { error: unknown } | undefined;
  #end: GrpcCallEnd | undefined;
  /** The beginning of a response that is not gRPC. */
  #foreign = new Uint8Array();
  /** Wakes whoever waits for something to happen. */
  #wake = () => {};

  /** Sends the head. */
  constructor(readonly task: GrpcCallTask) {
    const { connection, headers, limit, idleTimeout } = task;
    this.#frames = new GrpcFrames(limit);
    // It may have answered already, before anything was asked.
    if (connection.ended.isForeign) throw foreign();
    const stream = this.#stream = openHttp2Stream(connection, headers, {
      endStream: false,
    });
    stream.pause();
    stream.on("response", (...args) => {
      const [, , raw] = args as unknown as [unknown, number, string[]];
      this.#respond(rawHeaderPairs(raw));
    });
    stream.on("data", (chunk: Uint8Array) => {
      this.received += chunk.length;
      // Until somebody asks for more.
      stream.pause();
      this.#frames.push(chunk);
      this.#happened();
    });
    stream.on("trailers", (...args) => {
      const [, , raw] = args as unknown as [unknown, number, string[]];
      this.#trailers = rawHeaderPairs(raw);
    });
    stream.on("end", () => {
      // A reset and a broken connection end it, too: there "close" says more.
      if (connection.ended.has(stream.id!)) this.#finish();
    });
    stream.on("error", (error) => {
      const { code } = error as { code?: string };
      if (code !== "ERR_HTTP2_STREAM_ERROR") {
        this.#failure ??= {
          error: connection.ended.isForeign ? foreign() : error,
        };
      }
      this.#happened();
    });
    stream.on("close", () => {
      this.#finish();
      connection.ended.forget(stream.id!);
    });
    if (idleTimeout > 0) {
      stream.setTimeout(idleTimeout, () => this.fail(task.idle()));
    }
  }

  /** Sends a message; resolves once there is room for another one. */
  async write(bytes: Uint8Array): Promise<boolean> {
    const { gzip } = this.task;
    const stream = this.#stream;
    // After the server has ended the call nothing reaches it; `next` says why.
    if (this.#over || !stream.writable) return false;
    const content = gzip ? gzipSync(bytes) : bytes;
    if (stream.write(framed(content, gzip))) return true;
    await new Promise<void>((resolve) => {
      stream.once("drain", resolve);
      stream.once("close", resolve);
    });
    if (this.#failure) throw this.#failure.error;
    return true;
  }

  /** Half-closes: no more messages are sent. */
  halfClose(): void {
    if (!this.#over && this.#stream.writable) this.#stream.end();
  }

  /** Ends the call at the client; what has come and was not asked for is dropped. */
  cancel(): void {
    if (this.#over) {
      this.#frames.takeAll();
      return;
    }
    this.#end = {
      by: "client",
      status: 1,
      statusText: statusName(1),
      trailers: [],
    };
    this.#close();
  }

  /** Ends the call, and `next` with it. */
  fail(error: unknown): void {
    if (this.#over) return;
    this.#failure ??= { error };
    this.#close();
  }

  /**
   * The next message, or the end.
   *
   * @throws {GrpcCallError} What came is not gRPC.
   * @throws What the connection failed with.
   */
  async next(): Promise<Uint8Array | GrpcCallEnd> {
    for (;;) {
      if (this.#end) return this.#end;
      if (this.#failure) throw this.#failure.error;
      if (this.head) {
        if (!this.#isGrpc) this.#readForeign();
        else {
          const message = this.#message();
          if (message) return message;
        }
      }
      if (this.#over) return this.#end ??= this.#ending();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#stream.resume();
      });
    }
  }

  get #isGrpc(): boolean {
    const { status, headers } = this.head!;
    const type = headerOf(headers, "content-type");
    // Trailers alone need no content type where they say how it ended.
    return status === 200 &&
      (type === undefined
        ? headerOf(headers, "grpc-status") !== undefined
        : isGrpc(type));
  }

  #respond(headers: [string, string][]): void {
    this.arrived = performance.now();
    this.head = {
      status: Number(headers.find(([name]) => name === ":status")?.[1]),
      headers: headers.filter(([name]) => !name.startsWith(":")),
    };
    this.#happened();
  }

  #message(): Uint8Array | undefined {
    try {
      const frame = this.#frames.next();
      if (frame === undefined) return undefined;
      return frame.compressed ? this.#unpacked(frame.bytes) : frame.bytes;
    } catch (error) {
      const failure = error instanceof FrameError
        ? new GrpcCallError(error.code, error.message)
        : error;
      // Whoever asks again is told the same, not how the call ended behind it.
      this.fail(failure);
      this.#failure ??= { error: failure };
      throw failure;
    }
  }

  #unpacked(bytes: Uint8Array): Uint8Array {
    const { limit } = this.task;
    const encoding = headerOf(this.head!.headers, "grpc-encoding");
    if (encoding !== "gzip") {
      throw new GrpcCallError(
        "PROTOCOL",
        `a message is compressed, and grpc-encoding ${
          encoding === undefined ? "is missing" : `says "${encoding}"`
        }`,
      );
    }
    try {
      return gunzipSync(bytes, {
        maxOutputLength: Math.min(limit, 0x7fffffff),
        finishFlush: constants.Z_FINISH,
      });
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === "ERR_BUFFER_TOO_LARGE") {
        throw new GrpcCallError(
          "LIMIT",
          `a message has more than ${limit} bytes once it is unpacked`,
        );
      }
      throw new GrpcCallError(
        "INVALID_RESPONSE",
        "grpc-encoding says gzip, but a message is something else",
      );
    }
  }

  /** Keeps the beginning of what some other server says. */
  #readForeign(): void {
    const rest = this.#frames.takeAll();
    const joined = new Uint8Array(this.#foreign.length + rest.length);
    joined.set(this.#foreign);
    joined.set(rest, this.#foreign.length);
    this.#foreign = joined.slice(0, MAX_FOREIGN);
    // Nobody waits for the end of it.
    if (this.#foreign.length === MAX_FOREIGN) this.#close();
  }

  /** What a call that is over ended with. */
  #ending(): GrpcCallEnd {
    const { rstCode } = this.#stream;
    const isEnded = this.#hasEnded || this.#trailers !== undefined;
    if (this.head && !this.#isGrpc) return this.#foreignEnd();
    const { socket, ended } = this.task.connection;
    if (!isEnded) {
      if (ended.isForeign) throw foreign();
      if (socket.destroyed) {
        throw new GrpcCallError(
          this.head ? "RESPONSE_CUT" : "CONNECTION",
          "the server closed the connection before the call had ended",
        );
      }
      return { by: "server", ...statusOfReset(rstCode ?? 0), trailers: [] };
    }
    const { cut } = this.#frames;
    if (cut !== undefined) throw new GrpcCallError("RESPONSE_CUT", cut);
    // Of a call without messages they may be the head.
    const trailers = this.#trailers ?? this.head?.headers ?? [];
    const status = statusOfTrailers(trailers);
    if (typeof status === "string") {
      throw new GrpcCallError("PROTOCOL", status);
    }
    return { by: "server", ...status, trailers };
  }

  #foreignEnd(): GrpcCallEnd {
    const { status: http, headers } = this.head!;
    const status = statusOfHttp(http);
    const type = headerOf(headers, "content-type");
    const text = new TextDecoder().decode(this.#foreign)
      .replaceAll(/\s+/g, " ").trim();
    const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
    const reason = `the server answered without gRPC: HTTP ${http}, ${
      type === undefined ? "no content type" : type
    }${shown === "" ? "" : `: ${shown}`}`;
    const statusText = statusName(status);
    return { by: "server", status, statusText, reason, trailers: [] };
  }

  #finish(): void {
    if (this.#over) return;
    this.#hasEnded = this.task.connection.ended.has(this.#stream.id!);
    this.#close();
  }

  /** Lets go of the stream, whatever is still on its way. */
  #close(): void {
    this.#over = true;
    const stream = this.#stream;
    if (!this.#hasEnded) stream.close(CANCEL);
    // The server wants no more of what the client would send.
    else if (!stream.writableEnded) stream.close(NO_ERROR);
    this.#happened();
  }

  #happened(): void {
    this.#wake();
  }
}
