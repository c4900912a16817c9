import type {
  GrpcMethodType,
  MessageType,
} from "../collection/stream_types.ts";
import type { Insertion } from "./insertion.ts";
import type { Value } from "../scope/value/value.ts";
import type { Origin } from "../source/origin.ts";

/** How a request talks over its connection, where it does more than ask and be answered. */
export type RenderedStream =
  | {
    readonly kind: "websocket";
    /** Milliseconds between pings; absent: none. */
    readonly keepAlive?: number;
  }
  | {
    readonly kind: "grpc";
    /** Such as `/package.Service/Method`, as the URL ends, too. */
    readonly method: string;
    /** Path of a `.proto` file below the collection; absent: the server's reflection tells. */
    readonly protoFile?: string;
    /** The collection's, for imports. */
    readonly protoFiles?: readonly string[];
    readonly importPaths?: readonly string[];
    /** Where the method stands, for diagnostics. */
    readonly at: Origin;
  }
  | {
    readonly kind: "subscription";
    /** `websocket`: graphql-transport-ws. `sse`: the request goes out by HTTP. */
    readonly over: "websocket" | "sse";
    /** The operation as it is sent: `{ query, variables?, operationName? }`. */
    readonly payload: Value;
    /** What `connection_init` carries. */
    readonly connectionParams?: Value;
  };

/** What the messages of a response are parts of. */
export type StreamKind = RenderedStream["kind"] | "events" | "lines";

/** A message as scripts, assertions and reports see it. */
export interface StreamMessage {
  /** Its number among the messages of the same direction, from 0. */
  readonly index: number;
  /** Which side sent it. */
  readonly direction: "sent" | "received";
  /** How its data is written. */
  readonly type: MessageType;
  /** JSON where it parses, else the text, bytes for binary. */
  readonly data: Value | Uint8Array;
  /** As it came; base64 for binary. */
  readonly text: string;
  /** Milliseconds since the connection was open. */
  readonly at: number;
  /** Of server-sent events. */
  readonly event?: string;
  /** Of server-sent events. */
  readonly id?: string;
  /** For a sent message: how many messages had arrived before it. */
  readonly after?: number;
  /** The values of variables in a sent one. */
  readonly insertions?: readonly Insertion[];
}

/** What came over a stream. */
export interface ResponseStream {
  /** What its messages are parts of. */
  readonly kind: StreamKind;
  /** Received ones that are in memory, in order: the last ones. */
  readonly messages: readonly StreamMessage[];
  /** Received ones before those, outside of memory; absent: there are none. */
  readonly spilled?: SpilledMessages;
  /** Sent ones, in order. */
  readonly sent: readonly StreamMessage[];
  /** How many came. */
  readonly received: number;
  /** How many of them are kept nowhere; absent: none. */
  readonly dropped?: number;
  /** Milliseconds from the start of the request to the first message; absent: none came. */
  readonly firstMessageTime?: number;
  /** Who ended it, and how. */
  readonly closed?: StreamClose;
  /** gRPC: the call as the descriptor describes it. */
  readonly methodType?: GrpcMethodType;
  /** gRPC: metadata at the end. */
  readonly trailers?: readonly (readonly [name: string, value: string])[];
  /** gRPC: the details of a status that are known, decoded. */
  readonly details?: Value;
}

/** Messages outside of memory, in order; they can be read until the reports have them. */
export interface SpilledMessages extends Iterable<StreamMessage>, Disposable {
  /** How many they are. */
  readonly count: number;
}

/** Keeps texts outside of memory, in order. */
export interface MessageStore extends Disposable {
  /** Adds a text; false where there is no room for it. */
  append(text: string): boolean;
  /** Gives them, read anew. */
  texts(): Iterable<string>;
}

/** How a stream ended. */
export interface StreamClose {
  /** Which side ended it. */
  readonly by: "server" | "client";
  /** WebSocket's close code, gRPC's status. */
  readonly code?: number;
  /** The reason that the side gave which ended the stream. */
  readonly reason?: string;
}

/** A message on its way out, rendered. */
export interface OutgoingMessage {
  readonly type: MessageType;
  /** Text, JSON text or bytes. */
  readonly data: string | Uint8Array;
  readonly insertions?: readonly Insertion[];
  /** Where it stands, for diagnostics. */
  readonly at?: Origin;
}

/** A message as it came. */
export interface IncomingMessage {
  readonly kind: "message";
  /** Bytes for binary ones. gRPC: the message as ProtoJSON. */
  readonly data: string | Uint8Array;
  readonly event?: string | undefined;
  readonly id?: string | undefined;
}

/** The end of a stream that the server brought about, or that `close` did. */
export interface StreamEnd extends StreamClose {
  readonly kind: "end";
  /** What gRPC says at its end; `status` and `statusText` stand in for those of HTTP. */
  readonly status?: number;
  readonly statusText?: string;
  readonly trailers?: ResponseStream["trailers"];
  readonly details?: Value;
}

/** The limits of a stream, for requests that set none of their own. */
export interface StreamLimits {
  /** Milliseconds that it may be open; 0: no limit, or the connection keeps it itself. */
  readonly timeout: number;
  /** Characters, or bytes, of messages that are kept. */
  readonly size: number;
}

/** An open stream; one reader. */
export interface StreamConnection {
  readonly kind: StreamKind;
  /** gRPC: of the call. */
  readonly methodType?: GrpcMethodType;
  /** When idle time begins to count, in milliseconds of the run's clock: the connection is open, a subscription acknowledged. */
  readonly openedAt: number;
  readonly limits: StreamLimits;
  /**
   * Sends a message; a promise where it takes until the socket has room for
   * another one. False where the stream has ended, or it only goes the other way.
   *
   * @throws {PermissionError} It holds a secret that is meant for other hosts.
   * @throws {InterpolationError} It is not of the method's type.
   */
  send(message: OutgoingMessage): boolean | Promise<boolean>;
  /** Says that no more messages are sent: gRPC half-closes, a WebSocket closes. */
  end(): void;
  /** Ends it properly: the close frame, `complete`, RST_STREAM; `next` gives the end within a second then, and what is being sent is given up. */
  close(): void;
  /**
   * The next message, or the end; holds the server back until it is asked for.
   *
   * @throws {NetworkError} The connection broke, or the server broke the protocol; codes CONNECTION, PROTOCOL, LIMIT, RESPONSE_CUT.
   */
  next(): Promise<IncomingMessage | StreamEnd>;
}

/**
 * Holds the conversation over an open stream; the engine closes the connection
 * when it returns. Called once a response says that it is a stream.
 */
export type Converse = (
  connection: StreamConnection,
) => Promise<ResponseStream>;
