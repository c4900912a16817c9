import type { TypedStream } from "../../core/collection/typed_request.ts";
import type { Descriptors } from "../../core/http/grpc/descriptors.ts";
import type { Response } from "../../core/http/response.ts";
import type { StreamMessage } from "../../core/http/stream.ts";
import { jsonText } from "../../core/scope/value/value_text.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import { displayWidth } from "../../core/source/display_width.ts";
import { CollectionError } from "../../core/source/errors.ts";
import {
  writeBytes,
  writeError,
  writeOutput,
} from "../../host/terminal/write_output.ts";
import { readableText } from "../../tools/report/console/exchange/readable_content.ts";
import { escapeControls } from "../../tools/report/text/escape_controls.ts";
import { reasonPhrase } from "../../tools/report/reason_phrase.ts";
import type { Style } from "../../tools/report/style.ts";
import type { SendCommandOptions } from "../command.ts";
import { usageError } from "../usage_error.ts";

/** The stream that a URL of `brace send` stands for, and the URL without what names a gRPC method; absent: it goes out by HTTP. */
export function streamOf(
  { url, proto, shows }: SendCommandOptions,
): { url: string; stream: TypedStream } | undefined {
  if (/^wss?:/i.test(url)) {
    return { url, stream: { type: "websocket" } };
  }
  if (!/^grpcs?:/i.test(url)) return undefined;
  const file = proto === undefined ? {} : { protoFile: proto };
  if (shows) {
    return { url, stream: { type: "grpc", method: "/list/list", ...file } };
  }
  const [, server, method] =
    /^(grpcs?:\/\/[^/]+.*?)(\/[^/]+\/[^/]+)\/?$/i.exec(url) ?? [];
  if (server === undefined) {
    throw usageError(
      `Cannot send to "${url}": it names no method, write "grpc://HOST:PORT/package.Service/Method" (--list shows the methods)`,
      { command: "send" },
    );
  }
  return { url: server, stream: { type: "grpc", method, ...file } };
}

/** Says that a server opened no WebSocket: else nothing does where no person reads. */
export function tellRefused(
  response: Response | undefined,
  { type }: TypedStream,
  masker: Masker,
): void {
  if (!response || type !== "websocket" || Deno.stdout.isTerminal()) return;
  const { status, statusText } = response;
  const answer = masker.maskText(
    `${status} ${statusText || reasonPhrase(status)}`,
  );
  writeError(
    `The server opened no WebSocket, it answered ${escapeControls(answer)}\n`,
  );
}

/** What messages are printed with. */
interface Printing {
  readonly masker: Masker;
  readonly style: Style;
  /** Whether a person reads them. */
  readonly isTerminal: boolean;
  /** Columns of a line. */
  readonly width: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Below the beginning of a message, behind its time and direction. */
const INDENT = " ".repeat("12:34:56.789 → ".length);

/** Prints the messages of a stream as they pass. */
export class MessagePrinter {
  /** Whether one was printed. */
  printed = false;
  /** What a person typed, as long as it is the last thing on the screen. */
  #typed: string | undefined;

  constructor(readonly how: Printing) {}

  /** The lines that a person types: the terminal shows each, and it is printed again once it is sent. */
  async *typed(lines: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of lines) {
      this.#typed = line;
      yield line;
    }
  }

  /** Takes what was typed off the screen, for the message that it became. */
  #takeTyped({ direction }: StreamMessage): void {
    const typed = this.#typed;
    this.#typed = undefined;
    if (typed === undefined || direction !== "sent") return;
    const rows = Math.ceil(displayWidth(typed) / this.how.width) || 1;
    writeBytes(new TextEncoder().encode(`\x1b[${rows}A\x1b[J`));
  }

  /** Prints a message: for a program those that came, a line of JSON each. */
  readonly print = (message: StreamMessage): void => {
    const { isTerminal, style } = this.how;
    const time = new Date(this.how.now()).toISOString();
    if (!isTerminal) {
      if (message.direction === "received") this.#printLine(message, time);
      this.printed = true;
      return;
    }
    const arrow = message.direction === "sent" ? "→" : "←";
    const { masker, width } = this.how;
    const text = readableText(message.text, {
      masker,
      style,
      width: width - INDENT.length,
    }).trimEnd();
    const [first, ...rest] = text.split("\n");
    const head = `${style.dim(time.slice(11, 23))} ${arrow} `;
    const lines = [
      head + first,
      ...rest.map((line) => INDENT + line),
    ];
    this.#takeTyped(message);
    writeOutput(`${lines.join("\n")}\n`);
    this.printed = true;
  };

  #printLine({ data, text, direction }: StreamMessage, time: string): void {
    const value = data instanceof Uint8Array ? text : data;
    const json = this.how.masker.maskText(`${jsonText(value)}`);
    writeOutput(
      `{"time":"${time}","direction":"${direction}","data":${json}}\n`,
      "json",
    );
  }
}

/** Says how a stream ended, for a person. */
export function streamEndLine(
  { stream, status, statusText }: Response,
  { masker, style }: Pick<Printing, "masker" | "style">,
): string {
  const { by = "client", code, reason } = stream?.closed ?? {};
  const whole = stream?.kind === "grpc"
    ? `${status} ${statusText}${reason ? `: ${reason}` : ""}`
    : `closed by the ${by}${
      code === undefined ? "" : ` (${[code, reason].filter(Boolean).join(" ")})`
    }`;
  return `${style.dim(escapeControls(masker.maskText(whole)))}\n`;
}

/** What a gRPC server offers, or one of its names, as text. */
export function describedText(
  descriptors: Descriptors,
  name: string | undefined,
): string {
  if (name !== undefined) {
    const described = descriptors.describe(name);
    if ("text" in described) return `${described.text.trimEnd()}\n`;
    throw new CollectionError([{
      code: "MISSING_PATH",
      severity: "error",
      message: `Cannot describe "${name}": ${described.missing}`,
    }]);
  }
  return descriptors.services.flatMap(({ methods }) =>
    methods.map(({ path, type }) => `${path}  ${type}\n`)
  ).join("");
}

/** The lines of standard input, without their breaks. */
export async function* inputLines(): AsyncGenerator<string> {
  let rest = "";
  const texts = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
  for await (const text of texts) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield line.replace(/\r$/, "");
  }
  if (rest !== "") yield rest;
}
