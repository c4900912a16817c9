import type { Bridge } from "../bridge.ts";
import { createClient } from "./client.ts";
import { createConsole } from "./console.ts";
import { BasicCustomEvent, BasicEvent, BasicEventTarget } from "./events.ts";
import { createModules, type Modules } from "./modules.ts";
import { createRequest } from "./request.ts";
import { createResponse } from "./response.ts";
import { createTest } from "./test.ts";

/** Everything a script sees, by its global name, and how a script is run with it. */
export interface Globals {
  readonly values: Record<string, unknown>;
  readonly modules: Modules;
  /** Forgets what earlier scripts read. */
  begin(): void;
  /** Runs a script; settles when it and its tests have ended. */
  run(script: () => unknown): Promise<void>;
}

/** Makes what a script sees over Brace's side of the border. */
export function createGlobals(
  bridge: Bridge,
  options: { safeMode: boolean },
): Globals {
  const client = createClient(bridge, options.safeMode);
  const request = createRequest(bridge);
  const response = createResponse(bridge);
  const tests = createTest(bridge);
  const modules = createModules(bridge);
  return {
    modules,
    values: {
      client,
      bru: client,
      req: request.req,
      res: response.res,
      test: tests.test,
      console: createConsole(bridge),
      require: modules.require,
      Event: BasicEvent,
      CustomEvent: BasicCustomEvent,
      EventTarget: BasicEventTarget,
    },
    begin: () => {
      request.reset();
      response.reset();
    },
    run: async (script) => {
      try {
        await script();
      } finally {
        await tests.settled();
        request.flush();
      }
    },
  };
}
