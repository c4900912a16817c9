import type { ResponseHead } from "../types.ts";
import { isJsonText } from "../../../core/scope/value/parse_json.ts";
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
import { LONGER, networkError } from "../failure/network_error.ts";
import type { HopTask } from "../hop_response.ts";
import { MessageQueue } from "./queue.ts";
import type { WayOut } from "../../../core/source/diagnostic.ts";

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
    const most = size || MAX_MESSAGE;
    const isEvents = EVENTS.test(type);
    this.kind = isSubscription ? "subscription" : isEvents ? "events" : "lines";
    this.#split = new LineFeeder(
      isEvents
        ? this.#events(isSubscription, most)
        : /json-seq/i.test(type)
        ? this.#sequence(most)
        : this.#lines(),
      most,
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
  #events(isSubscription: boolean, most: number): LineReader {
    let fits = true;
    const parser = createParser({
      maxBufferSize: most,
      onError: ({ type }) => fits &&= type !== "max-buffer-size-exceeded",
      onEvent: ({ event, id, data }) =>
        isSubscription
          ? this.#addResult(event, data)
          : this.#add(data, event, id),
    });
    return {
      take: (lines) => {
        parser.feed(lines);
        return fits;
      },
    };
  }

  /** JSON texts, a line each. */
  #lines(): LineReader {
    return {
      take: (lines) => {
        for (const line of lines.split(/\r\n|\n|\r/)) {
          const text = line.trim();
          if (text !== "") this.#add(text);
        }
        return true;
      },
    };
  }

  /** JSON texts behind record separators (RFC 7464), each of one or more lines. */
  #sequence(most: number): LineReader {
    let parts: string[] = [];
    let length = 0;
    const flush = () => {
      const text = parts.join("").trim();
      parts = [];
      length = 0;
      if (text !== "") this.#add(text);
    };
    return {
      take: (lines) => {
        const [first, ...others] = lines.split("\x1e");
        const add = (part: string) => {
          parts.push(part);
          length += part.length;
        };
        add(first);
        for (const other of others) {
          flush();
          add(other);
        }
        // The text of one line needs no separator behind it.
        if (parts.length === 1 && isJsonText(parts[0])) flush();
        return length <= most;
      },
      end: flush,
    };
  }

  #add(data: string, event?: string, id?: string): void {
    this.#queue.add({ kind: "message", data, event, id });
  }

  /** GraphQL over SSE, distinct connections: `next` has a result, `complete` is the end. */
  #addResult(event: string | undefined, data: string): void {
    if (event === "next") this.#add(data);
    else if (event === "complete") {
      this.#queue.end({ kind: "end", by: "server" });
    }
  }

  #tooLong(): Error {
    return this.#unreadable("LIMIT", "one is longer than the limit", LONGER);
  }

  #unreadable(
    code: DiagnosticCode,
    why: string,
    waysOut?: readonly WayOut[],
  ): Error {
    const { attempt, url } = this.#task;
    const host = formatHost(url.hostname, url.port);
    return networkError(
      attempt,
      code,
      `Cannot read the messages of "${host}": ${why}`,
      { waysOut },
    );
  }
}

/** Bytes that are decoded at a time: longer texts outlive V8's young generation, and take several times their size in memory. */
const PART = 1024 * 1024;

/** Puts content into its place and into a conversation, which may end it. */
class EventSink implements Sink {
  /** What the conversation gave. */
  stream: ResponseStream | undefined;
  readonly #content: Sink;
  readonly #connection: EventConnection;
  readonly #decoder = new TextDecoder();
  readonly #held: Promise<void>;
  /** Its place takes no more. */
  #isFull = false;
  /** Nothing is kept at all. */
  #isEmpty = false;
  /** The conversation is over. */
  #isOver = false;

  constructor(task: HopTask, connection: EventConnection, content: Sink) {
    this.#content = content;
    this.#connection = connection;
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
    if (kept === "full") this.#fill();
    let read: Promise<void> | undefined;
    for (let from = 0; from < chunk.length; from += PART) {
      const part = chunk.subarray(from, from + PART);
      const text = this.#decoder.decode(part, { stream: true });
      read = this.#connection.feed(text);
    }
    if (read === undefined && !(kept instanceof Promise)) return undefined;
    return this.#settled(read, kept);
  }

  async #settled(
    read: Promise<void> | undefined,
    kept: "full" | undefined | Promise<SinkState>,
  ): Promise<SinkState> {
    if (await kept === "full") this.#fill();
    await read;
    return this.#isOver ? "full" : "more";
  }

  #fill(): void {
    this.#isFull = true;
    this.#isEmpty = this.#content.bytes.length === 0;
  }

  /** What is not kept can be freed at once. */
  get keepsChunks(): boolean {
    return !this.#isEmpty && this.#content.keepsChunks;
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
  /** Takes whole lines; false where it keeps too much of them. */
  take(lines: string): boolean;
  /** Nothing comes any more. */
  end?(): void;
}

/** Gives text on up to its last line break: what is behind that waits for the rest of its line. */
class LineFeeder {
  #rest: string[] = [];
  #length = 0;
  /** A "\r" was last, which may be the first half of a line break. */
  #endsInHalf = false;
  /** A line was too long. */
  #isOver = false;

  /** @param most Characters of a line. */
  constructor(
    readonly reader: LineReader,
    readonly most: number,
  ) {}

  /** Takes more text; false where a line has become too long. */
  feed(text: string): boolean {
    if (this.#isOver || text === "") return true;
    const start = this.#endsInHalf && text.startsWith("\n") ? 1 : 0;
    this.#endsInHalf = text.endsWith("\r");
    const at = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
    if (at < start) {
      const rest = text.slice(start);
      this.#rest.push(rest);
      this.#length += rest.length;
      return this.#fits(true);
    }
    const lines = this.#rest.join("") + text.slice(start, at + 1);
    // Readers would wait for the second half of the line break.
    const fits = this.reader.take(lines.endsWith("\r") ? `${lines}\n` : lines);
    const rest = text.slice(at + 1);
    this.#rest = rest === "" ? [] : [rest];
    this.#length = rest.length;
    return this.#fits(fits);
  }

  #fits(fits: boolean): boolean {
    if (fits && this.#length <= this.most) return true;
    this.#rest = [];
    this.#isOver = true;
    return false;
  }

  /** The text has come to its end: its last line needs no break. */
  end(): void {
    if (this.#isOver) return;
    if (this.#rest.length > 0) this.reader.take(`${this.#rest.join("")}\n`);
    this.#rest = [];
    this.reader.end?.();
  }
}

const EVENTS = /^\s*text\/event-stream\s*(?:;|$)/i;
