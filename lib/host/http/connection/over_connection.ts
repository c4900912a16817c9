import { isIdempotent } from "../../../core/http/is_idempotent.ts";
import type { Socket } from "node:net";
import { headerOf } from "../../../core/http/header_of.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import { checkAddress, checkAddresses } from "../../network/check_addresses.ts";
import type { ConnectOptions } from "./agent.ts";
import type { ExchangeTask, HopResponse } from "../hop_response.ts";
import { exchange, MAX_HEADER_SIZE } from "../exchange.ts";
import { ExchangeError } from "../exchange_error.ts";
import type { Looked } from "./look_at_certificate.ts";
import type { HopTask } from "../hop.ts";

/** What goes out now. */
export interface Transmission {
  readonly url: WireUrl;
  readonly headers: [name: string, value: string][];
  readonly sink: ExchangeTask["sink"];
}

/** What went out, in the form that the connection gave it, and what came back. */
export interface Transmitted {
  readonly headers: [name: string, value: string][];
  readonly response: HopResponse;
}

/**
 * Sends over a kept or a new connection, by HTTP/2 where that is wanted and
 * spoken. Idempotent requests go out again when a kept connection is dead.
 */
export async function overConnection(
  task: HopTask,
  { url, headers, sink }: Transmission,
): Promise<Transmitted> {
  const { request, connections, config } = task;
  const { policy } = task.options;
  const connection = connections.to(url) ?? await connections.load(url);
  const { open, forwarding, tunnelled } = connection;
  const check = policy.checksAddresses;
  // Behind a proxy names are resolved by the proxy.
  const server = task.attempt.proxy ?? url;
  if (check) {
    await task.cancellation.wait(checkAddresses(policy, server));
  }
  const dialled: Socket[] = [];
  const connect: ConnectOptions = {
    ...connection.options,
    ...(check && {
      checkAddress: (address: string) =>
        checkAddress(policy, address, server.port),
    }),
  };
  const common = {
    body: task.body,
    sent: headers,
    cancellation: task.cancellation,
    idleTimeout: config.idleTimeout,
    sink,
  };
  const lines = headers.flat();
  if (forwarding?.authorization !== undefined) {
    lines.push("Proxy-Authorization", forwarding.authorization);
  }
  await connections.settle();
  while (true) {
    try {
      if (config.http2 && url.protocol === "https:") {
        const response = await overHttp2(task, url, { common, connect });
        if (response) return response;
      }
      const response = await exchange({
        ...common,
        open,
        options: {
          ...connect,
          method: request.method,
          path: forwarding
            ? `http://${url.authority}${url.target}`
            : url.target,
          headers: lines,
          maxHeaderSize: MAX_HEADER_SIZE,
          setHost: false,
          ...(tunnelled && {
            dialling: (socket: Socket) => dialled.push(socket),
          }),
        },
      });
      return { response, headers };
    } catch (error) {
      for (const socket of dialled) socket.destroy();
      if (isUnverified(error)) {
        const { hostname, port } = server;
        const looked = { ...connect, hostname, port };
        await task.cancellation.wait(look(error, looked, tunnelled));
      }
      if (!isStale(error) || !isIdempotent(request.method)) throw error;
      // The next attempt takes another connection, in the end a new one.
    } finally {
      connections.heard();
    }
  }
}

/** Sends by HTTP/2; undefined where the server does not speak it. */
async function overHttp2(
  task: HopTask,
  url: WireUrl,
  { common, connect }: {
    common: ExchangeTask;
    connect: ConnectOptions;
  },
): Promise<Transmitted | undefined> {
  const { connections, cancellation, request } = task;
  const connection = await cancellation.wait(connections.http2(url, connect));
  if (connection === undefined) return undefined;
  const { http2Exchange, http2Headers } = await import("../http2_exchange.ts");
  const sent = http2Headers(common.sent);
  const response = await http2Exchange({
    ...common,
    sent,
    connection,
    method: request.method,
    // A written Host header takes the authority's place.
    authority: headerOf(common.sent, "host") ?? url.authority,
    target: url.target,
  });
  return { response, headers: sent };
}

/** Deno says the same of a certificate that has expired and of one whose issuer is not known (no upstream issue known). */
function isUnverified(error: unknown): error is Error {
  return (error as { code?: string }).code ===
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE";
}

/** Looks at the certificate that a connection failed for. */
async function look(
  error: Error,
  looked: Looked,
  tunnelled: boolean,
): Promise<void> {
  const [{ lookAtCertificate }, { isProxyFailure }] = await Promise.all([
    import("./look_at_certificate.ts"),
    import("./proxy_dialer.ts"),
  ]);
  // Through a proxy it would not go where the connection went.
  if (!tunnelled || isProxyFailure(error)) {
    await lookAtCertificate(error, looked);
  }
}

function isStale(error: unknown): boolean {
  return error instanceof ExchangeError && error.reused &&
    error.problem === "cut before the response";
}
