import type { RenderedBody, RenderedPart } from "../../request/types.ts";
import { readContent } from "../content.ts";
import type { Masker } from "../mask.ts";
import type { CollectedBody, CollectedPart } from "./types.ts";

/** How bodies are collected. */
export interface BodyOptions {
  readonly masker: Masker;
  /** Bytes of a body that are kept. */
  readonly limit: number;
}

/** A body as it was sent. */
export function collectSentBody(
  body: RenderedBody,
  contentType: string,
  options: BodyOptions,
): CollectedBody {
  switch (body.type) {
    case "text": {
      const bytes = new TextEncoder().encode(body.text);
      return collectBytes(bytes, "text/plain; charset=utf-8", options);
    }
    case "bytes":
      return collectBytes(body.bytes, contentType, options);
    case "file":
      return { kind: "file", path: options.masker.mask(body.path) };
    case "multipart":
      return {
        kind: "multipart",
        parts: body.parts.map((part) => collectPart(part, options.masker)),
      };
    default:
      return body satisfies never;
  }
}

/** A content as text where it is some, else as base64. */
export function collectBytes(
  bytes: Uint8Array,
  contentType: string,
  { masker, limit }: BodyOptions,
): CollectedBody {
  const size = bytes.length;
  const content = readContent(bytes, { contentType, limit });
  const { cut } = content;
  if (content.kind === "text") {
    const text = masker.maskText(content.text, { cut });
    return { kind: "text", text, size, cut };
  }
  // Masked as Latin-1, so that it stays bytes.
  const text = Array.from(
    content.bytes,
    (byte) => String.fromCharCode(byte),
  ).join("");
  const masked = masker.mask(text, { cut });
  return { kind: "binary", base64: btoa(masked), size, cut };
}

function collectPart(part: RenderedPart, masker: Masker): CollectedPart {
  const name = masker.mask(part.name);
  return part.type === "text"
    ? { kind: "text", name, value: masker.maskField(part.name, part.value) }
    : { kind: "file", name, path: masker.mask(part.path) };
}
