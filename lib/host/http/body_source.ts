import type { RenderedBody } from "../../request/types.ts";
import type { FileAccess } from "./body_file.ts";

/** A request's body on its way: in memory, or read piece by piece. */
export interface BodySource {
  /** Octets; undefined when unknown. */
  readonly length: number | undefined;
  readonly contentType?: string;
  /** Multipart: what separates the parts. */
  readonly boundary?: string;
  /** Set when the body is in memory. */
  readonly bytes?: Uint8Array;
  /** The texts of a form that has files as well. */
  readonly texts?: Uint8Array;
  /** Yields the body; can be called again for a redirect or another attempt. */
  stream(): AsyncIterable<Uint8Array>;
}

/** What a body is opened with. */
export interface BodyOptions {
  /** Absent: no file may be read. */
  readonly access: FileAccess | undefined;
  /** The Content-Type header as written, if it is. */
  readonly contentType: string | undefined;
}

const encoder = new TextEncoder();

/**
 * Opens a body: files are found and measured, not read.
 *
 * @throws {PermissionError} A file may not be read.
 * @throws {InterpolationError} A file cannot be read.
 */
export function bodySource(
  body: RenderedBody,
  options: BodyOptions,
): BodySource | Promise<BodySource> {
  switch (body.type) {
    case "text":
      return inMemory(encoder.encode(body.text), body.contentType);
    case "bytes":
      return inMemory(body.bytes, body.contentType);
    case "file":
    case "multipart":
      return import("./composed_source.ts").then((it) =>
        it.composedSource(body, options)
      );
    default:
      return body satisfies never;
  }
}

/** A body that is in memory already. */
export function inMemory(
  bytes: Uint8Array,
  contentType?: string,
): BodySource {
  const source: BodySource = {
    length: bytes.length,
    bytes,
    async *stream() {
      yield bytes;
    },
  };
  return contentType === undefined ? source : { ...source, contentType };
}
