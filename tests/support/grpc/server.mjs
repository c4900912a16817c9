// A gRPC server of others (@grpc/grpc-js) on loopback: the shop of fixtures/grpc.
// Prints its port, then for each line of standard input the calls that it has
// seen; it forgets them if the line is "forget". Ends with its input. Arguments: the folder of the .proto files, and
// "reflection" where it has that.
// A process with a lock file of its own: the packages of these tests are a
// third of all, and every first run would download them.

import process from "node:process";
import { Buffer } from "node:buffer";
import { createInterface } from "node:readline";
import grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { ReflectionService } from "@grpc/reflection";

const [protos, reflection] = Deno.args;
const definition = loadSync("shop.proto", {
  includeDirs: [protos],
  keepCase: true,
  longs: String,
  enums: String,
});
const loaded = grpc.loadPackageDefinition(definition);
const seen = [];

function take(method, call) {
  const one = {
    method,
    metadata: call.metadata.getMap(),
    messages: [],
    deadline: Number(call.getDeadline()) - Date.now(),
  };
  seen.push(one);
  call.on("cancelled", () => one.cancelled = true);
  return one;
}

const item = (id) => ({
  id,
  display_name: `Item ${id}`,
  price: { currency: "EUR", units: "9007199254740993" },
  added_at: { seconds: 1_000, nanos: 5_000_000 },
  kind: "KIND_BOOK",
});

const server = new grpc.Server();
server.addService(loaded.shop.v1.Shop.service, {
  Find(call, reply) {
    const { messages } = take("Find", call);
    const query = call.request;
    messages.push(query);
    const metadata = new grpc.Metadata();
    metadata.set("x-initial", "1");
    metadata.set("x-bytes-bin", Buffer.from([1, 2, 3]));
    call.sendMetadata(metadata);
    const trailers = new grpc.Metadata();
    trailers.set("x-trailer", "2");
    if (query.id === "silent") return;
    if (query.id === "none") {
      const details = "CAUSCWdvbmUgYXdheRo5Cih0eXBlLmdvb2dsZWFwaXMuY29t" +
        "L2dvb2dsZS5ycGMuRXJyb3JJbmZvEg0KBEdPTkUSBXNob3Bz";
      trailers.set("grpc-status-details-bin", Buffer.from(details, "base64"));
      return reply(
        { code: 5, details: "gone äway", metadata: trailers },
        null,
      );
    }
    if (query.id === "busy") {
      const earlier = seen.filter(({ messages: [it] }) => it.id === "busy");
      if (earlier.length < 3) return reply({ code: 14, details: "later" });
    }
    reply(null, item(query.id), trailers);
  },
  List(call) {
    take("List", call).messages.push(call.request);
    for (let i = 0; i < call.request.count; i++) call.write(item(String(i)));
    call.end();
  },
  Sum(call, reply) {
    const { messages } = take("Sum", call);
    call.on("data", (query) => messages.push(query));
    call.on("end", () => {
      const ids = messages.map((it) => it.id);
      reply(null, { items: ids.length, ids });
    });
  },
  Chat(call) {
    const { messages } = take("Chat", call);
    call.on("data", (query) => {
      messages.push(query);
      call.write(item(query.id));
    });
    call.on("end", () => call.end());
  },
});
if (reflection) new ReflectionService(definition).addToServer(server);
// TLS of its own does not work on Deno (no upstream issue known).
const credentials = grpc.ServerCredentials.createInsecure();
server.bindAsync("127.0.0.1:0", credentials, (error, port) => {
  if (error) throw error;
  console.log(port);
});
createInterface({ input: process.stdin })
  .on("line", (line) => {
    console.log(JSON.stringify(seen));
    if (line === "forget") seen.length = 0;
  })
  .on("close", () => process.exit());
