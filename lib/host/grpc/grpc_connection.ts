import type {
  Descriptors,
  GrpcMethod,
} from "../../core/http/grpc/descriptors.ts";
import type { MessageProblem } from "../../core/http/grpc/message_problems.ts";
import { readMetadata } from "../../core/http/grpc/metadata.ts";
import { encodeMessage } from "../../core/http/grpc/read_proto_json.ts";
import {
  commonMessage,
  readStatusDetails,
} from "../../core/http/grpc/status_details.ts";
import { protoName } from "../../core/http/grpc/protobuf.ts";
import {
  UnwritableError,
  writeProtoJson,
} from "../../core/http/grpc/write_proto_json.ts";
import type {
  IncomingMessage,
  OutgoingMessage,
  StreamConnection,
  StreamEnd,
  StreamLimits,
} from "../../core/http/stream.ts";
import { type Diagnostic, locationOf } from "../../core/source/diagnostic.ts";
import { InterpolationError } from "../../core/source/errors.ts";
import {
  type GrpcCallEnd,
  GrpcCallError,
  type OpenGrpcCall,
} from "./grpc_call.ts";

/** What a connection needs besides its call. */
export interface GrpcConnectionOptions {
  readonly method: GrpcMethod;
  readonly descriptors: Descriptors;
  /** Characters of messages that are kept. */
  readonly size: number;
  /** @throws {PermissionError} A message holds a secret that is meant for other hosts. */
  readonly guard: (message: OutgoingMessage, json: Uint8Array) => void;
  /** Turns what went wrong into an error that says so. */
  readonly describe: (error: unknown) => Promise<unknown>;
}

/** A call as a stream of messages in ProtoJSON. */
export class GrpcConnection implements StreamConnection {
  readonly kind = "grpc";
  readonly openedAt = performance.now();
  readonly limits: StreamLimits;
  /** The message that the method returns, where it returns one. */
  last: string | undefined;
  /** How it ended; undefined before that. */
  ending: StreamEnd | undefined;
  readonly #call: OpenGrpcCall;
  readonly #options: GrpcConnectionOptions;
  #sent = 0;
  #came = 0;
  #isHalfClosed = false;
  readonly #lookup = (name: string) =>
    this.#options.descriptors.message(name) ?? commonMessage(name);
  #next: Promise<IncomingMessage | StreamEnd> | undefined;

  /** Takes a call whose head is on its way. */
  constructor(call: OpenGrpcCall, options: GrpcConnectionOptions) {
    this.#call = call;
    this.#options = options;
    // A call has a deadline of its own.
    this.limits = { timeout: 0, size: options.size };
  }

  get methodType(): GrpcMethod["type"] {
    return this.#options.method.type;
  }

  async send(message: OutgoingMessage): Promise<boolean> {
    const bytes = this.#encode(message);
    if (!(bytes instanceof Uint8Array)) throw new InterpolationError([bytes]);
    const { method, guard, describe } = this.#options;
    if (this.#sent > 0 && !sendsMany(method)) {
      throw new InterpolationError([this.#problem(
        message,
        `Cannot send a second message: the method "${method.path}" takes one`,
      )]);
    }
    const { data } = message;
    guard(
      message,
      typeof data === "string" ? new TextEncoder().encode(data) : data,
    );
    this.#sent++;
    try {
      return await this.#call.write(bytes);
    } catch (error) {
      throw await describe(error);
    }
  }

  end(): void {
    if (this.#isHalfClosed) return;
    this.#isHalfClosed = true;
    // A method that takes one message gets one; nothing written is an empty one.
    if (this.#sent === 0 && !sendsMany(this.#options.method)) {
      this.#call.write(new Uint8Array()).catch(() => {});
    }
    this.#call.halfClose();
  }

  close(): void {
    // Where all has come, the server is about to say how it ended.
    if (this.last !== undefined) this.end();
    else this.#call.cancel();
  }

  next(): Promise<IncomingMessage | StreamEnd> {
    // It may be asked for again before it is there.
    return this.#next ??= this.#read().finally(() => this.#next = undefined);
  }

  async #read(): Promise<IncomingMessage | StreamEnd> {
    if (this.ending) return this.ending;
    try {
      const came = await this.#call.next();
      if (came instanceof Uint8Array) return this.#message(came);
      return this.ending = this.#end(came);
    } catch (error) {
      this.#call.fail(error);
      throw await this.#options.describe(error);
    }
  }

  #message(bytes: Uint8Array): IncomingMessage {
    const { method } = this.#options;
    if (++this.#came > 1 && !returnsMany(method)) {
      throw new GrpcCallError(
        "PROTOCOL",
        `it sent more than one message, and the method "${method.path}" returns one`,
      );
    }
    let data: string;
    try {
      data = JSON.stringify(
        writeProtoJson(method.response, bytes, this.#lookup),
      );
    } catch (error) {
      const why = (error as Error).message;
      const name = protoName(method.response);
      throw new GrpcCallError(
        "INVALID_RESPONSE",
        error instanceof UnwritableError
          ? `a message "${name}" cannot be written as JSON: ${why}`
          : `a message of ${bytes.length} bytes is no "${name}": ${why}`,
      );
    }
    if (!returnsMany(method)) this.last = data;
    return { kind: "message", data };
  }

  #end(end: GrpcCallEnd): StreamEnd {
    const { by, status, statusText, reason } = end;
    const { method } = this.#options;
    if (
      by === "server" && status === 0 && this.#came === 0 &&
      !returnsMany(method)
    ) {
      throw new GrpcCallError(
        "PROTOCOL",
        `it ended with OK, and without the message that the method "${method.path}" returns`,
      );
    }
    const packed = end.trailers.find(([name]) =>
      name === "grpc-status-details-bin"
    )?.[1];
    const details = packed === undefined
      ? undefined
      : readStatusDetails(packed, this.#lookup);
    return {
      kind: "end",
      by,
      code: status,
      status,
      statusText,
      ...(reason !== undefined && { reason }),
      trailers: readMetadata(end.trailers),
      ...(details !== undefined && { details }),
    };
  }

  #encode(message: OutgoingMessage): Uint8Array | Diagnostic {
    const { data } = message;
    if (typeof data !== "string") return data;
    const { request } = this.#options.method;
    const encoded = encodeMessage(request, data);
    if (encoded instanceof Uint8Array) return encoded;
    const [problem] = encoded;
    const line = problem.line > 1
      ? ` (line ${problem.line} of the message)`
      : "";
    return this.#problem(
      message,
      `Cannot send the message as "${
        protoName(request)
      }": ${problem.message}${line}`,
      problem,
    );
  }

  #problem(
    { at, insertions = [] }: OutgoingMessage,
    message: string,
    place?: MessageProblem,
  ): Diagnostic {
    // Where values were put in, places of the text are not those of the file.
    const options = place && insertions.length === 0
      ? { offset: place.offset, length: place.length }
      : {};
    return {
      code: "INVALID_BODY",
      severity: "error",
      message,
      ...(at && { location: locationOf(at, options) }),
    };
  }
}

function sendsMany({ type }: GrpcMethod): boolean {
  return type === "client-streaming" || type === "bidi-streaming";
}

function returnsMany({ type }: GrpcMethod): boolean {
  return type === "server-streaming" || type === "bidi-streaming";
}
