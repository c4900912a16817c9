import { headerOf } from "../../../core/http/header_of.ts";
import type { Insertion } from "../../../core/http/insertion.ts";
import type { Response } from "../../../core/http/response.ts";
import type {
  RenderedBody,
  RenderedRequest,
} from "../../../core/http/rendered_request.ts";
import type { Location } from "../../../core/source/diagnostic.ts";
import { readContent } from "../content.ts";
import { mediumOf } from "../medium.ts";
import { maskedRequest } from "../provenance/masked_request.ts";
import {
  type JsonRequest,
  provenanceJson,
} from "../provenance/provenance_json.ts";
import { defined } from "./collect_diagnostic.ts";
import type { CollectedBody, CollectedSent } from "./types.ts";
import type { Masker } from "../../../core/secrets/masker.ts";

/** How a request that was sent is collected. */
export interface SentOptions extends CollectBodyOptions {
  /** Where in its file the value of an insertion stands. */
  readonly locate: (insertion: Insertion) => Location | undefined;
}

const UTF8 = "text/plain; charset=utf-8";

type Headers = RenderedRequest["headers"];

/** So many values of one request are told of; what is secret is masked in all. */
const MAX_INSERTIONS = 1_000;

/**
 * A request as it was sent, before redirects, and where the values in it came
 * from. Headers are what really went out, where the response tells.
 */
export function collectSent(
  sent: RenderedRequest,
  response: Response | undefined,
  options: SentOptions,
): CollectedSent {
  const { masker, limit, locate } = options;
  const wentOut = response?.hops[0]?.headers ?? response?.sentHeaders ?? [];
  const headers = wentOut.length > 0 ? wentOut : sent.headers;
  const text = sent.body?.type === "text"
    ? cutText(sent.body.text, limit)
    : undefined;
  const message = {
    ...sent,
    headers,
    ...text && { body: { type: "text" as const, text: text.text } },
    insertions: insertionsIn(sent, { headers, text }),
  };
  const masked = maskedRequest(message, masker, { cut: text?.cut });
  const json = provenanceJson(masked, locate);
  const told = json.insertions.slice(0, MAX_INSERTIONS);
  return defined({
    method: json.method,
    stream: sent.stream?.kind,
    url: json.url,
    headers: json.headers,
    body: sent.body && bodyOf(sent.body, json, { text, headers, options }),
    insertions: told.length === 0 ? undefined : told,
  });
}

/** What is kept of a body's text. */
interface CutText {
  readonly text: string;
  /** Bytes of the whole. */
  readonly size: number;
  readonly cut: boolean;
}

/** Undefined for what readers cannot take for text. */
function cutText(text: string, limit: number): CutText | undefined {
  const bytes = new TextEncoder().encode(text);
  const content = readContent(bytes, { contentType: UTF8, limit });
  return content.kind === "text"
    ? { text: content.text, size: bytes.length, cut: content.cut }
    : undefined;
}

/** The insertions that stand in what is shown. */
function insertionsIn(
  { headers, body, insertions = [] }: RenderedRequest,
  shown: { readonly headers: Headers; readonly text: CutText | undefined },
): Insertion[] {
  const text = shown.text?.text ?? "";
  // Not so where the text begins with a byte order mark.
  const isStart = body?.type === "text" && body.text.startsWith(text);
  return insertions.flatMap((insertion) => {
    const { place, start, end } = insertion;
    switch (place) {
      case "body":
        return isStart && start < text.length
          ? { ...insertion, end: Math.min(end, text.length) }
          : [];
      case "header":
        return goesOut(insertion, headers, shown.headers) ? insertion : [];
      case "method":
      case "url":
      case "header name":
      case "part name":
      case "part":
      case "file":
      case "message":
      case "auth":
        return insertion;
      default:
        return place satisfies never;
    }
  });
}

/** Whether a header goes out as it was rendered, but for what is added to its end. */
function goesOut(
  { name = "", nth = 0 }: Insertion,
  rendered: Headers,
  headers: Headers,
): boolean {
  const value = nthOf(rendered, name, nth);
  return value !== undefined &&
    nthOf(headers, name, nth)?.startsWith(value) === true;
}

function nthOf(
  headers: Headers,
  name: string,
  nth: number,
): string | undefined {
  const lower = name.toLowerCase();
  return headers.filter(([name]) => name.toLowerCase() === lower)[nth]?.[1];
}

function bodyOf(
  body: RenderedBody,
  json: JsonRequest,
  { text, headers, options }: {
    readonly text: CutText | undefined;
    readonly headers: Headers;
    readonly options: SentOptions;
  },
): CollectedBody {
  switch (body.type) {
    case "text":
      return text === undefined
        ? collectBytes(new TextEncoder().encode(body.text), UTF8, options)
        : { kind: "text", ...text, text: json.body ?? "" };
    case "file":
      return { kind: "file", path: json.file ?? "" };
    case "multipart":
      return {
        kind: "multipart",
        parts: (json.parts ?? []).map(({ name, value }, at) =>
          body.parts[at].type === "file"
            ? { kind: "file", name, path: value }
            : { kind: "text", name, value }
        ),
      };
    case "bytes":
      return collectBytes(
        body.bytes,
        headerOf(headers, "content-type") ?? "",
        options,
      );
    default:
      return body satisfies never;
  }
}

/** How bodies are collected. */
export interface CollectBodyOptions {
  readonly masker: Masker;
  /** Bytes of a body that are kept. */
  readonly limit: number;
  /** Bytes of a picture, a sound or a PDF that is kept; default: as many. */
  readonly mediaLimit?: number;
}

/** A content as text where it is some, else as base64. */
export function collectBytes(
  bytes: Uint8Array,
  contentType: string,
  { masker, limit, mediaLimit = limit }: CollectBodyOptions,
): CollectedBody {
  const size = bytes.length;
  const medium = mediumOf(bytes, contentType);
  const isWhole = medium !== undefined && size <= mediaLimit;
  const content = readContent(bytes, {
    contentType,
    limit: isWhole ? size : limit,
  });
  const { cut } = content;
  if (content.kind === "text") {
    const text = masker.maskText(content.text, { cut });
    const masked = medium !== undefined && text !== content.text;
    return { kind: "text", text, size, cut, ...masked && { masked } };
  }
  return binaryBody({ bytes: content.bytes, size, cut }, masker);
}

/** A content of bytes as base64, secrets masked. */
export function binaryBody(
  { bytes, size, cut }: {
    readonly bytes: Uint8Array;
    /** Of the whole. */
    readonly size: number;
    readonly cut: boolean;
  },
  masker: Masker,
): Extract<CollectedBody, { readonly kind: "binary" }> {
  // Masked as Latin-1, so that it stays bytes.
  const text = latin1(bytes);
  const shown = masker.mask(text, { cut });
  // The bytes hold a secret in another encoding, such as UTF-16: the text shows
  // no place to mask, so nothing of it is kept.
  if (shown === text && holdsSecret(bytes, { masker, cut })) {
    return { kind: "binary", base64: "", size, cut: true, masked: true };
  }
  const masked = shown !== text;
  return {
    kind: "binary",
    base64: btoa(shown),
    size,
    cut,
    ...masked && { masked },
  };
}

function latin1(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8_192) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  }
  return pieces.join("");
}

/** Whether a secret stands in bytes in an encoding other than Latin-1. */
function holdsSecret(
  bytes: Uint8Array,
  { masker, cut }: { readonly masker: Masker; readonly cut: boolean },
): boolean {
  return [
    ["utf-8", 0],
    ["utf-16le", 0],
    ["utf-16le", 1],
    ["utf-16be", 0],
    ["utf-16be", 1],
  ].some(([encoding, from]) => {
    const text = new TextDecoder(String(encoding))
      .decode(bytes.subarray(Number(from)));
    return masker.mask(text, { cut }) !== text;
  });
}
