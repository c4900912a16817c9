import { assertEquals } from "@std/assert";
import { afterAll, beforeAll, describe, it } from "@std/testing/bdd";
import grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { fromFileUrl } from "@std/path/from-file-url";
import {
  type DemoServer,
  serveDemo,
} from "../../../lib/host/demo/serve_demo.ts";

const PROTO = fromFileUrl(
  new URL("../../../fixtures/example/streams/orders.proto", import.meta.url),
);

const order = (status: string) => ({
  id: 7,
  items: [{ name: "engine", quantity: 1 }],
  status,
});

/** What is sent, what comes back, and the status. */
const calls: {
  method: string;
  sent: object[];
  came: unknown[];
  status?: [code: number, details: string];
}[] = [
  { method: "Read", sent: [{ id: 7 }], came: [order("PAID")] },
  {
    method: "Read",
    sent: [{ id: 99 }],
    came: [],
    status: [5, "there is no order 99"],
  },
  {
    method: "Watch",
    sent: [{ id: 7 }],
    came: ["PAID", "PACKED", "SENT", "DELIVERED"].map(order),
  },
  {
    method: "Watch",
    sent: [{ id: 0 }],
    came: [],
    status: [5, "there is no order 0"],
  },
  {
    method: "Create",
    sent: [{ name: "tape", quantity: 1 }, { name: "relay", quantity: 2 }],
    came: [{
      id: 8,
      items: [{ name: "tape", quantity: 1 }, { name: "relay", quantity: 2 }],
      status: "PAID",
    }],
  },
  {
    method: "Quote",
    sent: [{ name: "tape", quantity: 1 }, { name: "relay", quantity: 2 }],
    came: [{ name: "tape", cents: "400" }, { name: "relay", cents: "1000" }],
  },
  {
    method: "Cancel",
    sent: [{}],
    came: [],
    status: [12, "there is no method /demo.v1.Orders/Cancel"],
  },
];

describe("the demo's gRPC service, called by @grpc/grpc-js", () => {
  const { "demo.v1.Orders": service } = loadSync(PROTO, {
    keepCase: true,
    enums: String,
    longs: String,
  }) as unknown as Record<string, grpc.ServiceDefinition>;
  let server: DemoServer;
  let client: grpc.Client;
  beforeAll(() => {
    server = serveDemo();
    client = new grpc.Client(
      new URL(server.grpcUrl).host,
      grpc.credentials.createInsecure(),
    );
  });
  afterAll(async () => {
    client.close();
    await server.stop();
  });

  for (const { method, sent, came, status = [0, ""] } of calls) {
    it(`answers ${method} of ${JSON.stringify(sent)}`, async () => {
      const known = service[method] ?? service.Read;
      const call = client.makeBidiStreamRequest(
        `/demo.v1.Orders/${method}`,
        known.requestSerialize,
        known.responseDeserialize,
      );
      const messages: unknown[] = [];
      call.on("data", (message) => messages.push(message));
      call.on("error", () => {});
      const ended = new Promise<grpc.StatusObject>((resolve) =>
        call.on("status", resolve)
      );
      for (const message of sent) call.write(message);
      call.end();
      const { code, details } = await ended;
      assertEquals([messages, code, details], [came, ...status]);
    });
  }
});
