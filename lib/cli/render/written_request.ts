import { join } from "../../host/path.ts";
import { DESCRIPTOR_SET } from "../../core/collection/stream_types.ts";
import { headerOf } from "../../core/http/header_of.ts";
import type {
  RenderedBody,
  RenderedRequest,
} from "../../core/http/rendered_request.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import {
  formsOf,
  type WrittenBody,
  type WrittenForm,
  type WrittenMessage,
  type WrittenRequest,
} from "../../tools/convert/as/types.ts";
import { writeError } from "../../host/terminal/write_output.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import type { ShownRequest } from "./provenance.ts";
import { addedLine } from "./wire_message.ts";

/** Forms whose client answers a Digest challenge. */
const WITH_DIGEST: readonly WrittenForm[] = ["curl", "python"];
/** Those whose client signs connections in with NTLM. */
const WITH_NTLM: readonly WrittenForm[] = ["curl"];

/** A request for use elsewhere, or why the form has none of its kind; warns of a credential that only sending gives. */
export function writtenFor(
  { request, message: { added }, turns = [] }: ShownRequest,
  form: WrittenForm,
  { label, ...showing }: Showing & { readonly label: string },
): { request?: WrittenRequest; diagnostics: Diagnostic[] } {
  const kind = request.stream?.kind;
  const forms = formsOf(kind);
  if (!forms.includes(form)) {
    return {
      diagnostics: [{
        code: "UNSUPPORTED",
        severity: "warning",
        message: `Left out "${label}": ${form} does not send ${
          kind === undefined ? "requests of HTTP" : NAMES[kind]
        } (use ${forms.map((one) => `--as ${one}`).join(" or ")})`,
      }],
    };
  }
  const { type } = request.auth ?? {};
  const answers = type === "digest" && WITH_DIGEST.includes(form) ||
    type === "ntlm" && WITH_NTLM.includes(form);
  if (added && !answers) {
    const line = escapeControls(showing.masker.maskText(addedLine(added)));
    writeError(`warning: the request has no credential: ${line}\n`);
  }
  const written = writtenRequest(request, showing);
  if (request.stream === undefined) {
    return { request: written, diagnostics: [] };
  }
  const text = (value: string) =>
    showing.reveal ? value : showing.masker.maskText(value);
  const messages = turns.flatMap((turn): WrittenMessage[] => {
    if (turn.kind === "step") return [];
    const { title, message: { data } } = turn;
    return [{ title, ...(typeof data === "string" && { text: text(data) }) }];
  });
  const { stream } = request;
  return {
    request: {
      ...written,
      messages,
      ...(stream.kind === "grpc" && {
        proto: {
          folders: [
            showing.root,
            ...(stream.importPaths ?? []).map((path) =>
              join(showing.root, path)
            ),
          ],
          files: stream.protoFile === undefined
            ? stream.protoFiles ?? []
            // grpcurl takes types that are compiled as a file only.
            : [stream.protoFile].filter((it) => !it.startsWith(DESCRIPTOR_SET)),
        },
      }),
    },
    diagnostics: [],
  };
}

/** What is sent, in words. */
const NAMES = {
  websocket: "messages of a WebSocket",
  grpc: "gRPC",
  subscription: "subscriptions",
};

/** How values are shown: as they are, or without secrets. */
interface Showing {
  readonly masker: Masker;
  readonly reveal: boolean;
  /** The collection's folder, which paths of files are relative to. */
  readonly root: string;
}

/** A rendered request for use elsewhere, its secrets masked unless they are to be revealed. */
function writtenRequest(
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
