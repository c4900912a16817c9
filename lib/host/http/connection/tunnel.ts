import { socksHandshake } from "./socks_handshake.ts";
import { freeTimer } from "../free_timer.ts";
import type { Socket } from "node:net";
import { formatHost } from "../../../core/policy/format_host.ts";
import type { ProxyServer } from "../../../core/http/proxy.ts";
import { watchAddress } from "./agent.ts";
import { DeadlineError } from "../cancellation.ts";
import { ProxyRefusalError } from "./proxy_refusal_error.ts";

/** What a tunnel leads to, and who is told of sockets on the way. */
export interface TunnelTarget {
  readonly hostname: string;
  readonly port: number;
  /** Opens a connection to the proxy. */
  readonly dial: () => Socket;
  /** Milliseconds; 0 is no limit. */
  readonly timeout: number;
  /** Called with a socket that is not handed over yet, so that it can be closed. */
  readonly dialling: (socket: Socket) => void;
  /** Throws for an address that must not be talked to. */
  readonly checkAddress?: (address: string) => void;
}

/**
 * Connects through a proxy, by CONNECT or SOCKS5; the proxy resolves the name.
 * Rejects with a {@linkcode ProxyRefusalError} or what the socket fails with.
 */
export async function openTunnel(
  proxy: ProxyServer,
  target: TunnelTarget,
): Promise<Socket> {
  const { timeout } = target;
  if (timeout === 0) return await open(proxy, target);
  let stop = () => {};
  let expired: DeadlineError | undefined;
  const limited = {
    ...target,
    dialling(socket: Socket) {
      target.dialling(socket);
      stop = freeTimer(timeout, () => {
        expired = new DeadlineError(timeout, "connect");
        socket.destroy(expired);
      });
    },
  };
  try {
    return await open(proxy, limited);
  } catch (error) {
    throw expired ?? error;
  } finally {
    stop();
  }
}

function open(proxy: ProxyServer, target: TunnelTarget): Promise<Socket> {
  switch (proxy.protocol) {
    case "http":
    case "https":
      return connectTunnel(proxy, target);
    case "socks5":
      return socksTunnel(proxy, target);
    default:
      return proxy.protocol satisfies never;
  }
}

/** The value of a Proxy-Authorization header. */
export function proxyAuthorization(
  { username, password }: ProxyServer,
): string | undefined {
  if (username === undefined) return undefined;
  const pair = new TextEncoder().encode(`${username}:${password ?? ""}`);
  return `Basic ${pair.toBase64()}`;
}

async function connectTunnel(
  proxy: ProxyServer,
  target: TunnelTarget,
): Promise<Socket> {
  const http = await import("node:http");
  const authority = formatHost(target.hostname, target.port);
  const headers = { Host: authority } as Record<string, string>;
  const authorization = proxyAuthorization(proxy);
  if (authorization !== undefined) {
    headers["Proxy-Authorization"] = authorization;
  }
  return await new Promise((resolve, reject) => {
    const request = http.request({
      method: "CONNECT",
      path: authority,
      headers,
      createConnection: () => dialProxy(target),
    });
    request.on("connect", (response, socket) => {
      const { statusCode, statusMessage } = response;
      if (statusCode !== undefined && statusCode >= 200 && statusCode < 300) {
        resolve(socket as Socket);
        return;
      }
      socket.destroy();
      reject(
        new ProxyRefusalError(`${statusCode} ${statusMessage ?? ""}`.trim()),
      );
    });
    request.on("error", reject);
    request.end();
  });
}

/** Opens the connection to the proxy itself. */
function dialProxy(target: TunnelTarget): Socket {
  const socket = target.dial();
  if (target.checkAddress) watchAddress(socket, target.checkAddress);
  target.dialling(socket);
  return socket;
}

async function socksTunnel(
  proxy: ProxyServer,
  target: TunnelTarget,
): Promise<Socket> {
  const socket = dialProxy(target);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  // Its address is denied.
  if (socket.errored) throw socket.errored;
  try {
    await socksHandshake(socket, proxy, target);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
