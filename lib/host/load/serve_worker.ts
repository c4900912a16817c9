import { setFlagsFromString } from "node:v8";
import { INTERRUPTED_CODE, loadingCode } from "../../core/run/exit_code.ts";
import { hasFailed } from "../../core/run/run_steps.ts";
import type { RequestResult } from "../../core/run/types.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { DiagnosticError } from "../../core/source/errors.ts";
import { VERSION } from "../../core/source/version.ts";
import { Interruption } from "../terminal/interruption.ts";
import { Metrics } from "./metrics.ts";
import { type OpenUsers, openUsers } from "./open_users.ts";
import {
  type OpenMessage,
  PROTOCOL_VERSION,
  ProtocolError,
  readOpen,
  readUser,
  type UserMessage,
  type WorkerMessage,
} from "./protocol.ts";
import { inFlags } from "../../tools/report/text/flag_words.ts";

/** Milliseconds between two reports. */
const PERIOD = 20;
/** Milliseconds after which a user that has not begun is late. */
const LATE = 100;
/** Users that wait in this process; further ones wait in the pipe. */
const MAX_WAITING = 1_000;
/** Kinds of problems that are told without `debug`. */
const MAX_TOLD = 20;
/** Garbage is collected when it is a fifth of what is in use: a long test holds its memory. */
const SMALL_HEAP = "--heap-growing-percent=20";
/** Bytes that are read at once. */
const READ = 64 * 1024;
/** A line that no message needs: 16 MiB. */
const MAX_LINE = 16 * 1024 * 1024;

/** The pipe of a worker. */
export interface WorkerPipe {
  /** Reads what has come into a buffer, and gives how much; null at the end. */
  readonly read: (buffer: Uint8Array) => Promise<number | null>;
  readonly write: (line: string) => void;
}

/**
 * Serves a load generator: virtual users come in as lines, what they did goes
 * out as lines. Ends with its input; SIGTERM and Ctrl-C end it, too. Gives the
 * exit code.
 */
export async function serveWorker(
  { read, write }: WorkerPipe,
): Promise<number> {
  setFlagsFromString(SMALL_HEAP);
  using interruption = new Interruption();
  // One signal: users listen to it at each request, and one of several costs more.
  const ending = new AbortController();
  const { signal } = ending;
  interruption.signal.addEventListener(
    "abort",
    () => ending.abort(interruption.signal.reason),
  );
  const send = (message: WorkerMessage) => write(JSON.stringify(message));
  const lines = linesOf(read, interruption.signal);
  try {
    const { done, value = [] } = await lines.next();
    if (done) return interruption.signal.aborted ? INTERRUPTED_CODE : 0;
    const start = performance.now();
    const [first, ...others] = value;
    const message = readOpen(first);
    await using users = await openUsers(message, { signal });
    const service = new Service(users, { message, signal, send });
    send({
      type: "ready",
      version: PROTOCOL_VERSION,
      brace: VERSION,
      setup: Math.round(performance.now() - start),
    });
    const take = async (lines: readonly string[]) => {
      for (const line of lines) {
        const full = service.start(readUser(line, message.flows.length));
        if (full) await full;
      }
    };
    try {
      await take(others);
      for await (const some of lines) await take(some);
    } finally {
      ending.abort();
      await service.end();
    }
  } catch (error) {
    if (error instanceof ProtocolError) {
      send({ type: "failed", message: error.message });
      return 2;
    }
    if (!(error instanceof DiagnosticError)) throw error;
    send({
      type: "failed",
      message: error.diagnostics.map(lineOf).join("; "),
    });
    return loadingCode(error.diagnostics);
  } finally {
    await lines.return(undefined);
  }
  return interruption.signal.aborted ? INTERRUPTED_CODE : 0;
}

/** Runs the users as they come. */
class Service {
  readonly #users: OpenUsers;
  readonly #message: OpenMessage;
  readonly #signal: AbortSignal;
  readonly #send: (message: WorkerMessage) => void;
  readonly #metrics: Metrics;
  readonly #ready = Date.now();
  readonly #running = new Set<Promise<void>>();
  readonly #waiting: UserMessage[] = [];
  readonly #told = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reported = -Infinity;
  #wake = () => {};

  constructor(users: OpenUsers, { message, signal, send }: {
    readonly message: OpenMessage;
    readonly signal: AbortSignal;
    readonly send: (message: WorkerMessage) => void;
  }) {
    this.#users = users;
    this.#message = message;
    this.#signal = signal;
    this.#send = send;
    this.#metrics = new Metrics(users.masker);
    for (const warning of users.warnings) this.#tell(warning);
    this.#report();
  }

  /** Takes a user; gives what to wait for where too many wait. */
  start(user: UserMessage): Promise<void> | undefined {
    if (this.#running.size < this.#message.users) {
      this.#run(user);
      return undefined;
    }
    this.#waiting.push(user);
    return this.#waiting.length < MAX_WAITING ? undefined : this.#room();
  }

  /** Waits until fewer users wait. */
  async #room(): Promise<void> {
    while (this.#waiting.length >= MAX_WAITING && !this.#signal.aborted) {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }

  /** Waits for the users that run, and reports the last of it. */
  async end(): Promise<void> {
    for (const { id } of this.#waiting.splice(0)) {
      this.#metrics.ended(id, "interrupted");
    }
    await Promise.allSettled(this.#running);
    this.#report();
  }

  #run(user: UserMessage): void {
    if (Date.now() - Math.max(user.at, this.#ready) > LATE) {
      this.#metrics.late();
    }
    const running = this.#perform(user).finally(() => {
      this.#running.delete(running);
      const next = this.#signal.aborted ? undefined : this.#waiting.shift();
      if (next) this.#run(next);
      this.#wake();
      const isIdle = this.#running.size === 0 &&
        performance.now() - this.#reported > PERIOD;
      if (isIdle) this.#report();
      else this.#soon();
    });
    this.#running.add(running);
  }

  async #perform(user: UserMessage): Promise<void> {
    let problem: string | undefined;
    try {
      for await (const result of this.#users.run(user)) {
        this.#metrics.add(result);
        if (hasFailed(result)) {
          const name = await this.#failed(result);
          problem ??= name;
        }
        this.#soon();
      }
      if (this.#signal.aborted) problem ??= "interrupted";
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      for (const diagnostic of error.diagnostics) this.#tell(diagnostic);
      problem = inFlags(error.diagnostics[0]).message;
    }
    this.#metrics.ended(user.id, problem);
  }

  /** Tells what was wrong with a request, and gives it as a name. */
  async #failed(
    { step, diagnostics, assertions, tests }: RequestResult,
  ): Promise<string> {
    const { path } = step.item;
    const found = [
      ...diagnostics,
      ...[...assertions, ...tests].flatMap((one) => one.diagnostic ?? []),
    ].filter(({ severity }) => severity === "error");
    const codes = new Set(found.map(({ code }) => code));
    const name = [path, [...codes].join(", ")].join(": ");
    if (this.#message.debug || this.#isNew(name)) {
      const { locator } = this.#users;
      for (const one of await locator.locate(found)) this.#tell(one);
    }
    return name;
  }

  /** Without `debug` one problem of each kind is told, and not of too many. */
  #isNew(name: string): boolean {
    if (this.#told.has(name) || this.#told.size >= MAX_TOLD) return false;
    this.#told.add(name);
    return true;
  }

  #tell(diagnostic: Diagnostic): void {
    const { masker } = this.#users;
    this.#metrics.tell(lineOf(masker.maskDiagnostic(inFlags(diagnostic))));
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#report(), PERIOD);
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reported = performance.now();
    const report = this.#metrics.take();
    if (report) this.#send(report);
  }
}

/** A diagnostic in one line. */
function lineOf({ location, message }: Diagnostic): string {
  const { file, line, column } = location ?? {};
  const place = [file, line, column].filter((it) => it !== undefined);
  return [...place.length > 0 ? [place.join(":")] : [], message].join(": ")
    .replace(/\s*\n\s*/g, " ");
}

/** The lines that come, empty ones left out, as many at once as were read, until the input ends or the signal aborts. */
async function* linesOf(
  read: WorkerPipe["read"],
  signal: AbortSignal,
): AsyncGenerator<string[], undefined> {
  let leave: (end: null) => void = () => {};
  signal.addEventListener("abort", () => leave(null));
  const buffer = new Uint8Array(READ);
  const decoder = new TextDecoder();
  let rest = "";
  while (!signal.aborted) {
    const count = await new Promise<number | null>((resolve, reject) => {
      leave = resolve;
      read(buffer).then(resolve, reject);
    });
    if (count === null) break;
    const text = decoder.decode(buffer.subarray(0, count), { stream: true });
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    if (rest.length > MAX_LINE) {
      throw new ProtocolError("Cannot read a message: it is too long");
    }
    const found = lines.filter((line) => line.trim() !== "");
    if (found.length > 0) yield found;
  }
  if (rest.trim() !== "" && !signal.aborted) yield [rest];
  return undefined;
}
