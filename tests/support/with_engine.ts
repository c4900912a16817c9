import type { Engine, SendOptions } from "../../lib/core/http/engine.ts";
import type { Response } from "../../lib/core/http/response.ts";
import type { RenderedRequest } from "../../lib/core/http/rendered_request.ts";
import { createEngine } from "../../lib/host/http/send.ts";
import type { EngineOptions } from "../../lib/host/http/types.ts";
import { OPEN } from "./rendered_request.ts";

/** Sends with an engine that lives as long as the call; a policy is open unless given. */
export async function withEngine<T>(
  options: EngineOptions,
  use: (
    send: (
      request: RenderedRequest,
      options?: Partial<SendOptions>,
    ) => Promise<Response>,
    engine: Engine,
  ) => Promise<T>,
): Promise<T> {
  const engine = createEngine(options);
  try {
    return await use(
      (request, given) => engine.send(request, { policy: OPEN, ...given }),
      engine,
    );
  } finally {
    engine.close();
  }
}
