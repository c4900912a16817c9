import { Disposable, Emitter, type RAL } from "vscode-languageserver";

/** What comes in, as the protocol's library reads it; it begins with the first listener. */
export function incoming(
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
export function outgoing(
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
