import type { Descriptors } from "./grpc/descriptors.ts";
import type { Converse } from "./stream.ts";
import type { Origin } from "../source/origin.ts";
import type { Policy } from "../policy/policy.ts";
import type { Response, Timings } from "./response.ts";
import type { Insertion } from "./insertion.ts";
import type { RenderedRequest } from "./rendered_request.ts";

/** Sends requests; `host/http` implements it. */
export interface Engine {
  /**
   * Sends one request and follows its redirects.
   *
   * @throws {NetworkError} The server cannot be reached or its response not be
   * read; codes DNS, CONNECTION, CERTIFICATE, TIMEOUT, REDIRECT, PROTOCOL,
   * INVALID_RESPONSE, RESPONSE_CUT (a `CutError`), INVALID_URL, INVALID_HEADER, MISSING_PATH, WRITE.
   * @throws {PermissionError} The policy or Deno refuses a host or a file;
   * code PERMISSION.
   * @throws The signal's reason, when it aborts.
   */
  send(request: RenderedRequest, options: SendOptions): Promise<Response>;
  /** Closes every connection; requests under way fail. */
  close(): void;
}

/** What a request is sent with. */
export interface SendOptions {
  /** Asked before every connection, redirects included. */
  readonly policy: Policy;
  /** Absent: no cookies are sent or kept. */
  readonly cookies?: CookieJar;
  readonly signal?: AbortSignal;
  /** The request's path in the collection, for diagnostics. */
  readonly label?: string;
  /** Whether a script of that request sends it, for diagnostics. */
  readonly byScript?: boolean;
  /** Where the request's URL stands, for diagnostics. */
  readonly at?: Origin;
  /** Adds the auth headers that depend on what goes out; called for each hop that may carry credentials. */
  readonly sign?: Signer;
  /** Looks at each hop before it goes out. */
  readonly guard?: HopGuard;
  /** Write the content to this file, too; a path as written on the command line. */
  readonly output?: string;
  /** Talks over the connection where the request or its response streams; absent: a response's events are its body. */
  readonly converse?: Converse;
  /** Told what the time was spent on, where no response came. */
  readonly failed?: (timings: Timings) => void;
  /** gRPC: told which services and messages there are; no call is made then. */
  readonly describe?: (descriptors: Descriptors) => void;
}

/** One hop as it is about to go out. */
export interface OutgoingHop {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Absent without a body, and for one that is streamed from files. */
  readonly body?: Uint8Array;
  /** The values of variables that were put in. */
  readonly insertions?: readonly Insertion[];
}

/** Keeps secrets from hosts that they are not meant for. */
export interface HopGuard {
  /** The secret that a hop would carry to a wrong host, if any, and where it may go. */
  check(
    hop: OutgoingHop & {
      /** A message of its stream. */
      readonly text?: string;
    },
    to: { readonly hostname: string; readonly port: number },
  ): { readonly name: string; readonly hosts: readonly string[] } | undefined;
}

/** What a signer changes: headers to set (replacing those of the same name) and, where auth goes into the query or a form, URL and body. */
export interface Signature {
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly url?: string;
  /** The body to send instead; only where the hop had bytes. */
  readonly body?: Uint8Array;
  /** Sends no content: the response will ask for more before it looks at any. */
  readonly withoutContent?: boolean;
}

/** Makes the auth headers of a hop. */
export interface Signer {
  /**
   * Set where the auth is the connection's, not the request's: requests share
   * connections only with those of the same text, by HTTP/1.1 and through
   * proxies in a tunnel, and `retry` is asked a second time, about the response on the
   * same connection.
   */
  readonly connection?: string;
  /** Before the hop is sent. */
  sign?(hop: OutgoingHop): Promise<Signature | undefined>;
  /** After a 401: headers to try once more with, or undefined to keep the response. */
  retry?(
    hop: OutgoingHop,
    response: Response,
    turn: SignerTurn,
  ): Promise<Signature | undefined>;
}

/** Where the messages about a 401 stand. */
export interface SignerTurn {
  /** Counts from 0. */
  readonly round: number;
  /** The certificate of the server at the end of the TLS connection (DER); for a signer of connections only. */
  readonly certificate?: Uint8Array;
}

/** What the engine needs of a cookie jar. */
export interface CookieJar {
  /** The Cookie header's value for a URL; undefined when no cookie matches. */
  header(url: string): string | undefined;
  /** Takes the Set-Cookie values of a response; ones that break the rules are ignored. */
  store(url: string, setCookie: readonly string[]): Promise<void>;
}
