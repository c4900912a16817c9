import type { ResponseHead } from "./types.ts";
import { isProxyFailure } from "./connection/proxy_dialer.ts";
import {
  isUnverified,
  lookAtCertificate,
} from "./connection/look_at_certificate.ts";
import type { OutgoingHop } from "../../core/http/engine.ts";
import { headerOf, headersOf } from "../../core/http/header_of.ts";
import { isIdempotent } from "../../core/http/is_idempotent.ts";
import { isRedirect } from "../../core/http/redirect.ts";
import { once } from "../../core/source/once.ts";
import {
  sameOrigin,
  splitUrl,
  type WireUrl,
} from "../../core/http/wire_url.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import {
  type ExchangeTask,
  type HopResponse,
  type HopTask,
  isStream,
  type SentHop,
  toResponse,
} from "./hop_response.ts";
import { secretRefusal } from "../../core/policy/refusal.ts";
import type { SignedConnection } from "./connection/signed_connections.ts";
import { networkError } from "./failure/network_error.ts";
import { MemorySink, type Sink } from "./content/sink.ts";
import type { Socket } from "node:net";
import { checkAddress, checkAddresses } from "./check_addresses.ts";
import type { ConnectOptions } from "./connection/agent.ts";
import { outgoing, signed, withCookies, withSentBody } from "./outgoing.ts";
import { HandshakeError } from "./direct/direct_connections.ts";
import { directExchange } from "./direct/direct_exchange.ts";
import { suitsDirect } from "./direct/suits_direct.ts";
import { exchange, MAX_HEADER_SIZE } from "./exchange.ts";
import { ExchangeError } from "./exchange_error.ts";

/** Content of a redirect is not looked at, but reading a little of it keeps the connection. */
const REDIRECT_CONTENT = 64 * 1024;

/** Sends one hop: cookies, signature, the exchange, and a second one where auth has more to say after a 401. */
export async function sendHop(task: HopTask): Promise<SentHop> {
  const { sign } = task.options;
  if (sign === undefined) return await transmit(task, outgoing(task));
  const { connection } = sign;
  if (connection === undefined) return await sendSigned(task);
  if (isUpgraded(task.request)) {
    throw networkError(
      task.attempt,
      "UNSUPPORTED",
      `Cannot send to "${task.url.authority}": auth that signs a connection in cannot open a WebSocket (use a kind that is one header)`,
    );
  }
  const { signedIn } = task.connections;
  const own = await task.connections.signed(task.url, connection);
  let isSignedIn = false;
  try {
    const sent = await sendSigned(task, own);
    isSignedIn = sent.response.status !== 401;
    return sent;
  } finally {
    if (isSignedIn) signedIn.give(own);
    else signedIn.drop(own);
  }
}

async function sendSigned(
  task: HopTask,
  own?: SignedConnection,
): Promise<SentHop> {
  const { request, options, cancellation } = task;
  const signer = options.sign;
  let hop = outgoing(task);
  if (signer?.sign) {
    const signing = cancellation.wait(signer.sign(hop));
    hop = signed(hop, await cancellation.apart(signing));
  }
  let sent = await transmit(task, hop, own);
  if (!signer?.retry) return sent;
  // Two messages, and a look at what came of them.
  const rounds = own === undefined ? 1 : 3;
  for (let round = 0; round < rounds; round++) {
    if (sent.response.status !== 401) break;
    hop = withCookies(hop, task);
    const refused = toResponse(request, sent, { hops: [] });
    const certificate = own?.certificate();
    const signature = await cancellation.apart(cancellation.wait(
      signer.retry(hop, refused, {
        round,
        ...(certificate && { certificate }),
      }),
    ));
    if (signature === undefined) break;
    own?.hold(round > 0);
    sent = await transmit(task, signed(hop, signature), own);
  }
  return sent;
}

async function transmit(
  task: HopTask,
  hop: OutgoingHop,
  own?: SignedConnection,
): Promise<SentHop> {
  const { request, options } = task;
  const url = hop.url === request.url ? task.url : splitUrl(hop.url);
  if (url === undefined || !sameOrigin(url, task.url)) {
    throw new Error("a signature must not change the request's host");
  }
  const texts = hop.body ?? task.body?.texts;
  const { insertions } = request;
  const leak = options.guard?.check(
    texts || insertions
      ? { ...hop, ...texts && { body: texts }, ...insertions && { insertions } }
      : hop,
    url,
  );
  if (leak) throw secretRefusal(task.attempt, leak);
  task.cancellation.clock.start(url, task.attempt.proxy !== undefined);
  const sent = await overConnection(withSentBody(task, hop), {
    url,
    headers: hop.headers as [string, string][],
    sink: (head) => sinkFor(task, head),
    ...(own && { own }),
  });
  task.responded();
  if (options.cookies) {
    const values = headersOf(sent.response.headers, "set-cookie");
    if (values.length > 0) await options.cookies.store(request.url, values);
  }
  return { url, ...sent };
}

function sinkFor(task: HopTask, head: ResponseHead): Sink | Promise<Sink> {
  const { options, config, request } = task;
  const encoding = headerOf(head.headers, "content-encoding");
  const limit = request.settings.followRedirects && isRedirect(head)
    ? Math.min(REDIRECT_CONTENT, config.maxResponseSize)
    : config.maxResponseSize;
  if (options.converse && isStream(head)) {
    return streamSink(task, { head, encoding, limit });
  }
  if (options.output !== undefined && limit === config.maxResponseSize) {
    return fileSink(options.output, encoding, limit);
  }
  if (encoding !== undefined) return decoding(new MemorySink(limit), encoding);
  const length = headerOf(head.headers, "content-length");
  return new MemorySink(limit, length === undefined ? 0 : Number(length));
}

const decoders = once(() => import("./content/decode_sink.ts"));

async function decoding(sink: Sink, encoding: string): Promise<Sink> {
  return (await decoders()).decodeInto(sink, encoding);
}

/** Where a stream of events goes: to the conversation, and where it would go anyway. */
async function streamSink(
  task: HopTask,
  { head, encoding, limit }: {
    head: ResponseHead;
    encoding: string | undefined;
    limit: number;
  },
): Promise<Sink> {
  const { output } = task.options;
  const { eventSink } = await import("./stream/events.ts");
  const content = output === undefined
    ? new MemorySink(limit)
    : await fileSink(output, undefined, limit);
  const sink = eventSink(task, head, content);
  return encoding === undefined ? sink : decoding(sink, encoding);
}

async function fileSink(
  path: string,
  encoding: string | undefined,
  limit: number,
): Promise<Sink> {
  const { openFileSink } = await import("./content/file_sink.ts");
  const sink = await openFileSink(path, limit);
  return encoding === undefined ? sink : decoding(sink, encoding);
}

/** What goes out now. */
interface Transmission {
  readonly url: WireUrl;
  readonly headers: [name: string, value: string][];
  readonly sink: ExchangeTask["sink"];
  /** The connection that the auth signs in. */
  readonly own?: SignedConnection;
}

/** What went out, in the form that the connection gave it, and what came back. */
interface Transmitted {
  readonly headers: [name: string, value: string][];
  readonly response: HopResponse;
}

/**
 * Sends over a kept or a new connection, by HTTP/2 where that is wanted and
 * spoken. Idempotent requests go out again when a kept connection is dead.
 */
async function overConnection(
  task: HopTask,
  transmission: Transmission,
): Promise<Transmitted> {
  const { url, headers, sink, own } = transmission;
  const { request, connections, config, options: { policy } } = task;
  const isGrpc = request.stream?.kind === "grpc";
  const upgrades = isUpgraded(request);
  const tunnels = isGrpc || upgrades;
  const { method } = request;
  const isDirect = !own && !tunnels && task.attempt.proxy === undefined &&
    suitsDirect(
      { url, method, headers, body: task.body },
      connections.isPlainTls(url),
    );
  const connection = isDirect
    ? undefined
    : own?.connection ?? connections.to(url, tunnels) ??
      await connections.load(url, tunnels);
  const check = policy.checksAddresses;
  // Behind a proxy names are resolved by the proxy.
  const server = task.attempt.proxy ?? url;
  if (check) {
    task.cancellation.clock.dialled({ started: performance.now() });
    await task.cancellation.wait(checkAddresses(policy, server));
  }
  const common = {
    body: task.body,
    sent: headers,
    cancellation: task.cancellation,
    idleTimeout: config.idleTimeout,
    sink,
  };
  if (connection === undefined) {
    // Where Deno's own TLS fails, Node's has the last word.
    return await directly(task, url, common) ??
      await overConnection(task, transmission);
  }
  const { open, forwarding, tunnelled } = connection;
  const dialled: Socket[] = [];
  const connect: ConnectOptions = {
    ...connection.options,
    dialled: (phases) => task.cancellation.clock.dialled(phases),
    ...(check && {
      checkAddress: (address: string) =>
        checkAddress(policy, address, server.port),
    }),
  };
  const lines = headers.flat();
  if (forwarding?.authorization !== undefined) {
    lines.push("Proxy-Authorization", forwarding.authorization);
  }
  const explain = async (error: unknown) => {
    if (!isUnverified(error)) return;
    const { hostname, port } = server;
    const looked = { ...connect, hostname, port };
    // Through a proxy it would not go where the connection went.
    if (!tunnelled || isProxyFailure(error)) {
      await task.cancellation.wait(lookAtCertificate(error, looked));
    }
  };
  if (upgrades) {
    const { openStream } = await import("./stream/open_stream.ts");
    try {
      return await openStream(task, { url, headers, connect, sink });
    } catch (error) {
      await explain(error);
      throw error;
    }
  }
  await connections.settle();
  while (true) {
    try {
      if (isGrpc) return await overGrpc(task, url, { headers, connect });
      if (config.http2 && url.protocol === "https:" && !own) {
        const response = await overHttp2(task, url, { common, connect });
        if (response) return response;
      }
      const response = await exchange({
        ...common,
        open,
        options: {
          ...connect,
          method,
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
      await explain(error);
      if (!isStale(error) || !isIdempotent(method)) throw error;
      // The next attempt takes another connection, in the end a new one.
    } finally {
      connections.heard();
    }
  }
}

/** Sends over a connection of Deno's own; undefined where its TLS fails. */
async function directly(
  { connections, config, options: { policy }, request }: HopTask,
  url: WireUrl,
  common: ExchangeTask,
): Promise<Transmitted | undefined> {
  const exchange = {
    ...common,
    connections: connections.direct,
    url,
    method: request.method,
    checkAddress: policy.checksAddresses
      ? (address: string) => checkAddress(policy, address, url.port)
      : undefined,
    connectTimeout: config.connectTimeout,
  };
  const settling = connections.settle();
  if (settling) await settling;
  while (true) {
    try {
      const response = await directExchange(exchange);
      return { response, headers: common.sent };
    } catch (error) {
      if (error instanceof HandshakeError) return undefined;
      if (!isStale(error) || !isIdempotent(request.method)) throw error;
      // The next attempt takes another connection, in the end a new one.
    } finally {
      connections.heard();
    }
  }
}

/** Whether a request opens a WebSocket. */
function isUpgraded({ stream }: RenderedRequest): boolean {
  return stream?.kind === "websocket" ||
    stream?.kind === "subscription" && stream.over === "websocket";
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
  const { http2Exchange, http2Headers } = await import("./http2_exchange.ts");
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

/** Kept: an import takes a turn of the event loop each time. */
let grpc: typeof import("../grpc/grpc_exchange.ts") | undefined;

/** Calls by gRPC, which HTTP/2 alone can carry. */
async function overGrpc(
  task: HopTask,
  url: WireUrl,
  { headers, connect }: {
    headers: [name: string, value: string][];
    connect: ConnectOptions;
  },
): Promise<Transmitted> {
  const { connections, cancellation } = task;
  const connection = await cancellation.wait(connections.http2(url, connect));
  if (connection === undefined) throw new ExchangeError("not HTTP/2");
  grpc ??= await import("../grpc/grpc_exchange.ts");
  return await grpc.grpcExchange(task, { url, headers, connection });
}

function isStale(error: unknown): boolean {
  return error instanceof ExchangeError && error.reused &&
    error.problem === "cut before the response";
}
