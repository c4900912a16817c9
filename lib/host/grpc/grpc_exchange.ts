import {
  type Descriptors,
  missingService,
} from "../../core/http/grpc/descriptors.ts";
import { callHeaders, readMetadata } from "../../core/http/grpc/metadata.ts";
import type { RenderedStream } from "../../core/http/stream.ts";
import type { WireUrl } from "../../core/http/wire_url.ts";
import { headerOf } from "../../core/http/header_of.ts";
import { timeoutWayOut } from "../../core/http/timeout_of.ts";
import { secretRefusal } from "../../core/policy/refusal.ts";
import { formatHost } from "../../core/policy/format_host.ts";
import { locationOf } from "../../core/source/diagnostic.ts";
import {
  InterpolationError,
  PermissionError,
} from "../../core/source/errors.ts";
import { DeadlineError } from "../http/cancellation.ts";
import type { Connections } from "../http/connection/connections.ts";
import { isUsed, takePhases } from "../http/connection/agent.ts";
import type { Http2Connection } from "../http/connection/http2_sessions.ts";
import { MemorySink } from "../http/content/sink.ts";
import { LONGER, networkError } from "../http/failure/network_error.ts";
import {
  connectionFacts,
  type HopResponse,
  type HopTask,
  timingsOf,
} from "../http/hop_response.ts";
import { http2Fields, http2Headers } from "../http/http2_exchange.ts";
import { GrpcCallError, OpenGrpcCall } from "./grpc_call.ts";
import { GrpcConnection } from "./grpc_connection.ts";
import { readProtos } from "./read_protos.ts";
import { reflect, ReflectionError, UnknownServiceError } from "./reflect.ts";
import { wayOut } from "../../core/source/way_out.ts";

/** A call over a connection that is open. */
export interface GrpcExchange {
  readonly url: WireUrl;
  /** As HTTP would send them: metadata, cookies, auth. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly connection: Http2Connection;
}

/** What went out, and what came back: the status is that of gRPC. */
export interface GrpcOutcome {
  readonly headers: [name: string, value: string][];
  readonly response: HopResponse;
}

/** Bytes of a message where nothing else limits it. */
const MAX_MESSAGE = 100 * 1024 * 1024;

type GrpcStream = RenderedStream & { kind: "grpc" };

/** What is known of methods, by what it was read from, as long as a run's connections. */
const known = new WeakMap<Connections, Map<string, Promise<Descriptors>>>();

/** Makes a call, and holds the conversation over it. */
export async function grpcExchange(
  task: HopTask,
  exchange: GrpcExchange,
): Promise<GrpcOutcome> {
  return await new Exchange(task, exchange).run();
}

class Exchange {
  readonly #stream: GrpcStream;
  readonly #started = performance.now();
  /** When the call went out; what reflection took before is not the call's. */
  #asked: number | undefined;
  readonly #host: string;

  constructor(readonly task: HopTask, readonly exchange: GrpcExchange) {
    this.#stream = task.request.stream as GrpcStream;
    this.#host = formatHost(task.attempt.hostname, task.attempt.port);
  }

  async run(): Promise<GrpcOutcome> {
    const { cancellation, options } = this.task;
    if (isUsed(this.exchange.connection.socket)) cancellation.clock.reused();
    const descriptors = await this.#descriptors();
    if (options.describe) {
      options.describe(descriptors);
      return this.#outcome([], undefined, undefined);
    }
    const { method: name } = this.#stream;
    const method = descriptors.method(name);
    if (method === undefined) {
      throw this.#unknown(descriptors.describeMissing(name));
    }
    cancellation.restart();
    this.#asked = performance.now();
    const sent = this.#headers();
    let call: OpenGrpcCall;
    try {
      call = this.#open(this.exchange.url.target, sent);
    } catch (error) {
      throw await this.#describe(error);
    }
    const connection = new GrpcConnection(call, {
      method,
      descriptors,
      size: this.task.config.maxResponseSize,
      guard: (message, json) => this.#guard(json, message.insertions),
      describe: (error) => this.#describe(error),
    });
    try {
      cancellation.check();
      cancellation.waiting = { cancel: (reason) => call.fail(reason) };
      const stream = await options.converse!(connection);
      // Whoever left before the end has ended it.
      connection.close();
      if (connection.ending === undefined) await connection.next();
      return this.#outcome(sent, connection, { call, stream });
    } finally {
      cancellation.waiting = undefined;
      call.cancel();
    }
  }

  #outcome(
    sent: [name: string, value: string][],
    connection: GrpcConnection | undefined,
    came: { call: OpenGrpcCall; stream: HopResponse["stream"] } | undefined,
  ): GrpcOutcome {
    const { socket } = this.exchange.connection;
    const { status = 0, statusText = "OK" } = connection?.ending ?? {};
    const body = new TextEncoder().encode(connection?.last ?? "");
    const sink = new MemorySink(Infinity);
    if (body.length > 0) sink.write(body);
    const now = performance.now();
    return {
      headers: sent,
      response: {
        status,
        statusText,
        httpVersion: "2",
        headers: readMetadata(came?.call.head?.headers ?? []),
        sink,
        received: came?.call.received ?? 0,
        timings: timingsOf(takePhases(socket), {
          started: this.#started,
          asked: this.#asked,
          arrived: came?.call.arrived ?? now,
        }),
        ...connectionFacts(socket),
        ...(came?.stream && { stream: came.stream }),
      },
    };
  }

  async #descriptors(): Promise<Descriptors> {
    const { connections } = this.task;
    const { protoFile, protoFiles = [], importPaths = [], method } =
      this.#stream;
    const { protocol, authority, hostname } = this.exchange.url;
    const service = this.task.options.describe
      ? undefined
      : method.replace(/^\//, "").replace(/[/.][^/.]*$/, "");
    const source = protoFile === undefined
      ? [protocol, authority, hostname, service]
      : [protoFile, protoFiles, importPaths];
    let all = known.get(connections);
    if (all === undefined) known.set(connections, all = new Map());
    const key = JSON.stringify(source);
    let descriptors = all.get(key);
    if (descriptors === undefined) {
      descriptors = protoFile === undefined
        ? this.#reflected(service)
        : Promise.resolve().then(() => this.#read(protoFile));
      all.set(key, descriptors);
      // Another request may have more luck.
      descriptors.catch(() => all.delete(key));
    }
    try {
      return await this.task.cancellation.wait(descriptors);
    } catch (error) {
      const isSilent = protoFile === undefined &&
        error instanceof DeadlineError && error.kind === "whole";
      throw isSilent ? this.#silent(error) : error;
    }
  }

  /** Reflection does not answer, which a server of something else does not, either. */
  #silent({ limit }: DeadlineError): unknown {
    const { attempt, request, config } = this.task;
    return networkError(
      attempt,
      "TIMEOUT",
      `Cannot find the methods of "${this.#host}": its server reflection did not finish within ${limit} ms; is it a gRPC server?`,
      {
        waysOut: [
          wayOut("name-proto-file"),
          timeoutWayOut(request.settings, config.timeout),
        ],
      },
    );
  }

  #read(protoFile: string): Descriptors {
    const { protoFiles = [], importPaths = [], at } = this.#stream;
    const paths = new Set([protoFile, ...protoFiles]);
    const files = [...paths].map((path) => ({ path, at }));
    const { descriptors, problems } = readProtos(
      { files, importPaths },
      this.task.config.files,
    );
    if (problems.length === 0) return descriptors;
    const isRefused = problems.every((it) => it.code === "PERMISSION");
    throw isRefused
      ? new PermissionError(problems)
      : new InterpolationError(problems);
  }

  #unknown(why: string): InterpolationError {
    const { method, at } = this.#stream;
    return new InterpolationError([{
      code: "INVALID_URL",
      severity: "error",
      message: `Cannot call "${method}": ${why}`,
      location: locationOf(at),
    }]);
  }

  async #reflected(service: string | undefined): Promise<Descriptors> {
    const calls: OpenGrpcCall[] = [];
    try {
      const open = (path: string) => {
        const call = this.#open(path, this.#headers());
        calls.push(call);
        return call;
      };
      return await reflect(open, service);
    } catch (error) {
      if (error instanceof UnknownServiceError) {
        throw this.#unknown(missingService(service!, error.services));
      }
      if (!(error instanceof ReflectionError)) {
        throw await this.#describe(error);
      }
      throw networkError(
        this.task.attempt,
        "INVALID_RESPONSE",
        `Cannot find the methods of "${this.#host}": ${error.message}`,
      );
    } finally {
      for (const call of calls) call.cancel();
    }
  }

  #headers(): [name: string, value: string][] {
    const { request, cancellation, attempt } = this.task;
    const headers = callHeaders(http2Headers(this.exchange.headers), {
      written: new Set(request.headers.map(([name]) => name.toLowerCase())),
      deadline: cancellation.due - performance.now(),
    });
    if (typeof headers !== "string") return headers;
    throw new InterpolationError([{
      code: "INVALID_HEADER",
      severity: "error",
      message: `Cannot call "${this.#host}": ${headers}`,
      ...(attempt.at && { location: locationOf(attempt.at, { place: "url" }) }),
    }]);
  }

  #open(target: string, sent: [name: string, value: string][]): OpenGrpcCall {
    const { url, headers, connection } = this.exchange;
    const { config } = this.task;
    const encoding = headerOf(sent, "grpc-encoding") ?? "identity";
    return new OpenGrpcCall({
      connection,
      headers: http2Fields({
        method: "POST",
        scheme: url.protocol.slice(0, -1),
        // A written Host header takes the authority's place.
        authority: headerOf(headers, "host") ?? url.authority,
        target,
        sent,
      }),
      limit: config.maxResponseSize || MAX_MESSAGE,
      gzip: encoding === "gzip",
      idleTimeout: config.idleTimeout,
      idle: () => new DeadlineError(config.idleTimeout, "idle"),
    });
  }

  #guard(
    body: Uint8Array,
    insertions: readonly NonNullable<
      HopTask["request"]["insertions"]
    >[number][] = [],
  ): void {
    const { options, attempt, request, url } = this.task;
    const hop = {
      method: "POST",
      url: request.url,
      headers: [],
      body,
      insertions,
    };
    const leak = options.guard?.check(hop, url);
    if (leak) throw secretRefusal(attempt, leak);
  }

  async #describe(error: unknown): Promise<unknown> {
    const { attempt, request, config } = this.task;
    if (error instanceof GrpcCallError) {
      const message =
        `Cannot read the response of "${this.#host}": ${error.message}`;
      return networkError(attempt, error.code, message, {
        ...(error.code === "LIMIT" && { waysOut: LONGER }),
      });
    }
    const { describeFailure } = await import(
      "../http/failure/describe_failure.ts"
    );
    return describeFailure(error, attempt, {
      hops: [],
      responded: true,
      moreTime: () => timeoutWayOut(request.settings, config.timeout),
      respond: () => {
        throw error;
      },
    });
  }
}
