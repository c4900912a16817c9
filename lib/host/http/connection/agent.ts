import type {
  Agent,
  ClientRequest,
  ClientRequestArgs,
  RequestOptions,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ConnectionOptions } from "node:tls";
import { DeadlineError } from "../cancellation.ts";
import type { Phases } from "../exchange_clock.ts";
import { heldTime } from "../../held_time.ts";

/**
 * Calls back once the thread was free for so many milliseconds: time in which
 * scripts held it does not count.
 *
 * @returns What ends the wait.
 */
export function freeTimer(
  milliseconds: number,
  expired: () => void,
): () => void {
  let held = heldTime.total;
  let timer: ReturnType<typeof setTimeout>;
  const wait = (time: number) => {
    timer = setTimeout(() => {
      const more = heldTime.total - held;
      held = heldTime.total;
      if (more > 0) wait(more);
      else expired();
    }, time);
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}

/** What the engine hands through node:http to the place where a connection is made. */
export interface ConnectOptions
  extends ClientRequestArgs, Omit<ConnectionOptions, keyof ClientRequestArgs> {
  /** Throws for an address that must not be talked to. */
  readonly checkAddress?: (address: string) => void;
  /** Milliseconds; 0 is no limit. */
  readonly connectTimeout?: number;
  /** Told of the connection that is made for it. */
  readonly dialled?: (phases: Phases) => void;
  /** Called with sockets that node:http does not know yet. */
  readonly dialling?: (socket: Socket) => void;
}

/** Makes a socket, connecting (listeners can be added in the same turn) or, as a promise, connected. */
export type Connect = (options: ConnectOptions) => Socket | Promise<Socket>;

/** How to open a request to a host. */
export interface Connection {
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly options: ConnectOptions;
  /** Set where requests go to a proxy that forwards them: they name the whole URL. */
  readonly forwarding?: { readonly authorization: string | undefined };
  /** Whether sockets are made on the way that node:http does not know. */
  readonly tunnelled: boolean;
}

type Callback = (error: Error | null, stream: Duplex) => void;

/** Phases of connections that have served no request yet. */
const phasesOf = new WeakMap<Socket, Phases>();

/** Whether a connection has served a request before. */
export function isUsed(socket: Socket): boolean {
  return !phasesOf.has(socket);
}

/** The phases of a new connection; undefined for one that is used again. */
export function takePhases(socket: Socket): Phases | undefined {
  const phases = phasesOf.get(socket);
  phasesOf.delete(socket);
  return phases;
}

/**
 * Makes an agent that keeps connections alive and takes the time of their
 * phases. It also serves TLS: Deno's own agent of node:https asks for the
 * permission `--allow-sys=ca` that nothing else needs (no upstream issue known).
 */
export function createAgent(
  http: Pick<typeof import("node:http"), "Agent">,
  protocol: "http:" | "https:",
  connect: Connect,
): Agent {
  class PhaseAgent extends http.Agent {
    readonly protocol = protocol;
    readonly defaultPort = protocol === "https:" ? 443 : 80;

    override createConnection(
      options: ConnectOptions,
      callback?: Callback,
    ): Socket {
      const made = connect(options);
      // Until here, authorities may have been loaded.
      const phases: Phases = { started: performance.now() };
      options.dialled?.(phases);
      if (!(made instanceof Promise)) {
        limitConnecting(made, protocol, options);
        return watchPhases(made, phases, options);
      }
      made.then((socket) => {
        phases.connect = performance.now();
        callback!(null, watchPhases(socket, phases, options));
      }, callback as (error: Error) => void);
      // Node waits for the callback then; its types know nothing of that (no upstream issue known).
      return undefined as unknown as Socket;
    }

    override keepSocketAlive(socket: Socket): void {
      // Nobody has asked for it: it must not become the next request's response.
      socket.on("data", drop);
      // Whether to keep it; the types say nothing of that (no upstream issue known).
      return super.keepSocketAlive(socket);
    }

    override reuseSocket(socket: Socket, request: ClientRequest): void {
      socket.off("data", drop);
      super.reuseSocket(socket, request);
      // Deno sends anything again, a POST too, when a kept connection turns
      // out to be dead (denoland/deno#36786). Whether that may be is for the engine to say.
      request.reusedSocket = false;
    }
  }
  return new PhaseAgent({ keepAlive: true });
}

function drop(this: Socket): void {
  this.destroy();
}

/** Takes the time of a socket's phases, and checks its address once it is connected. */
export function watchPhases(
  socket: Socket,
  phases: Phases,
  { checkAddress }: ConnectOptions,
): Socket {
  phasesOf.set(socket, phases);
  socket.once("lookup", (error) => {
    if (!error) phases.lookup ??= performance.now();
  });
  socket.once("connect", () => phases.connect ??= performance.now());
  if (checkAddress) watchAddress(socket, checkAddress);
  socket.once("secureConnect", () => phases.secure = performance.now());
  return socket;
}

/** Checks a socket's address once it is connected, before anything is sent. */
export function watchAddress(
  socket: Socket,
  check: (address: string) => void,
): void {
  socket.once("connect", () => {
    if (socket.remoteAddress === undefined) return;
    try {
      check(socket.remoteAddress);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
}

function limitConnecting(
  socket: Socket,
  protocol: "http:" | "https:",
  { connectTimeout: limit = 0 }: ConnectOptions,
): void {
  if (limit === 0) return;
  const stop = freeTimer(
    limit,
    () => socket.destroy(new DeadlineError(limit, "connect")),
  );
  const ready = protocol === "https:" ? "secureConnect" : "connect";
  for (const event of [ready, "close"]) {
    socket.once(event, stop);
  }
}
