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
/** A line that no message needs: 16 MiB. */
const MAX_LINE = 16 * 1024 * 1024;

/** The pipe of a worker: its input, and what writes a line. */
export interface WorkerPipe {
  readonly input: ReadableStream<Uint8Array>;
  readonly write: (line: string) => void;
}

/**
 * Serves a load generator: virtual users come in as lines, what they did goes
 * out as lines. Ends with its input; SIGTERM and Ctrl-C end it, too. Gives the
 * exit code.
 */
export async function serveWorker(
  { input, write }: WorkerPipe,
): Promise<number> {
  setFlagsFromString(SMALL_HEAP);
  using interruption = new Interruption();
  const ending = new AbortController();
  const signal = AbortSignal.any([interruption.signal, ending.signal]);
  const send = (message: WorkerMessage) => write(JSON.stringify(message));
  const lines = linesOf(input, interruption.signal);
  try {
    const first = await lines.next();
    if (first.done) return interruption.signal.aborted ? INTERRUPTED_CODE : 0;
    const start = performance.now();
    const message = readOpen(first.value);
    await using users = await openUsers(message, { signal });
    const service = new Service(users, { message, signal, send });
    send({
      type: "ready",
      version: PROTOCOL_VERSION,
      brace: VERSION,
      setup: Math.round(performance.now() - start),
    });
    try {
      for await (const line of lines) {
        await service.start(readUser(line, message.flows.length));
      }
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

  /** Takes a user, and waits as long as too many wait. */
  async start(user: UserMessage): Promise<void> {
    if (this.#running.size < this.#message.users) {
      this.#run(user);
      return;
    }
    this.#waiting.push(user);
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
    clearTimeout(this.#timer);
    this.#timer = undefined;
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
      this.#soon();
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
      problem = error.diagnostics[0].message;
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
    this.#metrics.tell(lineOf(masker.maskDiagnostic(diagnostic)));
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#report();
    }, PERIOD);
  }

  #report(): void {
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

/** The lines of a stream, empty ones left out, until it ends or the signal aborts. */
async function* linesOf(
  input: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<string, undefined> {
  const reader = input.getReader();
  const leave = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", leave);
  const decoder = new TextDecoder();
  let rest = "";
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split(
        "\n",
      );
      rest = lines.pop()!;
      if (rest.length > MAX_LINE) {
        throw new ProtocolError("Cannot read a message: it is too long");
      }
      for (const line of lines) if (line.trim() !== "") yield line;
    }
    if (rest.trim() !== "" && !signal.aborted) yield rest;
  } finally {
    signal.removeEventListener("abort", leave);
  }
  return undefined;
}
