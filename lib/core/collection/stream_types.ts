import type { Origin, Text } from "../source/origin.ts";
import type { AssertionOperator } from "./assertion_types.ts";

/** How a message's data is written; `binary` is base64, or a file's name in `@file(…)`. */
export type MessageType = "text" | "json" | "xml" | "binary";

/** A message that a request sends over its stream. */
export interface Message {
  /** What steps name it by; `message N` where the file has none. */
  readonly title: string;
  /** Whether the file selects it; where it selects none, all are sent. */
  readonly selected: boolean;
  /** How its data is written. */
  readonly type: MessageType;
  /** A template, rendered when its turn comes. */
  readonly data: Text;
  /** Where it stands. */
  readonly at: Origin;
}

/** What a gRPC request calls. */
export interface GrpcCall {
  /** Such as `/package.Service/Method`. */
  readonly method: Text;
  /** Path of a `.proto` file below the collection; absent: the server's reflection tells. */
  readonly protoFile?: Text;
  /** As the file says; the descriptor decides. */
  readonly methodType?: GrpcMethodType;
}

/** Which sides of a call stream. */
export type GrpcMethodType =
  | "unary"
  | "client-streaming"
  | "server-streaming"
  | "bidi-streaming";

/** Where a collection's `.proto` files lie (`config.protobuf`). */
export interface ProtobufConfig {
  /** Paths below the collection. */
  readonly protoFiles: readonly string[];
  /** Folders that imports are looked up in, in order. */
  readonly importPaths: readonly string[];
}

/** What a request does with its stream (`extensions.brace.stream`). */
export interface StreamSettings {
  /** One after the other; absent: every selected message is sent. */
  readonly steps?: readonly StreamStep[];
  /** The stream ends once this expression holds. */
  readonly until?: Text;
  /** The stream ends after so many messages. */
  readonly count?: number;
  /** It ends after so many milliseconds without a message. */
  readonly idle?: number;
  /** It ends so many milliseconds after the connection was open. */
  readonly duration?: number;
  /** Where it stands. */
  readonly at: Origin;
}

/** One step of a stream. */
export type StreamStep =
  | {
    readonly type: "send";
    /** A message of the request by its title, or one in place. */
    readonly message: string | Message;
    readonly at: Origin;
  }
  | {
    readonly type: "wait";
    /** An expression over `message`. */
    readonly expression: Text;
    readonly operator: AssertionOperator;
    /** The right side, a template; absent for operators without one. */
    readonly value?: Text;
    /** Milliseconds that it may take. */
    readonly within: number;
    /** Runtime variables to set from the message that matched: names and expressions over `message`. */
    readonly set: readonly {
      readonly name: string;
      readonly expression: Text;
    }[];
    readonly at: Origin;
  }
  | { readonly type: "pause"; readonly duration: number; readonly at: Origin }
  | { readonly type: "end"; readonly at: Origin };

/** What the path of a `.proto` file begins with that is no path, but a FileDescriptorSet in base64. */
export const DESCRIPTOR_SET = "data:application/x-protobuf;base64,";
