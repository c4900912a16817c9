import { join } from "../path.ts";
import { certificateFor } from "../../core/http/client_certificate.ts";
import { headerOf } from "../../core/http/header_of.ts";
import { multipartEnd } from "../../core/http/multipart.ts";
import { proxyFor } from "../../core/http/proxy.ts";
import { omittedHeaders, omitting } from "../../core/http/wire_headers.ts";
import { splitUrl } from "../../core/http/wire_url.ts";
import { hostKey, matchesRule } from "../../core/policy/host_rule.ts";
import { formatHost } from "../../core/policy/format_host.ts";
import { type FileAccess, findBodyFile } from "../http/content/body_file.ts";
import { fileContentType } from "../http/content/composed_source.ts";
import type {
  RenderedBody,
  RenderedRequest,
} from "../../core/http/rendered_request.ts";
import type { RunConnections } from "./open_engine.ts";
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
  /** Where a file of text is read, whose content is the body then; absent: its path is. */
  readonly readsFrom?: FileAccess;
  /** How a run connects. */
  readonly connections: RunConnections;
}

/** No larger file becomes a text. */
const MAX_TEXT = 10 * 1024 * 1024;

/**
 * A rendered request for use elsewhere, its secrets masked unless they are to
 * be revealed. Content types that Brace knows from a file's name are in it:
 * other clients know other ones.
 */
export async function writtenRequest(
  request: RenderedRequest,
  { masker, reveal, root, readsFrom, connections }: Showing,
): Promise<WrittenRequest> {
  const text = (value: string) => reveal ? value : masker.maskText(value);
  const name = (value: string) => reveal ? value : masker.mask(value);
  const field = (name: string, value: string) =>
    reveal ? value : masker.maskField(name, value);
  const { method, body, auth, settings } = request;
  const { followRedirects, maxRedirects, timeout } = settings;
  const omitted = omittedHeaders(settings.omitHeaders);
  const isOmitted = omitting(settings.omitHeaders);
  // Each client chooses a boundary of its own, and names it in this header.
  const headers = request.headers.filter(([name, value]) =>
    !isOmitted(name) && !(body?.type === "multipart" && isForm(name, value))
  );
  const type = body && await typeOf(body);
  const isImplied = type !== undefined && !isOmitted("Content-Type") &&
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
    ...(omitted.length > 0 && { omitted: omitted.map(name) }),
    ...(body && {
      body: (readsFrom && await contentOf(body, { text, readsFrom })) ??
        await writtenBody(body, { text, name, field, root }),
    }),
    followsRedirects: followRedirects,
    ...(maxRedirects !== undefined && { maxRedirects }),
    ...(timeout && { timeout }),
    ...writtenConnection(request, connections, { text, name, field, root }),
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

function writtenConnection(
  { url }: RenderedRequest,
  { certificates, proxy: settings, insecure = false }: RunConnections,
  { text, name, field, root }: Shows,
): Pick<WrittenRequest, "certificate" | "proxy" | "insecure"> {
  const target = splitUrl(url);
  if (target === undefined) return {};
  const proxy = proxyFor(target, settings);
  const certificate = target.protocol === "https:"
    ? certificateFor(target, certificates)
    : undefined;
  const path = (file: string) => join(root, name(file));
  const { passphrase } = certificate ?? {};
  const isInsecure = target.protocol === "https:" &&
    (typeof insecure === "boolean"
      ? insecure
      : insecure.some((rule) =>
        matchesRule(rule, hostKey(target.hostname), target.port)
      ));
  return {
    ...(isInsecure && { insecure: true }),
    ...(certificate && {
      certificate: {
        ...(certificate.type === "pem"
          ? { file: path(certificate.certificate), key: path(certificate.key) }
          : { file: path(certificate.file) }),
        ...(passphrase !== undefined &&
          { passphrase: field("password", passphrase) }),
      },
    }),
    ...(proxy && {
      proxy: {
        scheme: proxy.protocol === "socks5" ? "socks5h" : proxy.protocol,
        host: text(formatHost(proxy.hostname, proxy.port)),
        ...(proxy.username !== undefined && {
          username: text(proxy.username),
          password: field("password", proxy.password ?? ""),
        }),
      },
    }),
  };
}

/** Between the parts of a form that has none, which no client writes by itself. */
const EMPTY_FORM = "brace-boundary";

function isForm(name: string, value: string): boolean {
  return name.toLowerCase() === "content-type" &&
    /^\s*multipart\/form-data\b/i.test(value);
}

async function typeOf(body: RenderedBody): Promise<string | undefined> {
  switch (body.type) {
    case "text":
    case "bytes":
      return body.contentType;
    case "file":
      return body.contentType ?? await fileContentType(body.path);
    case "multipart":
      return body.parts.length === 0
        ? `multipart/form-data; boundary=${EMPTY_FORM}`
        : undefined;
    default:
      return body satisfies never;
  }
}

/** How texts are shown, and what paths are relative to. */
interface Shows {
  readonly text: (value: string) => string;
  readonly name: (value: string) => string;
  readonly field: (name: string, value: string) => string;
  readonly root: string;
}

async function writtenBody(
  body: RenderedBody,
  { text, name, field, root }: Shows,
): Promise<WrittenBody> {
  switch (body.type) {
    case "text":
      return { type: "text", text: text(body.text) };
    case "bytes":
      return asText(body.bytes, text) ??
        { type: "bytes", bytes: maskedBytes(body.bytes, name) };
    case "file":
      return { type: "file", path: join(root, name(body.path)) };
    case "multipart": {
      if (body.parts.length === 0) {
        return { type: "text", text: multipartEnd(EMPTY_FORM) };
      }
      const parts = body.parts.map(async (part) => {
        const type = part.contentType ??
          (part.type === "file" ? await fileContentType(part.path) : undefined);
        return {
          name: name(part.name),
          ...(type !== undefined && { contentType: name(type) }),
          ...(part.type === "file"
            ? { path: join(root, name(part.path)) }
            : { value: field(part.name, part.value) }),
        };
      });
      return { type: "multipart", parts: await Promise.all(parts) };
    }
    default:
      return body satisfies never;
  }
}

/** The text of a body that is a file; undefined if it is none. */
async function contentOf(
  body: RenderedBody,
  { text, readsFrom }: {
    text: (value: string) => string;
    readsFrom: FileAccess;
  },
): Promise<WrittenBody | undefined> {
  if (body.type !== "file") return undefined;
  const file = findBodyFile(body.path, { access: readsFrom, at: body.at });
  if (file.size > MAX_TEXT) return undefined;
  return asText(await Deno.readFile(file.path), text);
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
