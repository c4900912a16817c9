/** Milliseconds spent in each phase of a request; absent where a phase did not occur. */
export interface Timings {
  readonly dns?: number;
  readonly connect?: number;
  readonly tls?: number;
  readonly firstByte?: number;
  readonly download?: number;
  readonly total: number;
}

/** One redirect that was followed. */
export interface Hop {
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly location: string;
}

/** A server's answer. */
export interface Response {
  /** URL of the last hop. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  /** Names as received, in order, duplicates kept. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Content after decoding. */
  readonly body: Uint8Array;
  /** True when the body was longer than the limit and is cut. */
  readonly truncated: boolean;
  /** "1.0", "1.1" or "2". */
  readonly httpVersion: string;
  readonly timings: Timings;
  /** Bytes of the header section and of the body as received. */
  readonly size: { readonly headers: number; readonly body: number };
  readonly remoteAddress?: string;
  readonly tls?: { readonly version: string; readonly cipher?: string };
  readonly hops: readonly Hop[];
  /** The file that the content went to; `body` is empty then. */
  readonly savedTo?: string;
  /** What really went out in the last hop, for reports: headers in order. */
  readonly sentHeaders: readonly (readonly [name: string, value: string])[];
}
