import {
  AbstractMessageBuffer,
  Disposable,
  Emitter,
  RAL,
} from "vscode-languageserver";

/**
 * What the protocol's library needs of its surroundings, by web standards: its
 * own ways are for Node and for browsers, and the one for Node reads the
 * environment.
 */
export function installRuntime(): void {
  RAL.install({
    messageBuffer: { create: (encoding) => new MessageBuffer(encoding) },
    applicationJson: {
      encoder: {
        name: "application/json",
        encode: (message) =>
          Promise.resolve(new TextEncoder().encode(JSON.stringify(message))),
      },
      decoder: {
        name: "application/json",
        // What is malformed makes no promise, which the library takes for an error.
        decode: (bytes) =>
          Promise.resolve(bytes).then((it) =>
            JSON.parse(new TextDecoder().decode(it))
          ),
      },
    },
    // Standard output is the client's; what goes wrong is told to it.
    console: { info() {}, log() {}, warn() {}, error() {} },
    timer: {
      setTimeout: (action, ms, ...args) => {
        const timer = setTimeout(action, ms, ...args);
        return Disposable.create(() => clearTimeout(timer));
      },
      setImmediate: (action, ...args) => {
        const timer = setTimeout(action, 0, ...args);
        return Disposable.create(() => clearTimeout(timer));
      },
      setInterval: (action, ms, ...args) => {
        const timer = setInterval(action, ms, ...args);
        return Disposable.create(() => clearInterval(timer));
      },
    },
  });
}

/** Bytes of messages as they come. */
class MessageBuffer extends AbstractMessageBuffer {
  protected emptyBuffer(): Uint8Array {
    return new Uint8Array();
  }

  protected fromString(text: string): Uint8Array {
    return new TextEncoder().encode(text);
  }

  protected toString(bytes: Uint8Array): string {
    return new TextDecoder().decode(bytes);
  }

  protected asNative(bytes: Uint8Array, length?: number): Uint8Array {
    return bytes.subarray(0, length);
  }

  protected allocNative(length: number): Uint8Array {
    return new Uint8Array(length);
  }
}

/** What comes in, as the protocol's library reads it; it begins with the first listener. */
export function incomingChannel(
  stream: ReadableStream<Uint8Array>,
): RAL.ReadableStream {
  const data = new Emitter<Uint8Array>();
  const end = new Emitter<void>();
  let isRead = false;
  const read = async () => {
    try {
      for await (const chunk of stream) data.fire(chunk);
    } catch {
      // The client is gone, as it is at the end.
    }
    end.fire();
  };
  return {
    onData(listener) {
      const registered = data.event(listener);
      if (!isRead) {
        isRead = true;
        void read();
      }
      return registered;
    },
    onEnd: (listener) => end.event(listener),
    onClose: (listener) => end.event(listener),
    onError: () => Disposable.create(() => {}),
  };
}

/** What goes out; a client that is gone ends it. */
export function outgoingChannel(
  stream: WritableStream<Uint8Array>,
): RAL.WritableStream {
  const writer = stream.getWriter();
  const end = new Emitter<void>();
  return {
    async write(data: Uint8Array | string) {
      try {
        await writer.write(
          typeof data === "string" ? new TextEncoder().encode(data) : data,
        );
      } catch {
        end.fire();
      }
    },
    end: () => void writer.close().catch(() => {}),
    onEnd: (listener) => end.event(listener),
    onClose: (listener) => end.event(listener),
    onError: () => Disposable.create(() => {}),
  };
}
