import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocketServer } from "ws";

/** What a test's server does with an open WebSocket. */
export interface ServerSocket {
  on(
    event: "message",
    told: (data: Uint8Array, isBinary: boolean) => void,
  ): void;
  on(event: "close", told: (code: number, reason: Uint8Array) => void): void;
  on(event: "ping", told: () => void): void;
  send(data: string | Uint8Array): void;
  ping(): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
  readonly protocol: string;
  readonly _socket: Socket;
}

/** A server of WebSockets on loopback. */
export interface SocketServer extends AsyncDisposable {
  /** Such as `ws://127.0.0.1:1234`. */
  readonly url: string;
  /** Handshakes, in order. */
  readonly handshakes: readonly IncomingMessage[];
  /** Texts that came, in order. */
  readonly received: readonly string[];
  /** The code that the first socket was closed with, once it was. */
  readonly close: Promise<number>;
}

/** Starts a server of `npm:ws`; it echoes what comes unless `talk` says otherwise. */
export async function socketServer(
  talk: (socket: ServerSocket, request: IncomingMessage) => void = echo,
  options: Record<string, unknown> = {},
): Promise<SocketServer> {
  const handshakes: IncomingMessage[] = [];
  const received: string[] = [];
  const closed = Promise.withResolvers<number>();
  const sockets = new WebSocketServer({ noServer: true, ...options });
  return await listening(
    (request, socket, head) => {
      handshakes.push(request);
      sockets.handleUpgrade(request, socket, head, (open: ServerSocket) => {
        open.on("message", (data) => received.push(`${data}`));
        open.on("close", closed.resolve);
        talk(open, request);
      });
    },
    { handshakes, received, close: closed.promise },
  );
}

/** Starts a server that does with the socket of each handshake what it likes. */
export async function rawSocketServer(
  talk: (socket: Socket, request: IncomingMessage) => void,
): Promise<SocketServer> {
  const handshakes: IncomingMessage[] = [];
  return await listening((request, socket) => {
    handshakes.push(request);
    talk(socket, request);
  }, { handshakes, received: [], close: new Promise(() => {}) });
}

async function listening(
  upgrade: (request: IncomingMessage, socket: Socket, head: Uint8Array) => void,
  kept: Pick<SocketServer, "handshakes" | "received" | "close">,
): Promise<SocketServer> {
  const open = new Set<Socket>();
  const server: Server = createServer((_, response) => {
    response.writeHead(404).end();
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  });
  server.on("upgrade", (request, socket, head) => {
    upgrade(request, socket as Socket, head);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...kept,
    url: `ws://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function echo(socket: ServerSocket): void {
  socket.on("message", (data, isBinary) => {
    socket.send(isBinary ? data : `${data}`);
  });
}

/** The accept key of a handshake (RFC 6455, section 4.2.2). */
export async function acceptKey(request: IncomingMessage): Promise<string> {
  const key = `${
    request.headers["sec-websocket-key"]
  }258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const digest = await crypto.subtle.digest(
    "SHA-1",
    new TextEncoder().encode(key),
  );
  return new Uint8Array(digest).toBase64();
}
