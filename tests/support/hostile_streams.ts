import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocketServer } from "ws";
import { acceptKey, type ServerSocket } from "./socket_server.ts";

/** What a server does with the request for its path. */
export type Misbehaviour =
  /** The handshake of a WebSocket has come: the socket, and the accept key. */
  | { readonly raw: (socket: Socket, accept: string) => void }
  /** A WebSocket is open, by a handshake as it should be. */
  | { readonly bytes: (socket: Socket) => void }
  /** The same with the library's server. */
  | {
    readonly talk: (socket: ServerSocket) => void;
    readonly compressed?: boolean;
  }
  /** A request by HTTP. */
  | { readonly http: (response: ServerResponse) => void };

/** Starts a server that does at `/0`, `/1` … what is listed there, and responds with "fine" elsewhere. */
export async function hostileStreams(rows: readonly Misbehaviour[]) {
  const open = new Set<Socket>();
  const rowOf = (url = "") => rows[parseInt(url.slice(1))];
  const server = createServer((request, response) => {
    response.on("error", () => {});
    const row = rowOf(request.url);
    if (row && "http" in row) row.http(response);
    else response.end("fine");
  });
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  });
  server.on("upgrade", async (request, duplex, head) => {
    const socket = duplex as Socket;
    const row = rowOf(request.url);
    if ("raw" in row) return row.raw(socket, await acceptKey(request));
    if ("bytes" in row) {
      socket.write(switching(await acceptKey(request)));
      return row.bytes(socket);
    }
    if (!("talk" in row)) return socket.destroy();
    const sockets = new WebSocketServer({
      noServer: true,
      perMessageDeflate: row.compressed ?? false,
    });
    sockets.handleUpgrade(request, socket, head, (socket: ServerSocket) => {
      // What they make of the client's end is not looked at.
      socket.on("error" as never, (() => {}) as never);
      row.talk(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The answer to a handshake, with more headers. */
export function switching(accept: string, more = ""): string {
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${more}\r\n`;
}

/** Sends these bytes once a WebSocket is open. */
export function frames(...bytes: number[]): Misbehaviour {
  return { bytes: (socket) => socket.write(new Uint8Array(bytes)) };
}

/** Writes the same as long as somebody reads. */
export function endless(
  to: Pick<Socket, "write" | "once" | "destroyed">,
  piece: string | Uint8Array,
): void {
  const write = () => {
    while (!to.destroyed && to.write(piece));
    to.once("drain", write);
  };
  write();
}

/** Writes the same each millisecond: a flood in which the other side's timers still run. */
export function steady(socket: Socket, piece: Uint8Array): void {
  const timer = setInterval(() => socket.write(piece), 1);
  socket.once("close", () => clearInterval(timer));
}

/** Responds with the head of a stream of events, and goes on. */
export function events(
  talk: (response: ServerResponse) => void,
  type = "text/event-stream",
  headers: Record<string, string> = {},
): Misbehaviour {
  return {
    http: (response) => {
      response.writeHead(200, { "content-type": type, ...headers });
      talk(response);
    },
  };
}
