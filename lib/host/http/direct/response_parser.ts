import type { ResponseHead } from "../types.ts";
import { LLHTTP_WASM } from "./llhttp_wasm.ts";

/** What llhttp exports, as far as it is used. */
interface Llhttp {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  llhttp_alloc(type: number): number;
  llhttp_free(parser: number): void;
  llhttp_reset(parser: number): void;
  llhttp_execute(parser: number, at: number, length: number): number;
  llhttp_finish(parser: number): number;
  llhttp_errno_name(code: number): number;
  llhttp_get_http_major(parser: number): number;
  llhttp_get_http_minor(parser: number): number;
  llhttp_message_needs_eof(parser: number): number;
}

/** llhttp's numbers of what it parses and of what may go wrong. */
const RESPONSE = 2;
const PAUSED_UPGRADE = 22;
const USER = 24;

/** What `on_headers_complete` tells llhttp. */
const GO_ON = 0;
const SKIP_BODY = 1;
const NO_MORE = 2;

/** Bytes of a header section at most, as for node:http. */
const MAX_HEADER_SIZE = 512 * 1024;
/** Characters that a text is made of in one go. */
const MAX_SPREAD = 1024;
/** Bytes that are parsed in one go. */
const INPUT = 64 * 1024;

/** Bytes that are no HTTP: llhttp's error, in the form of node:http's. */
export class ParseError extends Error {
  override name = "ParseError";

  /** Makes an error with llhttp's name of it and the bytes in question. */
  constructor(readonly code: string, readonly rawPacket: Uint8Array) {
    super(`Parse Error: ${code}`);
  }
}

/** The parser that is at work: llhttp calls back while it runs. */
let current: ResponseParser | undefined;
let llhttp: Llhttp | undefined;
/** Where llhttp reads; all parsers take turns. */
let input = 0;
let memory: Uint8Array = new Uint8Array();

function start(): Llhttp {
  const module = new WebAssembly.Module(Uint8Array.fromBase64(LLHTTP_WASM));
  const { exports } = new WebAssembly.Instance(module, {
    env: {
      wasm_on_url: () => GO_ON,
      wasm_on_message_begin: () => current!.begin(),
      wasm_on_status: (_: number, at: number, length: number) =>
        current!.text("status", at, length),
      wasm_on_header_field: (_: number, at: number, length: number) =>
        current!.text("name", at, length),
      wasm_on_header_value: (_: number, at: number, length: number) =>
        current!.text("value", at, length),
      wasm_on_headers_complete: (
        _: number,
        status: number,
        upgrade: number,
        keepAlive: number,
      ) => current!.headers(status, upgrade === 1, keepAlive === 1),
      wasm_on_body: (_: number, at: number, length: number) =>
        current!.body(at, length),
      wasm_on_message_complete: () => current!.end(),
    },
  });
  const started = exports as unknown as Llhttp;
  started._initialize();
  input = started.malloc(INPUT);
  return started;
}

/** The bytes of llhttp's memory, which is another buffer once it has grown. */
function bytes(): Uint8Array {
  const { buffer } = llhttp!.memory;
  if (memory.buffer !== buffer) memory = new Uint8Array(buffer);
  return memory;
}

/** Reads bytes as Latin-1, as node:http does. */
function latin1(at: number, length: number): string {
  const from = bytes();
  if (length <= MAX_SPREAD) return characters(from.subarray(at, at + length));
  let text = "";
  const to = at + length;
  for (; at < to; at += MAX_SPREAD) {
    text += characters(from.subarray(at, Math.min(at + MAX_SPREAD, to)));
  }
  return text;
}

/** Takes a fifth of the time that a spread argument takes. */
function characters(codes: Uint8Array): string {
  return String.fromCharCode.apply(null, codes as unknown as number[]);
}

/** Copies the content out of llhttp's memory; a server may send a million chunks of one byte. */
function joined(ranges: readonly number[]): Uint8Array {
  const from = bytes();
  if (ranges.length === 2) return from.slice(ranges[0], ranges[1]);
  let length = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    length += ranges[i + 1] - ranges[i];
  }
  const content = new Uint8Array(length);
  let at = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    content.set(from.subarray(ranges[i], ranges[i + 1]), at);
    at += ranges[i + 1] - ranges[i];
  }
  return content;
}

/** Parses the responses of one connection, with llhttp. */
export class ResponseParser {
  readonly #parser: number;
  /** Whether the request has the method HEAD. */
  #isHead = false;
  #status = "";
  #headers: [name: string, value: string][] = [];
  #name = "";
  /** What the last text was. */
  #last: Text = "status";
  /** Bytes of the header section. */
  #size = 0;
  #overflowed = false;
  #isInterim = false;
  #head: ResponseHead | undefined;
  /** Where content lies in what is parsed, from and to in turns. */
  #ranges: number[] = [];
  #isComplete = false;
  /** Something came after the response that was asked for. */
  #isBeyond = false;
  /** And it is another response. */
  #hasMore = false;
  #keepsAlive = false;
  #upgraded = false;

  /** Makes a parser; to be freed. */
  constructor() {
    llhttp ??= start();
    this.#parser = llhttp.llhttp_alloc(RESPONSE);
  }

  /** Whether another request may follow. */
  get keepsAlive(): boolean {
    return this.#isComplete && this.#keepsAlive && !this.#isBeyond;
  }

  /** Whether the response is complete. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Whether the server has switched to another protocol. */
  get upgraded(): boolean {
    return this.#upgraded;
  }

  /** The response's head, once it is there; interim ones are left out. */
  get head(): ResponseHead | undefined {
    return this.#head;
  }

  /** The next response is that to a request with this method. */
  expect(method: string): void {
    this.#isHead = method === "HEAD";
    this.#head = undefined;
    this.#isComplete = false;
  }

  /**
   * Parses what came, and gives the content in it.
   *
   * @throws {ParseError} It is not HTTP.
   */
  parse(chunk: Uint8Array): Uint8Array[] {
    const content: Uint8Array[] = [];
    for (let at = 0; at < chunk.length; at += INPUT) {
      this.#ranges.length = 0;
      this.#parse(
        chunk.length <= INPUT ? chunk : chunk.subarray(at, at + INPUT),
      );
      if (this.#ranges.length > 0) content.push(joined(this.#ranges));
      if (this.#upgraded) break;
    }
    return content;
  }

  #parse(chunk: Uint8Array): void {
    bytes().set(chunk, input);
    const before = current;
    current = this;
    let code: number;
    try {
      code = llhttp!.llhttp_execute(this.#parser, input, chunk.length);
    } finally {
      current = before;
    }
    if (this.#overflowed) throw new ParseError("HPE_HEADER_OVERFLOW", chunk);
    if (code === PAUSED_UPGRADE && this.#upgraded) return;
    if (code !== 0) throw new ParseError(nameOf(code), chunk);
  }

  /** Nothing more comes: what only the end of the connection ends is complete. */
  finish(): void {
    const before = current;
    current = this;
    try {
      llhttp!.llhttp_finish(this.#parser);
    } finally {
      current = before;
    }
  }

  /** Frees llhttp's memory. */
  free(): void {
    llhttp!.llhttp_free(this.#parser);
  }

  /** llhttp found the start of a response. */
  begin(): number {
    this.#isBeyond = this.#isComplete;
    this.#status = this.#name = "";
    this.#headers = [];
    this.#last = "status";
    this.#size = 0;
    return GO_ON;
  }

  /** llhttp found some text, or a part of one. */
  text(kind: Text, at: number, length: number): number {
    this.#size += length;
    if (this.#size >= MAX_HEADER_SIZE) {
      this.#overflowed = true;
      return USER;
    }
    const text = latin1(at, length);
    if (kind === "status") this.#status += text;
    else if (kind === "name") {
      if (this.#last === "name") this.#name += text;
      else this.#name = text;
    } else if (this.#last === "value") this.#headers.at(-1)![1] += text;
    else this.#headers.push([this.#name, text]);
    this.#last = kind;
    return GO_ON;
  }

  /** llhttp found the end of the header section. */
  headers(status: number, upgrade: boolean, keepsAlive: boolean): number {
    // What follows are trailers at most.
    this.#size = 0;
    if (this.#head) {
      this.#hasMore = true;
      return GO_ON;
    }
    this.#upgraded = upgrade;
    if (upgrade) return NO_MORE;
    this.#isInterim = status >= 100 && status < 200 && status !== 101;
    if (this.#isInterim) return SKIP_BODY;
    this.#keepsAlive = keepsAlive;
    const major = llhttp!.llhttp_get_http_major(this.#parser);
    const minor = llhttp!.llhttp_get_http_minor(this.#parser);
    for (const header of this.#headers) {
      header[1] = withoutBlanksAfter(header[1]);
    }
    this.#head = {
      status,
      statusText: this.#status,
      httpVersion: `${major}.${minor}`,
      headers: this.#headers,
    };
    // Trailers are no headers.
    this.#headers = [];
    return this.#isHead ? SKIP_BODY : GO_ON;
  }

  /** llhttp found some content. */
  body(at: number, length: number): number {
    if (!this.#hasMore) this.#ranges.push(at, at + length);
    return GO_ON;
  }

  /** llhttp found the end of a response. */
  end(): number {
    if (this.#isInterim) this.#isInterim = false;
    else if (!this.#hasMore) this.#isComplete = true;
    return GO_ON;
  }
}

type Text = "status" | "name" | "value";

/** No regular expression: one takes quadratic time where blanks are inside. */
function withoutBlanksAfter(value: string): string {
  let end = value.length;
  while (end > 0 && (value[end - 1] === " " || value[end - 1] === "\t")) end--;
  return value.slice(0, end);
}

function nameOf(code: number): string {
  const from = bytes();
  const at = llhttp!.llhttp_errno_name(code);
  return latin1(at, from.indexOf(0, at) - at);
}
