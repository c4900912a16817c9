import type { Socket } from "node:net";
import type { ConnectionOptions } from "node:tls";
import type { ProxyServer } from "../../../core/http/proxy.ts";

/** What the connections to proxies failed with. */
const failures = new WeakSet<Error>();

/** Whether it was the connection to the proxy that failed, not one through it. */
export function isProxyFailure(error: Error): boolean {
  return failures.has(error);
}

/** Gives what opens connections to a proxy itself; `tls` is for one that is reached by TLS. */
export async function proxyDialer(
  { protocol, hostname, port }: ProxyServer,
  tls: ConnectionOptions,
): Promise<() => Socket> {
  const to = { host: hostname, port };
  if (protocol === "https") {
    const { connect } = await import("node:tls");
    return () => marking(connect({ ...to, ...tls }));
  }
  const { connect } = await import("node:net");
  return () => marking(connect(to));
}

function marking(socket: Socket): Socket {
  return socket.once("error", (error) => failures.add(error));
}
