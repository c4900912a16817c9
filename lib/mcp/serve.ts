import type { CallLog } from "./call_log.ts";
import {
  type Incoming,
  type Line,
  LineWriter,
  type Outgoing,
  readLines,
  type ReadMessage,
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

/** How long a client may take to speak where the session cannot start, in milliseconds. */
const MAX_PATIENCE = 1_000;

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
  const spoken = Promise.withResolvers<void>();
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
      calls.read(line);
      // By then its answer is on its way, if it needs no collection.
      setTimeout(first.resolve);
      spoken.resolve();
    }
    first.resolve();
    spoken.resolve();
  };
  const reading = Promise.race([read(), left.promise]);
  // Looked at once the collection is read.
  reading.catch(() => {});
  try {
    await started;
  } catch (error) {
    // Those who wait are told why, and who is slow to speak.
    const patience = setTimeout(spoken.resolve, MAX_PATIENCE);
    await spoken.promise;
    clearTimeout(patience);
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

/** Gives the client an answer. */
type Reply = (answer: Outgoing) => void;

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

  /** Takes a line; its answers are written when they are there. */
  read(line: Line): void {
    if (!("batch" in line)) {
      void this.#take(line, (answer) => this.#writer.write(answer));
    } else if (this.#server.hasBatches) void this.#readAll(line.batch);
    else {
      this.#writer.write(failure(
        null,
        new RpcError(
          RPC.request,
          "Cannot read the message: only the revision 2025-03-26 of the protocol has batches (send each message on its own line)",
        ),
      ));
    }
  }

  /** Answers several messages at once; what has no id has no answer. */
  async #readAll(batch: readonly ReadMessage[]): Promise<void> {
    const answers: Outgoing[] = [];
    const all = Promise.all(
      batch.map((one) => this.#take(one, (answer) => answers.push(answer))),
    ).then(() => {
      if (answers.length > 0) this.#writer.writeAll(answers);
    });
    this.#all.add(all);
    await all;
    this.#all.delete(all);
  }

  /** Takes a message, and resolves when it is answered. */
  async #take(line: ReadMessage, reply: Reply): Promise<void> {
    if ("error" in line) {
      reply(failure(line.id, line.error));
      return;
    }
    const { message } = line;
    const { id, method, params } = message;
    if (id === undefined) {
      if (method === "notifications/cancelled") this.#cancel(params.requestId);
      return;
    }
    const refuse = (why: string) =>
      reply(failure(
        id,
        new RpcError(
          RPC.request,
          `Cannot serve "${method.slice(0, 100)}": ${why}`,
        ),
      ));
    if (this.#open.has(id)) {
      return refuse("another request of this id is open");
    }
    if (this.#waiting.length >= MAX_WAITING) {
      return refuse(`${MAX_WAITING} others wait (wait for answers first)`);
    }
    const working = this.#work({ ...message, id }, reply);
    this.#all.add(working);
    await working;
    this.#all.delete(working);
  }

  /** Resolves when all have ended. */
  async ended(): Promise<void> {
    while (this.#all.size > 0) await Promise.allSettled(this.#all);
  }

  async #work(
    message: Incoming & { readonly id: string | number },
    reply: Reply,
  ): Promise<void> {
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
        if (!own.signal.aborted) reply({ id, result });
      } finally {
        const next = this.#waiting.shift();
        if (next) next();
        else this.#running--;
      }
    } catch (error) {
      if (own.signal.aborted) return;
      const known = error instanceof RpcError
        ? error
        : new RpcError(RPC.internal, "Brace failed");
      reply(failure(id, known));
    } finally {
      this.#open.delete(id);
    }
  }

  #cancel(id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#open.get(id)?.abort();
  }
}

function failure(
  id: string | number | null,
  { code, message, data }: RpcError,
): Outgoing {
  return {
    id,
    error: { code, message, ...data !== undefined && { data } },
  };
}
