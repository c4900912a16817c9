import { freeTimer } from "./agent.ts";
import type { Socket } from "node:net";
import { formatHost } from "../../../core/policy/format_host.ts";
import type { ProxyServer } from "../../../core/http/proxy.ts";
import { watchAddress } from "./agent.ts";
import { DeadlineError } from "../cancellation.ts";
import { ProxyRefusalError, SocketInput } from "./socket_input.ts";
import { parseAddress } from "../../../core/policy/ip_address.ts";

/** The target of a tunnel, and the receiver of its sockets. */
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
      stop();
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

/** Proxies that make tunnels only for NTLM. */
const speakNtlm = new WeakSet<ProxyServer>();

async function connectTunnel(
  proxy: ProxyServer,
  target: TunnelTarget,
): Promise<Socket> {
  if (!speakNtlm.has(proxy)) {
    const made = await basicTunnel(proxy, target);
    if (made !== "NTLM") return made;
    speakNtlm.add(proxy);
  }
  const { ntlmTunnel } = await import("./ntlm_tunnel.ts");
  const socket = await connected(target);
  try {
    const authority = formatHost(target.hostname, target.port);
    await ntlmTunnel(socket, proxy, authority);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Asks for a tunnel, with the credentials of the proxy as Basic; `"NTLM"` where it wants these by NTLM. */
async function basicTunnel(
  proxy: ProxyServer,
  target: TunnelTarget,
): Promise<Socket | "NTLM"> {
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
    request.on("connect", (response, socket, head) => {
      const { statusCode, statusMessage } = response;
      if (statusCode !== undefined && statusCode >= 200 && statusCode < 300) {
        // A server that speaks first may be heard together with the proxy.
        if (head.length > 0) socket.unshift(head);
        resolve(socket as Socket);
        return;
      }
      socket.destroy();
      const schemes = statusCode === 407
        ? schemesOf(response.headers["proxy-authenticate"])
        : [];
      const offers = (one: string) =>
        schemes.some((it) => it.toLowerCase() === one);
      if (authorization !== undefined && offers("ntlm") && !offers("basic")) {
        resolve("NTLM");
        return;
      }
      const said = `${statusCode} ${statusMessage ?? ""}`.trim();
      reject(new ProxyRefusalError(said + wayIn(schemes, authorization)));
    });
    request.on("error", reject);
    request.end();
  });
}

/** The schemes of challenges: they stand at the start, and behind a comma without an equals sign after them. */
function schemesOf(challenges: string | readonly string[] = []): string[] {
  return [challenges].flat().flatMap((it) =>
    [...it.matchAll(/(?:^|,)\s*([a-z][\w-]*)(?=\s*(?:,|$)|\s+[^\s=])/gi)]
      .map(([, scheme]) => scheme)
  );
}

/** What to do about a proxy that wants to know who asks. */
function wayIn(
  schemes: readonly string[],
  authorization: string | undefined,
): string {
  if (schemes.length === 0) return "";
  if (!schemes.some((it) => /^(?:basic|ntlm)$/i.test(it))) {
    return `: it asks for ${
      schemes.join(", ")
    }, and Brace signs in to proxies with Basic and NTLM only; use a local proxy that signs in, such as cntlm`;
  }
  return authorization === undefined
    ? ": write USER:PASSWORD@ before its host"
    : ": wrong user name or password";
}

/** Opens the connection to the proxy itself. */
function dialProxy(target: TunnelTarget): Socket {
  const socket = target.dial();
  if (target.checkAddress) watchAddress(socket, target.checkAddress);
  target.dialling(socket);
  return socket;
}

/** A connection to the proxy that is there. */
async function connected(target: TunnelTarget): Promise<Socket> {
  const socket = dialProxy(target);
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  // Its address is denied.
  if (socket.errored) throw socket.errored;
  return socket;
}

async function socksTunnel(
  proxy: ProxyServer,
  target: TunnelTarget,
): Promise<Socket> {
  const socket = await connected(target);
  try {
    await socksHandshake(socket, proxy, target);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const VERSION = 5;
const NO_AUTH = 0;
const BY_PASSWORD = 2;
const CONNECT = 1;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;
/** RFC 1928, section 6. */
const REPLIES: readonly string[] = [
  "succeeded",
  "general failure",
  "not allowed by its rules",
  "network unreachable",
  "host unreachable",
  "connection refused",
  "time to live expired",
  "command not supported",
  "kind of address not supported",
];

/**
 * Asks a SOCKS5 proxy (RFC 1928, RFC 1929) at the other end of a connected
 * socket to connect it to a host. Rejects with a {@linkcode ProxyRefusalError}
 * or what the socket fails with.
 */
export async function socksHandshake(
  socket: Socket,
  proxy: ProxyServer,
  target: { readonly hostname: string; readonly port: number },
): Promise<void> {
  const { username, password = "" } = proxy;
  using input = new SocketInput(socket);
  const wanted = username === undefined ? NO_AUTH : BY_PASSWORD;
  socket.write(Uint8Array.of(VERSION, 1, wanted));
  const [version, method] = await input.take(2);
  if (version !== VERSION) {
    throw new ProxyRefusalError("it does not speak SOCKS5");
  }
  if (method !== wanted) {
    throw new ProxyRefusalError(
      username === undefined
        ? "it wants a user name and a password"
        : "it does not accept a user name and password",
    );
  }
  if (username !== undefined) {
    socket.write(
      Uint8Array.of(
        1,
        ...withLength("user name", username),
        ...withLength("password", password),
      ),
    );
    const [, status] = await input.take(2);
    if (status !== 0) {
      throw new ProxyRefusalError("wrong user name or password");
    }
  }
  const { hostname, port } = target;
  socket.write(
    Uint8Array.of(VERSION, CONNECT, 0, ...address(hostname), port >> 8, port),
  );
  const [, reply, , kind] = await input.take(4);
  if (reply !== 0) {
    throw new ProxyRefusalError(REPLIES[reply] ?? `reply ${reply}`);
  }
  // Where the proxy connects from is of no use, but stands before the data.
  const length = kind === IPV4
    ? 4
    : kind === IPV6
    ? 16
    : (await input.take(1))[0];
  await input.take(length + 2);
}

function address(hostname: string): number[] {
  const bytes = parseAddress(hostname);
  if (bytes === undefined) return [NAME, ...withLength("host", hostname)];
  // An IPv4 address has its bytes at the end there.
  return hostname.includes(":") ? [IPV6, ...bytes] : [IPV4, ...bytes.slice(12)];
}

function withLength(what: string, text: string): number[] {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > 255) {
    throw new ProxyRefusalError(`SOCKS5 takes no ${what} above 255 bytes`);
  }
  return [bytes.length, ...bytes];
}
