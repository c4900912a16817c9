import { DESCRIPTOR_SET } from "../../core/collection/stream_types.ts";
import { counted } from "../../core/source/counted.ts";
import { join } from "../../host/path.ts";
import {
  type Showing,
  writtenRequest,
} from "../../host/run/written_request.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import {
  formsOf,
  type WrittenBody,
  type WrittenForm,
  type WrittenMessage,
  type WrittenRequest,
} from "../../tools/convert/as/types.ts";
import { unsaid } from "../../tools/convert/as/unsaid.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import type { ShownRequest } from "./provenance.ts";
import { addedLine } from "./wire_message.ts";

/** Forms whose client answers a Digest challenge. */
const WITH_DIGEST: readonly WrittenForm[] = ["curl", "python"];
/** Those whose client signs connections in with NTLM. */
const WITH_NTLM: readonly WrittenForm[] = ["curl"];

/** A masker that knows whether it hid anything. */
export function hidingMasker(
  masker: Masker,
): { readonly masker: Masker; hid(): boolean } {
  let hid = false;
  const told = (masked: string, value: string) => {
    hid ||= masked !== value;
    return masked;
  };
  return {
    masker: {
      ...masker,
      mask: (text, options) => told(masker.mask(text, options), text),
      maskText: (text, options) => told(masker.maskText(text, options), text),
      maskField: (name, value) => told(masker.maskField(name, value), value),
    },
    hid: () => hid,
  };
}

/** A request for use elsewhere, and what it lacks. */
interface WrittenFor {
  /** Absent: the form has none of its kind. */
  readonly request?: WrittenRequest;
  readonly diagnostics: Diagnostic[];
  /** What it lacks, such as a credential that only sending gives. */
  readonly lacks: readonly string[];
}

/** A request for use elsewhere, or why the form has none of its kind. */
export async function writtenFor(
  { request, message: { added }, turns = [] }: ShownRequest,
  form: WrittenForm,
  { label, ...showing }: Showing & { readonly label: string },
): Promise<WrittenFor> {
  const { stream } = request;
  const forms = formsOf(stream);
  if (!forms.includes(form)) {
    const what = stream === undefined ? "requests of HTTP" : NAMES[stream.kind];
    const wayOut = forms.length === 0
      ? "write subscription: sse if the server offers it, or run the request"
      : `use ${forms.map((one) => `--as ${one}`).join(" or ")}`;
    return {
      diagnostics: [{
        code: "UNSUPPORTED",
        severity: "warning",
        message:
          `Left out "${label}": ${form} does not send ${what} (${wayOut})`,
      }],
      lacks: [],
    };
  }
  const lacks: string[] = [];
  const shown = escapeControls(label);
  const { type } = request.auth ?? {};
  const answers = type === "digest" && WITH_DIGEST.includes(form) ||
    type === "ntlm" && WITH_NTLM.includes(form);
  if (added && !answers) {
    const line = escapeControls(showing.masker.maskText(addedLine(added)));
    lacks.push(`"${shown}" has no credential: ${line}`);
  }
  const { readsFrom: _, ...without } = showing;
  const written = {
    label: shown,
    ...await writtenRequest(request, form === "har" ? showing : without),
  };
  if (form === "har") {
    lacks.push(
      ...unsaid(written, { client: "an archive" })
        .map((it) => `"${shown}": ${it}`),
    );
  }
  const lost = form === "har" && written.body && lostBody(written.body);
  if (lost) {
    lacks.push(
      `"${shown}" has no body: an archive holds texts only, not ${
        escapeControls(lost)
      }`,
    );
  }
  if (stream === undefined) {
    return { request: written, diagnostics: [], lacks };
  }
  const text = (value: string) =>
    showing.reveal ? value : showing.masker.maskText(value);
  const messages = turns.flatMap((turn): WrittenMessage[] => {
    if (turn.kind === "step") return [];
    const { title, message: { data } } = turn;
    return [{ title, ...(typeof data === "string" && { text: text(data) }) }];
  });
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
    lacks,
  };
}

/** What an archive does not hold of a body; undefined for none. */
function lostBody(body: WrittenBody): string | undefined {
  switch (body.type) {
    case "bytes":
      return counted(body.bytes.length, "byte");
    case "file":
      return `the file ${body.path}`;
    case "text":
    case "multipart":
      return undefined;
    default:
      return body satisfies never;
  }
}

/** What is sent, in words. */
const NAMES = {
  websocket: "messages of a WebSocket",
  grpc: "gRPC",
  subscription: "subscriptions over a WebSocket",
};
