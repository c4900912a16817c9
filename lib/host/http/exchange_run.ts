import { heldTime } from "../held_time.ts";
import { sleep } from "../sleep.ts";
import type { Writable } from "node:stream";
import type { Phases } from "./exchange_clock.ts";
import {
  type ExchangeTask,
  type HopResponse,
  isEndless,
  timingsOf,
} from "./hop_response.ts";
import { DeadlineError, StreamOver, type Waiting } from "./cancellation.ts";
import { ExchangeError } from "./exchange_error.ts";
import { MemorySink, type Sink } from "./content/sink.ts";
import type { BodySource, ConnectionFacts, ResponseHead } from "./types.ts";

/** Milliseconds that a failure waits for a file that is being opened, which is then removed; a pipe may never open. */
const MAX_OPENING = 1_000;

/** Bytes of a response that need not be content: its head, and what buffers hold back. */
const MAX_PADDING = 1024 * 1024;
/** The same for each byte of content: a chunk of one byte takes five more. */
const MAX_PADDING_EACH = 16;

/** Whether the server broke the connection. */
export function isReset(error: Error): boolean {
  const { code } = error as { code?: string };
  return code === "ECONNRESET" || code === "EPIPE";
}

/** How an exchange ends. */
export interface ExchangeOutcome {
  readonly resolve: (response: HopResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** The content of a response on its way: a stream of Node's, or what does as much of one. */
export interface ContentStream {
  readonly readableEnded: boolean;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** What a response comes on. */
export interface IncomingResponse {
  readonly stream: ContentStream;
  readonly facts: ConnectionFacts;
  /** Absent where the connection was used before. */
  readonly phases: Phases | undefined;
}

/** What a request goes out on: node:http's request, a stream of node:http2, or a connection of Deno's. */
export interface Carrier {
  destroy(): unknown;
  setTimeout(milliseconds: number, expired: () => void): unknown;
}

/** What exchanges have in common, whatever the version of HTTP: they end once, with a response or an error. */
export abstract class ExchangeRun implements Waiting {
  protected head: ResponseHead | undefined;
  protected receiver: Receiver | undefined;
  readonly #started = performance.now();
  #arrived = 0;
  /** Bytes that came. */
  #bytes = 0;
  #carrier: Carrier | undefined;
  #facts: ConnectionFacts | undefined;
  #phases: Phases | undefined;
  #settled = false;
  /** Its content ended too early; what came is being gathered. */
  #isCut = false;
  /** While where the content goes is being opened. */
  #opening: Promise<void> | undefined;

  /** @throws What has cancelled the request already. */
  constructor(readonly task: ExchangeTask, readonly outcome: ExchangeOutcome) {
    task.cancellation.check();
  }

  /** Whether the protocol says that all of the content came. */
  protected abstract complete(): boolean;

  /** The content is in the sink; `drop` when the server is not done. */
  protected abstract done(drop: boolean): void;

  /** Whether nothing but the end of the connection said where the content ends. */
  protected get unframed(): boolean {
    return false;
  }

  /** It has ended, with a response or an error. */
  protected settled(): void {}

  /** Content can flow. */
  protected reading(): void {}

  /** Sends the body, whose head is on its way. */
  protected carry(carrier: Carrier & Writable): void {
    this.carriedBy(carrier);
    writeBody(carrier, this.task.body, (error) => this.fail(error));
  }

  /** Lets what cancels the request, and idleness, end what carries it. */
  protected carriedBy(carrier: Carrier): void {
    const { cancellation, idleTimeout } = this.task;
    this.#carrier = carrier;
    if (idleTimeout > 0) {
      let held = heldTime.total;
      const wait = () =>
        carrier.setTimeout(idleTimeout, () => {
          // What came while scripts held the thread may not be read yet.
          const wasHeld = heldTime.total > held;
          held = heldTime.total;
          if (wasHeld) wait();
          else this.cancel(new DeadlineError(idleTimeout, "idle"));
        });
      wait();
    }
    cancellation.waiting = this;
  }

  /** Notes what came: llhttp has no limit for what is neither head nor content (no upstream issue known). */
  protected count({ length }: Uint8Array): void {
    this.#bytes += length;
    if (this.#bytes < MAX_PADDING) return;
    const content = this.receiver?.received ?? 0;
    const most = MAX_PADDING + content + content * MAX_PADDING_EACH;
    if (this.#bytes > most) this.fail(new ExchangeError("padded"));
  }

  /** Takes a response's head, and its content once it is known where that goes. */
  protected receive(head: ResponseHead, incoming: IncomingResponse): void {
    this.#arrived = this.task.cancellation.clock.arrived();
    this.#phases = incoming.phases;
    this.#facts = incoming.facts;
    this.head = head;
    let sink: Sink | Promise<Sink>;
    try {
      sink = this.task.sink(head);
    } catch (error) {
      return this.fail(error);
    }
    const { stream } = incoming;
    if (!(sink instanceof Promise)) return this.#read(stream, sink);
    stream.pause();
    this.#opening = sink.then(
      (sink) => this.#read(stream, sink),
      (error) => this.fail(error),
    ).finally(() => this.#opening = undefined);
  }

  /** Ends with the response. */
  protected succeed(): void {
    if (this.#settled) return;
    this.#settle();
    this.outcome.resolve(this.#response(this.receiver!.sink));
  }

  /** Ends with what came of a response whose content ends too early. */
  protected cutOff(cause?: Error): void {
    if (this.#settled || this.#isCut) return;
    this.#isCut = true;
    if (this.receiver === undefined) {
      this.fail(new ExchangeError("cut in the body", { cause }));
    } else this.#failWith(this.receiver, cause);
  }

  async #failWith(receiver: Receiver, cause?: Error): Promise<void> {
    const bytes = await receiver.salvage();
    const sink = new MemorySink(bytes.length);
    sink.write(bytes);
    sink.cut();
    const response = this.#response(sink);
    const came = { response, headers: this.task.sent };
    this.fail(new ExchangeError("cut in the body", { cause, came }));
  }

  #response(sink: Sink): HopResponse {
    const { status, statusText, httpVersion, headers } = this.head!;
    const received = this.receiver!.received;
    const times = { started: this.#started, arrived: this.#arrived };
    const timings = timingsOf(this.#phases, times);
    const response: HopResponse = Object.assign(
      { status, statusText, httpVersion, headers, sink, received, timings },
      this.#facts,
    );
    const unframed = response.tls && this.unframed;
    return unframed ? { ...response, unframed } : response;
  }

  /** Ends with an error. */
  protected fail(error: unknown): void {
    if (this.#settled) return;
    this.#settle();
    this.receiver?.stop();
    this.#carrier?.destroy();
    if (this.#opening === undefined) this.outcome.reject(error);
    else this.#rejectOpened(this.#opening, error);
  }

  async #rejectOpened(opening: Promise<void>, error: unknown): Promise<void> {
    const opened = new AbortController();
    opening.then(() => opened.abort());
    await sleep(MAX_OPENING, opened.signal);
    this.outcome.reject(error);
  }

  #read(stream: ContentStream, sink: Sink): void {
    if (this.#settled) return sink.discard();
    this.receiver = new Receiver(sink, {
      stream,
      complete: () => this.complete(),
      done: (drop) => this.done(drop),
      fail: (error) => this.fail(error),
    });
    this.receiver.start();
    this.reading();
  }

  /** What came of a stream of events is not lost when its time is up. */
  cancel(reason: unknown): void {
    const { receiver } = this;
    const isOver = reason instanceof StreamOver ||
      reason instanceof DeadlineError && receiver && isEndless(this.head!);
    if (receiver && isOver) receiver.cut();
    else this.fail(reason);
  }

  #settle(): void {
    this.#settled = true;
    this.task.cancellation.waiting = undefined;
    this.settled();
  }
}

/** Writes a body, as fast as the connection takes it, and ends the request. */
function writeBody(
  request: Writable,
  body: BodySource | undefined,
  fail: (error: unknown) => void,
): void {
  if (body === undefined) request.end();
  else if (body.bytes) request.end(body.bytes);
  else stream(request, body).catch(fail);
}

async function stream(request: Writable, body: BodySource): Promise<void> {
  for await (const chunk of body.stream()) {
    if (request.destroyed) return;
    if (!request.write(chunk)) {
      await new Promise<void>((resolve) => {
        const done = () => {
          request.off("drain", done).off("close", done);
          resolve();
        };
        request.once("drain", done).once("close", done);
      });
    }
  }
  request.end();
}

/** Where content comes from and who waits for it. */
interface Reception {
  readonly stream: ContentStream;
  /** Whether the protocol says that all of the content came. */
  complete(): boolean;
  /** The content is in the sink; `drop` when the server is not done. */
  done(drop: boolean): void;
  fail(error: unknown): void;
}

/** Moves a response's content into a sink, as fast as the sink takes it. */
class Receiver {
  /** Octets of the content as received. */
  received = 0;
  #stopped = false;
  #ended = false;
  /** A chunk that the sink still works on. */
  #writing: Promise<void> | undefined;

  #freer: BufferFreer | undefined;

  /** Makes a receiver; nothing flows before `start`. */
  constructor(readonly sink: Sink, readonly from: Reception) {}

  /** Lets the content flow. */
  start(): void {
    const { stream } = this.from;
    stream.on("data", (chunk: Uint8Array) => this.#take(chunk));
    // Without content a stream may be over before anybody looks at it.
    if (stream.readableEnded) return this.#over();
    stream.on("end", () => this.#over());
    stream.resume();
  }

  /** What has come so far is all, though the server is not done. */
  cut(): void {
    this.sink.cut();
    this.#end(true);
  }

  /** The exchange failed: takes nothing more. */
  stop(): void {
    this.#stopped = true;
    this.sink.discard();
  }

  /** What came of content that ends too early, and lets go of the rest. */
  async salvage(): Promise<Uint8Array> {
    this.#stopped = true;
    try {
      await this.#writing;
    } catch {
      // What was decoded before is there.
    }
    this.sink.cut();
    const { bytes } = this.sink;
    this.sink.discard();
    return bytes;
  }

  #take(chunk: Uint8Array): void {
    if (this.#stopped || this.#ended) return;
    this.received += chunk.length;
    if (!this.sink.keepsChunks) (this.#freer ??= new BufferFreer()).next(chunk);
    const written = this.sink.write(chunk);
    if (written === "full") this.#end(true);
    else if (written !== undefined) {
      const { stream, fail } = this.from;
      stream.pause();
      this.#writing = written.then((state) => {
        this.#writing = undefined;
        if (state === "full") this.#end(true);
        else stream.resume();
      });
      this.#writing.catch(fail);
    }
  }

  #over(): void {
    if (this.#stopped || !this.from.complete()) return;
    // A paused stream still ends once its last chunk was taken.
    if (this.#writing) {
      this.#writing.then(() => this.#end(false), this.from.fail);
    } else this.#end(false);
  }

  #end(drop: boolean): void {
    if (this.#ended || this.#stopped) return;
    this.#ended = true;
    const ended = this.sink.end();
    if (ended === undefined) this.from.done(drop);
    else ended.then(() => this.from.done(drop), this.from.fail);
  }
}

/** Smaller buffers may belong to Node's pool, which others share. */
const MIN_SIZE = 16 * 1024;
/** How much is received between two hints to the garbage collector, in bytes. */
const HINT_EVERY = 16 * 1024 * 1024;
/** What a hint pretends to need; nothing of it is ever touched. */
const HINT_SIZE = 128 * 1024 * 1024;

/**
 * Keeps memory low while a stream goes to a file. Left to the garbage
 * collector, a long download has hundreds of MiB of read buffers waiting.
 *
 * The buffers of chunks are freed as soon as they are used up: chunks come in
 * order, so that one is used up when a chunk of another one comes. Those of the
 * socket below are out of reach; for them V8 is made to believe, now and then,
 * that memory is short. (No upstream issue known.)
 */
class BufferFreer {
  #last: ArrayBufferLike | undefined;
  #received = 0;

  /** Takes note of a chunk; the ones before must be done with. */
  next({ buffer, length }: Uint8Array): void {
    const last = this.#last;
    this.#last = buffer;
    if (
      last !== buffer && last instanceof ArrayBuffer &&
      last.byteLength >= MIN_SIZE
    ) {
      last.transfer(0);
    }
    this.#received += length;
    if (this.#received < HINT_EVERY) return;
    this.#received = 0;
    try {
      new ArrayBuffer(HINT_SIZE).transfer(0);
    } catch {
      // There is really too little memory: V8 knows by now.
    }
  }
}
