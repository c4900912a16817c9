import type { IncomingMessage, StreamEnd } from "../../../core/http/stream.ts";

/** The source is asked to wait once so many messages are in the queue, or so much of them. */
const MOST = 32;
const MOST_SIZE = 1024 * 1024;

/** What holds a source back, and lets it go on. */
export interface Source {
  pause(): void;
  resume(): void;
}

/** Messages on their way from a source that gives them when it wants to a reader who asks for one at a time. */
export class MessageQueue {
  readonly #source: Source;
  #waiting: (IncomingMessage | StreamEnd)[] = [];
  /** Where the next one stands. */
  #first = 0;
  /** Characters or bytes that came since it was empty. */
  #size = 0;
  #last: { readonly end: StreamEnd } | { readonly error: unknown } | undefined;
  #reader: PromiseWithResolvers<IncomingMessage | StreamEnd> | undefined;
  #isPaused = false;

  /** Makes an empty queue. */
  constructor(source: Source) {
    this.#source = source;
  }

  /** Adds a message. */
  add(message: IncomingMessage): void {
    if (this.#last) return;
    const reader = this.#reader;
    if (reader) {
      this.#reader = undefined;
      return reader.resolve(message);
    }
    this.#waiting.push(message);
    this.#size += message.data.length;
    const isFull = this.#waiting.length - this.#first >= MOST ||
      this.#size >= MOST_SIZE;
    if (this.#isPaused || !isFull) return;
    this.#isPaused = true;
    this.#source.pause();
  }

  /** Adds the end; what comes behind it does not count. */
  end(end: StreamEnd): void {
    if (this.#last) return;
    this.#last = { end };
    this.#reader?.resolve(end);
    this.#reader = undefined;
  }

  /** Adds an end that is a failure. */
  fail(error: unknown): void {
    if (this.#last) return;
    this.#last = { error };
    this.#reader?.reject(error);
    this.#reader = undefined;
  }

  /** Whether nothing more comes. */
  get isEnded(): boolean {
    return this.#last !== undefined;
  }

  /** The next message or the end. */
  next(): Promise<IncomingMessage | StreamEnd> {
    if (this.#first < this.#waiting.length) {
      const next = this.#waiting[this.#first++];
      if (this.#first === this.#waiting.length) this.#emptied();
      return Promise.resolve(next);
    }
    const last = this.#last;
    if (last && "end" in last) return Promise.resolve(last.end);
    if (last) return Promise.reject(last.error);
    this.#reader = Promise.withResolvers();
    return this.#reader.promise;
  }

  #emptied(): void {
    this.#waiting = [];
    this.#first = 0;
    this.#size = 0;
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#source.resume();
  }
}
