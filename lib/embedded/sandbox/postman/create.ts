import type {
  Bridge,
  FullResponseView,
} from "../../../core/script/border/bridge.ts";
import type { ApiOptions } from "../client.ts";
import type { TestApi } from "../test.ts";
import { createCookies } from "../http/cookies.ts";
import { property } from "../http/request.ts";
import { extendChai, type PostmanChai } from "./assertions.ts";
import { createPostmanCookies, sameCookie } from "./cookies.ts";
import { createLegacy, type Makers } from "./legacy.ts";
import { createLibraries, createRequire } from "./libraries.ts";
import { createPostmanResponse } from "./response.ts";
import { createPostmanSend } from "./send.ts";
import {
  ALL_VARIABLES,
  COLLECTION_VARIABLES,
  createEnvironment,
  createIterationData,
  createVariables,
  VAULT,
} from "./variables.ts";
import { createHeaderList } from "../http/header_list.ts";
import { createPostmanRequest } from "./request.ts";
import {
  createMessages,
  createVault,
  messageOf,
  receivedIn,
} from "./streams.ts";

/** What Postman's API is made of. */
export interface PostmanParts {
  readonly bridge: Bridge;
  readonly test: TestApi["test"];
  readonly skip: TestApi["skip"];
  readonly watch: ApiOptions["watch"];
  readonly require: (name: string) => unknown;
  /** Whether there is a response. */
  readonly hasResponse: boolean;
}

/** Postman's API for one script. */
export interface Postman {
  /** Its global names; each is made when it is read. */
  readonly globals: Makers;
  /** Members that texts and lists have there, by the object that they are put on. */
  readonly members: readonly (readonly [target: object, Makers])[];
  /** What is thrown to end a script that skips its request. */
  readonly skipped: unknown;
  /** Carries over what is left when the script has ended: `tests` are its `tests[…]`. */
  finish(tests: unknown): void;
  /** Settles when nothing is under way that the script sends. */
  settled(): Promise<void>;
}

/** Makes Postman's API for one script: `pm` and the old globals. */
export function createPostman(parts: PostmanParts): Postman {
  const { bridge, hasResponse, watch } = parts;
  const skipped = new Error("the request is skipped");
  const chai = () => extendChai(parts.require("chai") as PostmanChai);
  const expect = (value: unknown, message?: string) =>
    chai().expect(value, message);
  const require = createRequire(parts.require);
  const environment = createEnvironment(bridge);
  const globals = createVariables(bridge, {
    scopes: ["global"],
    own: "global",
  });
  const { request, flush } = createPostmanRequest(bridge);
  const response = hasResponse ? ownResponse(bridge, expect) : undefined;
  const unresolved = new Set<string>();
  const { sendRequest, settled } = createPostmanSend(bridge, {
    respond: (view) => sentResponse(bridge, view, expect),
    watch,
    unresolved,
  });
  const next = (name: unknown) =>
    bridge.call("flow.next", name === null ? null : `${name}`);
  const variables = createVariables(bridge, {
    ...ALL_VARIABLES,
    left: (placeholder) => unresolved.add(placeholder),
  });
  const pm: Record<string, unknown> = {
    environment,
    globals,
    collectionVariables: createVariables(bridge, COLLECTION_VARIABLES),
    variables,
    vault: createVault(createVariables(bridge, VAULT)),
    iterationData: createIterationData(bridge),
    info: createInfo(bridge, hasResponse),
    request,
    ...response === undefined ? {} : { response },
    cookies: createPostmanCookies(bridge),
    expect: Object.assign(expect, {
      fail: (...args: unknown[]) =>
        (chai().expect as unknown as { fail: (...args: unknown[]) => void })
          .fail(...args),
    }),
    sendRequest,
    setNextRequest: next,
    execution: createExecution(bridge, {
      next,
      skipped,
      run: (called, options) =>
        watch(runRequest(bridge, { called, options, variables, expect })),
    }),
    require,
    // Nobody looks at it here.
    visualizer: { set: () => {}, clear: () => {} },
  };
  pm.test = createPostmanTest(parts, { pm, skipped });
  property(pm, "message", () => messageOf(bridge));
  property(pm, "mock", () => {
    throw new TypeError(
      "Cannot use pm.mock: Brace has no mock servers (send to a server of your own)",
    );
  });
  return {
    globals: {
      pm: () => pm,
      require: () => require,
      ...createLegacy({ bridge, environment, globals, response, request }),
      ...createLibraries(require),
    },
    members: [
      [String.prototype, {
        has: () =>
          function (this: string, part: unknown) {
            return `${this}`.includes(`${part}`);
          },
      }],
      [Array.prototype, {
        each: () =>
          function (this: unknown[], visit: (value: unknown) => void) {
            this.forEach((value) => visit(value));
            return this;
          },
      }],
    ],
    skipped,
    finish: (tests) => {
      flush();
      reportTests(parts.test, tests);
    },
    settled,
  };
}

type Expect = (value: unknown) => { readonly to: unknown };

function ownResponse(bridge: Bridge, expect: Expect) {
  let held: ReturnType<typeof read> | undefined;
  const read = () => {
    const view = bridge.call("response");
    if (view === undefined) throw new TypeError("There is no response yet");
    return view;
  };
  const response = createPostmanResponse(bridge, {
    view: () => held ??= read(),
    text: () => bridge.call("response.text"),
    bytes: () => bridge.call("response.bytes"),
    cookies: createCookies(bridge, { same: sameCookie }),
  }, expect);
  property(response, "metadata", () => response.headers);
  property(
    response,
    "trailers",
    () =>
      createHeaderList(() =>
        Object.entries(bridge.call("response.stream")?.trailers ?? {})
      ),
  );
  property(
    response,
    "messages",
    () => createMessages(() => receivedIn(bridge)),
  );
  return response;
}

function sentResponse(bridge: Bridge, view: FullResponseView, expect: Expect) {
  const { body } = view;
  const bytes = () =>
    body instanceof Uint8Array ? body : bridge.call("text.encode", `${body}`);
  return createPostmanResponse(bridge, {
    view: () => view,
    text: () =>
      body instanceof Uint8Array
        ? bridge.call("text.decode", body, "utf-8")
        : `${body}`,
    bytes,
    cookies: createCookies(bridge, { url: () => view.url, same: sameCookie }),
  }, expect);
}

function createInfo(
  bridge: Bridge,
  hasResponse: boolean,
): Record<string, unknown> {
  const info = { eventName: hasResponse ? "test" : "prerequest" };
  property(info, "iteration", () => bridge.call("info").iterationIndex);
  property(info, "iterationCount", () => bridge.call("info").totalIterations);
  property(info, "requestName", () => bridge.call("info").requestName);
  property(info, "requestId", () => bridge.call("info").requestPath);
  return info;
}

function createExecution(
  bridge: Bridge,
  { next, skipped, run }: {
    next: (name: unknown) => void;
    skipped: unknown;
    run: (called: unknown, options: unknown) => Promise<unknown>;
  },
): Record<string, unknown> {
  const execution = {
    setNextRequest: next,
    runRequest: run,
    skipRequest: () => {
      bridge.call("flow.skip");
      // Nothing of the script runs after it.
      throw skipped;
    },
  };
  property(execution, "location", () => {
    const { collectionName, requestPath, requestName } = bridge.call("info");
    const folders = requestPath.split("/").slice(0, -1);
    return Object.assign([collectionName, ...folders, requestName], {
      current: requestName,
    });
  });
  return execution;
}

/** Runs another request of the collection, by its name or path, with variables of its own. */
async function runRequest(
  bridge: Bridge,
  { called, options, variables, expect }: {
    called: unknown;
    options: unknown;
    variables: Record<string, unknown>;
    expect: Expect;
  },
): Promise<unknown> {
  const given = Object.entries(Object(Object(options).variables));
  const call = (name: string, ...args: unknown[]) =>
    (variables[name] as (...args: unknown[]) => unknown)(...args);
  const valueOf = (name: string) => {
    if (!bridge.call("variable.has", "runtime", name)) return undefined;
    try {
      return bridge.call("variable.get", "runtime", name);
    } catch {
      // Another group sets it: here it has no value yet.
      return undefined;
    }
  };
  const before = given.map(([name]) => [name, valueOf(name)] as const);
  for (const [name, value] of given) call("set", name, value);
  try {
    const view = await bridge.wait("runRequest", `${called}`, true);
    return view && sentResponse(bridge, view, expect);
  } finally {
    for (const [name, value] of before) call("set", name, value);
  }
}

/** Makes `pm.test`, whose function may take a callback that ends it. */
function createPostmanTest(
  { test, skip }: PostmanParts,
  { pm, skipped }: { pm: unknown; skipped: unknown },
): unknown {
  let count = 0;
  const run = (name: unknown, check: unknown) => {
    count++;
    let skips = false;
    const checked = typeof check !== "function" ? undefined : () => {
      try {
        return check.length === 0 ? check() : untilDone(check as Check);
      } catch (error) {
        if (error !== skipped) throw error;
        skips = true;
      }
    };
    test(name, checked);
    if (skips) throw skipped;
    return pm;
  };
  return Object.assign(run, {
    skip: (name: unknown) => {
      count++;
      skip(name);
      return pm;
    },
    index: () => count,
  });
}

type Check = (done: (error?: unknown) => void) => unknown;

function untilDone(check: Check): Promise<void> {
  return new Promise((resolve, reject) => {
    const result = check((error) => error ? reject(error) : resolve());
    Promise.resolve(result).then(undefined, reject);
  });
}

/** Each member of `tests` is a test that passed where it is truthy. */
function reportTests(test: TestApi["test"], tests: unknown): void {
  if (typeof tests !== "object" || tests === null) return;
  for (const name of Object.keys(tests)) {
    const value = (tests as Record<string, unknown>)[name];
    test(name, () => {
      if (!value) throw new Error(`tests["${name}"] is ${shown(value)}`);
    });
  }
}

function shown(value: unknown): string {
  return value === "" ? "an empty text" : String(value);
}
