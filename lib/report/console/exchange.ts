import { headerOf } from "../../http/header_of.ts";
import type {
  RenderedBody,
  RenderedPart,
} from "../../http/rendered_request.ts";
import type { Response, Timings } from "../../http/response.ts";
import type { RequestResult } from "../../run/types.ts";
import { readContent } from "../content.ts";
import { displayWidth } from "../../source/display_width.ts";
import { wrapWords } from "../../source/wrap_text.ts";
import { reasonPhrase } from "../reason_phrase.ts";
import { formatBytes, formatDuration } from "../text/amounts.ts";
import { printableLines } from "../text/escape_controls.ts";
import { indentJson } from "../text/indent_json.ts";
import type { Context } from "./context.ts";

/** Bytes and lines of a body that are shown. */
const MAX_BYTES = 16_384;
const MAX_LINES = 100;

type Headers = readonly (readonly [name: string, value: string])[];

/** What was sent, the redirects that were followed, and the response. */
export function exchangeLines(
  result: RequestResult,
  context: Context,
): string[] {
  const { sent, response } = result;
  const lines = sentLines(result, context);
  if (sent === undefined || response === undefined) return lines;
  return [
    ...lines,
    ...statusLines(response, context),
    ...message(response.headers, contentLines(response, context), context),
  ];
}

/** What was sent, and the redirects that were followed. */
export function sentLines(
  { sent, response }: RequestResult,
  context: Context,
): string[] {
  const { style, line } = context;
  if (sent === undefined) return [];
  const headers = response?.sentHeaders.length
    ? response.sentHeaders
    : sent.headers;
  const lines = [
    `${style.cyan("→")} ${style.bold(line(`${sent.method} ${sent.url}`))}`,
    ...message(headers, sentBodyLines(sent.body, context), context),
  ];
  for (const hop of response?.hops ?? []) {
    const target = context.field("location", hop.location);
    lines.push(
      `${style.cyan("↪")} ${hop.status} ${reasonPhrase(hop.status)} ${
        style.dim("→")
      } ${target}`,
    );
  }
  return lines;
}

function message(
  headers: Headers,
  body: readonly string[],
  { style, line, field }: Context,
): string[] {
  const lines = headers.map(([name, value]) =>
    `${style.dim(`${line(name)}:`)} ${field(name, value)}`
  );
  if (body.length > 0) lines.push("", ...body);
  return lines.map((text) => `${style.dim("│")} ${text}`.trimEnd());
}

/** Status, and in more lines if need be what is known of it. */
function statusLines(response: Response, context: Context): string[] {
  const { style, line, prose } = context;
  const { status, statusText, httpVersion, size, timings } = response;
  const facts = [
    `HTTP/${httpVersion}`,
    formatBytes(size.body),
    timing(timings),
    response.tls?.version,
    response.remoteAddress,
  ].filter((fact) => fact !== undefined);
  const named = line(
    `${status} ${statusText || reasonPhrase(status)}`.trim(),
  );
  const [first, ...others] = wrapWords(
    facts.map((fact) => `· ${line(fact)}`),
    { width: prose - 4, first: prose - 5 - displayWidth(named) },
  );
  return [
    `${style.cyan("←")} ${style.bold(named)} ${style.dim(first)}`,
    ...others.map((it) => `  ${style.dim(it)}`),
  ];
}

function timing(timings: Timings): string {
  const phases = ([
    ["dns", timings.dns],
    ["connect", timings.connect],
    ["tls", timings.tls],
    ["first byte", timings.firstByte],
    ["download", timings.download],
  ] as const).flatMap(([name, time]) =>
    time === undefined || time < 0.5 ? [] : [`${name} ${formatDuration(time)}`]
  );
  const total = formatDuration(timings.total);
  return phases.length === 0 ? total : `${total} (${phases.join(", ")})`;
}

function contentLines(response: Response, context: Context): string[] {
  const contentType = headerOf(response.headers, "content-type") ?? "";
  const lines = bytesLines(response.body, contentType, context);
  if (response.truncated) {
    lines.push(context.style.dim("… cut at the size limit for responses"));
  }
  return lines;
}

function sentBodyLines(
  body: RenderedBody | undefined,
  context: Context,
): string[] {
  if (body === undefined) return [];
  switch (body.type) {
    case "text":
      return textLines(body.text, {
        cut: false,
        size: new TextEncoder().encode(body.text).length,
        indented: false,
      }, context);
    case "bytes":
      return bytesLines(body.bytes, body.contentType ?? "", context);
    case "file":
      return [context.style.dim(`(file ${context.line(body.path)})`)];
    case "multipart":
      return body.parts.map((part) => partLine(part, context));
    default:
      return body satisfies never;
  }
}

function partLine(part: RenderedPart, context: Context): string {
  const { style, line, field } = context;
  const name = style.dim(`${line(part.name)}:`);
  return part.type === "text"
    ? `${name} ${field(part.name, part.value)}`
    : `${name} ${style.dim(`(file ${line(part.path)})`)}`;
}

function bytesLines(
  bytes: Uint8Array,
  contentType: string,
  context: Context,
): string[] {
  if (bytes.length === 0) return [];
  const content = readContent(bytes, { contentType, limit: MAX_BYTES });
  if (content.kind === "binary") {
    return [
      context.style.dim(`(${formatBytes(bytes.length)} of binary content)`),
    ];
  }
  return textLines(content.text, {
    cut: content.cut,
    size: bytes.length,
    indented: true,
  }, context);
}

/** A body as text; JSON that came on one line is spread out where it may be `indented`. */
function textLines(
  text: string,
  { cut, size, indented }: { cut: boolean; size: number; indented: boolean },
  { style, masker }: Context,
): string[] {
  const tooLong = text.length > MAX_BYTES;
  const masked = masker.maskText(text.slice(0, MAX_BYTES), {
    cut: cut || tooLong,
  });
  const trimmed = masked.trimEnd();
  const spread = indented && /^\s*[[{]/.test(trimmed) && !trimmed.includes("\n")
    ? indentJson(trimmed)
    : trimmed;
  const all = printableLines(spread);
  if (all.length <= MAX_LINES && !cut && !tooLong) return all;
  const note = `… cut here; the whole body has ${formatBytes(size)}`;
  return [...all.slice(0, MAX_LINES), style.dim(note)];
}
