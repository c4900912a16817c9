import { isAddress } from "../../../core/policy/ip_address.ts";
import { headerOf } from "../../../core/http/header_of.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import type { Phases } from "../connection/agent.ts";
import { lookUp } from "../check_addresses.ts";
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
  /** Ends it. */
  readonly ending: AbortController;
}

/** The connections of a run that are Deno's own, kept alive. */
export class DirectConnections {
  readonly #all = new Set<DirectConnection>();
  readonly #kept = new Map<string, DirectConnection[]>();

  readonly #dialling = new Set<AbortController>();

  /** A kept connection to a server. */
  take({ authority }: WireUrl): DirectConnection | undefined {
    const kept = this.#kept.get(authority);
    for (let one = kept?.pop(); one; one = kept!.pop()) {
      if (!one.isClosed && performance.now() < one.keptUntil) return one;
      this.drop(one);
    }
    return undefined;
  }

  /** Takes a connection back whose request is over. */
  give({ authority }: WireUrl, one: DirectConnection): void {
    const { head, keepsAlive } = one.parser;
    if (!keepsAlive || one.isClosed) return this.drop(one);
    const hint = /^timeout=(\d+)/.exec(
      headerOf(head!.headers, "keep-alive") ?? "",
    );
    const now = performance.now();
    one.keptUntil = hint === null
      ? Infinity
      : now + Number(hint[1]) * 1000 - MARGIN;
    const kept = this.#kept.get(authority);
    if (one.keptUntil <= now || kept?.length === MAX_KEPT) {
      return this.drop(one);
    }
    one.release();
    if (kept) kept.push(one);
    else this.#kept.set(authority, [one]);
  }

  /** Ends a connection. */
  drop(one: DirectConnection): void {
    this.#all.delete(one);
    one.close();
  }

  /** Opens a connection to a server; rejects with an error of the system. */
  async open(
    { hostname, port }: WireUrl,
    { checkAddress, ending }: Dialling,
  ): Promise<DirectConnection> {
    const phases: Phases = { started: performance.now() };
    let addresses: readonly string[] = [hostname];
    let conn: Deno.TcpConn;
    this.#dialling.add(ending);
    try {
      if (!isAddress(hostname)) {
        addresses = await lookUp({ hostname, port });
        phases.lookup = performance.now();
      }
      // Nothing connects to an address that the policy denies.
      for (const address of addresses) checkAddress?.(address);
      conn = await connect(addresses, port, ending.signal);
    } finally {
      this.#dialling.delete(ending);
    }
    phases.connect = performance.now();
    conn.setNoDelay();
    const one = new DirectConnection(conn, phases);
    this.#all.add(one);
    return one;
  }

  /** Closes every connection. */
  close(): void {
    for (const ending of this.#dialling) ending.abort(reset());
    for (const one of this.#all) one.break();
    this.#all.clear();
    this.#kept.clear();
  }
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
      return await Deno.connect({
        hostname,
        port,
        signal: index === last
          ? signal
          : AbortSignal.any([signal, AbortSignal.timeout(NEXT_ADDRESS)]),
      });
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
