import { charsetOf } from "../../core/http/content_kind.ts";
import { mediumOf } from "./medium.ts";

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

const TEXT_TYPE =
  /^(?:text\/|application\/(?:json|xml|javascript|graphql|yaml|x-www-form-urlencoded))|[+/.-](?:json|xml|yaml)$/;

/** Playlists such as `audio/mpegurl` are texts. */
const BINARY_TYPE =
  /^(?:audio|font|image|video)\/(?!.*(?:mpegurl|scpls)$)|^application\/(?:pdf|zip|gzip|wasm)$/;

/** Controls that no text has; separators and the colours of a terminal stand in some. */
// deno-lint-ignore no-control-regex
const NO_TEXT = /[\0-\x08\x0e-\x1a\x7f]/;

/**
 * Reads at most `limit` bytes of a content: as text in the charset of byte
 * order mark or content type, UTF-8 by default, where it is some; else it is
 * binary. Type and signature come first, since any ASCII is UTF-8, too.
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
  return text === undefined ||
      !isReadable(text, { bytes: head, contentType: options.contentType })
    ? { kind: "binary", bytes: head, cut }
    : { kind: "text", text, cut };
}

function isReadable(
  text: string,
  { bytes, contentType }: { bytes: Uint8Array; contentType: string },
): boolean {
  // A NUL is in no text, but in nearly all else.
  if (text === "" || text.includes("\0")) return text === "";
  const type = contentType.split(";", 1)[0].trim().toLowerCase();
  if (TEXT_TYPE.test(type)) return true;
  return !BINARY_TYPE.test(type) && mediumOf(bytes, type) === undefined &&
    !NO_TEXT.test(text) && /\S/.test(text);
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
