import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { protobuf } from "../../../lib/core/http/grpc/protobuf.ts";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import { conversation } from "../../support/grpc_messages.ts";
import { grpcRequest } from "../../support/grpc_request.ts";
import { grpcServer } from "../../support/grpc_server.ts";
import { withEngine } from "../../support/with_engine.ts";
import "protobufjs/ext/descriptor.js";

const REFLECTION = `syntax = "proto3";
message Request { string file_by_filename = 3; string file_containing_symbol = 4; string list_services = 7; }
message Response {
  message Files { repeated bytes file_descriptor_proto = 1; }
  message Services { message Service { string name = 1; } repeated Service service = 1; }
  message Failure { int32 error_code = 1; string error_message = 2; }
  Files file_descriptor_response = 4; Services list_services_response = 6; Failure error_response = 7;
}
message File {
  message Method { string name = 1; string input_type = 2; string output_type = 3; }
  message Service { string name = 1; repeated Method method = 2; }
  message Field { string name = 1; int32 number = 3; int32 label = 4; int32 type = 5; string type_name = 6; }
  message Type { string name = 1; repeated Field field = 2; }
  string name = 1; string package = 2; repeated string dependency = 3;
  repeated Type message_type = 4; repeated Service service = 6; string syntax = 12;
}`;
const { root } = protobuf.parse(REFLECTION);
const encode = (type: string, value: object) =>
  root.lookupType(type).encode(root.lookupType(type).fromObject(value))
    .finish();

interface Question {
  readonly fileByFilename?: string;
  readonly fileContainingSymbol?: string;
  readonly listServices?: string;
}

/** `Shop` with its item, in one file. */
function shopFile(dependency: readonly string[] = [], field: object[] = []) {
  return encode("File", {
    name: "shop.proto",
    package: "shop.v1",
    syntax: "proto3",
    dependency,
    messageType: [{
      name: "Item",
      field: [{ name: "id", number: 1, label: 1, type: 9 }, ...field],
    }],
    service: [{
      name: "Shop",
      method: [{
        name: "Find",
        inputType: ".shop.v1.Item",
        outputType: ".shop.v1.Item",
      }],
    }],
  });
}

const files = (...list: Uint8Array[]) =>
  encode("Response", {
    fileDescriptorResponse: { fileDescriptorProto: list },
  });
const failure = (code: number, message: string) =>
  encode("Response", {
    errorResponse: { errorCode: code, errorMessage: message },
  });

/** A server whose reflection says what a test wants; calls of methods get an item. */
async function reflecting(
  answer: (question: Question, asked: number) => Uint8Array | "end" | "silence",
  versions: readonly string[] = ["v1"],
) {
  const asked: string[] = [];
  const server = http2.createServer();
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on("session", (it) => sessions.add(it));
  server.on("stream", (stream: http2.ServerHttp2Stream, headers) => {
    const path = headers[":path"]!;
    const [, version] = /^\/grpc\.reflection\.(\w+)\./.exec(path) ?? [];
    stream.on("error", () => {});
    const end = (status: string, message = "") => {
      stream.sendTrailers({ "grpc-status": status, "grpc-message": message });
    };
    const head = { ":status": 200, "content-type": "application/grpc" };
    if (version !== undefined && !versions.includes(version)) {
      stream.respond({ ...head, "grpc-status": "12" }, { endStream: true });
      return;
    }
    stream.respond(head, { waitForTrailers: true });
    let status = "0";
    stream.on("wantTrailers", () => end(status));
    const send = (bytes: Uint8Array) => {
      const message = new Uint8Array(5 + bytes.length);
      new DataView(message.buffer).setUint32(1, bytes.length);
      message.set(bytes, 5);
      stream.write(message);
    };
    if (version === undefined) {
      send(Uint8Array.of(0x0a, 1, 97));
      stream.end();
      return;
    }
    let rest = new Uint8Array();
    stream.on("data", (chunk: Uint8Array) => {
      rest = Uint8Array.of(...rest, ...chunk);
      while (rest.length >= 5) {
        const length = new DataView(rest.buffer).getUint32(1);
        if (rest.length < 5 + length) return;
        const bytes = rest.slice(5, 5 + length);
        rest = rest.slice(5 + length);
        const question = root.lookupType("Request").decode(bytes)
          .toJSON() as Question;
        asked.push(`${version} ${Object.values(question)[0]}`);
        const said = answer(question, asked.length);
        if (said === "end") {
          status = "13";
          stream.end();
        } else if (said !== "silence") send(said);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const session of sessions) session.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

async function call(host: string): Promise<string> {
  return await withEngine({}, async (send) => {
    try {
      const { status, body } = await send(
        grpcRequest(host, "Find", { settings: { timeout: 20_000 } }),
        { converse: conversation(['{"id":"a"}']) },
      );
      return `${status} ${new TextDecoder().decode(body)}`;
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      const [{ code, message }] = error.diagnostics;
      return `${code} ${message.replace(/^Cannot \w+ .*?": /, "")}`;
    }
  });
}

type Answer = Parameters<typeof reflecting>[0];

const ROWS: [name: string, answer: Answer, expected: string][] = [
  ["gives one file", () => files(shopFile()), '0 {"id":"a"}'],
  [
    "gives a file that imports itself",
    () => files(shopFile(["shop.proto"])),
    '0 {"id":"a"}',
  ],
  [
    "goes in circles",
    ({ fileByFilename: name }) =>
      name === undefined ? files(shopFile(["a.proto"])) : files(encode("File", {
        name,
        dependency: [name === "a.proto" ? "b.proto" : "a.proto", "shop.proto"],
      })),
    '0 {"id":"a"}',
  ],
  [
    "answers with another file than was asked for",
    ({ fileByFilename: name }) =>
      name === undefined ? files(shopFile(["a.proto"])) : files(shopFile()),
    '0 {"id":"a"}',
  ],
  [
    "lacks a file that nothing needs",
    ({ fileByFilename: name }) =>
      name === undefined ? files(shopFile(["a.proto"])) : failure(5, "no"),
    '0 {"id":"a"}',
  ],
  [
    "lacks a well-known file",
    ({ fileByFilename: name }) =>
      name === undefined
        ? files(shopFile(["google/protobuf/timestamp.proto"], [{
          name: "at",
          number: 2,
          label: 1,
          type: 11,
          typeName: ".google.protobuf.Timestamp",
        }]))
        : failure(5, "no"),
    '0 {"id":"a"}',
  ],
  [
    "lacks a file that is needed",
    ({ fileByFilename: name }) =>
      name === undefined
        ? files(shopFile(["a.proto"], [{
          name: "b",
          number: 2,
          label: 1,
          type: 11,
          typeName: ".shop.v1.Bee",
        }]))
        : failure(5, "no"),
    'INVALID_RESPONSE what its reflection says does not fit together: no such Type or Enum ".shop.v1.Bee" in Type .shop.v1.Item (it does not give "a.proto") (write the path of its .proto file as grpc.protoFilePath)',
  ],
  [
    "does not know the service",
    () => failure(5, "unknown"),
    'INVALID_URL no service "shop.v1.Shop" is known',
  ],
  [
    "says nothing in an answer",
    () => new Uint8Array(),
    'INVALID_URL no service "shop.v1.Shop" is known',
  ],
  [
    "sends something other than answers",
    () => Uint8Array.of(0xff),
    "INVALID_RESPONSE its reflection sends something other than descriptors",
  ],
  [
    "sends something other than files",
    () => files(Uint8Array.of(0x0a, 9)),
    "INVALID_RESPONSE its reflection sends something other than descriptors",
  ],
  [
    "ends at once",
    () => "end",
    "INVALID_RESPONSE its reflection ends with INTERNAL",
  ],
  [
    "has 10,000 files, one behind the other",
    ({ fileByFilename: name = "shop.proto" }) => {
      const number = Number(/\d+/.exec(name)?.[0] ?? 0);
      if (name === "shop.proto") return files(shopFile(["f1.proto"]));
      const dependency = number < 10_000 ? [`f${number + 1}.proto`] : [];
      return files(
        encode("File", {
          name,
          dependency,
          messageType: [{ name: `M${number}` }],
        }),
      );
    },
    '0 {"id":"a"}',
  ],
  ["has files without end", ({ fileByFilename: name = "shop.proto" }) => {
    if (name === "shop.proto") return files(shopFile(["f/1", "f/2", "f/3"]));
    const dependency = [0, 1, 2, 3].map((it) => `${name}${it}`);
    return files(encode("File", { name, dependency }));
  }, "LIMIT its reflection has more than 20000 files"],
];

describe("server reflection that", () => {
  for (const [name, answer, expected] of ROWS) {
    it(name, async () => {
      await using server = await reflecting(answer);
      assertStringIncludes(await call(server.host), expected);
    });
  }

  it("is asked by v1alpha where it has no v1", async () => {
    await using server = await reflecting(() => files(shopFile()), ["v1alpha"]);
    assertEquals(await call(server.host), '0 {"id":"a"}');
    assertEquals(server.asked, ["v1alpha shop.v1.Shop"]);
  });

  it("is absent is said, with what to do", async () => {
    for (
      const server of [
        await reflecting(() => "end", []),
        await grpcServer({ reflection: false }),
      ]
    ) {
      assertEquals(
        await call(server.host),
        "INVALID_RESPONSE it has no server reflection (write the path of its .proto file as grpc.protoFilePath)",
      );
      await server[Symbol.asyncDispose]();
    }
  });

  it("is asked once in a run, and again after it failed", async () => {
    await using server = await reflecting((_, asked) =>
      asked === 1 ? failure(14, "not yet") : files(shopFile())
    );
    await withEngine({}, async (send) => {
      const converse = conversation(['{"id":"a"}']);
      const request = () =>
        send(grpcRequest(server.host, "Find"), { converse });
      await assertRejects(request, DiagnosticError, "not yet");
      for (let i = 0; i < 3; i++) assertEquals((await request()).status, 0);
    });
    assertEquals(server.asked.length, 2);
  });

  it("says nothing ends with the deadline", async () => {
    await using server = await reflecting(() => "silence");
    await withEngine({}, async (send) => {
      await assertRejects(
        () =>
          send(
            grpcRequest(server.host, "Find", { settings: { timeout: 200 } }),
            {
              converse: conversation([]),
            },
          ),
        DiagnosticError,
        "not complete after 200 ms",
      );
    });
  });
});
