import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import zlib from "node:zlib";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import { conversation } from "../../support/grpc_messages.ts";
import { grpcRequest } from "../../support/grpc_request.ts";
import { PROTOS } from "../../support/grpc_server.ts";
import {
  type RawCall,
  rawGrpcServer,
  TYPES,
} from "../../support/raw_grpc_server.ts";
import { withEngine } from "../../support/with_engine.ts";
import { inFlags } from "../../../lib/tools/report/text/flag_words.ts";

const OK = [[":status", "200"], ["content-type", "application/grpc"]] as const;
const END = [["grpc-status", "0"]] as const;
const encoder = new TextEncoder();

/** A message with its prefix; the length may lie. */
function message(
  bytes: Uint8Array,
  { flag = 0, length = bytes.length } = {},
): Uint8Array {
  const out = new Uint8Array(5 + bytes.length);
  out[0] = flag;
  new DataView(out.buffer).setUint32(1, length);
  out.set(bytes, 5);
  return out;
}

/** The item whose ID is "a". */
const ITEM = Uint8Array.of(0x0a, 1, 97);
const FIND = {
  files: { root: PROTOS, allowRead: [] },
  maxResponseSize: 1000,
};

type Row = [
  name: string,
  respond: (call: RawCall) => void,
  expected: string,
  method?: string,
];

function answers(
  bytes: Uint8Array,
  fields: readonly (readonly [string, string])[] = [],
) {
  return (call: RawCall) => {
    call.headers([...OK, ...fields]);
    call.data(bytes);
    call.headers(END, { end: true });
  };
}

const ROWS: Row[] = [
  ["a good answer", answers(message(ITEM)), '0 OK {"id":"a"}'],
  ["in pieces of one byte", (call) => {
    call.headers(OK);
    for (const byte of message(ITEM)) call.data(Uint8Array.of(byte));
    call.headers(END, { end: true });
  }, '0 OK {"id":"a"}'],
  [
    "compressed",
    answers(message(zlib.gzipSync(ITEM), { flag: 1 }), [[
      "grpc-encoding",
      "gzip",
    ]]),
    '0 OK {"id":"a"}',
  ],
  [
    "an Any that every client knows",
    answers(message(Uint8Array.of(
      0x32,
      44,
      0x0a,
      37,
      ...encoder.encode("x.example/google.protobuf.StringValue"),
      0x12,
      3,
      0x0a,
      1,
      97,
    ))),
    '0 OK {"extra":{"@type":"x.example/google.protobuf.StringValue","value":"a"}}',
  ],
  ["an empty message", answers(message(new Uint8Array())), "0 OK {}"],
  [
    "trailers alone",
    (call) =>
      call.headers([...OK, ["grpc-status", "5"], [
        "grpc-message",
        "no%20%e2%82%AC %zz%",
      ]], { end: true }),
    "5 NOT_FOUND no € %zz%",
  ],
  [
    "a status that does not exist",
    (call) => call.headers([...OK, ["grpc-status", "99"]], { end: true }),
    "99 UNKNOWN",
  ],
  ["no status", (call) => {
    call.headers(OK);
    call.data(message(ITEM), { end: true });
  }, "PROTOCOL it ended without a grpc-status"],
  ["trailers without a status", (call) => {
    call.headers(OK);
    call.data(message(ITEM));
    call.headers([["x", "y"]], { end: true });
  }, "PROTOCOL it ended without a grpc-status"],
  ["two statuses", (call) => {
    call.headers(OK);
    call.data(message(ITEM));
    call.headers([["grpc-status", "0"], ["grpc-status", "5"]], { end: true });
  }, 'PROTOCOL it ended with 2 values of grpc-status: "0", "5"'],
  [
    "a status that is a word",
    (call) => call.headers([...OK, ["grpc-status", "OK"]], { end: true }),
    'PROTOCOL it ended with the grpc-status "OK", which is not a number',
  ],
  ["OK without a message", (call) => {
    call.headers(OK);
    call.headers(END, { end: true });
  }, "PROTOCOL it ended with OK, and without the message"],
  [
    "two messages",
    answers(Uint8Array.of(...message(ITEM), ...message(ITEM))),
    "PROTOCOL it sent more than one message",
  ],
  [
    "a length above what comes",
    answers(message(ITEM, { length: 100 })),
    "RESPONSE_CUT a message of 100 bytes ended after 3",
  ],
  [
    "a cut prefix",
    answers(message(ITEM).slice(0, 3)),
    "RESPONSE_CUT 3 of the 5 bytes before a message came",
  ],
  [
    "a message above the limit",
    answers(message(ITEM, { length: 1001 })),
    "LIMIT a message has 1001 bytes, and 1000 are allowed (raise --max-response-size)",
  ],
  [
    "a message of 4 GB",
    answers(message(ITEM, { length: 0xffffffff })),
    "LIMIT a message has 4294967295 bytes",
  ],
  [
    "a bomb",
    answers(message(zlib.gzipSync(new Uint8Array(100_000)), { flag: 1 }), [[
      "grpc-encoding",
      "gzip",
    ]]),
    "LIMIT a message has more than 1000 bytes once it is unpacked",
  ],
  [
    "compression that is none",
    answers(message(ITEM, { flag: 1 }), [["grpc-encoding", "gzip"]]),
    "INVALID_RESPONSE grpc-encoding says gzip, but a message is something else",
  ],
  [
    "compression without its name",
    answers(message(ITEM, { flag: 1 })),
    "PROTOCOL a message is compressed, and grpc-encoding is missing",
  ],
  [
    "compression that nobody asked for",
    answers(message(ITEM, { flag: 1 }), [["grpc-encoding", "snappy"]]),
    'PROTOCOL a message is compressed, and grpc-encoding says "snappy"',
  ],
  [
    "a flag that does not exist",
    answers(message(ITEM, { flag: 7 })),
    "PROTOCOL a message begins with the byte 7",
  ],
  [
    "no protobuf",
    answers(message(Uint8Array.of(0x0f, 1, 2))),
    'INVALID_RESPONSE a message of 3 bytes is no "shop.v1.Item": invalid wire type 7 at offset 1',
  ],
  [
    "a cut field",
    answers(message(Uint8Array.of(0x0a, 9, 1))),
    'INVALID_RESPONSE a message of 3 bytes is no "shop.v1.Item": index out of range',
  ],
  [
    "invalid UTF-8",
    answers(message(Uint8Array.of(0x0a, 1, 0xff))),
    'INVALID_RESPONSE a message of 3 bytes is no "shop.v1.Item"',
  ],
  [
    "a time beyond the calendar",
    answers(
      message(
        Uint8Array.of(0x22, 8, 0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f),
      ),
    ),
    'INVALID_RESPONSE a message "shop.v1.Item" cannot be written as JSON: a Timestamp lies outside',
  ],
  [
    "HTTP 401",
    (call) => {
      call.headers([[":status", "401"], ["content-type", "text/plain"]]);
      call.data(encoder.encode("who are\nyou?"), { end: true });
    },
    "16 UNAUTHENTICATED the server answered without gRPC: HTTP 401, text/plain: who are you?",
  ],
  [
    "HTTP 502 without content",
    (call) => call.headers([[":status", "502"]], { end: true }),
    "14 UNAVAILABLE the server answered without gRPC: HTTP 502, no content type",
  ],
  [
    "HTTP 404",
    (call) => call.headers([[":status", "404"]], { end: true }),
    "12 UNIMPLEMENTED the server answered without gRPC: HTTP 404",
  ],
  ["a web page", (call) => {
    call.headers([[":status", "200"], ["content-type", "text/html"]]);
    call.data(encoder.encode("<html>"), { end: true });
  }, "2 UNKNOWN the server answered without gRPC: HTTP 200, text/html: <html>"],
  ["a web page without end", (call) => {
    call.headers([[":status", "200"], ["content-type", "text/html"]]);
    for (let i = 0; i < 5; i++) call.data(new Uint8Array(1000).fill(120));
  }, "2 UNKNOWN the server answered without gRPC: HTTP 200, text/html: xxx"],
  [
    "gRPC-Web",
    (call) => {
      call.headers([[":status", "200"], [
        "content-type",
        "application/grpc-web",
      ]], { end: true });
    },
    "2 UNKNOWN the server answered without gRPC: HTTP 200, application/grpc-web",
  ],
  [
    "a reset before anything",
    (call) => call.frame(TYPES.reset, 0, Uint8Array.of(0, 0, 0, 7)),
    "14 UNAVAILABLE the server reset the stream (REFUSED_STREAM)",
  ],
  ["a reset after a message", (call) => {
    call.headers(OK);
    call.data(message(ITEM));
    call.frame(TYPES.reset, 0, Uint8Array.of(0, 0, 0, 11));
  }, "8 RESOURCE_EXHAUSTED the server reset the stream (ENHANCE_YOUR_CALM)"],
  ["a reset without an error", (call) => {
    call.headers(OK);
    call.data(message(ITEM));
    call.frame(TYPES.reset, 0, new Uint8Array(4));
  }, "13 INTERNAL the server reset the stream (NO_ERROR)"],
  [
    "a connection that breaks at once",
    (call) => call.cut(),
    "CONNECTION the server closed the connection",
  ],
  ["a connection that breaks in the middle", (call) => {
    call.headers(OK);
    call.data(message(ITEM, { length: 10 }));
    setTimeout(() => call.cut(), 50);
  }, "RESPONSE_CUT the server closed the connection before the call had ended"],
  ["GOAWAY that leaves the call out", (call) => {
    call.goaway(0, 0);
  }, "14 UNAVAILABLE"],
  [
    "a frame that HTTP/2 does not allow",
    (call) => call.frame(TYPES.settings, 0, new Uint8Array(6)),
    "PROTOCOL",
  ],
  ["nothing at all", () => {}, "TIMEOUT not complete after 300 ms"],
  ["a message, and nothing more", (call) => {
    call.headers(OK);
    call.data(message(ITEM));
  }, "TIMEOUT not complete after 300 ms"],
];

describe("a gRPC server that", () => {
  for (const [name, respond, expected] of ROWS) {
    it(`sends ${name}: ${expected}`, async () => {
      await using server = await rawGrpcServer(respond);
      await withEngine(FIND, async (send) => {
        const request = grpcRequest(server.host, "Find", {
          protoFile: "shop.proto",
          settings: { timeout: expected.startsWith("TIMEOUT") ? 300 : 5000 },
        });
        let found: string;
        try {
          const { status, statusText, body, stream } = await send(request, {
            converse: conversation(["{}"]),
          });
          const reason = stream?.closed?.reason ?? "";
          const text = new TextDecoder().decode(body);
          found = `${status} ${statusText} ${status === 0 ? text : reason}`;
        } catch (error) {
          if (!(error instanceof DiagnosticError)) throw error;
          const [{ code, message }] = error.diagnostics.map(inFlags);
          found = `${code} ${message.replace(/^Cannot \w+ .*?: /, "")}`;
        }
        assertStringIncludes(found, expected);
        assert(found.startsWith(expected.split(" ")[0]), found);
        // The run goes on.
      });
      const resets = server.seen.filter(({ type }) => type === TYPES.reset);
      if (name === "a good answer") assertEquals(resets, []);
    });
  }
});
