import type { Bridge } from "../../core/script/border/bridge.ts";
import type { ApiOptions } from "./api_options.ts";
import { createClient } from "./client.ts";
import { createConsole } from "./console.ts";
import { BasicCustomEvent, BasicEvent, BasicEventTarget } from "./events.ts";
import { createRequest } from "./http/request.ts";
import { createResponse } from "./http/response.ts";
import { createTest, type TestApi } from "./test.ts";

/** Brace's own globals, by name, and what their making and end need. */
export interface Globals {
  readonly values: Record<string, unknown>;
  /** The `test` that they have, whatever scripts put in its place. */
  readonly test: TestApi["test"];
  readonly skip: TestApi["skip"];
  /** Forgets what earlier scripts read. */
  begin(): void;
  /** How many tests have not ended yet. */
  running(): number;
  /** Settles when every test has ended. */
  settled(): Promise<void>;
  /** Fails the tests that never end. */
  abandon(): void;
  /** Carries what is left over to the request. */
  end(): void;
}

/** Makes what a script sees of Brace over Brace's side of the border. */
export function createGlobals(bridge: Bridge, options: ApiOptions): Globals {
  const client = createClient(bridge, options);
  const request = createRequest(bridge);
  const response = createResponse(bridge);
  const tests = createTest(bridge);
  return {
    values: {
      client,
      bru: client,
      req: request.req,
      res: response.res,
      test: tests.test,
      console: createConsole(bridge),
      Event: BasicEvent,
      CustomEvent: BasicCustomEvent,
      EventTarget: BasicEventTarget,
    },
    test: tests.test,
    skip: tests.skip,
    begin: () => {
      request.reset();
      response.reset();
      tests.reset();
    },
    running: tests.running,
    settled: tests.settled,
    abandon: tests.abandon,
    end: request.flush,
  };
}
