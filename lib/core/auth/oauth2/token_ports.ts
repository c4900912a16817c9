import type { Origin } from "../../source/origin.ts";
import type { Response } from "../../http/response.ts";
import type { RenderedRequest } from "../../http/rendered_request.ts";

/** What getting tokens needs of the outside. */
export interface TokenPorts {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from any start, never going back. */
  elapsed(): number;
  /** So many unpredictable bytes. */
  random(length: number): Uint8Array;
  /** Sends a token request through the network policy, as it is; `at` is where its auth stands. */
  send(request: RenderedRequest, at: Origin): Promise<Response>;
  /** Waits so many milliseconds; rejects when the run is interrupted. */
  wait(milliseconds: number): Promise<void>;
  /** Shows a person where to grant access; absent where nobody is there, and such flows are refused. */
  visit?(visit: BrowserVisit): Promise<void> | void;
  /** Opens the loopback address that the browser comes back to; absent: the flow is refused. URLs that are not its callback are refused, and the waiting goes on. */
  listen?(
    callbackUrl: string,
    isCallback: (url: string) => boolean,
  ): Promise<CallbackListener>;
  /** Milliseconds that the device flow may take at most, however much the server grants. */
  readonly patience?: number;
  /** Told every token as it becomes known, so that reports can mask it. */
  learned?(secret: string): void;
}

/** Where a person grants access. */
export interface BrowserVisit {
  readonly url: string;
  /** To be typed there, for the device flow. */
  readonly userCode?: string;
}

/** Waits for the browser to come back. */
export interface CallbackListener {
  /** The address to send the browser to, with the port that was really opened. */
  readonly redirectUri: string;
  /** The URL that the browser came with; rejects after a time-out or when the run is interrupted. */
  readonly callback: Promise<string>;
  /** Stops listening. */
  close(): Promise<void>;
}
