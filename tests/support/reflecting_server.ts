import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { protobuf } from "../../lib/core/http/grpc/protobuf.ts";
import { destroyLater } from "../../lib/host/http/connection/destroy_later.ts";
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
/** A message of reflection. */
export const encode = (type: string, value: object) =>
  root.lookupType(type).encode(root.lookupType(type).fromObject(value))
    .finish();

/** What a client asks. */
export interface Question {
  readonly fileByFilename?: string;
  readonly fileContainingSymbol?: string;
  readonly listServices?: string;
}

/** `Shop` with its item, in one file. */
export function shopFile(
  dependency: readonly string[] = [],
  field: object[] = [],
) {
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

/** The answer with files. */
export const files = (...list: Uint8Array[]) =>
  encode("Response", {
    fileDescriptorResponse: { fileDescriptorProto: list },
  });
/** The answer that is an error. */
export const failure = (code: number, message: string) =>
  encode("Response", {
    errorResponse: { errorCode: code, errorMessage: message },
  });

/** A server whose reflection says what a test wants; calls of methods get an item. */
export async function reflecting(
  answer: (question: Question, asked: number) => Uint8Array | "end" | "silence",
  versions: readonly string[] = ["v1"],
) {
  const asked: string[] = [];
  const server = http2.createServer();
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on("session", (it) => {
    destroyLater(it);
    sessions.add(it);
  });
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
