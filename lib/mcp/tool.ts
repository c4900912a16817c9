import type { Schema } from "./schema.ts";
import type { Session } from "./session.ts";

/** What a tool is called with. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What a call has besides its arguments. */
export interface CallContext {
  readonly session: Session;
  /** Ends the call. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call is. */
  progress(done: number, total: number, message: string): void;
}

/** A tool that agents can call. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the agent: what it is for, and what it gives. */
  readonly description: string;
  readonly input: Schema & { readonly type: "object" };
  readonly output: Schema & { readonly type: "object" };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    /** Whether it talks to servers. */
    readonly openWorldHint: boolean;
  };
  /**
   * Does the work.
   *
   * @throws {ToolError} With what the agent is to know.
   */
  call(
    given: Arguments,
    context: CallContext,
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** Hints of a tool that changes nothing and reaches nothing. */
export const LOOKS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;
