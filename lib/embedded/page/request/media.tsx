/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useState } from "preact/hooks";
import type { CollectedBody } from "../../../tools/report/collect/types.ts";
import {
  type Medium,
  mediumOf,
  SIGNATURE_LENGTH,
} from "../../../tools/report/medium.ts";
import { formatBytes } from "../../../tools/report/text/amounts.ts";
import { shown } from "../shown.ts";

/** A content that is whole, and what it is. */
export interface WholeMedium extends Medium {
  readonly base64: string;
}

type BinaryContent = Extract<CollectedBody, { readonly kind: "binary" }>;
type TextContent = Extract<CollectedBody, { readonly kind: "text" }>;

/** A body of bytes: a picture, what can be saved, or the bytes themselves. */
export function BinaryBody({ body, contentType }: {
  readonly body: BinaryContent;
  readonly contentType: string;
}) {
  const { base64, size, cut, masked } = body;
  const medium = mediumOf(bytesOf(base64, SIGNATURE_LENGTH), contentType);
  // What is hidden or missing would spoil it.
  const whole = cut || masked ? undefined : {
    ...medium ?? { ...UNKNOWN, type: typeOf(contentType) },
    base64,
  };
  const isPicture = whole?.kind === "picture";
  return (
    <div class="part">
      <h3>
        Body{" "}
        <span class="faint">
          {formatBytes(size)}, {shown(medium?.type ?? (typeOf(contentType)))}
        </span>
        {whole && <SaveLink medium={whole} />}
      </h3>
      {isPicture && <Picture medium={whole} />}
      {medium === undefined && base64 !== "" && <HexDump base64={base64} />}
      {masked && (
        <p class="cut">
          This body holds a secret: Brace shows neither it nor a picture of it.
        </p>
      )}
      {cut && !masked && (
        <p class="cut">
          The report holds the beginning only.
        </p>
      )}
    </div>
  );
}

const UNKNOWN = { kind: "document", extension: "bin" } as const;

/** What a server says of bytes, for the reader only. */
function typeOf(contentType: string): string {
  return contentType.split(";", 1)[0].trim().toLowerCase() ||
    "application/octet-stream";
}

/** A picture or a document whose content is a text, such as SVG. */
export function mediumOfText(
  { text, cut, masked }: TextContent,
  contentType: string,
): WholeMedium | undefined {
  if (cut || masked) return undefined;
  const bytes = new TextEncoder().encode(text);
  const medium = mediumOf(bytes, contentType);
  if (medium === undefined) return undefined;
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { ...medium, base64: btoa(binary) };
}

/** Shows a picture; no script in it runs, and it loads nothing. */
export function Picture({ medium }: { readonly medium: WholeMedium }) {
  const [size, setSize] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  if (medium.kind !== "picture") return null;
  if (isBroken) {
    return (
      <>
        <p class="cut">The browser cannot show this picture.</p>
        <HexDump base64={medium.base64} />
      </>
    );
  }
  return (
    <figure class="picture">
      <img
        src={urlOf(medium)}
        alt={`Body (${medium.type})`}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(`${naturalWidth} × ${naturalHeight}`)}
        onError={() => setBroken(true)}
      />
      {size !== undefined && <figcaption class="faint">{size}</figcaption>}
    </figure>
  );
}

/** Saves a content as a file. */
export function SaveLink({ medium }: { readonly medium: WholeMedium }) {
  return (
    <a
      class="link save"
      href={urlOf(medium)}
      download={`body.${medium.extension}`}
    >
      Save
    </a>
  );
}

function urlOf({ kind, type, extension, base64 }: WholeMedium): string {
  // What only the server names is saved as bytes: a browser opens none of it.
  const safe = kind === "document" && extension === UNKNOWN.extension
    ? "application/octet-stream"
    : type;
  return `data:${safe};base64,${base64}`;
}

/** Bytes that are shown. */
const MAX_BYTES = 512;

/** The first bytes, as many in a line as there is room for. */
export function HexDump({ base64 }: { readonly base64: string }) {
  const bytes = bytesOf(base64, MAX_BYTES);
  return (
    <div class="hex" tabIndex={0} role="group" aria-label="Bytes">
      {[16, 8].map((columns) => (
        <pre key={columns} class={`hex-${columns}`}>
          {hexLines(bytes, columns)}
        </pre>
      ))}
    </div>
  );
}

/** Offset, bytes and characters, so many bytes a line. */
export function hexLines(bytes: Uint8Array, columns: number): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += columns) {
    const line = [...bytes.subarray(at, at + columns)];
    const hex = line.map((it) => it.toString(16).padStart(2, "0")).join(" ");
    const text = line.map((it) =>
      it >= 0x20 && it < 0x7f ? String.fromCharCode(it) : "."
    ).join("");
    const offset = at.toString(16).padStart(4, "0");
    lines.push(`${offset}  ${hex.padEnd(columns * 3 - 1)}  ${text}`);
  }
  return lines.join("\n");
}

/** The first bytes of a content. */
function bytesOf(base64: string, most: number): Uint8Array {
  const text = atob(base64.slice(0, Math.ceil(most / 3) * 4));
  return Uint8Array.from(text, (it) => it.charCodeAt(0)).subarray(0, most);
}
