import { createParser } from "eventsource-parser";
import { headerOf } from "../../../core/http/header_of.ts";
import type {
  ResponseStream,
  StreamConnection,
  StreamEnd,
  StreamKind,
  StreamLimits,
} from "../../../core/http/stream.ts";
import { timeoutOf } from "../../../core/http/timeout_of.ts";
import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";
import { formatHost } from "../../../core/policy/format_host.ts";
import { StreamOver } from "../cancellation.ts";
import type { Sink, SinkState } from "../content/sink.ts";
import { networkError } from "../failure/network_error.ts";
import type { HopTask, ResponseHead } from "../hop_response.ts";
import { MessageQueue } from "./queue.ts";

/** Characters of a message where nothing else limits it. */
const MAX_MESSAGE = 100 * 1024 * 1024;

/**
 * Takes the content of a response that is a stream of events or of lines: the
 * conversation reads them as they come, and the text goes where it would go
 * anyway.
 *
 * @param content Keeps the text.
 */
export function eventSink(
  task: HopTask,
  head: ResponseHead,
  content: Sink,
): Sink {
  return new EventSink(task, new EventConnection(task, head), content);
}

/** What is read of a stream of events or lines, message by message. */
class EventConnection implements StreamConnection {
  readonly kind: StreamKind;
  readonly openedAt = performance.now();
  readonly limits: StreamLimits;
  readonly #task: HopTask;
  readonly #queue: MessageQueue;
  readonly #split: LineFeeder;
  /** Set while the reader has enough to read. */
  #full: PromiseWithResolvers<void> | undefined;

  constructor(task: HopTask, head: ResponseHead) {
    const { request, config } = task;
    this.#task = task;
    const size = config.maxResponseSize;
    const timeout = timeoutOf(request.settings.timeout, config.timeout);
    this.limits = { timeout, size };
    this.#queue = new MessageQueue({
      pause: () => this.#full ??= Promise.withResolvers(),
      resume: () => this.release(),
    });
    const isSubscription = request.stream?.kind === "subscription";
    const type = headerOf(head.headers, "content-type") ?? "";
    const isEvents = EVENTS.test(type);
    this.kind = isSubscription ? "subscription" : isEvents ? "events" : "lines";
    this.#split = new LineFeeder(
      isEvents
        ? this.#events(isSubscription)
        : /json-seq/i.test(type)
        ? this.#sequence()
        : this.#lines(),
      size || MAX_MESSAGE,
    );
  }

  /** Takes some of the text; a promise while there is enough to read. */
  feed(text: string): Promise<void> | undefined {
    if (!this.#split.feed(text)) this.#queue.fail(this.#tooLong());
    return this.#full?.promise;
  }

  /** All of the text came, or the client has enough. */
  finish(by: StreamEnd["by"]): void {
    if (by === "server") this.#split.end();
    this.#queue.end({ kind: "end", by });
  }

  /** The server broke it off. */
  cut(): void {
    const why = "the connection was cut";
    this.#queue.fail(this.#unreadable("RESPONSE_CUT", why));
  }

  /** Lets the content flow. */
  release(): void {
    this.#full?.resolve();
    this.#full = undefined;
  }

  send(): Promise<boolean> {
    return Promise.resolve(false);
  }

  end(): void {}

  close(): void {
    this.finish("client");
  }

  next(): ReturnType<StreamConnection["next"]> {
    return this.#queue.next();
  }

  /** Events by WHATWG HTML, 9.2.6. */
  #events(isSubscription: boolean): LineReader {
    const parser = createParser({
      onEvent: ({ event, id, data }) =>
        isSubscription
          ? this.#addResult(event, data)
          : this.#add(data, event, id),
    });
    return { take: (lines) => parser.feed(lines) };
  }

  /** JSON texts, a line each. */
  #lines(): LineReader {
    return {
      take: (lines) => {
        for (const line of lines.split(/\r\n|\n|\r/)) {
          const text = line.trim();
          if (text !== "") this.#add(text);
        }
      },
    };
  }

  /** JSON texts behind record separators (RFC 7464), each of one or more lines. */
  #sequence(): LineReader {
    let parts: string[] = [];
    const flush = () => {
      const text = parts.join("").trim();
      parts = [];
      if (text !== "") this.#add(text);
    };
    return {
      take: (lines) => {
        const [first, ...others] = lines.split("\x1e");
        parts.push(first);
        for (const other of others) {
          flush();
          parts.push(other);
        }
        // The text of one line needs no separator behind it.
        if (parts.length === 1 && isJson(parts[0])) flush();
      },
      end: flush,
    };
  }

  #add(data: string, event?: string, id?: string): void {
    this.#queue.add({
      kind: "message",
      data,
      ...(event !== undefined && { event }),
      ...(id !== undefined && { id }),
    });
  }

  /** GraphQL over SSE, distinct connections: `next` has a result, `complete` is the end. */
  #addResult(event: string | undefined, data: string): void {
    if (event === "next") this.#add(data);
    else if (event === "complete") {
      this.#queue.end({ kind: "end", by: "server" });
    }
  }

  #tooLong(): Error {
    const why = "one is longer than the limit (raise --max-response-size)";
    return this.#unreadable("LIMIT", why);
  }

  #unreadable(code: DiagnosticCode, why: string): Error {
    const { attempt, url } = this.#task;
    const host = formatHost(url.hostname, url.port);
    return networkError(
      attempt,
      code,
      `Cannot read the messages of "${host}": ${why}`,
    );
  }
}

/** Puts content into its place and into a conversation, which may end it. */
class EventSink implements Sink {
  readonly keepsChunks: boolean;
  /** What the conversation gave. */
  stream: ResponseStream | undefined;
  readonly #content: Sink;
  readonly #connection: EventConnection;
  readonly #decoder = new TextDecoder();
  readonly #held: Promise<void>;
  /** Its place takes no more. */
  #isFull = false;
  /** The conversation is over. */
  #isOver = false;

  constructor(task: HopTask, connection: EventConnection, content: Sink) {
    this.#content = content;
    this.#connection = connection;
    this.keepsChunks = content.keepsChunks;
    // From here on the conversation has limits of its own.
    task.cancellation.pause();
    this.#held = this.#hold(task);
    // It is awaited at the end of the content.
    this.#held.catch(() => {});
  }

  async #hold({ options, cancellation }: HopTask): Promise<void> {
    try {
      this.stream = await options.converse!(this.#connection);
    } finally {
      this.#isOver = true;
      this.#connection.release();
      // Where the server is not done, nothing more of it is wanted.
      cancellation.waiting?.cancel(new StreamOver());
    }
  }

  write(chunk: Uint8Array): "full" | undefined | Promise<SinkState> {
    if (this.#isOver) return "full";
    const kept = this.#isFull ? undefined : this.#content.write(chunk);
    if (kept === "full") this.#isFull = true;
    const text = this.#decoder.decode(chunk, { stream: true });
    const read = this.#connection.feed(text);
    if (read === undefined && !(kept instanceof Promise)) return undefined;
    return this.#settled(read, kept);
  }

  async #settled(
    read: Promise<void> | undefined,
    kept: "full" | undefined | Promise<SinkState>,
  ): Promise<SinkState> {
    if (await kept === "full") this.#isFull = true;
    await read;
    return this.#isOver ? "full" : "more";
  }

  async end(): Promise<void> {
    this.#connection.finish("server");
    await this.#held;
    await this.#content.end();
  }

  cut(): void {
    this.#connection.finish("client");
  }

  discard(): void {
    this.#connection.cut();
    this.#content.discard();
  }

  get bytes(): Uint8Array {
    return this.#content.bytes;
  }

  get truncated(): boolean {
    return this.#content.truncated;
  }

  get partial(): boolean {
    return this.#content.partial === true;
  }

  get path(): string | undefined {
    return this.#content.path;
  }
}

/** Reads messages from text that ends with a line. */
interface LineReader {
  take(lines: string): void;
  /** Nothing comes any more. */
  end?(): void;
}

/** Gives text on up to its last line break: what is behind that waits for the rest of its line. */
class LineFeeder {
  #rest: string[] = [];
  #length = 0;
  /** A line was too long. */
  #isOver = false;

  /** @param most Characters of a line. */
  constructor(
    readonly reader: LineReader,
    readonly most: number,
  ) {}

  /** Takes more text; false where a line has become too long. */
  feed(text: string): boolean {
    if (this.#isOver) return true;
    // A "\r" at the end may be the first half of a line break.
    const at = Math.max(
      text.lastIndexOf("\n"),
      text.length > 1 ? text.lastIndexOf("\r", text.length - 2) : -1,
    );
    if (at < 0) {
      this.#rest.push(text);
      this.#length += text.length;
      return this.#fits();
    }
    this.reader.take(this.#rest.join("") + text.slice(0, at + 1));
    const rest = text.slice(at + 1);
    this.#rest = rest === "" ? [] : [rest];
    this.#length = rest.length;
    return this.#fits();
  }

  #fits(): boolean {
    if (this.#length <= this.most) return true;
    this.#rest = [];
    this.#isOver = true;
    return false;
  }

  /** The text has come to its end: its last line needs no break. */
  end(): void {
    if (this.#rest.length > 0) this.reader.take(`${this.#rest.join("")}\n`);
    this.#rest = [];
    this.reader.end?.();
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const EVENTS = /^\s*text\/event-stream\s*(?:;|$)/i;
