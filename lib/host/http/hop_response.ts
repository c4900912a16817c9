import type { Hop, Response, Timings } from "../../core/http/response.ts";
import { headerOf } from "../../core/http/header_of.ts";
import type { Phases } from "./exchange_clock.ts";
import type {
  BodySource,
  ConnectionFacts,
  EngineConfig,
  ResponseHead,
} from "./types.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Sink } from "./content/sink.ts";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import type { SendOptions } from "../../core/http/engine.ts";
import type { ResponseStream } from "../../core/http/stream.ts";
import type { WireUrl } from "../../core/http/wire_url.ts";
import type { Attempt } from "../../core/policy/refusal.ts";
import type { Connections } from "./connection/connections.ts";

/** What every exchange needs, whatever the version of HTTP. */
export interface ExchangeTask {
  readonly body: BodySource | undefined;
  /** The headers that go out, as they go. */
  readonly sent: [name: string, value: string][];
  readonly cancellation: Cancellation;
  /** Milliseconds without a byte in either direction; 0 is no limit. */
  readonly idleTimeout: number;
  /** Chooses where the content goes once the header section is known. */
  readonly sink: (head: ResponseHead) => Sink | Promise<Sink>;
}

/** A response as it came, content decoded by the sink. */
export interface HopResponse extends ResponseHead, ConnectionFacts {
  readonly sink: Sink;
  /** Octets of the content as received. */
  readonly received: number;
  readonly timings: Timings;
  /** Nothing but the end of a TLS connection says where the content ends. */
  readonly unframed?: boolean;
  /** What came over a stream, where it was one. */
  readonly stream?: ResponseStream;
}

/** Server-sent events end when they want to, not when they are complete. */
export function isEndless({ headers }: ResponseHead): boolean {
  const type = headerOf(headers, "content-type");
  return type !== undefined && /^text\/event-stream\b/i.test(type);
}

const STREAM =
  /^\s*(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines|json-seq))\s*(?:;|$)/i;

/** Whether the content of a response is a stream of messages. */
export function isStream({ headers, status }: ResponseHead): boolean {
  const type = headerOf(headers, "content-type");
  return type !== undefined && STREAM.test(type) &&
    status >= 200 && status < 300;
}

/** The timings of an exchange that ends now. */
export function timingsOf(
  phases: Phases | undefined,
  { started, arrived, asked }: {
    readonly started: number;
    readonly arrived: number;
    /** When the request went out, where something else used the connection before. */
    readonly asked?: number | undefined;
  },
): Timings {
  const now = performance.now();
  const download = now - arrived;
  const total = now - started;
  if (phases === undefined) {
    return { firstByte: arrived - (asked ?? started), download, total };
  }
  const { timings, ready } = connectionTimings(phases);
  const firstByte = arrived - (asked ?? ready ?? started);
  return { ...timings, firstByte, download, total };
}

function connectionTimings(
  { started, lookup, connect, secure }: Phases,
): { timings: Partial<Timings>; ready: number } {
  const dialled = lookup ?? started;
  const connected = connect ?? dialled;
  return {
    timings: {
      ...(lookup !== undefined && { dns: lookup - started }),
      connect: connected - dialled,
      ...(secure !== undefined && { tls: secure - connected }),
    },
    ready: secure ?? connected,
  };
}

/** Names and values of a flat list. */
export function rawHeaderPairs(raw: readonly string[]): [string, string][] {
  const out: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) out.push([raw[i], raw[i + 1]]);
  return out;
}

/** Sockets serve many requests and asking them is not free. */
const known = new WeakMap<Socket, ConnectionFacts>();

/** Reads a socket's remote address and TLS parameters. */
export function connectionFacts(socket: Socket): ConnectionFacts {
  let facts = known.get(socket);
  if (facts === undefined) {
    facts = read(socket);
    known.set(socket, facts);
  }
  return facts;
}

function read(socket: Socket): ConnectionFacts {
  const facts: { -readonly [K in keyof ConnectionFacts]: ConnectionFacts[K] } =
    {};
  if (socket.remoteAddress !== undefined) {
    facts.remoteAddress = socket.remoteAddress;
  }
  if ("encrypted" in socket && socket.encrypted) {
    const tls = socket as TLSSocket;
    const version = tls.getProtocol();
    if (version !== null) {
      const cipher = tls.getCipher()?.name;
      facts.tls = cipher === undefined ? { version } : { version, cipher };
    }
  }
  return facts;
}

/** Makes the response that the rest of Brace sees. */
export function toResponse(
  request: RenderedRequest,
  { response, headers }: Pick<SentHop, "response" | "headers">,
  options: {
    hops: readonly Hop[];
    started?: number;
    /** Bytes of content that are kept at most. */
    limit?: number;
    /** It ended too early. */
    cut?: boolean;
  },
): Response {
  const { sink, timings, tls, remoteAddress } = response;
  const total = options.started === undefined
    ? timings.total
    : performance.now() - options.started;
  // One object that grows: parts that are spread in take ten times as long.
  const whole: Writable<Response> = {
    url: request.url,
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    body: sink.bytes,
    truncated: sink.truncated || sink.partial === true,
    httpVersion: response.httpVersion,
    timings: { ...timings, total },
    size: { headers: headerSize(response), body: response.received },
    hops: options.hops,
    sentHeaders: headers,
  };
  const stream = response.stream ?? sink.stream;
  if (options.limit !== undefined) whole.limit = options.limit;
  if (options.hops.length > 0) whole.sentMethod = request.method;
  if (remoteAddress !== undefined) whole.remoteAddress = remoteAddress;
  if (sink.path !== undefined) {
    whole.saved = { path: sink.path, whole: !sink.truncated };
  }
  if (tls !== undefined) whole.tls = tls;
  if (response.unframed) whole.unframed = true;
  if (options.cut) whole.cut = true;
  if (stream) whole.stream = stream;
  return whole;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Octets of status line and header lines, as a server writes them. */
function headerSize({ headers, statusText }: SentHop["response"]): number {
  let size = `HTTP/1.1 200 ${statusText}\r\n\r\n`.length;
  for (const [name, value] of headers) size += name.length + value.length + 4;
  return size;
}

/** One hop of a request. */
export interface HopTask {
  readonly request: RenderedRequest;
  readonly url: WireUrl;
  readonly attempt: Attempt;
  readonly body: BodySource | undefined;
  readonly options: SendOptions;
  readonly cancellation: Cancellation;
  readonly connections: Connections;
  readonly config: EngineConfig;
  /** Told when a response came. */
  readonly responded: () => void;
}

/** What went out, and what came back. */
export interface SentHop {
  readonly url: WireUrl;
  readonly headers: [name: string, value: string][];
  readonly response: HopResponse;
}
