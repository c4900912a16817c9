import { join } from "../path.ts";
import { headerOf } from "../../core/http/header_of.ts";
import type {
  RenderedBody,
  RenderedRequest,
} from "../../core/http/rendered_request.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type {
  WrittenBody,
  WrittenRequest,
} from "../../tools/convert/as/types.ts";

/** How values are shown: as they are, or without secrets. */
export interface Showing {
  readonly masker: Masker;
  readonly reveal: boolean;
  /** The collection's folder, which paths of files are relative to. */
  readonly root: string;
}

/** A rendered request for use elsewhere, its secrets masked unless they are to be revealed. */
export function writtenRequest(
  request: RenderedRequest,
  { masker, reveal, root }: Showing,
): WrittenRequest {
  const text = (value: string) => reveal ? value : masker.maskText(value);
  const name = (value: string) => reveal ? value : masker.mask(value);
  const field = (name: string, value: string) =>
    reveal ? value : masker.maskField(name, value);
  const { method, headers, body, auth, settings } = request;
  const type = body && "contentType" in body ? body.contentType : undefined;
  const isImplied = type !== undefined &&
    headerOf(headers, "content-type") === undefined;
  const fields = (name: string) => String(auth?.fields.get(name) ?? "");
  const isOwn = auth?.type === "digest" || auth?.type === "ntlm";
  return {
    method: name(method),
    url: text(request.url),
    headers: [
      ...headers.map(([key, value]) => [name(key), field(key, value)] as const),
      ...(isImplied ? [["Content-Type", name(type)] as const] : []),
    ],
    ...(body && { body: writtenBody(body, { text, name, field, root }) }),
    followsRedirects: settings.followRedirects,
    ...(auth && isOwn && {
      auth: {
        type: auth.type,
        username: fields("domain") === ""
          ? fields("username")
          : `${fields("domain")}\\${fields("username")}`,
        password: field("password", fields("password")),
      },
    }),
  };
}

function writtenBody(
  body: RenderedBody,
  { text, name, field, root }: {
    text: (value: string) => string;
    name: (value: string) => string;
    field: (name: string, value: string) => string;
    root: string;
  },
): WrittenBody {
  switch (body.type) {
    case "text":
      return { type: "text", text: text(body.text) };
    case "bytes":
      return asText(body.bytes, text) ??
        { type: "bytes", bytes: maskedBytes(body.bytes, name) };
    case "file":
      return { type: "file", path: join(root, name(body.path)) };
    case "multipart":
      return {
        type: "multipart",
        parts: body.parts.map((part) => ({
          name: name(part.name),
          ...(part.contentType !== undefined &&
            { contentType: name(part.contentType) }),
          ...(part.type === "file"
            ? { path: join(root, name(part.path)) }
            : { value: field(part.name, part.value) }),
        })),
      };
    default:
      return body satisfies never;
  }
}

/** Masked as Latin-1, so that it stays bytes. */
function maskedBytes(
  bytes: Uint8Array,
  mask: (value: string) => string,
): Uint8Array {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return Uint8Array.from(mask(text), (character) => character.charCodeAt(0));
}

function asText(
  bytes: Uint8Array,
  text: (value: string) => string,
): WrittenBody | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { type: "text", text: text(decoder.decode(bytes)) };
  } catch {
    return undefined;
  }
}
