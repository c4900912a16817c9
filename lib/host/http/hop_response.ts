import type { Timings } from "../../core/http/response.ts";
import { headerOf } from "../../core/http/header_of.ts";
import type { Phases } from "./connection/agent.ts";
import type { BodySource } from "./types.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Sink } from "./content/sink.ts";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

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

/** Status line and header section of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: [name: string, value: string][];
}

/** A response as it came, content decoded by the sink. */
export interface HopResponse extends ResponseHead, ConnectionFacts {
  readonly sink: Sink;
  /** Octets of the content as received. */
  readonly received: number;
  readonly timings: Timings;
  /** Nothing but the end of a TLS connection says where the content ends. */
  readonly unframed?: boolean;
}

/** Server-sent events end when they want to, not when they are complete. */
export function isEndless({ headers }: ResponseHead): boolean {
  const type = headerOf(headers, "content-type");
  return type !== undefined && /^text\/event-stream\b/i.test(type);
}

/** The timings of an exchange that ends now. */
export function timingsOf(
  phases: Phases | undefined,
  { started, arrived }: { started: number; arrived: number },
): Timings {
  const now = performance.now();
  const connection = phases && connectionTimings(phases);
  return {
    ...connection?.timings,
    firstByte: arrived - (connection?.ready ?? started),
    download: now - arrived,
    total: now - started,
  };
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
export function pairs(raw: readonly string[]): [string, string][] {
  const out: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) out.push([raw[i], raw[i + 1]]);
  return out;
}

/** What is known about a connection. */
export interface ConnectionFacts {
  readonly remoteAddress?: string;
  readonly tls?: { readonly version: string; readonly cipher?: string };
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
