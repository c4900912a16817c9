import type { ClientRequest, IncomingMessage } from "node:http";
// In this order: the first one is for the second.
import { showEnvironment } from "./hidden_environment.ts";
import { WebSocket } from "ws";

showEnvironment();

/** What Brace uses of a WebSocket of `npm:ws`, which publishes no types. */
export interface ClientSocket {
  readonly readyState: number;
  /** Bytes on their way out. */
  readonly bufferedAmount: number;
  on<K extends keyof SocketEvents>(event: K, told: SocketEvents[K]): void;
  once<K extends keyof SocketEvents>(event: K, told: SocketEvents[K]): void;
  send(data: string | Uint8Array, sent?: (error?: Error) => void): void;
  ping(): void;
  pong(data: Uint8Array): void;
  pause(): void;
  resume(): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
}

interface SocketEvents {
  upgrade(response: IncomingMessage): void;
  "unexpected-response"(
    request: ClientRequest,
    response: IncomingMessage,
  ): void;
  open(): void;
  message(data: Uint8Array, isBinary: boolean): void;
  ping(data: Uint8Array): void;
  error(error: Error): void;
  close(code: number, reason: Uint8Array): void;
}

/** How a WebSocket is opened. */
export interface WsOptions {
  createConnection(options: unknown, made: unknown): unknown;
  finishRequest(request: ClientRequest): void;
  readonly followRedirects: boolean;
  readonly perMessageDeflate: boolean;
  readonly maxPayload: number;
  readonly autoPong: boolean;
  /** Milliseconds that the other side has to close the connection. */
  readonly closeTimeout: number;
}

/** Milliseconds that a server has to close a WebSocket after the client did, and a connection after a WebSocket. */
export const CLOSING = 1_000;

/** `readyState` of a socket that is open. */
export const OPEN = 1;

/**
 * Opens a WebSocket.
 *
 * @throws {SyntaxError} A subprotocol is malformed.
 */
export function openSocket(
  url: string,
  protocols: readonly string[],
  options: WsOptions,
): ClientSocket {
  return new WebSocket(url, protocols, options) as ClientSocket;
}
