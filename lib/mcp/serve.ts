import type { CallLog } from "./call_log.ts";
import {
  type Incoming,
  LineWriter,
  readLines,
  RPC,
  RpcError,
} from "./json_rpc.ts";
import { McpServer } from "./server.ts";
import type { Session } from "./session.ts";

/** Calls that are worked on side by side, and those that wait. */
const MAX_RUNNING = 8;
const MAX_WAITING = 1_000;

/** How long calls may take to end when the client is gone, in milliseconds. */
const MAX_ENDING = 5_000;

/** How long the collection waits for a first message to be answered before it, in milliseconds. */
const MAX_SILENCE = 100;

/**
 * Serves a client on two streams until it is gone, then ends what runs. Gives
 * the exit code. The client gets an answer before the collection is read, and
 * what concerns the collection waits for it.
 *
 * @throws {DiagnosticError} The session cannot start.
 */
export async function serve(
  session: Session,
  { input, output, log }: {
    readonly input: ReadableStream<Uint8Array>;
    readonly output: WritableStream<Uint8Array>;
    readonly log?: CallLog;
  },
): Promise<number> {
  const gone = new AbortController();
  const lines = readLines(input);
  const left = Promise.withResolvers<void>();
  const writer = new LineWriter(output, () => {
    gone.abort();
    left.resolve();
  });
  const first = Promise.withResolvers<void>();
  const silence = setTimeout(first.resolve, MAX_SILENCE);
  const started = first.promise.then(async () => {
    clearTimeout(silence);
    await writer.done();
    await session.start();
  });
  const server = new McpServer(session, { started, ...log && { log } });
  const calls = new Calls(server, writer, gone.signal);
  const read = async () => {
    for await (const line of lines) {
      if ("error" in line) {
        const { code, message } = line.error;
        writer.write({ id: line.id, error: { code, message } });
      } else calls.take(line.message);
      // By then its answer is on its way, if it needs no collection.
      setTimeout(first.resolve);
    }
    first.resolve();
  };
  const reading = Promise.race([read(), left.promise]);
  // Looked at once the collection is read.
  reading.catch(() => {});
  try {
    await started;
  } catch (error) {
    // Those who wait are told why.
    await calls.ended();
    await writer.done();
    throw error;
  }
  await reading;
  // What is quick is still answered; runs are ended.
  gone.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = async () => {
    await calls.ended();
    await session.close();
    await writer.done();
  };
  await Promise.race([
    ended(),
    new Promise((resolve) => timer = setTimeout(resolve, MAX_ENDING)),
  ]);
  clearTimeout(timer);
  return 0;
}

/** The calls of a client: some are worked on, the others wait. */
class Calls {
  readonly #server: McpServer;
  readonly #writer: LineWriter;
  readonly #gone: AbortSignal;
  readonly #open = new Map<string | number, AbortController>();
  readonly #waiting: (() => void)[] = [];
  readonly #all = new Set<Promise<void>>();
  #running = 0;

  constructor(server: McpServer, writer: LineWriter, gone: AbortSignal) {
    this.#server = server;
    this.#writer = writer;
    this.#gone = gone;
  }

  /** Takes a message; its answer is written when it is there. */
  take(message: Incoming): void {
    const { id, method, params } = message;
    if (id === undefined) {
      if (method === "notifications/cancelled") this.#cancel(params.requestId);
      return;
    }
    const refuse = (why: string) =>
      this.#fail(
        id,
        new RpcError(
          RPC.request,
          `Cannot serve "${method.slice(0, 100)}": ${why}`,
        ),
      );
    if (this.#open.has(id)) {
      return refuse("another request of this id is open");
    }
    if (this.#waiting.length >= MAX_WAITING) {
      return refuse(`${MAX_WAITING} others wait (wait for answers first)`);
    }
    const working = this.#work({ ...message, id });
    this.#all.add(working);
    void working.finally(() => this.#all.delete(working));
  }

  /** Resolves when all have ended. */
  async ended(): Promise<void> {
    while (this.#all.size > 0) await Promise.allSettled(this.#all);
  }

  async #work(message: Incoming & { readonly id: string | number }) {
    const { id } = message;
    const own = new AbortController();
    this.#open.set(id, own);
    try {
      if (this.#running >= MAX_RUNNING) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      } else this.#running++;
      try {
        if (own.signal.aborted) return;
        const result = await this.#server.answer(message, {
          signal: AbortSignal.any([own.signal, this.#gone]),
          notify: (method, params) => {
            if (!own.signal.aborted) this.#writer.write({ method, params });
          },
        });
        if (!own.signal.aborted) this.#writer.write({ id, result });
      } finally {
        const next = this.#waiting.shift();
        if (next) next();
        else this.#running--;
      }
    } catch (error) {
      if (own.signal.aborted) return;
      this.#fail(
        id,
        error instanceof RpcError
          ? error
          : new RpcError(RPC.internal, "Brace failed"),
      );
    } finally {
      this.#open.delete(id);
    }
  }

  #cancel(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#open.get(id)?.abort();
  }

  #fail(id: string | number, { code, message, data }: RpcError): void {
    this.#writer.write({
      id,
      error: { code, message, ...data !== undefined && { data } },
    });
  }
}
