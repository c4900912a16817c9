import type { Socket } from "node:net";
import { headerOf } from "../../request/header_of.ts";
import type { WireUrl } from "../../request/wire_url.ts";
import { checkAddress, checkAddresses } from "../network/check_addresses.ts";
import type { ConnectOptions } from "./agent.ts";
import type { Answer, ExchangeTask } from "./answer.ts";
import { exchange, MAX_HEADER_SIZE } from "./exchange.ts";
import { ExchangeError } from "./exchange_error.ts";
import type { HopTask } from "./send_hop.ts";

/** What goes out now. */
export interface Transmission {
  readonly url: WireUrl;
  readonly headers: [name: string, value: string][];
  readonly sink: ExchangeTask["sink"];
}

/** What went out, in the form that the connection gave it, and what came back. */
export interface Transmitted {
  readonly headers: [name: string, value: string][];
  readonly answer: Answer;
}

/** Methods that may be sent again when a kept connection turns out to be dead (RFC 9110, section 9.2.2). */
const IDEMPOTENT = new Set([
  "GET",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PUT",
  "DELETE",
]);

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
  // Behind a proxy names are resolved by the proxy.
  const checked = policy.checksAddresses && !tunnelled && !forwarding;
  if (checked) {
    const checking = checkAddresses(policy, url.hostname, url.port);
    await task.cancellation.wait(checking);
  }
  const guard = checked && {
    checkAddress: (address: string) => checkAddress(policy, address, url.port),
  };
  const common = {
    body: task.body,
    cancellation: task.cancellation,
    idleTimeout: config.idleTimeout,
    sink,
  };
  const dialled: Socket[] = [];
  const lines = headers.flat();
  if (forwarding?.authorization !== undefined) {
    lines.push("Proxy-Authorization", forwarding.authorization);
  }
  while (true) {
    try {
      if (config.http2 && url.protocol === "https:") {
        const answer = await overHttp2(task, url, {
          common,
          headers,
          connect: { ...connection.options, ...guard },
        });
        if (answer) return answer;
      }
      const answer = await exchange({
        ...common,
        open,
        options: {
          ...connection.options,
          ...guard,
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
      return { answer, headers };
    } catch (error) {
      for (const socket of dialled) socket.destroy();
      if (!isStale(error) || !IDEMPOTENT.has(request.method)) throw error;
      // The next attempt takes another connection, in the end a new one.
    }
  }
}

/** Sends by HTTP/2; undefined where the server does not speak it. */
async function overHttp2(
  task: HopTask,
  url: WireUrl,
  { common, headers, connect }: {
    common: ExchangeTask;
    headers: [string, string][];
    connect: ConnectOptions;
  },
): Promise<Transmitted | undefined> {
  const { connections, cancellation, request } = task;
  const connection = await cancellation.wait(connections.http2(url, connect));
  if (connection === undefined) return undefined;
  const { http2Exchange, http2Headers } = await import("./http2_exchange.ts");
  const sent = http2Headers(headers);
  const answer = await http2Exchange({
    ...common,
    connection,
    method: request.method,
    // A written Host header takes the authority's place.
    authority: headerOf(headers, "host") ?? url.authority,
    target: url.target,
    headers: sent,
  });
  return { answer, headers: sent };
}

function isStale(error: unknown): boolean {
  return error instanceof ExchangeError && error.reused &&
    error.problem === "cut before the answer";
}
