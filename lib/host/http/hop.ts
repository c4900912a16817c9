import type { SendOptions } from "../../core/http/engine.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import type { WireUrl } from "../../core/http/wire_url.ts";
import type { Attempt } from "../../core/policy/refusal.ts";
import type { HopResponse } from "./hop_response.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Connections } from "./connection/connections.ts";
import type { BodySource, EngineConfig } from "./types.ts";

/** One hop of a request. */
export interface HopTask {
  readonly request: RenderedRequest;
  readonly url: WireUrl;
  readonly attempt: Attempt;
  readonly body: BodySource | undefined;
  readonly options: SendOptions;
  readonly cancellation: Cancellation;
  readonly connections: Connections;
  readonly config: EngineConfig;
  /** Told when a response came. */
  readonly responded: () => void;
}

/** What went out, and what came back. */
export interface SentHop {
  readonly url: WireUrl;
  readonly headers: [name: string, value: string][];
  readonly response: HopResponse;
}
