import type { HopResponse } from "./hop_response.ts";

/** What went wrong on a connection, where node:http has no error of its own. */
export type ExchangeProblem =
  | "upgraded"
  | "not HTTP/2"
  | "cut before the response"
  | "cut in the body"
  | "excess"
  | "padded"
  | "undecodable"
  | "bomb";

/** A response as far as it came, and the headers that it is the response to. */
export interface Came {
  readonly response: HopResponse;
  readonly headers: [name: string, value: string][];
}

/** Carries an {@linkcode ExchangeProblem} until it becomes a diagnostic. */
export class ExchangeError extends Error {
  override name = "ExchangeError";
  /** The content coding, for what cannot be decoded. */
  readonly coding?: string;
  /** Whether the connection had served a request before. */
  readonly reused: boolean;
  /** What came of a response that was cut. */
  readonly came?: Came;

  /** Makes an error; its message is the problem. */
  constructor(
    readonly problem: ExchangeProblem,
    options: ErrorOptions & {
      coding?: string;
      reused?: boolean;
      came?: Came;
    } = {},
  ) {
    super(problem, options);
    if (options.coding !== undefined) this.coding = options.coding;
    if (options.came !== undefined) this.came = options.came;
    this.reused = options.reused ?? false;
  }
}
