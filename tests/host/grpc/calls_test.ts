import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { GrpcMethodType } from "../../../lib/core/collection/stream_types.ts";
import { conversation } from "../../support/grpc_messages.ts";
import { grpcServer, PROTOS } from "../../support/grpc_server.ts";
import { renderedRequest } from "../../support/rendered_request.ts";
import { withEngine } from "../../support/with_engine.ts";

const AT = { file: "r.yml", path: ["grpc", "method"] };

function call(host: string, method: string, protoFile?: string) {
  return renderedRequest(`grpc://${host}/shop.v1.Shop/${method}`, {
    method: "POST",
    stream: {
      kind: "grpc",
      method: `/shop.v1.Shop/${method}`,
      at: AT,
      ...(protoFile && { protoFile }),
    },
  });
}

describe("gRPC", () => {
  it("x", async () => {
    await using server = await grpcServer();
    await withEngine(
      { files: { root: PROTOS, allowRead: [] } },
      async (send) => {
        for (const file of [undefined, "shop.proto"]) {
          const r = await send(call(server.host, "Find", file), {
            converse: conversation(['{"id":"a"}']),
          });
          console.log(r, new TextDecoder().decode(r.body));
          const l = await send(call(server.host, "List", file), {
            converse: conversation(['{"count":3}']),
          });
          console.log(l.stream!.messages.length, l.status);
          const s = await send(call(server.host, "Sum", file), {
            converse: conversation(['{"id":"1"}', '{"id":"2"}']),
          });
          console.log(s.stream!.messages, s.status);
          const c = await send(call(server.host, "Chat", file), {
            converse: conversation(['{"id":"1"}', '{"id":"2"}'], {
              pingPong: true,
            }),
          });
          console.log(c.stream!.messages.length, c.status);
          const n = await send(call(server.host, "Find", file), {
            converse: conversation(['{"id":"none"}']),
          });
          console.log(
            n.status,
            n.statusText,
            n.stream!.closed,
            n.stream!.trailers,
            n.stream!.details,
          );
        }
      },
    );
    console.log(server.seen[0]);
  });
});
