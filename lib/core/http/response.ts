import type { ResponseStream } from "./stream.ts";
import type { Diagnostic } from "../source/diagnostic.ts";
import { NetworkError } from "../source/errors.ts";

/** Milliseconds spent in each phase of a request; absent where a phase did not occur. */
export interface Timings {
  /** Looking up the host's address. */
  readonly dns?: number;
  /** Opening the connection. */
  readonly connect?: number;
  /** The handshake. */
  readonly tls?: number;
  /** From the request until the response began. */
  readonly firstByte?: number;
  /** From the first byte to the last. */
  readonly download?: number;
  /** From the start to the last byte. */
  readonly total: number;
}

/** One redirect that was followed. */
export interface Hop {
  /** Of the response that redirected: 301, 302, 303, 307 or 308. */
  readonly status: number;
  /** What was asked. */
  readonly method: string;
  /** What was asked for. */
  readonly url: string;
  /** Where it led, absolute. */
  readonly location: string;
  /** What really went out: headers in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** A server's response. */
export interface Response {
  /** URL of the last hop. */
  readonly url: string;
  /** The status code. */
  readonly status: number;
  /** The reason phrase as received; empty in HTTP/2. */
  readonly statusText: string;
  /** Names as received, in order, duplicates kept. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Content after decoding. */
  readonly body: Uint8Array;
  /** True when content is missing at the end of the body: it was longer than the limit, or took too long. */
  readonly truncated: boolean;
  /** Set where the response ended before its framing says so: a failure, of which this is what came. Scripts, tests and assertions do not see it. */
  readonly cut?: true;
  /** Set where nothing but the end of a TLS connection says where the body ends: such an end cannot be told from a cut. */
  readonly unframed?: true;
  /** Bytes of content that the run keeps at most; absent: no limit. */
  readonly limit?: number;
  /** "1.0", "1.1" or "2". */
  readonly httpVersion: string;
  /** Where the time went. */
  readonly timings: Timings;
  /** Bytes of the header section and of the body as received. */
  readonly size: { readonly headers: number; readonly body: number };
  /** The server's IP address. */
  readonly remoteAddress?: string;
  /** Absent without TLS. */
  readonly tls?: { readonly version: string; readonly cipher?: string };
  /** The redirects that led here, in order. */
  readonly hops: readonly Hop[];
  /** The file that the content was written to, and whether all of it was. */
  readonly saved?: { readonly path: string; readonly whole: boolean };
  /** What really went out in the last hop, for reports: headers in order. */
  readonly sentHeaders: readonly (readonly [name: string, value: string])[];
  /** Method of the last hop, where a redirect was followed. */
  readonly sentMethod?: string;
  /** What came over a stream; absent: the response is not one. */
  readonly stream?: ResponseStream;
}

/** A response ended before its framing says so. */
export class CutError extends NetworkError {
  /** Makes an error with what came, to be shown. */
  constructor(
    diagnostics: readonly Diagnostic[],
    readonly response: Response,
    options?: ErrorOptions,
  ) {
    super(diagnostics, options);
  }
}
