import type { Socket } from "node:net";
import type {
  OutgoingHop,
  SendOptions,
  Signature,
} from "../../request/engine.ts";
import { headerOf, headersOf, withHeaders } from "../../request/header_of.ts";
import type { RenderedRequest } from "../../request/types.ts";
import { wireHeaders } from "../../request/wire_headers.ts";
import { sameOrigin, splitUrl, type WireUrl } from "../../request/wire_url.ts";
import { checkAddress, checkAddresses } from "../network/check_addresses.ts";
import { type BodySource, inMemory } from "./body_source.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Connections } from "./connections.ts";
import {
  type Answer,
  type AnswerHead,
  exchange,
  MAX_HEADER_SIZE,
} from "./exchange.ts";
import { ExchangeError } from "./exchange_error.ts";
import { toResponse } from "./to_response.ts";
import { MemorySink, type Sink } from "./sink.ts";
import type { EngineConfig } from "./types.ts";

/** One hop of a request. */
export interface HopTask {
  readonly request: RenderedRequest;
  readonly url: WireUrl;
  readonly body: BodySource | undefined;
  readonly options: SendOptions;
  readonly cancellation: Cancellation;
  readonly connections: Connections;
  readonly config: EngineConfig;
}

/** What went out, and what came back. */
export interface SentHop {
  readonly url: WireUrl;
  readonly headers: [name: string, value: string][];
  readonly answer: Answer;
}

/** Content of a redirect is not looked at, but reading a little of it keeps the connection. */
const REDIRECT_CONTENT = 64 * 1024;

/** Methods that may be sent again when a kept connection turns out to be dead (RFC 9110, section 9.2.2). */
const IDEMPOTENT = new Set([
  "GET",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "PUT",
  "DELETE",
]);

/** Sends one hop: cookies, signature, the exchange, and a second one where auth answers a 401. */
export async function sendHop(task: HopTask): Promise<SentHop> {
  const { request, options } = task;
  const signer = options.sign;
  let hop = outgoing(task);
  if (signer?.sign) hop = signed(hop, await signer.sign(hop));
  let sent = await transmit(task, hop);
  if (sent.answer.status === 401 && signer?.answer) {
    const refused = toResponse(request, sent, { hops: [] });
    const signature = await signer.answer(hop, refused);
    if (signature) sent = await transmit(task, signed(hop, signature));
  }
  return sent;
}

function outgoing(task: HopTask): OutgoingHop {
  const { request, url, body, options, config } = task;
  const cookie = options.cookies?.header(request.url);
  const headers = wireHeaders(request.headers, {
    url,
    method: request.method,
    length: body && (body.length ?? "unknown"),
    contentType: body?.contentType,
    boundary: body?.boundary,
    cookie,
    userAgent: config.userAgent,
  });
  return {
    method: request.method,
    url: request.url,
    headers,
    ...(body?.bytes && { body: body.bytes }),
  };
}

function signed(
  hop: OutgoingHop,
  signature: Signature | undefined,
): OutgoingHop {
  if (signature === undefined) return hop;
  return {
    ...hop,
    headers: withHeaders(hop.headers, signature.headers ?? []),
    url: signature.url ?? hop.url,
    ...(signature.body && { body: signature.body }),
  };
}

async function transmit(task: HopTask, hop: OutgoingHop): Promise<SentHop> {
  const { request, options } = task;
  const url = hop.url === request.url ? task.url : splitUrl(hop.url);
  if (url === undefined || !sameOrigin(url, task.url)) {
    throw new Error("a signature must not change the request's host");
  }
  const headers = hop.headers as [string, string][];
  const answer = await overConnection(withBody(task, hop), url, headers);
  if (options.cookies) {
    const values = headersOf(answer.headers, "set-cookie");
    if (values.length > 0) await options.cookies.store(request.url, values);
  }
  return { url, headers, answer };
}

/** Auth may have put its parameters into a form. */
function withBody(task: HopTask, { body }: OutgoingHop): HopTask {
  if (body === undefined || body === task.body?.bytes) return task;
  return { ...task, body: inMemory(body) };
}

async function overConnection(
  task: HopTask,
  url: WireUrl,
  headers: [string, string][],
): Promise<Answer> {
  const { request, connections, config } = task;
  const { policy } = task.options;
  const connection = connections.to(url) ?? await connections.load(url);
  const { open, forwarding, tunnelled } = connection;
  // Behind a proxy names are resolved by the proxy.
  const checked = policy.checksAddresses && !tunnelled && !forwarding;
  if (checked) await checkAddresses(policy, url.hostname, url.port);
  const dialled: Socket[] = [];
  const lines = headers.flat();
  if (forwarding?.authorization !== undefined) {
    lines.push("Proxy-Authorization", forwarding.authorization);
  }
  while (true) {
    try {
      return await exchange({
        open,
        options: {
          ...connection.options,
          method: request.method,
          path: forwarding
            ? `http://${url.authority}${url.target}`
            : url.target,
          headers: lines,
          maxHeaderSize: MAX_HEADER_SIZE,
          setHost: false,
          ...(checked && {
            checkAddress: (address: string) =>
              checkAddress(policy, address, url.port),
          }),
          ...(tunnelled && {
            dialling: (socket: Socket) => dialled.push(socket),
          }),
        },
        body: task.body,
        cancellation: task.cancellation,
        idleTimeout: config.idleTimeout,
        sink: (head) => sinkFor(task, head),
      });
    } catch (error) {
      for (const socket of dialled) socket.destroy();
      if (!isStale(error) || !IDEMPOTENT.has(request.method)) throw error;
      // The next attempt takes another connection, in the end a new one.
    }
  }
}

function isStale(error: unknown): boolean {
  return error instanceof ExchangeError && error.reused &&
    error.problem === "cut before the answer";
}

function sinkFor(task: HopTask, head: AnswerHead): Sink | Promise<Sink> {
  const { options, config, request } = task;
  const encoding = headerOf(head.headers, "content-encoding");
  const limit = isFollowed(request, head)
    ? Math.min(REDIRECT_CONTENT, config.maxResponseSize)
    : config.maxResponseSize;
  if (options.output !== undefined && limit === config.maxResponseSize) {
    return fileSink(options.output, encoding);
  }
  const sink = new MemorySink(limit);
  return encoding === undefined ? sink : decoding(sink, encoding);
}

/** Decoders and files are loaded when they are needed. */
async function decoding(sink: Sink, encoding: string): Promise<Sink> {
  const { decodeInto } = await import("./decode_sink.ts");
  return decodeInto(sink, encoding);
}

async function fileSink(
  path: string,
  encoding: string | undefined,
): Promise<Sink> {
  const { FileSink } = await import("./file_sink.ts");
  const sink = await FileSink.open(path);
  return encoding === undefined ? sink : decoding(sink, encoding);
}

function isFollowed(request: RenderedRequest, head: AnswerHead): boolean {
  return head.status >= 301 && head.status <= 308 &&
    request.settings.followRedirects &&
    headerOf(head.headers, "location") !== undefined;
}
