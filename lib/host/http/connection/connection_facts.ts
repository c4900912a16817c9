import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

/** What is known about a connection. */
export interface ConnectionFacts {
  readonly remoteAddress?: string;
  readonly tls?: { readonly version: string; readonly cipher?: string };
}

/** Sockets serve many requests and asking them is not free. */
const known = new WeakMap<Socket, ConnectionFacts>();

/** Reads a socket's remote address and TLS parameters. */
export function connectionFacts(socket: Socket): ConnectionFacts {
  let facts = known.get(socket);
  if (facts === undefined) {
    facts = read(socket);
    known.set(socket, facts);
  }
  return facts;
}

function read(socket: Socket): ConnectionFacts {
  const facts: { -readonly [K in keyof ConnectionFacts]: ConnectionFacts[K] } =
    {};
  if (socket.remoteAddress !== undefined) {
    facts.remoteAddress = socket.remoteAddress;
  }
  if ("encrypted" in socket && socket.encrypted) {
    const tls = socket as TLSSocket;
    const version = tls.getProtocol();
    if (version !== null) {
      const cipher = tls.getCipher()?.name;
      facts.tls = cipher === undefined ? { version } : { version, cipher };
    }
  }
  return facts;
}
