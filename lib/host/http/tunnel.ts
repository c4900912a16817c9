import type { Socket } from "node:net";
import { formatHost } from "../../request/policy.ts";
import type { ProxyServer } from "../../request/proxy.ts";
import { DeadlineError } from "./cancellation.ts";
import { ProxyRefusalError } from "./proxy_refusal_error.ts";

/** What a tunnel leads to, and who is told of sockets on the way. */
export interface TunnelTarget {
  readonly hostname: string;
  readonly port: number;
  /** Accept any certificate of the proxy itself. */
  readonly insecure: boolean;
  /** Milliseconds; 0 is no limit. */
  readonly timeout: number;
  /** Called with a socket that is not handed over yet, so that it can be closed. */
  readonly dialling: (socket: Socket) => void;
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let expired: DeadlineError | undefined;
  const limited = {
    ...target,
    dialling(socket: Socket) {
      target.dialling(socket);
      timer = setTimeout(() => {
        expired = new DeadlineError(timeout, "connect");
        socket.destroy(expired);
      }, timeout);
    },
  };
  try {
    return await open(proxy, limited);
  } catch (error) {
    throw expired ?? error;
  } finally {
    clearTimeout(timer);
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
  const dial = await dialer(proxy, target);
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
      createConnection: dial,
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
async function dialer(
  proxy: ProxyServer,
  target: TunnelTarget,
): Promise<() => Socket> {
  const to = { host: proxy.hostname, port: proxy.port };
  if (proxy.protocol === "https") {
    const tls = await import("node:tls");
    return () => {
      const socket = tls.connect({
        ...to,
        rejectUnauthorized: !target.insecure,
      });
      target.dialling(socket);
      return socket;
    };
  }
  const net = await import("node:net");
  return () => {
    const socket = net.connect(to);
    target.dialling(socket);
    return socket;
  };
}

async function socksTunnel(
  proxy: ProxyServer,
  target: TunnelTarget,
): Promise<Socket> {
  const { SocksClient } = await import("socks");
  const dial = await dialer(proxy, target);
  const socket = dial();
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  try {
    await SocksClient.createConnection({
      proxy: {
        host: proxy.hostname,
        port: proxy.port,
        type: 5,
        ...(proxy.username !== undefined && {
          userId: proxy.username,
          password: proxy.password ?? "",
        }),
      },
      command: "connect",
      destination: { host: target.hostname, port: target.port },
      existing_socket: socket,
    });
    return socket;
  } catch (error) {
    socket.destroy();
    throw new ProxyRefusalError((error as Error).message);
  }
}
