/** Values that come one by one, to who waits for them. */
export class Channel<T> implements AsyncIterable<T> {
  readonly #values: T[] = [];
  #more = Promise.withResolvers<void>();
  #isClosed = false;

  /** Adds a value; after the end it is dropped. */
  push(value: T): void {
    if (this.#isClosed) return;
    this.#values.push(value);
    this.#more.resolve();
  }

  /** Says that nothing more comes. */
  close(): void {
    this.#isClosed = true;
    this.#more.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    while (true) {
      while (this.#values.length > 0) yield this.#values.shift()!;
      if (this.#isClosed) return;
      this.#more = Promise.withResolvers();
      await this.#more.promise;
    }
  }
}
