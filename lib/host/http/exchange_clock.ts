import type { Timings } from "../../core/http/response.ts";
import type { WireUrl } from "../../core/http/wire_url.ts";
import { isAddress } from "../../core/policy/ip_address.ts";

/** When a connection reached its phases, by `performance.now()`. */
export interface Phases {
  readonly started: number;
  lookup?: number;
  connect?: number;
  secure?: number;
}

/** A phase that has begun, and when. */
type Begun = readonly [phase: Exclude<keyof Timings, "total">, since: number];

/**
 * Takes the time of the exchange that is under way. A response knows what its
 * time was spent on; an exchange that fails without one is asked about here.
 */
export class ExchangeClock {
  #url: WireUrl | undefined;
  #isProxied = false;
  #started = 0;
  /** Connections that were opened for it, the last one is of interest. */
  #dials: Phases[] | undefined;
  /** When it went out over a connection that was there. */
  #asked: number | undefined;
  #arrived: number | undefined;

  /** An exchange begins. */
  start(url: WireUrl, isProxied: boolean): void {
    this.#url = url;
    this.#isProxied = isProxied;
    this.#started = performance.now();
    this.#dials = this.#asked = this.#arrived = undefined;
  }

  /** It is over. */
  stop(): void {
    this.#url = undefined;
  }

  /** A connection is being opened for it, which notes here how far it is. */
  dialled(phases: Phases): void {
    this.#asked = undefined;
    (this.#dials ??= []).push(phases);
  }

  /** It goes out over a connection that others have used. */
  reused(): void {
    // Others may have used one that it has waited for, too.
    if (this.#dials?.at(-1)?.connect !== undefined) return;
    this.#dials = undefined;
    this.#asked ??= performance.now();
  }

  /** Its response begins; gives the time. */
  arrived(): number {
    return this.#arrived = performance.now();
  }

  /**
   * The phases of an exchange that fails now, of a request that was sent at
   * `began`: what was under way lasted until now. Undefined where no phase has begun.
   */
  timings(began: number): Timings | undefined {
    if (this.#url === undefined) return undefined;
    const begun = this.#begun();
    if (begun.length === 0) return undefined;
    const now = performance.now();
    const timings: { -readonly [K in keyof Timings]: Timings[K] } = {
      total: now - began,
    };
    // A connection may have been begun for an exchange before this one.
    const inside = (time: number) => Math.max(time, this.#started);
    for (const [index, [phase, since]] of begun.entries()) {
      timings[phase] = inside(begun[index + 1]?.[1] ?? now) - inside(since);
    }
    return timings;
  }

  #begun(): Begun[] {
    const last = this.#dials?.at(-1);
    const begun = last === undefined ? [] : this.#begunBy(last);
    if (this.#asked !== undefined) begun.push(["firstByte", this.#asked]);
    if (this.#arrived !== undefined) begun.push(["download", this.#arrived]);
    const [phase] = begun.at(-1) ?? [];
    if (phase === "firstByte" || phase === "download") return begun;
    // One that failed and was tried once more, as TLS is with Node's, is one phase.
    return this.#dials?.map((it) => this.#begunBy(it))
      .find((it) => it.at(-1)![0] === phase) ?? begun;
  }

  #begunBy({ started, lookup, connect, secure }: Phases): Begun[] {
    const { protocol, hostname, socketPath } = this.#url!;
    // Names behind a proxy are the proxy's to look up.
    const isLookedUp = !this.#isProxied && socketPath === undefined &&
      !isAddress(hostname);
    const begun: Begun[] = [];
    if (lookup !== undefined || isLookedUp && connect === undefined) {
      begun.push(["dns", started]);
      if (lookup === undefined) return begun;
    }
    begun.push(["connect", lookup ?? started]);
    if (connect === undefined) return begun;
    if (protocol !== "https:") return [...begun, ["firstByte", connect]];
    begun.push(["tls", connect]);
    return secure === undefined ? begun : [...begun, ["firstByte", secure]];
  }
}
