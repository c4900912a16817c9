import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { DiagnosticError } from "../../../lib/core/source/errors.ts";
import { conversation } from "../../support/grpc_messages.ts";
import { grpcRequest } from "../../support/grpc_request.ts";
import { grpcServer } from "../../support/grpc_server.ts";
import {
  encode,
  failure,
  files,
  reflecting,
  shopFile,
} from "../../support/reflecting_server.ts";
import { withEngine } from "../../support/with_engine.ts";

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

  it("is slow does not keep the call's first byte waiting", async () => {
    const slow = 1_000;
    await using server = await reflecting(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slow);
      return files(shopFile());
    });
    await withEngine({}, async (send) => {
      const converse = conversation(['{"id":"a"}']);
      const { timings } = await send(grpcRequest(server.host, "Find"), {
        converse,
      });
      assert(timings.firstByte! < slow, `${timings.firstByte}`);
    });
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
        "its server reflection did not finish within 200 ms; is it a gRPC server?",
      );
    });
  });
});
