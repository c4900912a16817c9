import { readContent } from "../content.ts";
import type { Masker } from "../../../core/secrets/masker.ts";
import type { CollectedBody } from "./types.ts";

/** How bodies are collected. */
export interface CollectBodyOptions {
  readonly masker: Masker;
  /** Bytes of a body that are kept. */
  readonly limit: number;
}

/** A content as text where it is some, else as base64. */
export function collectBytes(
  bytes: Uint8Array,
  contentType: string,
  { masker, limit }: CollectBodyOptions,
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
