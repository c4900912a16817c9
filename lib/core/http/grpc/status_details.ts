import type { Value } from "../../scope/value/value.ts";
import type { Descriptors } from "./descriptors.ts";
import { loadProtos } from "./load_protos.ts";
import { fromBase64 } from "./metadata.ts";
import type { ProtoType } from "./protobuf.ts";
import { type TypeLookup, writeProtoJson } from "./write_proto_json.ts";

/** What an `Any` may hold besides the messages of its service. */
const COMMON = `syntax = "proto3";
import "google/protobuf/empty.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
import "google/rpc/error_details.proto";
`;

let common: Descriptors | undefined;

/** A message that every client knows: well-known types, and the details of errors. */
export function commonMessage(name: string): ProtoType | undefined {
  common ??= loadProtos({
    files: [{ path: "common.proto" }],
    importPaths: [],
    read: (key) => key === "common.proto" ? { key, text: COMMON } : undefined,
  }).descriptors;
  return common.message(name);
}

/**
 * Decodes `grpc-status-details-bin`: a list of details, each with its `@type`;
 * of types that nobody knows the bytes. Undefined where there are none, or where
 * it is something else.
 */
export function readStatusDetails(
  base64: string,
  lookup: TypeLookup,
): Value | undefined {
  const bytes = fromBase64(base64);
  const status = commonMessage("google.rpc.Status");
  if (bytes === undefined || status === undefined) return undefined;
  try {
    const json = writeProtoJson(status, bytes, lookup);
    return (json as { details?: Value }).details;
  } catch {
    // A server may use the trailer for something else. Reports show it anyway.
    return undefined;
  }
}
