import { boundaryOf, multipartEnd, partHead } from "../../request/multipart.ts";
import { fileContentType } from "../../request/file_content_type.ts";
import type { RenderedBody, RenderedPart } from "../../request/types.ts";
import type { BodyFile, FileAccess } from "./body_file.ts";

/** A request's body on its way: in memory, or read piece by piece. */
export interface BodySource {
  /** Octets; undefined when unknown. */
  readonly length: number | undefined;
  readonly contentType?: string;
  /** Multipart: what separates the parts. */
  readonly boundary?: string;
  /** Set when the body is in memory. */
  readonly bytes?: Uint8Array;
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
      return fileSource(body, options);
    case "multipart":
      return multipartSource(body.parts, options);
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

async function fileSource(
  body: RenderedBody & { type: "file" },
  options: BodyOptions,
): Promise<BodySource> {
  const { findBodyFile, readBodyFile } = await import("./body_file.ts");
  const file = await findBodyFile(body.path, {
    access: options.access,
    at: body.at,
  });
  return {
    length: file.size,
    contentType: body.contentType ?? fileContentType(body.path),
    stream: () => readBodyFile(file),
  };
}

async function multipartSource(
  parts: readonly RenderedPart[],
  options: BodyOptions,
): Promise<BodySource> {
  const { findBodyFile, readBodyFile } = await import("./body_file.ts");
  const boundary = boundaryOf(options.contentType ?? "") ??
    `brace-${crypto.randomUUID()}`;
  const segments: (Uint8Array | BodyFile)[] = [];
  let text = "";
  for (const part of parts) {
    const contentType = part.contentType ??
      (part.type === "file" ? fileContentType(part.path) : undefined);
    text += partHead(
      part,
      contentType === undefined ? { boundary } : { boundary, contentType },
    );
    switch (part.type) {
      case "text":
        text += part.value;
        break;
      case "file": {
        const { access } = options;
        segments.push(encoder.encode(text));
        segments.push(await findBodyFile(part.path, { access, at: part.at }));
        text = "";
        break;
      }
      default:
        part satisfies never;
    }
    text += "\r\n";
  }
  segments.push(encoder.encode(text + multipartEnd(boundary)));
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const [only] = segments;
  if (segments.length === 1 && only instanceof Uint8Array) {
    return { ...inMemory(only, contentType), boundary };
  }
  return {
    length: total(segments),
    contentType,
    boundary,
    async *stream() {
      for (const segment of segments) {
        if (segment instanceof Uint8Array) yield segment;
        else yield* readBodyFile(segment);
      }
    },
  };
}

function total(
  segments: readonly (Uint8Array | BodyFile)[],
): number | undefined {
  let sum = 0;
  for (const segment of segments) {
    const size = segment instanceof Uint8Array ? segment.length : segment.size;
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}
