import { headerOf } from "../../../../core/http/header_of.ts";
import type { Response, Timings } from "../../../../core/http/response.ts";
import type { RequestResult } from "../../../../core/run/types.ts";
import { collectBytes } from "../../collect/collect_sent.ts";
import { collectSent } from "../../collect/collect_sent.ts";
import type { CollectedBody, CollectedPart } from "../../collect/types.ts";
import {
  displayWidth,
  wrapWords,
} from "../../../../core/source/display_width.ts";
import { reasonOf, reasonPhrase } from "../../reason_phrase.ts";
import { callLabel, likeHttp, streamCounts } from "../../step_label.ts";
import { messageLines } from "./message_lines.ts";
import { formatBytes, formatDuration } from "../../text/amounts.ts";
import type { Style } from "../../style.ts";
import { escapeControls, printableLines } from "../../text/escape_controls.ts";
import { indentJson } from "../../text/indent_json.ts";
import { contentRows, type Context } from "../context.ts";
import { statusColour } from "../../reason_phrase.ts";

/** Bytes and lines of a body that are shown. */
const MAX_BYTES = 16_384;
const MAX_LINES = 100;

/** What was sent, the redirects that were followed, and the response. */
export function exchangeLines(
  result: RequestResult,
  context: Context,
): string[] {
  const { sent, response } = result;
  const lines = sentLines(result, context);
  if (sent === undefined || response === undefined) return lines;
  const { line, field } = context;
  const headers = response.headers.map(([name, value]) =>
    [line(name), field(name, value)] as const
  );
  return [
    ...lines,
    ...statusLines(response, context),
    ...message(
      headers,
      // The text of events is that of their messages.
      response.stream === undefined
        ? contentLines(response, context)
        : messageLines(response.stream, context),
      context,
    ),
  ];
}

/** What was sent, and the redirects that were followed. */
export function sentLines(
  { sent, response }: RequestResult,
  context: Context,
): string[] {
  const { style, masker } = context;
  if (sent === undefined) return [];
  const { method, stream, url, headers, body } = collectSent(sent, response, {
    masker,
    limit: MAX_BYTES,
    locate: () => undefined,
  });
  // A text body keeps the lines of its author; only bytes, such as JSON from a
  // script, are spread out.
  const indented = sent.body?.type === "bytes";
  const lines = [
    `${style.cyan("→")} ${
      style.bold(escapeControls(`${callLabel(method, stream)} ${url}`))
    }`,
    ...message(
      headers.map(({ name, value }) =>
        [escapeControls(name), escapeControls(value)] as const
      ),
      bodyLines(body, { indented }, context),
      context,
    ),
  ];
  const { hops = [], sentMethod } = response ?? {};
  for (const [at, hop] of hops.entries()) {
    const next = hops[at + 1]?.method ?? sentMethod;
    lines.push(
      [
        style.cyan("↪"),
        `${hop.status} ${reasonPhrase(hop.status)}`,
        style.dim("→"),
        ...next === undefined || next === hop.method
          ? []
          : [escapeControls(next)],
        context.field("location", hop.location),
      ].join(" "),
    );
  }
  return lines;
}

/** @param headers As they are shown. */
function message(
  headers: readonly (readonly [name: string, value: string])[],
  body: readonly string[],
  context: Context,
): string[] {
  const { style } = context;
  const lines = headers.flatMap(([name, value]) => {
    const [first, ...more] = contentRows(`${name}: ${value}`, context);
    // A name that fills the line has its value below.
    const styled = first.startsWith(`${name}:`)
      ? style.dim(`${name}:`) + first.slice(name.length + 1)
      : style.dim(first);
    return [styled, ...more.map((it) => `  ${it}`)];
  });
  if (body.length > 0) lines.push("", ...body);
  return lines.map((text) => `${style.dim("│")} ${text}`.trimEnd());
}

/** Status, and in more lines if need be what is known of it. */
function statusLines(response: Response, context: Context): string[] {
  const { style, line, prose } = context;
  const { status, httpVersion, size, timings, stream } = response;
  const counts = streamCounts(stream);
  const facts = [
    ...stream === undefined || counts === "" ? [] : [counts],
    ...stream?.kind === "grpc" ? ["gRPC"] : [],
    `HTTP/${httpVersion}`,
    ...stream !== undefined && size.body === 0 ? [] : [formatBytes(size.body)],
    timing(timings),
    response.tls?.version,
    response.remoteAddress,
  ].filter((fact) => fact !== undefined);
  const named = line(
    `${status} ${reasonOf(response)}`.trim(),
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
  const { style, masker } = context;
  const { body, headers } = response;
  const contentType = headerOf(headers, "content-type") ?? "";
  const lines = body.length === 0 ? [] : bodyLines(
    collectBytes(body, contentType, { masker, limit: MAX_BYTES }),
    { indented: true },
    context,
  );
  const note = endOf(response);
  if (note !== undefined) lines.push(style.dim(note));
  return lines;
}

/** What is to be said of how the content ends. */
function endOf({ cut, truncated, unframed }: Response): string | undefined {
  if (cut) return "… cut off here: the rest did not come";
  if (truncated) return "… cut at the size limit for responses";
  return unframed
    ? "(unframed: it ended with the connection, and may have been cut off)"
    : undefined;
}

function bodyLines(
  body: CollectedBody | undefined,
  options: { readonly indented: boolean },
  context: Context,
): string[] {
  const { style } = context;
  switch (body?.kind) {
    case undefined:
      return [];
    case "text":
      return textLines(body, options, context);
    case "binary":
      return [style.dim(`(${formatBytes(body.size)} of binary content)`)];
    case "file":
      return [style.dim(`(file ${escapeControls(body.path)})`)];
    case "multipart":
      return body.parts.map((part) => partLine(part, style));
    default:
      return body satisfies never;
  }
}

function partLine(part: CollectedPart, style: Style): string {
  const name = style.dim(`${escapeControls(part.name)}:`);
  return part.kind === "text"
    ? `${name} ${escapeControls(part.value)}`
    : `${name} ${style.dim(`(file ${escapeControls(part.path)})`)}`;
}

/** A body as text; JSON that came on one line is spread out where it may be `indented`. */
function textLines(
  { text, size, cut }: Extract<CollectedBody, { readonly kind: "text" }>,
  { indented }: { readonly indented: boolean },
  context: Context,
): string[] {
  if (size === 0) return [];
  const trimmed = text.trimEnd();
  const spread = indented && /^\s*[[{]/.test(trimmed) && !trimmed.includes("\n")
    ? indentJson(trimmed)
    : trimmed;
  const all = printableLines(spread);
  const rows = all.slice(0, MAX_LINES)
    .flatMap((line) => contentRows(line, context));
  if (all.length <= MAX_LINES && !cut) return rows;
  const note = `… cut here; the whole body has ${formatBytes(size)}`;
  return [...rows, context.style.dim(note)];
}

/** A response's status and headers as a person reads them, secrets masked. */
export function responseHead(
  response: Response,
  { style, line, field }: Context,
): string[] {
  const { status, httpVersion, headers, size, timings, stream } = response;
  const named = `${status} ${line(reasonOf(response))}`.trim();
  const protocol = stream?.kind === "grpc" ? "gRPC" : `HTTP/${httpVersion}`;
  const colour = statusColour(likeHttp(response, undefined), style);
  const facts = `${formatBytes(size.body)} · ${formatDuration(timings.total)}`;
  return [
    `${protocol} ${style.bold(colour(named))} ${style.dim(`· ${facts}`)}`,
    ...headers.map(([name, value]) =>
      `${style.dim(`${line(name)}:`)} ${field(name, value)}`
    ),
  ];
}
