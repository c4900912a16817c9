import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Response, Timings } from "../../../lib/core/http/response.ts";
import type { PortSendOptions } from "../../../lib/core/run/ports.ts";
import {
  InterpolationError,
  NetworkError,
  PermissionError,
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

const refused = (sent: boolean) => () => {
  throw new PermissionError([{
    code: "PERMISSION",
    severity: "error",
    message: "refused",
  }], { sent });
};

/** What comes of an attempt. */
type Sent = (options: PortSendOptions) => Promise<Response>;

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
  ["its host is refused", request("GET /"), [refused(false)], 0],
  ["what it leads to is refused", request("GET /"), [refused(true)], 60_000],
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

describe("what the time of a request was spent on", () => {
  const spent = (timings: Timings): Sent => () =>
    Promise.resolve({ ...response(503), timings });
  const lostAfter = (timings: Timings): Sent => ({ failed }) => {
    failed?.(timings);
    return Promise.resolve().then(lost);
  };
  const ROWS: readonly (readonly [
    name: string,
    attempts: readonly Sent[],
    duration: number,
    timings: Timings | undefined,
  ])[] = [
    [
      "a response says it itself",
      [spent({ firstByte: 3, total: 5 })],
      5,
      undefined,
    ],
    [
      "a failure",
      [lostAfter({ connect: 1, firstByte: 30, total: 40 })],
      40,
      { connect: 1, firstByte: 30, total: 40 },
    ],
    [
      "attempts are added",
      [
        lostAfter({ connect: 1, firstByte: 30, total: 40 }),
        spent({ firstByte: 2, download: 1, total: 4 }),
        lostAfter({ connect: 5, total: 6 }),
      ],
      50,
      { connect: 6, firstByte: 32, download: 1, total: 50 },
    ],
    [
      "attempts of which nothing is known are left out",
      [() => Promise.resolve().then(lost), lostAfter({ dns: 7, total: 7 })],
      60_007,
      { dns: 7, total: 7 },
    ],
    [
      "an attempt counts once",
      [lostAfter({ dns: 7, total: 7 }), () => Promise.resolve().then(lost)],
      60_007,
      { dns: 7, total: 7 },
    ],
  ];
  for (const [name, attempts, duration, timings] of ROWS) {
    it(name, async () => {
      let now = 0;
      let at = 0;
      const { results: [result] } = await runCollection(
        { "1.yml": request("GET /") },
        {
          retry: attempts.length - 1,
          ports: {
            elapsed: () => now += 60_000,
            send: (_, options) => attempts[at++](options),
            sleep: () => Promise.resolve(),
          },
        },
      );
      assertEquals([result.duration, result.timings], [duration, timings]);
    });
  }
});
