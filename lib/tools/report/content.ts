import { charsetOf } from "../../core/http/content_kind.ts";

/** The content of a message as a report shows it. */
export type Content =
  | {
    readonly kind: "text";
    readonly text: string;
    /** Whether content is missing at the end. */
    readonly cut: boolean;
  }
  | {
    readonly kind: "binary";
    readonly bytes: Uint8Array;
    readonly cut: boolean;
  };

/**
 * Reads at most `limit` bytes of a content: as text in the charset of byte
 * order mark or content type, UTF-8 by default, where it is some; else it is
 * binary.
 */
export function readContent(
  bytes: Uint8Array,
  options: { readonly contentType: string; readonly limit: number },
): Content {
  const cut = bytes.length > options.limit;
  const head = cut ? bytes.subarray(0, options.limit) : bytes;
  const label = charsetOf(bytes, options.contentType);
  const text = decode(head, { label, cut }) ??
    decode(head, { label: "utf-8", cut });
  // A NUL is in no text, but in nearly all else.
  return text === undefined || text.includes("\0")
    ? { kind: "binary", bytes: head, cut }
    : { kind: "text", text, cut };
}

function decode(
  bytes: Uint8Array,
  { label, cut }: { label: string; cut: boolean },
): string | undefined {
  try {
    // A character may be halved by the cut: a stream can go on.
    return new TextDecoder(label, { fatal: true })
      .decode(bytes, { stream: cut });
  } catch {
    return undefined;
  }
}
