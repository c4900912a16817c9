import type { Value } from "../../scope/value/value.ts";
import { ERROR_DETAILS } from "./bundled_protos.ts";
import type { Descriptors } from "./descriptors.ts";
import { loadProtos } from "./load_protos.ts";
import { fromBase64 } from "./metadata.ts";
import { type TypeLookup, writeProtoJson } from "./write_proto_json.ts";

let known: Descriptors | undefined;

/** The types that errors of Google's APIs carry. */
function errorDetails(): Descriptors {
  return known ??= loadProtos({
    files: [{ path: "error_details.proto" }],
    importPaths: [],
    read: (key) =>
      key === "error_details.proto" ? { key, text: ERROR_DETAILS } : undefined,
  }).descriptors;
}

/**
 * Decodes `grpc-status-details-bin`: a list of details, each with its `@type`;
 * of types that nobody knows the bytes. Undefined where there are none, or where
 * it is something else.
 */
export function readStatusDetails(
  base64: string,
  own: TypeLookup,
): Value | undefined {
  const bytes = fromBase64(base64);
  const types = errorDetails();
  const status = types.message("google.rpc.Status");
  if (bytes === undefined || status === undefined) return undefined;
  const lookup: TypeLookup = (name) => own(name) ?? types.message(name);
  try {
    const json = writeProtoJson(status, bytes, lookup);
    return (json as { details?: Value }).details;
  } catch {
    // It is the server's own: trailers show it as it is.
    return undefined;
  }
}
