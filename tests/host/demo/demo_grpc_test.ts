import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fromFileUrl } from "@std/path/from-file-url";
import { serveDemo } from "../../../lib/host/demo/serve_demo.ts";
import { grpcProgram } from "../../support/grpc_server.ts";

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

describe("the demo's gRPC service", () => {
  it("answers @grpc/grpc-js", async () => {
    const server = serveDemo();
    const { stdout } = await grpcProgram(
      "call.mjs",
      [JSON.stringify({
        host: new URL(server.grpcUrl).host,
        proto: PROTO,
        service: "demo.v1.Orders",
        calls,
      })],
    ).output();
    await server.stop();
    assertEquals(
      JSON.parse(new TextDecoder().decode(stdout)),
      calls.map(({ came, status = [0, ""] }) => [came, ...status]),
    );
  });
});
