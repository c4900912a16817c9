import type { Socket } from "node:net";

/** A proxy did not make the connection. */
export class ProxyRefusalError extends Error {
  override name = "ProxyRefusalError";

  /** Makes an error with what the proxy said. */
  constructor(readonly response: string) {
    super("refused by the proxy");
  }
}

/** Takes what arrives piece by piece; what is left over stays in the socket. */
export class SocketInput implements Disposable {
  readonly #socket: Socket;
  #ended: Error | undefined;
  /** Called when something has happened. */
  #wake = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("readable", this.#ready);
    socket.on("error", this.#end);
    socket.on("close", this.#end);
  }

  /** Waits for as many bytes, and takes them. */
  async take(length: number): Promise<Uint8Array> {
    for (;;) {
      const bytes = this.#socket.read(length) as Uint8Array | null;
      // At the end it gives what there is.
      if (bytes?.length === length) return bytes;
      if (this.#ended) throw this.#ended;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }

  [Symbol.dispose](): void {
    this.#socket.off("readable", this.#ready);
    this.#socket.off("error", this.#end);
    this.#socket.off("close", this.#end);
  }

  readonly #ready = (): void => this.#wake();

  readonly #end = (error: unknown): void => {
    this.#ended ??= error instanceof Error
      ? error
      : new ProxyRefusalError("it closed the connection");
    this.#wake();
  };
}
