import type { RenderedBody } from "../../request/types.ts";

/** A request's body on its way: in memory, or read piece by piece. */
export interface BodySource {
  /** Octets; undefined when unknown. */
  readonly length: number | undefined;
  readonly contentType?: string;
  /** Set when the body is in memory. */
  readonly bytes?: Uint8Array;
  /** Yields the body; can be called again for a redirect or another attempt. */
  stream(): AsyncIterable<Uint8Array>;
}

const encoder = new TextEncoder();

/** Opens a body. */
export function bodySource(body: RenderedBody): BodySource {
  switch (body.type) {
    case "text":
      return inMemory(encoder.encode(body.text), body.contentType);
    case "bytes":
      return inMemory(body.bytes, body.contentType);
    case "file":
    case "multipart":
      throw new Error(`not yet: ${body.type}`);
    default:
      return body satisfies never;
  }
}

function inMemory(bytes: Uint8Array, contentType?: string): BodySource {
  const source: BodySource = {
    length: bytes.length,
    bytes,
    async *stream() {
      yield bytes;
    },
  };
  return contentType === undefined ? source : { ...source, contentType };
}
