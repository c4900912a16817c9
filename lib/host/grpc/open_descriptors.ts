import type { Descriptors } from "../../core/http/grpc/descriptors.ts";
import type { LoadedProtos } from "../../core/http/grpc/load_protos.ts";
import type { Engine, SendOptions } from "../../core/http/engine.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import type { Origin } from "../../core/source/origin.ts";
import type { FileAccess } from "../http/content/body_file.ts";
import { readProtos } from "./read_protos.ts";

/** Where services and messages are learnt from. */
export type DescriptorSource =
  | {
    /** Paths below the collection. */
    readonly files: readonly { readonly path: string; readonly at?: Origin }[];
    readonly importPaths: readonly string[];
    readonly access: FileAccess;
  }
  | {
    readonly engine: Engine;
    /** Any request to the server: its metadata and auth go along. */
    readonly request: RenderedRequest;
    readonly options: SendOptions;
  };

/**
 * Learns all services and messages, from files or by a server's reflection,
 * without a call of any method.
 *
 * @throws {NetworkError} The server has no reflection, or cannot be reached.
 */
export async function openGrpcDescriptors(
  source: DescriptorSource,
): Promise<LoadedProtos> {
  if ("files" in source) return readProtos(source, source.access);
  const { engine, request, options } = source;
  const { stream } = request;
  const at = stream?.kind === "grpc" ? stream.at : { file: "", path: [] };
  const learnt = Promise.withResolvers<Descriptors>();
  await engine.send(
    { ...request, stream: { kind: "grpc", method: "", at } },
    { ...options, describe: learnt.resolve },
  );
  return { descriptors: await learnt.promise, problems: [] };
}
