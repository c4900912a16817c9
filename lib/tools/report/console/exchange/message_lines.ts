import { counted } from "../../../../core/source/counted.ts";
import { displayWidth } from "../../../../core/source/display_width.ts";
import type {
  ResponseStream,
  StreamMessage,
} from "../../../../core/http/stream.ts";
import {
  collectMessage,
  collectStream,
  messagesInMemory,
  messagesInOrder,
} from "../../collect/collect_stream.ts";
import type { CollectedStreamMessage } from "../../collect/types.ts";
import { formatBytes, formatDuration } from "../../text/amounts.ts";
import { escapeControls, printableLines } from "../../text/escape_controls.ts";
import { fitEnd } from "../../text/fit.ts";
import { indentJson } from "../../text/indent_json.ts";
import { contentRows, type Context, indent } from "../context.ts";

/** Messages that are shown: the first and the last ones. */
const MAX_MESSAGES = 100;
/** Bytes and lines of a message that are shown. */
const MAX_BYTES = 16_384;
const MAX_LINES = 40;

/** What passed over a stream, message by message, and how it ended. */
export function messageLines(
  stream: ResponseStream,
  context: Context,
): string[] {
  const { style } = context;
  const half = MAX_MESSAGES / 2;
  const { sent, received, dropped = 0 } = stream;
  const all = sent.length + received - dropped;
  const isLong = all > MAX_MESSAGES;
  const first = [...messagesInOrder(stream).take(isLong ? half : MAX_MESSAGES)];
  const last = isLong ? [...messagesInMemory(stream)].slice(-half) : [];
  const hidden = all - first.length - last.length;
  return [
    ...droppedLine(stream, context),
    ...first.flatMap((one) => oneLines(one, context)),
    ...hidden === 0 ? [] : [style.dim(`… ${counted(hidden, "more message")}`)],
    ...last.flatMap((one) => oneLines(one, context)),
    ...endLines(stream, context),
  ];
}

function droppedLine(
  { dropped = 0 }: ResponseStream,
  { style }: Context,
): string[] {
  return dropped === 0 ? [] : [
    style.dim(
      `… ${counted(dropped, "earlier message")} beyond --max-response-size`,
    ),
  ];
}

function collected(
  message: StreamMessage,
  { masker }: Context,
): CollectedStreamMessage {
  return collectMessage(message, {
    masker,
    limit: MAX_BYTES,
    locate: () => undefined,
  });
}

/** A message: direction, time and type, its content behind them where it has room, else below. */
function oneLines(message: StreamMessage, context: Context): string[] {
  const { style, width } = context;
  const one = collected(message, context);
  const head = headOf(one, context);
  if (one.type === "binary" || one.text === "") {
    return [`${head} ${style.dim(sizeOf(one))}`];
  }
  const text = one.text.trimEnd();
  const isShort = !text.includes("\n") &&
    displayWidth(text) <= width - displayWidth(plainHead(one)) - 10;
  if (isShort && !one.cut) return [`${head} ${escapeControls(text)}`];
  const isJson = /^\s*[[{]/.test(text) && !text.includes("\n");
  const all = printableLines(isJson ? indentJson(text) : text);
  const rows = all.slice(0, MAX_LINES)
    .flatMap((line) => contentRows(line, context));
  if (all.length > MAX_LINES || one.cut) {
    const size = formatBytes(one.size);
    rows.push(style.dim(`… cut here; the whole message has ${size}`));
  }
  return [head, ...indent(rows, 2)];
}

function sizeOf({ text, size, masked }: CollectedStreamMessage): string {
  if (text === "" && size === 0) return "(empty)";
  const note = masked ? ", with a secret" : "";
  return `(${formatBytes(size)} of binary content${note})`;
}

function arrowOf({ direction }: Pick<StreamMessage, "direction">): string {
  return direction === "sent" ? "→" : "←";
}

function plainHead(one: CollectedStreamMessage): string {
  const { at, type, event, id } = one;
  return [
    arrowOf(one),
    formatDuration(at).padStart(7),
    ` ${event === undefined ? type : escapeControls(event)}`,
    ...id === undefined ? [] : [`#${escapeControls(id)}`],
  ].join(" ") + " ";
}

function headOf(one: CollectedStreamMessage, { style }: Context): string {
  const [arrow, rest] = [plainHead(one).slice(0, 1), plainHead(one).slice(1)];
  return style.cyan(arrow) + style.dim(rest);
}

/** Who ended it, gRPC's trailers and the details of its status. */
function endLines(stream: ResponseStream, context: Context): string[] {
  const { style, masker } = context;
  const { kind, closed, trailers = [], details } = collectStream(
    { ...stream, messages: [], sent: [] },
    { masker, limit: 0, locate: () => undefined },
  );
  const lines: string[] = [];
  if (closed !== undefined) {
    // gRPC's status stands above.
    const code = kind === "grpc" ? undefined : closed.code;
    const said = [code, closed.reason].filter((it) =>
      it !== undefined && it !== ""
    );
    const more = said.length === 0 ? "" : ` · ${said.join(" ")}`;
    lines.push(
      style.dim(escapeControls(`(ended by the ${closed.by}${more})`)),
    );
  }
  for (const { name, value } of trailers) {
    lines.push(
      `${style.dim(`${escapeControls(name)}:`)} ${escapeControls(value)}`,
    );
  }
  if (details !== undefined) {
    const all = printableLines(indentJson(JSON.stringify(details)));
    lines.push(
      style.dim("details:"),
      ...indent(all.flatMap((line) => contentRows(line, context)), 2),
    );
  }
  return lines;
}

/** Messages that are shown of a failure. */
const MAX_LAST = 8;

/**
 * The last messages, a line each, or those around the one that an assertion
 * looks at, such as `res.messages[3].data`.
 */
export function lastMessageLines(
  stream: ResponseStream,
  expression: string | undefined,
  context: Context,
): string[] {
  const { style, width } = context;
  const all = [...messagesInMemory(stream)];
  const wanted = indexIn(expression);
  const found = wanted === undefined
    ? -1
    : all.findIndex((it) =>
      it.direction === wanted.direction && it.index === wanted.index
    );
  const end = found === -1
    ? all.length
    : Math.min(all.length, Math.max(MAX_LAST, found + 1 + MAX_LAST / 2));
  const from = Math.max(0, end - MAX_LAST);
  const shown = all.slice(from, end).map((message) => {
    const one = collected(message, context);
    const text = one.type === "binary" || one.text === ""
      ? sizeOf(one)
      : escapeControls(one.text.trim());
    const room = width - displayWidth(plainHead(one)) - 6;
    return `${headOf(one, context)} ${fitEnd(text, Math.max(20, room))}`;
  });
  const { spilled, sent, received } = stream;
  const earlier = from +
    (spilled ? sent.length + received - all.length : 0);
  if (earlier > 0) {
    shown.unshift(style.dim(`… ${counted(earlier, "earlier message")}`));
  }
  if (end < all.length) {
    shown.push(style.dim(`… ${counted(all.length - end, "more message")}`));
  }
  return [...shown, ...endLines(stream, context)];
}

/** The message that an expression looks at by its place. */
function indexIn(
  expression = "",
): Pick<StreamMessage, "direction" | "index"> | undefined {
  const match = /\bres\.(messages|sent)\[(\d+)\]/.exec(expression);
  if (match === null) return undefined;
  const direction = match[1] === "sent" ? "sent" : "received";
  return { direction, index: Number(match[2]) };
}
