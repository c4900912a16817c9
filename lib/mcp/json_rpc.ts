import { guardOutput } from "../tools/report/text/escape_controls.ts";

/** Why a call failed: a message for the agent. */
export class ToolError extends Error {}

/** A message that came in, as far as JSON-RPC says what it is. */
export interface Incoming {
  readonly id?: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An error as JSON-RPC answers it. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** Codes of JSON-RPC and of MCP. */
export const RPC = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  missingResource: -32002,
  version: -32022,
} as const;

/** Bytes of one message at most: more than any request file has. */
export const MAX_MESSAGE = 4 * 1_024 * 1_024;

/** A message, or what is wrong with it. */
export type ReadMessage =
  | { readonly message: Incoming }
  | { readonly error: RpcError; readonly id: string | number | null };

/** What a line is: a message, or several of them that are answered together. */
export type Line = ReadMessage | { readonly batch: readonly ReadMessage[] };

/**
 * Reads messages, one a line. A line that is too long is read over, not kept.
 * It ends where the stream does, or breaks.
 */
export async function* readLines(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let pieces: Uint8Array[] = [];
  let length = 0;
  const end = (): Line | undefined => {
    const isLong = length > MAX_MESSAGE;
    const bytes = new Uint8Array(isLong ? 0 : length);
    let at = 0;
    for (const piece of isLong ? [] : pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    pieces = [];
    length = 0;
    if (isLong) return { error: tooLong(), id: null };
    const text = decoder.decode(bytes).trim();
    return text === "" ? undefined : readLine(text);
  };
  try {
    for await (const chunk of stream) {
      let from = 0;
      for (;;) {
        const to = chunk.indexOf(LINE_END, from);
        const piece = chunk.subarray(from, to < 0 ? undefined : to);
        length += piece.length;
        if (length <= MAX_MESSAGE) pieces.push(piece);
        else pieces = [];
        if (to < 0) break;
        from = to + 1;
        const line = end();
        if (line) yield line;
      }
    }
  } catch {
    // The client is gone, as it is at the end.
    return;
  }
  const line = end();
  if (line) yield line;
}

const LINE_END = 10;

function tooLong(): RpcError {
  return new RpcError(
    RPC.request,
    `Cannot read the message: it is longer than ${
      MAX_MESSAGE / 1_024 / 1_024
    } MiB (send less)`,
  );
}

function readLine(text: string): Line {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return {
      id: null,
      error: new RpcError(RPC.parse, "Cannot read the message: it is not JSON"),
    };
  }
  return Array.isArray(read) && read.length > 0
    ? { batch: read.map(readMessage) }
    : readMessage(read);
}

function readMessage(read: unknown): ReadMessage {
  const { id, jsonrpc, method, params = {} } = isRecord(read) ? read : {};
  const isId = typeof id === "string" || typeof id === "number";
  const known = isId ? id : null;
  const wrong = (why: string): ReadMessage => ({
    id: known,
    error: new RpcError(RPC.request, `Cannot read the message: ${why}`),
  });
  if (!isRecord(read)) return wrong("it is not an object");
  if (jsonrpc !== "2.0") return wrong('"jsonrpc" is not "2.0"');
  if (id !== undefined && !isId) {
    return wrong('"id" is neither a text nor a number');
  }
  if (typeof method !== "string") return wrong('"method" is not a text');
  if (!isRecord(params)) {
    return {
      id: known,
      error: new RpcError(
        RPC.params,
        `Cannot use the params of "${
          method.slice(0, 100)
        }": they are not an object`,
      ),
    };
  }
  return { message: { ...isId && { id }, method, params } };
}

/** Whether a value of JSON is an object. */
export function isRecord(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A message that goes out. */
export type Outgoing = Readonly<Record<string, unknown>>;

function whole(message: Outgoing): Outgoing {
  return { jsonrpc: "2.0", ...message };
}

const PIPE = { terminal: false, github: false };

/** Writes messages, one a line and one after the other. */
export class LineWriter {
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #gone: () => void;
  #last = Promise.resolve();

  /** @param gone Told when nobody reads any more. */
  constructor(stream: WritableStream<Uint8Array>, gone: () => void) {
    this.#writer = stream.getWriter();
    this.#gone = gone;
  }

  /** Writes a message after those before it. */
  write(message: Outgoing): void {
    this.#write(whole(message));
  }

  /** Writes messages as a batch. */
  writeAll(messages: readonly Outgoing[]): void {
    this.#write(messages.map(whole));
  }

  #write(json: unknown): void {
    const line = JSON.stringify(json);
    // Clients show what servers said on terminals: JSON can say it without controls.
    const bytes = this.#encoder.encode(guardOutput(`${line}\n`, "json", PIPE));
    this.#last = this.#last.then(() => this.#writer.write(bytes))
      .catch(this.#gone);
  }

  /** Resolves when everything is written, or nobody reads it. */
  async done(): Promise<void> {
    await this.#last;
  }
}
