import { isAddress } from "../../../core/policy/ip_address.ts";
import { headerOf } from "../../../core/http/header_of.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import type { Phases } from "../exchange_clock.ts";
import { lookUpHost } from "../check_addresses.ts";
import { DirectConnection, reset } from "./direct_connection.ts";

/** Milliseconds after which the next address of a name is tried, as node:net does. */
const NEXT_ADDRESS = 250;
/** Connections to a server that are kept at most, as by node:http. */
const MAX_KEPT = 256;
/** Milliseconds that a kept connection is given up before the server does. */
const MARGIN = 1_000;

/** What a connection is opened with. */
export interface Dialling {
  /** Throws for an address that must not be talked to. */
  readonly checkAddress: ((address: string) => void) | undefined;
  /** Told of it. */
  readonly dialled?: (phases: Phases) => void;
  /** Ends it. */
  readonly ending: AbortController;
}

/** Deno's own TLS could not come to terms with a server; nothing was sent. */
export class HandshakeError extends Error {
  override name = "HandshakeError";
}

/** The connections of a run that are Deno's own, kept alive. */
export class DirectConnections {
  readonly #all = new Set<DirectConnection>();
  readonly #kept = new Map<string, DirectConnection[]>();

  readonly #dialling = new Set<AbortController>();
  /** Servers, by authority, whose TLS is left to Node: it says best what is wrong. */
  readonly #refused = new Set<string>();

  /** Makes a set without connections; gives the authorities, as PEM, that are trusted on top of the system's. */
  constructor(readonly authorities: () => string[] = () => []) {}

  /** Whether Deno's own TLS has failed with a server. */
  isRefused({ authority }: WireUrl): boolean {
    return this.#refused.has(authority);
  }

  /** A kept connection to a server. */
  take(url: WireUrl): DirectConnection | undefined {
    const kept = this.#kept.get(originOf(url));
    for (let one = kept?.pop(); one; one = kept!.pop()) {
      if (!one.isClosed && performance.now() < one.keptUntil) return one;
      this.drop(one);
    }
    return undefined;
  }

  /** Takes a connection back whose request is over. */
  give(url: WireUrl, one: DirectConnection): void {
    const { head, keepsAlive } = one.parser;
    if (!keepsAlive || one.isClosed) return this.drop(one);
    const told = headerOf(head!.headers, "keep-alive");
    const hint = told === undefined ? null : /^timeout=(\d+)/.exec(told);
    const left = hint === null ? Infinity : Number(hint[1]) * 1000 - MARGIN;
    one.keptUntil = left === Infinity ? left : performance.now() + left;
    const origin = originOf(url);
    const kept = this.#kept.get(origin);
    if (left <= 0 || kept?.length === MAX_KEPT) return this.drop(one);
    one.release();
    if (kept) kept.push(one);
    else this.#kept.set(origin, [one]);
  }

  /** Ends a connection. */
  drop(one: DirectConnection): void {
    this.#all.delete(one);
    one.close();
  }

  /** Opens a connection to a server; rejects with an error of the system, or a {@linkcode HandshakeError}. */
  async open(
    url: WireUrl,
    { checkAddress, dialled, ending }: Dialling,
  ): Promise<DirectConnection> {
    const { hostname, port } = url;
    const phases: Phases = { started: performance.now() };
    dialled?.(phases);
    let addresses: readonly string[] = [hostname];
    let conn: Deno.TcpConn | Deno.TlsConn;
    this.#dialling.add(ending);
    try {
      if (!isAddress(hostname)) {
        addresses = await lookUpHost({ hostname, port });
        phases.lookup = performance.now();
      }
      // Nothing connects to an address that the policy denies.
      for (const address of addresses) checkAddress?.(address);
      const plain = conn = await connect(addresses, port, ending.signal);
      phases.connect = performance.now();
      plain.setNoDelay();
      if (url.protocol === "https:") {
        conn = await this.#secure(plain, url, ending.signal);
        phases.secure = performance.now();
      }
    } finally {
      this.#dialling.delete(ending);
    }
    const one = new DirectConnection(conn, phases);
    this.#all.add(one);
    return one;
  }

  /** Makes a connection one by TLS. */
  async #secure(
    plain: Deno.TcpConn,
    { authority, hostname }: WireUrl,
    signal: AbortSignal,
  ): Promise<Deno.TlsConn> {
    let conn: Deno.Conn = plain;
    const close = () => {
      try {
        conn.close();
      } catch {
        // It became the other one, which is closed below.
      }
    };
    signal.addEventListener("abort", close);
    try {
      const caCerts = this.authorities();
      const secured = await Deno.startTls(plain, { hostname, caCerts });
      conn = secured;
      signal.throwIfAborted();
      await secured.handshake();
      signal.throwIfAborted();
      return secured;
    } catch (error) {
      close();
      signal.throwIfAborted();
      this.#refused.add(authority);
      throw new HandshakeError("", { cause: error });
    } finally {
      signal.removeEventListener("abort", close);
    }
  }

  /** Closes every connection. */
  close(): void {
    for (const ending of this.#dialling) ending.abort(reset());
    for (const one of this.#all) one.break();
    this.#all.clear();
    this.#kept.clear();
  }
}

/** Plain and by TLS, a host has other connections. */
function originOf({ protocol, authority }: WireUrl): string {
  return `${protocol}//${authority}`;
}

/** Connects to the first of the addresses that takes it. */
async function connect(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<Deno.TcpConn> {
  const last = addresses.length - 1;
  let failure: Error | undefined;
  for (const [index, hostname] of addresses.entries()) {
    signal.throwIfAborted();
    try {
      const ending = index === last
        ? [signal]
        : [signal, AbortSignal.timeout(NEXT_ADDRESS)];
      const conn = await Deno.connect({
        hostname,
        port,
        signal: unasked(AbortSignal.any(ending)),
      });
      if (!signal.aborted) return conn;
      conn.close();
    } catch (error) {
      // An attempt that took too long says less than the one after it.
      failure = error as Error;
      const { code } = failure as { code?: string };
      // In the words of Node, which name the address; a refusal has Deno's.
      if (code) failure.message = `connect ${code} ${hostname}:${port}`;
    }
  }
  throw signal.aborted
    ? signal.reason
    : Object.assign(failure!, { syscall: "connect" });
}

/**
 * Deno asks the signal once more after it has connected. If the signal aborted
 * just then, Deno throws, and the connection stays open without an owner (no
 * upstream issue known). This signal still ends the attempt, but never throws.
 */
function unasked(signal: AbortSignal): AbortSignal {
  return Object.defineProperty(signal, "throwIfAborted", { value: nothing });
}

function nothing(): void {}
