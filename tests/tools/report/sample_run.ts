import type {
  Request,
  UnsupportedItem,
} from "../../../lib/core/collection/types.ts";
import type { Step } from "../../../lib/core/plan/types.ts";
import type {
  Counts,
  RequestResult,
  RunEvent,
} from "../../../lib/core/run/types.ts";
import type { RenderedRequest } from "../../../lib/core/http/rendered_request.ts";
import type { Diagnostic } from "../../../lib/core/source/diagnostic.ts";
import { responseWith } from "../../support/response_with.ts";

const START = Date.UTC(2026, 0, 2, 3, 4, 5, 6);

/** A step of a plan, of a request with this method and path. */
export function step(
  method: string,
  path: string,
  more: Partial<Step> = {},
): Step {
  const at = { file: path, path: [] };
  const request: Request = {
    kind: "request",
    type: "http",
    name: path.replace(/^.*\/|\.yml$/g, ""),
    tags: ["smoke"],
    path,
    at,
    method: { text: method, at },
    url: { text: "{{baseUrl}}/", at },
    headers: [],
    params: [],
    variables: [],
    scripts: [],
    assertions: [],
    actions: [],
    settings: {
      encodeUrl: false,
      followRedirects: true,
    },
  };
  return {
    index: 0,
    collection: {
      name: "Shop",
      file: "opencollection.yml",
      root: ".",
      defaults: { headers: [], variables: [], scripts: [] },
      environments: [],
      dotenv: new Map(),
      usesFakeData: false,
      items: [],
      config: { flow: "sandwich", hosts: [] },
    },
    folders: [],
    item: request,
    iteration: 0,
    ...more,
  };
}

/** A request as it went out. */
export function sent(
  method: string,
  url: string,
  more: Partial<RenderedRequest> = {},
): RenderedRequest {
  return {
    method,
    url,
    headers: [["Accept", "application/json"]],
    authHeaders: [],
    settings: { followRedirects: true },
    ...more,
  };
}

/** What happened to a request that passed, or to another. */
export function result(
  step: Step,
  more: Partial<RequestResult> = {},
): RequestResult {
  return {
    step,
    status: "passed",
    failures: [],
    assertions: [],
    tests: [],
    console: [],
    diagnostics: [],
    startedAt: START + step.index * 100,
    duration: 12.4,
    attempts: 1,
    ...more,
  };
}

/** An error at a place. */
export function error(
  code: Diagnostic["code"],
  message: string,
  place: string,
): Diagnostic {
  const [file, line, column] = place.split(":");
  return {
    code,
    severity: "error",
    message,
    location: { file, line: Number(line), column: Number(column) },
  };
}

const unsupported: UnsupportedItem = {
  kind: "unsupported",
  name: "prices",
  path: "live/prices.yml",
  tags: [],
  type: "mqtt",
  at: { file: "live/prices.yml", path: [] },
};

/** A run with everything that can happen. */
export function sampleRun(): RunEvent[] {
  const steps = [
    step("POST", "users/create.yml"),
    step("GET", "users/read.yml"),
    step("PATCH", "users/update.yml"),
    step("GET", "users/avatar.yml"),
    step("POST", "orders/checkout/create-with-a-rather-long-name.yml"),
    step("GET", "orders/missing-variable.yml"),
    step("GET", "orders/unreachable.yml"),
    step("GET", "orders/elsewhere.yml"),
    step("DELETE", "orders/delete.yml"),
    { ...step("", ""), item: unsupported },
  ].map((it, index): Step => ({ ...it, index }));
  const [create, read, update, avatar, checkout] = steps;
  const [missing, unreachable, elsewhere, remove, prices] = steps.slice(5);

  const results: RequestResult[] = [
    result(create, {
      sent: sent("POST", "http://127.0.0.1:8080/users?api_key=k-9f8e7d6c", {
        headers: [
          ["Content-Type", "application/json"],
          ["X-API-Key", "k-9f8e7d6c"],
        ],
        body: {
          type: "text",
          text: '{\n  "name": "Ada",\n  "password": "pw"\n}',
          contentType: "application/json",
        },
      }),
      response: responseWith(
        '{"id":7,"name":"Ada","key":"k-9f8e7d6c"}',
        undefined,
        {
          status: 201,
          statusText: "Created",
          headers: [
            ["Content-Type", "application/json"],
            ["Set-Cookie", "sid=abc; Path=/; HttpOnly"],
          ],
          timings: { connect: 1.2, firstByte: 8.6, download: 0.9, total: 11.4 },
          remoteAddress: "127.0.0.1:8080",
        },
      ),
      assertions: [{
        expression: "res.status",
        operator: "eq",
        expected: "201",
        actual: "201",
        status: "passed",
      }],
      tests: [{ name: "returns the user's id", status: "passed" }],
      console: [{ level: "log", text: "created with k-9f8e7d6c" }],
    }),
    result(read, {
      sent: sent("GET", "http://127.0.0.1:8080/users/7"),
      response: responseWith('{"id":7}', undefined, {
        timings: { total: 2 },
        hops: [{
          status: 302,
          method: "GET",
          url: "http://127.0.0.1:8080/users/7",
          location: "/users/7?token=t0ken",
          headers: [],
        }],
      }),
      duration: 3.1,
      diagnostics: [{
        code: "OPAQUE_PLACEHOLDER",
        severity: "warning",
        message:
          'The value of "name" holds "{{x}}", which stays text: use client.interpolate(text) to render it',
        location: { file: "users/read.yml", line: 8, column: 12 },
      }],
    }),
    result(update, {
      status: "failed",
      failures: ["check"],
      sent: sent("PATCH", "http://127.0.0.1:8080/users/7"),
      response: responseWith('{"id":7}', undefined, { status: 200 }),
      assertions: [
        {
          expression: "res.status",
          operator: "eq",
          expected: "204",
          actual: "200",
          status: "failed",
          diagnostic: error(
            "ASSERTION",
            "Assertion res.status eq 204: got 200",
            "users/update.yml:21:5",
          ),
        },
        {
          expression: "res.body.visits",
          operator: "gt",
          expected: "3",
          actual: '"none"',
          status: "failed",
          diagnostic: error(
            "ASSERTION",
            'Assertion res.body.visits gt 3: "none" is not a number',
            "users/update.yml:22:5",
          ),
        },
        {
          expression: "res.body.id",
          operator: "isDefined",
          actual: "7",
          status: "passed",
        },
      ],
      tests: [
        { name: "answers quickly", status: "passed" },
        {
          name: "returns the whole user",
          status: "failed",
          diagnostic: error(
            "TEST",
            'Test "returns the whole user" failed: expected { id: 7, … } to deeply equal { id: 7, … }',
            "users/update.yml:31:7",
          ),
          expected:
            '{"id":7,"name":"Ada","address":{"city":"London","zip":"N1"},"tags":["a","b"]}',
          actual:
            '{"id":7,"name":"Ada","address":{"city":"Paris","zip":"N1"},"tags":["a","b","c"]}',
        },
        {
          name: "greets",
          status: "failed",
          diagnostic: error(
            "TEST",
            'Test "greets" failed: the greeting changed',
            "users/update.yml:38:7",
          ),
          expected: '"Dear Ada Lovelace, welcome to the shop"',
          actual: '"Dear Ada Lovelace, welcome in the shop"',
        },
      ],
      console: [
        { level: "log", text: "visits:\n  none" },
        { level: "warn", text: "\x1b[2Jthis does not clear the screen" },
      ],
      duration: 41.2,
      attempts: 2,
    }),
    result(avatar, {
      sent: sent("GET", "http://127.0.0.1:8080/users/7/avatar"),
      response: responseWith(
        Uint8Array.from({ length: 3_000 }, (_, i) => i % 256),
        "image/png",
      ),
    }),
    result(checkout, {
      status: "failed",
      failures: ["check", "script"],
      sent: sent("POST", "http://127.0.0.1:8080/orders", {
        body: {
          type: "multipart",
          at: { file: "", path: [] },
          parts: [
            { type: "text", name: "note", value: "two lines\nhere" },
            {
              type: "file",
              name: "photo",
              path: "photo.png",
              at: { file: "", path: [] },
            },
          ],
        },
      }),
      response: responseWith("<h1>Internal Server Error</h1>", "text/html", {
        status: 500,
        statusText: "Internal Server Error",
      }),
      tests: [{
        name: "creates the order",
        status: "failed",
        diagnostic: error(
          "TEST",
          'Test "creates the order" failed: expected 500 to equal 201',
          "orders/checkout/create-with-a-rather-long-name.yml:18:7",
        ),
        expected: "201",
        actual: "500",
      }],
      diagnostics: [
        error(
          "SCRIPT_ERROR",
          "Cannot run the after-response script: TypeError: cannot read property 'id' of undefined",
          "orders/checkout/create-with-a-rather-long-name.yml:26:21",
        ),
      ],
      duration: 1_234,
    }),
    result(missing, {
      status: "errored",
      failures: ["render"],
      diagnostics: [
        {
          ...error(
            "UNDEFINED_VARIABLE",
            'Cannot resolve "{{orderId}}": no scope defines "orderId" (did you mean "order_id"?)',
            "orders/missing-variable.yml:7:31",
          ),
          notes: ['"orderId" is set by orders/create.yml, which did not run'],
        },
      ],
      duration: 0.4,
    }),
    result(unreachable, {
      status: "errored",
      failures: ["network"],
      sent: sent("GET", "http://127.0.0.1:9/"),
      diagnostics: [
        error(
          "CONNECTION",
          'Cannot connect to "127.0.0.1:9": the connection was refused',
          "orders/unreachable.yml:6:8",
        ),
      ],
      duration: 2,
    }),
    result(elsewhere, {
      status: "errored",
      failures: ["permission"],
      diagnostics: [
        error(
          "PERMISSION",
          'Cannot send to "evil.example:443": the host is not declared (allow it with --allow-net=evil.example:443)',
          "orders/elsewhere.yml:6:8",
        ),
      ],
      duration: 0.9,
    }),
    result(remove, {
      sent: sent("DELETE", "http://127.0.0.1:8080/orders/1"),
      response: responseWith("", "", { status: 404, statusText: "Not Found" }),
    }),
    result(prices, {
      status: "skipped",
      skipReason: 'Brace does not run requests of type "mqtt" yet',
      duration: 0,
    }),
  ];

  return [
    {
      type: "run-start",
      collection: "Shop",
      environment: "local",
      plan: { steps, iterations: 1, rows: [] },
      startedAt: START,
    },
    {
      type: "warning",
      diagnostic: {
        code: "UNKNOWN_KEY",
        severity: "warning",
        message:
          'Unknown key "assertion": it is kept and ignored (did you mean "assertions"?)',
        location: { file: "users/read.yml", line: 14, column: 3 },
      },
    },
    ...results.flatMap((result): RunEvent[] => [
      { type: "request-start", step: result.step },
      { type: "request-end", result },
    ]),
    {
      type: "run-end",
      summary: {
        requests: counts({ passed: 4, failed: 2, errored: 3, skipped: 1 }),
        tests: counts({ passed: 2, failed: 3 }),
        assertions: counts({ passed: 2, failed: 2 }),
        duration: 1_402.7,
        interrupted: false,
      },
    },
  ];
}

/** Counts with their total. */
export function counts(some: Partial<Counts>): Counts {
  const { passed = 0, failed = 0, skipped = 0, errored = 0 } = some;
  const total = passed + failed + skipped + errored;
  return { total, passed, failed, skipped, errored };
}
