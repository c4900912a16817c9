import type { MessageType } from "../../../lib/core/collection/stream_types.ts";
import type { Insertion } from "../../../lib/core/http/insertion.ts";
import type { Response } from "../../../lib/core/http/response.ts";
import type {
  RenderedStream,
  ResponseStream,
} from "../../../lib/core/http/stream.ts";
import { MessageLog } from "../../../lib/core/run/stream/message_log.ts";
import type { RequestResult, RunEvent } from "../../../lib/core/run/types.ts";
import { responseWith } from "../../support/response_with.ts";
import { runOf } from "./console_report.ts";
import { result, sent, step } from "./sample_run.ts";

/** The secret that every report knows. */
export const SECRET = "k-9f8e7d6c";

/** A message: what was sent begins with `>`; bytes are binary. */
export interface Said {
  readonly data: string | Uint8Array;
  readonly at?: number;
  readonly type?: MessageType;
  readonly event?: string;
  readonly id?: string;
  readonly insertions?: readonly Insertion[];
  readonly isSent?: true;
}

/** A stream on which this was said, in this order. */
export function streamOf(
  kind: ResponseStream["kind"],
  said: readonly Said[],
  more: Partial<ResponseStream> = {},
  log = new MessageLog(Infinity),
): ResponseStream {
  for (
    const [n, { isSent, data, at = n * 3, type, ...facts }] of said.entries()
  ) {
    if (isSent) {
      const message = { type: type ?? "json", data, ...facts };
      log.addSent(message, { at, after: log.received });
    } else log.add({ kind: "message", data, ...facts }, at);
    log.drop(Infinity);
  }
  const { spilled, dropped } = log;
  return {
    kind,
    messages: log.messages,
    sent: log.sent,
    received: log.received,
    ...spilled && { spilled },
    ...dropped > 0 && { dropped },
    ...more,
  };
}

function insertion(start: number, end: number, secret: boolean): Insertion {
  return {
    place: "message",
    start,
    end,
    expression: secret ? "token" : "name",
    scope: "environment",
    label: "local",
    origin: { kind: "file", at: { file: "local.yml", path: ["name"] } },
    via: [],
    secret,
  };
}

const LOGIN = `{"type":"login","token":"${SECRET}","name":"Ada"}`;
const FROM = LOGIN.indexOf(SECRET);

const utf8 = (text: string) => new TextEncoder().encode(text);

/** What was said in a chat; the secret is in it in many ways. */
export const CHAT: readonly Said[] = [
  {
    isSent: true,
    at: 1,
    data: LOGIN,
    insertions: [
      insertion(FROM, FROM + SECRET.length, true),
      insertion(LOGIN.indexOf("Ada"), LOGIN.indexOf("Ada") + 3, false),
    ],
  },
  {
    at: 1,
    data:
      '{"type":"welcome","id":17,"rooms":["a","b"],"motd":"A longer line of text, so that it does not fit behind its head"}',
  },
  { isSent: true, at: 1, type: "text", data: "Hi" },
  { at: 1, data: `Hi, ${btoa(`user:${SECRET}`)}` },
  { at: 2, data: Uint8Array.of(1, 2, 255, ...utf8(SECRET)) },
  { at: 1_204, data: "two\nlines" },
];

function exchange(
  at: number,
  path: string,
  [method, kind]: [string, RenderedStream["kind"] | undefined],
  response: Partial<Response>,
  more: Partial<RequestResult> = {},
): RequestResult {
  const one = step(method, path, { index: at });
  const url = kind === "websocket" ? "ws://h/chat" : "https://h/s.Shop/Get";
  return result(one, {
    sent: sent(method, url, {
      ...kind && { stream: { kind } as RenderedStream },
    }),
    response: responseWith("", "", { headers: [["X-One", "1"]], ...response }),
    ...more,
  });
}

/** Results of requests of every kind. */
export function streamResults(): RequestResult[] {
  const chat = streamOf("websocket", CHAT, {
    closed: { by: "client", code: 1000 },
    firstMessageTime: 14,
  });
  const opened = { status: 101, statusText: "Switching Protocols" };
  return [
    exchange(0, "chat.yml", ["GET", "websocket"], { ...opened, stream: chat }),
    exchange(1, "bye.yml", ["GET", "websocket"], {
      ...opened,
      stream: streamOf(
        "websocket",
        Array.from({ length: 12 }, (_, n) => ({ data: `{"n":${n}}` })),
        { closed: { by: "server", code: 1008, reason: `no ${SECRET}` } },
      ),
    }, {
      status: "failed",
      failures: ["check"],
      assertions: [{
        expression: "res.messages[1].data.n",
        operator: "eq",
        expected: "2",
        actual: "1",
        status: "failed",
      }],
    }),
    exchange(2, "refused.yml", ["GET", "websocket"], {
      status: 401,
      statusText: "Unauthorized",
    }),
    exchange(3, "missing.yml", ["POST", "grpc"], {
      status: 5,
      statusText: "NOT_FOUND",
      httpVersion: "2",
      stream: streamOf("grpc", [{ isSent: true, data: '{"id":"7"}' }], {
        methodType: "unary",
        closed: { by: "server", code: 5, reason: "no such thing" },
        trailers: [["x-api-key", "short"], ["x-two", SECRET]],
        details: [{ reason: SECRET, retry: 3 }],
      }),
    }),
    exchange(4, "list.yml", ["POST", "grpc"], {
      status: 0,
      statusText: "OK",
      httpVersion: "2",
      stream: streamOf("grpc", [
        { isSent: true, data: "{}" },
        { data: '{"n":1}' },
        { data: '{"n":2}' },
      ], {
        methodType: "server-streaming",
        closed: { by: "server", code: 0 },
        trailers: [],
      }),
    }),
    exchange(5, "prices.yml", ["POST", "subscription"], {
      ...opened,
      stream: streamOf("subscription", [
        { data: '{"errors":[{"message":"no"}]}' },
      ], { closed: { by: "server" } }),
    }),
    exchange(6, "events.yml", ["GET", undefined], {
      body: utf8("data: 1\n\n"),
      stream: streamOf("events", [
        { data: '{"delta":"He"}', event: "message.delta", id: "4" },
        { data: "[DONE]" },
      ], { received: 6, dropped: 4, closed: { by: "server" } }),
    }),
  ];
}

/** A run of them. */
export function streamRun(): RunEvent[] {
  return runOf(streamResults());
}
