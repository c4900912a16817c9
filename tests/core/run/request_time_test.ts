import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Response } from "../../../lib/core/http/response.ts";
import {
  InterpolationError,
  NetworkError,
} from "../../../lib/core/source/errors.ts";
import {
  request,
  runCollection,
  scripts,
} from "../../support/run_collection.ts";

/** A response whose exchange took 40 ms. */
const response = (status: number): Response => ({
  url: "http://127.0.0.1/",
  status,
  statusText: "",
  headers: [],
  body: new Uint8Array(),
  truncated: false,
  httpVersion: "1.1",
  timings: { total: 40 },
  size: { headers: 0, body: 0 },
  hops: [],
  sentHeaders: [],
});

const lost = () => {
  throw new NetworkError([{
    code: "CONNECTION",
    severity: "error",
    message: "lost",
  }]);
};

const unread = () => {
  throw new InterpolationError([{
    code: "MISSING_PATH",
    severity: "error",
    message: "no file",
  }]);
};

const SLOW_SCRIPTS = scripts({
  "before-request": "req.getUrl()",
  tests: `test("t", () => expect(res.status).to.equal(200))`,
});

/** What is sent, what comes of each attempt, and the time that counts; each look at the clock is a minute later. */
const ROWS: readonly [string, string, (() => Response)[], number][] = [
  ["a request", request("GET /"), [() => response(200)], 40],
  [
    "scripts and tests do not count",
    request("GET /", { runtime: SLOW_SCRIPTS }),
    [() => response(200)],
    40,
  ],
  [
    "attempts count together, the pauses between them do not",
    request("GET /"),
    [() => response(503), () => response(503), () => response(200)],
    120,
  ],
  [
    "repetitions count together",
    request("GET /") +
    "extensions: {brace: {repeatUntil: {expression: 'res.status == 200', limit: 5, delay: 1}}}\n",
    [() => response(404), () => response(200)],
    80,
  ],
  ["an attempt without a response", request("GET /"), [
    lost,
    () => response(200),
  ], 60_040],
  ["nothing is sent", request("GET /{{nowhere}}"), [], 0],
  ["the file of its body is missing", request("GET /"), [unread], 0],
];

describe("the time of a request", () => {
  for (const [name, file, attempts, time] of ROWS) {
    it(name, async () => {
      let now = 0;
      let at = 0;
      const { results: [result] } = await runCollection({ "1.yml": file }, {
        retry: 3,
        slow: 50,
        ports: {
          elapsed: () => now += 60_000,
          send: () => Promise.resolve().then(() => attempts[at++]()),
          sleep: () => Promise.resolve(),
        },
      });
      assertEquals([result.duration, result.slow ?? false], [time, time > 50]);
    });
  }
});
