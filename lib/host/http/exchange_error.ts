/** What went wrong on a connection, where node:http has no error of its own. */
export type ExchangeProblem =
  | "upgraded"
  | "cut before the response"
  | "cut in the body"
  | "excess"
  | "padded"
  | "undecodable"
  | "bomb";

/** Carries an {@linkcode ExchangeProblem} until it becomes a diagnostic. */
export class ExchangeError extends Error {
  override name = "ExchangeError";
  /** The content coding, for what cannot be decoded. */
  readonly coding?: string;
  /** Whether the connection had served a request before. */
  readonly reused: boolean;

  /** Makes an error; its message is the problem. */
  constructor(
    readonly problem: ExchangeProblem,
    options: ErrorOptions & { coding?: string; reused?: boolean } = {},
  ) {
    super(problem, options);
    if (options.coding !== undefined) this.coding = options.coding;
    this.reused = options.reused ?? false;
  }
}
