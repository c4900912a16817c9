import type { RenderedRequest } from "../../lib/core/http/rendered_request.ts";
import { renderedRequest } from "./rendered_request.ts";

/** A rendered call of the shop of `fixtures/grpc`. */
export function grpcRequest(
  host: string,
  method: string,
  parts: Parameters<typeof renderedRequest>[1] & {
    readonly protoFile?: string | undefined;
    readonly importPaths?: readonly string[];
    readonly scheme?: string;
    readonly service?: string;
  } = {},
): RenderedRequest {
  const {
    protoFile,
    importPaths,
    scheme = "grpc",
    service = "shop.v1.Shop",
    ...rest
  } = parts;
  return renderedRequest(`${scheme}://${host}/${service}/${method}`, {
    method: "POST",
    ...rest,
    stream: {
      kind: "grpc",
      method: `/${service}/${method}`,
      at: { file: "call.yml", path: ["grpc", "method"] },
      ...(protoFile !== undefined && { protoFile }),
      ...(importPaths && { importPaths }),
    },
  });
}
