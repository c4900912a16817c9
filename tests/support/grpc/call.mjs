// Makes calls by the client of others (@grpc/grpc-js), without TLS: the first
// argument has the server, the .proto file, the service and the calls, as JSON.
// Prints a list: the messages that came, the status code and its details.

import process from "node:process";
import grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

const { host, proto, service, calls } = JSON.parse(process.argv[2]);
const methods = loadSync(proto, {
  keepCase: true,
  enums: String,
  longs: String,
})[service];
const client = new grpc.Client(host, grpc.credentials.createInsecure());
const results = [];
for (const { method, sent } of calls) {
  // A method that the service lacks is asked for all the same.
  const known = methods[method] ?? Object.values(methods)[0];
  const call = client.makeBidiStreamRequest(
    `/${service}/${method}`,
    known.requestSerialize,
    known.responseDeserialize,
  );
  const messages = [];
  call.on("data", (message) => messages.push(message));
  call.on("error", () => {});
  const ended = new Promise((resolve) => call.on("status", resolve));
  for (const message of sent) call.write(message);
  call.end();
  const { code, details } = await ended;
  results.push([messages, code, details]);
}
client.close();
console.log(JSON.stringify(results));
