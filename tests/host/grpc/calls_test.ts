import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { dirname } from "@std/path/dirname";
import { readProtos } from "../../../lib/host/grpc/read_protos.ts";
import type { Descriptors } from "../../../lib/core/http/grpc/descriptors.ts";
import type { SendOptions } from "../../../lib/core/http/engine.ts";
import { createPolicy } from "../../../lib/core/policy/policy.ts";
import {
  DiagnosticError,
  InterpolationError,
  PermissionError,
} from "../../../lib/core/source/errors.ts";
import { conversation } from "../../support/grpc_messages.ts";
import { grpcRequest } from "../../support/grpc_request.ts";
import { PROTOS, sharedGrpcServer } from "../../support/grpc_server.ts";
import { OPEN } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";

const FILES = { files: { root: PROTOS, allowRead: [] } };

/** What a conversation that never comes to sending leaves to do. */
const SILENT = () => Promise.reject(new Error("nobody talks"));

function item(id: string) {
  return {
    id,
    displayName: `Item ${id}`,
    price: { currency: "EUR", units: "9007199254740993" },
    addedAt: "1970-01-01T00:16:40.005Z",
    kind: "KIND_BOOK",
  };
}

describe("a gRPC call", () => {
  for (const protoFile of ["shop.proto", undefined]) {
    describe(protoFile ? "by a .proto file" : "by reflection", () => {
      const server = sharedGrpcServer({ reflection: protoFile === undefined });

      it("is made in all four ways, over one connection", async () => {
        await withEngine(FILES, async (send) => {
          const call = async (
            method: string,
            ...talk: Parameters<typeof conversation>
          ) => {
            const { status, statusText, body, stream } = await send(
              grpcRequest(server.host, method, { protoFile }),
              { converse: conversation(...talk) },
            );
            assertEquals([status, statusText], [0, "OK"]);
            const text = new TextDecoder().decode(body);
            const messages = stream!.messages.map(({ data }) => data);
            return { type: stream!.methodType, text, messages };
          };
          const [a, b] = [item("0"), item("1")];
          assertEquals(await call("Find", ['{"id":"0"}']), {
            type: "unary",
            text: JSON.stringify(a),
            messages: [a],
          });
          assertEquals(await call("List", ['{"count":2}']), {
            type: "server-streaming",
            text: "",
            messages: [a, b],
          });
          const total = { items: 2, ids: ["0", "1"] };
          const queries = ['{"id":"0"}', '{"id":"1"}'];
          assertEquals(await call("Sum", queries), {
            type: "client-streaming",
            text: JSON.stringify(total),
            messages: [total],
          });
          assertEquals(await call("Sum", []), {
            type: "client-streaming",
            text: "{}",
            messages: [{}],
          });
          assertEquals(await call("Chat", queries, { pingPong: true }), {
            type: "bidi-streaming",
            text: "",
            messages: [a, b],
          });
          // Nothing written is an empty message.
          const { id: _, ...none } = item("");
          const displayName = "Item undefined";
          assertEquals((await call("Find", [])).messages, [
            { ...none, displayName },
          ]);
        });
      });
    });
  }

  const server = sharedGrpcServer();

  it("carries metadata both ways, a deadline, its own user agent", async () => {
    await withEngine(FILES, async (send) => {
      const response = await send(
        grpcRequest(server.host, "Find", {
          protoFile: "shop.proto",
          headers: [
            ["X-Mine", "a"],
            ["x-mine", "b"],
            ["x-raw-bin", "AQID"],
            ["User-Agent", "mine/1"],
          ],
          settings: { timeout: 5_000 },
        }),
        { converse: conversation(['{"id":"a"}']) },
      );
      assertEquals(response.httpVersion, "2");
      assertEquals(response.remoteAddress, "127.0.0.1");
      assertEquals(
        response.headers.filter(([name]) => name.startsWith("x-")),
        [["x-initial", "1"], ["x-bytes-bin", "AQID"]],
      );
      assertEquals(response.stream?.trailers?.slice(0, 1), [
        ["grpc-status", "0"],
      ]);
      assertEquals(response.stream?.trailers?.at(-1), ["x-trailer", "2"]);
      assertEquals(response.sentHeaders.slice(0, 7), [
        ["x-mine", "a"],
        ["x-mine", "b"],
        ["x-raw-bin", "AQID"],
        ["user-agent", "mine/1"],
        ["content-type", "application/grpc"],
        ["te", "trailers"],
        ["grpc-accept-encoding", "gzip, identity"],
      ]);
      const [name, value] = response.sentHeaders[7];
      assertEquals(name, "grpc-timeout");
      assert(/^(?:5000|4\d\d\d)m$/.test(value), value);
      assert(response.timings.total > 0 && response.size.body > 0);
    });
    const [{ metadata, deadline }] = await server.seen();
    assertEquals(metadata["x-mine"], "a, b");
    assertEquals(metadata["x-raw-bin"], { type: "Buffer", data: [1, 2, 3] });
    assertEquals(metadata["user-agent"], "mine/1");
    assert(deadline > 0 && deadline <= 5_000, String(deadline));
  });

  it("has the cookies of its host, and tells a jar of new ones", async () => {
    await withEngine(FILES, async (send) => {
      const asked: string[] = [];
      const response = await send(
        grpcRequest(server.host, "Find", { protoFile: "shop.proto" }),
        {
          converse: conversation(["{}"]),
          cookies: {
            header: (url) => {
              asked.push(url);
              return "a=1";
            },
            store: () => Promise.resolve(),
          },
        },
      );
      assertEquals(asked, [`grpc://${server.host}/shop.v1.Shop/Find`]);
      assertEquals(
        response.sentHeaders.filter(([name]) => name === "cookie"),
        [["cookie", "a=1"]],
      );
    });
    assertEquals((await server.seen())[0].metadata.cookie, "a=1");
  });

  it("is signed like a request of HTTP", async () => {
    await withEngine(FILES, async (send) => {
      await send(
        grpcRequest(server.host, "Find", { protoFile: "shop.proto" }),
        {
          converse: conversation(["{}"]),
          sign: {
            sign: () =>
              Promise.resolve({ headers: [["Authorization", "Bearer t"]] }),
          },
        },
      );
    });
    assertEquals((await server.seen())[0].metadata.authorization, "Bearer t");
  });

  it("has the details of an error, decoded", async () => {
    await withEngine(FILES, async (send) => {
      const { status, statusText, stream, body } = await send(
        grpcRequest(server.host, "Find"),
        { converse: conversation(['{"id":"none"}']) },
      );
      assertEquals([status, statusText, body.length], [5, "NOT_FOUND", 0]);
      assertEquals(stream?.closed, {
        by: "server",
        code: 5,
        reason: "gone äway",
      });
      assertEquals(stream?.details, [{
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "GONE",
        domain: "shops",
      }]);
    });
  });

  it("compresses what it sends where grpc-encoding says so", async () => {
    await withEngine(FILES, async (send) => {
      const { status } = await send(
        grpcRequest(server.host, "Find", {
          protoFile: "shop.proto",
          headers: [["grpc-encoding", "gzip"]],
        }),
        { converse: conversation([`{"id":"${"x".repeat(1000)}"}`]) },
      );
      assertEquals(status, 0);
    });
    assertEquals((await server.seen())[0].messages, [{ id: "x".repeat(1000) }]);
  });

  it("is cancelled where the client has enough", async () => {
    await withEngine(FILES, async (send) => {
      const { status, statusText, stream } = await send(
        grpcRequest(server.host, "List", { protoFile: "shop.proto" }),
        { converse: conversation(['{"count":1000}'], { count: 3 }) },
      );
      assertEquals(stream?.received, 3);
      assertEquals([status, statusText], [1, "CANCELLED"]);
      assertEquals(stream?.closed, { by: "client", code: 1 });
    });
  });

  it("has the server's status where the one message was enough", async () => {
    await withEngine(FILES, async (send) => {
      const { status, stream } = await send(
        grpcRequest(server.host, "Find", { protoFile: "shop.proto" }),
        { converse: conversation(['{"id":"a"}'], { count: 1 }) },
      );
      assertEquals([status, stream?.closed?.by], [0, "server"]);
    });
  });

  it("drops what came after the client had enough", async () => {
    await withEngine(FILES, async (send) => {
      const { status, statusText } = await send(
        grpcRequest(server.host, "List", { protoFile: "shop.proto" }),
        {
          converse: async (connection) => {
            await connection.send({ type: "json", data: '{"count":3}' });
            connection.end();
            await connection.next();
            // All of it is there, read or not.
            for (let turn = 0; turn < 10; turn++) {
              await new Promise((resolve) => setTimeout(resolve, 5));
            }
            connection.close();
            const { kind } = await connection.next();
            assertEquals(kind, "end");
            return { kind: "grpc", messages: [], sent: [], received: 1 };
          },
        },
      );
      assertEquals([status, statusText], [1, "CANCELLED"]);
    });
  });

  it("may be waited for with a time limit of the caller's own", async () => {
    await withEngine(FILES, async (send) => {
      await send(
        grpcRequest(server.host, "Chat", { protoFile: "shop.proto" }),
        {
          converse: async (connection) => {
            const first = connection.next();
            assertEquals(connection.next(), first);
            const late = new Promise((resolve) =>
              setTimeout(resolve, 20, "late")
            );
            assertEquals(await Promise.race([first, late]), "late");
            await connection.send({ type: "json", data: '{"id":"a"}' });
            assertEquals((await first).kind, "message");
            connection.end();
            const end = await connection.next();
            assertEquals(end.kind, "end");
            // What is sent after the end goes nowhere.
            await connection.send({ type: "json", data: "{}" });
            assertEquals(await connection.next(), end);
            return { kind: "grpc", messages: [], sent: [], received: 1 };
          },
        },
      );
    });
  });

  it("is made many times at once", async () => {
    await withEngine(FILES, async (send) => {
      const all = await Promise.all(
        Array.from(
          { length: 200 },
          (_, i) =>
            send(grpcRequest(server.host, "Find"), {
              converse: conversation([`{"id":"${i}"}`]),
            }),
        ),
      );
      assertEquals(
        all.map(({ body }) => JSON.parse(new TextDecoder().decode(body)).id),
        all.map((_, i) => String(i)),
      );
    });
  });

  it("ends with its signal, and the server hears of it", async () => {
    await withEngine(FILES, async (send) => {
      const abort = new AbortController();
      const stop = async () => {
        while ((await server.seen()).length === 0) await pause();
        abort.abort(new Error("stop"));
      };
      const sent = () =>
        send(grpcRequest(server.host, "Find", { protoFile: "shop.proto" }), {
          converse: conversation(['{"id":"silent"}']),
          signal: abort.signal,
        });
      await Promise.all([assertRejects(sent, Error, "stop"), stop()]);
      while (!(await server.seen())[0].cancelled) await pause();
    });
  });
});

describe("a gRPC request that is wrong", () => {
  const server = sharedGrpcServer();

  /** Its diagnostic, as `CODE message @ place`. */
  async function refusal(
    parts: Parameters<typeof grpcRequest>[2] & { readonly method?: string },
    options: Partial<SendOptions> = {},
  ): Promise<string> {
    return await withEngine(FILES, async (send) => {
      const { method = "Find", ...rest } = parts;
      const request = grpcRequest(server.host, method, rest);
      const error = await assertRejects(
        () => send(request, { converse: SILENT, ...options }),
        DiagnosticError,
      );
      const [{ code, message, location }] = error.diagnostics;
      const place = location?.yamlPath ?? location?.file ?? "";
      return `${code} ${
        message.replaceAll(String(server.port), "PORT")
      } @ ${place}`;
    });
  }

  /** Sends a message that must not go out. */
  function sending(data: string, more?: string): Partial<SendOptions> {
    return {
      converse: async (connection) => {
        const message = {
          type: "json",
          data,
          at: { file: "call.yml", path: ["grpc", "message"] },
        } as const;
        await connection.send(message);
        if (more !== undefined) {
          await connection.send({ ...message, data: more });
        }
        throw new Error("sent");
      },
    };
  }

  const ROWS: [
    name: string,
    parts: Parameters<typeof refusal>[0],
    expected: string,
    options?: Partial<SendOptions>,
  ][] = [
    [
      "by its method",
      { method: "Fnd" },
      'INVALID_URL Cannot call "/shop.v1.Shop/Fnd": the service "shop.v1.Shop" has no method "Fnd" (did you mean "Find"?) @ grpc.method',
    ],
    [
      "by its method, with a file",
      { method: "Fnd", protoFile: "shop.proto" },
      'INVALID_URL Cannot call "/shop.v1.Shop/Fnd": the service "shop.v1.Shop" has no method "Fnd" (did you mean "Find"?) @ grpc.method',
    ],
    [
      "by its service",
      { service: "shop.v2.Shop" },
      'INVALID_URL Cannot call "/shop.v2.Shop/Find": no service "shop.v2.Shop" is known (did you mean "shop.v1.Shop"?) @ grpc.method',
    ],
    [
      "by its service, with a file",
      { service: "shop.v2.Shop", protoFile: "shop.proto" },
      'INVALID_URL Cannot call "/shop.v2.Shop/Find": no service "shop.v2.Shop" is known (did you mean "shop.v1.Shop"?) @ grpc.method',
    ],
    [
      "by its file",
      { protoFile: "shp.proto" },
      'MISSING_PATH Cannot read "shp.proto": no such file @ grpc.method',
    ],
    [
      "by a file outside",
      { protoFile: "../../tls/ca.crt" },
      'PERMISSION Cannot read "../../tls/ca.crt": it lies outside the collection @ grpc.method',
    ],
    [
      "by metadata that is no base64",
      { headers: [["x-bin", "%"]], protoFile: "shop.proto" },
      'INVALID_HEADER Cannot call "127.0.0.1:PORT": the value of "x-bin" is not base64, which names that end in "-bin" need @ ',
    ],
    [
      "by metadata beyond ASCII",
      { headers: [["x", "é"]], protoFile: "shop.proto" },
      'INVALID_HEADER Cannot call "127.0.0.1:PORT": the value of "x" holds characters beyond ASCII (end its name in "-bin" and write its bytes as base64) @ ',
    ],
    [
      "by a compression that Brace lacks",
      { headers: [["grpc-encoding", "snappy"]], protoFile: "shop.proto" },
      'INVALID_HEADER Cannot call "127.0.0.1:PORT": the value of "grpc-encoding" is "snappy" (messages go out as gzip or identity) @ ',
    ],
    [
      "by a message's field",
      {},
      'INVALID_BODY Cannot send the message as "shop.v1.ItemQuery": the message shop.v1.ItemQuery has no field "idd" (did you mean "id"?) (line 2 of the message) @ grpc.message',
      sending('{\n"idd": 1}'),
    ],
    [
      "by a message that is no JSON",
      {},
      'INVALID_BODY Cannot send the message as "shop.v1.ItemQuery": it is not JSON (invalid symbol) @ grpc.message',
      sending("hello"),
    ],
    [
      "by a second message",
      {},
      'INVALID_BODY Cannot send a second message: the method "/shop.v1.Shop/Find" takes one @ grpc.message',
      sending("{}", "{}"),
    ],
    [
      "by a secret of other hosts",
      {},
      'PERMISSION Cannot send a request to "127.0.0.1:PORT": it holds the secret "key", which may only go to "a.example" (add the host to the variable\'s hosts) @ ',
      {
        ...sending('{"id":"hush"}', "{}"),
        guard: {
          check: ({ body }) =>
            new TextDecoder().decode(body).includes("hush")
              ? { name: "key", hosts: ["a.example"] }
              : undefined,
        },
      },
    ],
    [
      "by a host that is not allowed",
      {},
      'PERMISSION Cannot send a request to "127.0.0.1:PORT": ',
      {
        policy: createPolicy({ declared: [], allow: [], deny: [] }),
      },
    ],
  ];
  for (const [name, parts, expected, options] of ROWS) {
    it(`is not sent: ${name}`, async () => {
      const said = await refusal(parts, options);
      assertEquals(said.slice(0, expected.length), expected);
    });
  }

  it("says so as an error of the request, not of the network", async () => {
    await withEngine(FILES, async (send) => {
      const wrong = grpcRequest(server.host, "Fnd");
      await assertRejects(
        () => send(wrong, { converse: SILENT }),
        InterpolationError,
      );
      const outside = grpcRequest(server.host, "Find", {
        protoFile: "../../tls/ca.crt",
      });
      await assertRejects(
        () => send(outside, { converse: SILENT }),
        PermissionError,
      );
    });
  });
});

describe("what a gRPC server has", () => {
  const server = sharedGrpcServer();

  it("is told by its reflection, and by files, without a call", async () => {
    await withEngine(FILES, async (_send, engine) => {
      const learnt = Promise.withResolvers<Descriptors>();
      const find = grpcRequest(server.host, "Find");
      assert(find.stream?.kind === "grpc");
      await engine.send(
        { ...find, stream: { ...find.stream, method: "" } },
        { policy: OPEN, describe: learnt.resolve },
      );
      const read = readProtos(
        { files: [{ path: "shop.proto" }], importPaths: [] },
        FILES.files,
      );
      assertEquals(read.problems, []);
      for (const descriptors of [await learnt.promise, read.descriptors]) {
        assertEquals(
          descriptors.services.map((it) => it.name),
          ["shop.v1.Shop"],
        );
        assertEquals(
          descriptors.services[0].methods.map((it) => `${it.name} ${it.type}`),
          [
            "Find unary",
            "List server-streaming",
            "Sum client-streaming",
            "Chat bidi-streaming",
          ],
        );
        assertEquals(descriptors.describe("shop.common.Money"), {
          text:
            "message Money {\n  string currency = 1;\n  int64 units = 2;\n}\n",
        });
      }
    });
    assertEquals(await server.seen(), []);
  });

  it("is read of files with located problems", () => {
    const { problems } = readProtos({
      files: [{ path: "protos/shop.proto" }, { path: "none.proto" }],
      importPaths: ["protos"],
    }, { root: dirname(PROTOS), allowRead: [] });
    assertEquals(
      problems.map((it) => `${it.code} ${it.location?.file}`),
      ["MISSING_PATH fixtures/grpc/none.proto"],
    );
  });
});

/** Waits before something is looked at again. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
