import type { Agent } from "node:http";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Connect, Connection } from "./agent.ts";

/** The connection ended between the messages that have to share it. */
export class SignedOutError extends Error {
  override name = "SignedOutError";
}

/** How a connection of its own is made. */
export interface OwnTransport {
  readonly connection: Connection;
  readonly connect: Connect;
  readonly agentOf: (connect: Connect) => Agent;
}

/** A connection that auth signs in: it has one request at a time, and only requests with that auth. */
export class SignedConnection {
  readonly connection: Connection;
  readonly #agent: Agent;
  /** The latest, which node:http uses. */
  #socket: Socket | undefined;
  #held = false;

  /** Makes one that is not connected yet. */
  constructor(readonly key: string, own: OwnTransport) {
    this.#agent = own.agentOf((options) => {
      if (this.#held) return Promise.reject(new SignedOutError());
      const made = own.connect(options);
      if (!(made instanceof Promise)) return this.#socket = made;
      return made.then((socket) => this.#socket = socket);
    });
    // A request waits until the response before it is over, and then has its connection.
    this.#agent.maxSockets = 1;
    const options = { ...own.connection.options, agent: this.#agent };
    this.connection = { ...own.connection, options };
  }

  /** Whether requests must not go over a new connection: the server would know nothing of the challenge. */
  hold(held: boolean): void {
    this.#held = held;
  }

  /** The certificate that the server has shown (DER); undefined without TLS. */
  certificate(): Uint8Array | undefined {
    const socket = this.#socket;
    return socket && "encrypted" in socket
      ? (socket as TLSSocket).getPeerCertificate(true).raw
      : undefined;
  }

  /** Ends it. */
  close(): void {
    this.#agent.destroy();
  }
}

/** The connections that auth signs in, by the server and the auth. */
export class SignedConnections {
  readonly #all = new Set<SignedConnection>();
  readonly #free = new Map<string, SignedConnection[]>();

  /** One that nobody uses. */
  take(key: string, own: OwnTransport): SignedConnection {
    const free = this.#free.get(key)?.pop();
    if (free) return free;
    const made = new SignedConnection(key, own);
    this.#all.add(made);
    return made;
  }

  /** Gives one back that is signed in. */
  give(one: SignedConnection): void {
    one.hold(false);
    const free = this.#free.get(one.key);
    if (free) free.push(one);
    else this.#free.set(one.key, [one]);
  }

  /** Ends one: nobody knows who it is signed in for. */
  drop(one: SignedConnection): void {
    this.#all.delete(one);
    one.close();
  }

  /** Ends all. */
  close(): void {
    for (const one of this.#all) one.close();
    this.#all.clear();
    this.#free.clear();
  }
}
