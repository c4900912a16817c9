import type {
  OutgoingHop,
  SendOptions,
  Signature,
} from "../../request/engine.ts";
import { headerOf, headersOf, withHeaders } from "../../request/header_of.ts";
import { formatHost } from "../../request/policy.ts";
import type { RenderedRequest } from "../../request/types.ts";
import { locationOf } from "../../source/diagnostic.ts";
import { InterpolationError } from "../../source/errors.ts";
import { wrongLength } from "../../request/wrong_length.ts";
import { wireHeaders } from "../../request/wire_headers.ts";
import { sameOrigin, splitUrl, type WireUrl } from "../../request/wire_url.ts";
import { type BodySource, inMemory } from "./body_source.ts";
import type { Cancellation } from "./cancellation.ts";
import type { Connections } from "./connections.ts";
import { type Attempt, secretRefusal } from "../network/refusal.ts";
import type { Answer, AnswerHead } from "./answer.ts";
import { overConnection } from "./over_connection.ts";
import { toResponse } from "./to_response.ts";
import { MemorySink, type Sink } from "./sink.ts";
import type { EngineConfig } from "./types.ts";

/** One hop of a request. */
export interface HopTask {
  readonly request: RenderedRequest;
  readonly url: WireUrl;
  readonly attempt: Attempt;
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

/** Sends one hop: cookies, signature, the exchange, and a second one where auth answers a 401. */
export async function sendHop(task: HopTask): Promise<SentHop> {
  const { request, options, cancellation } = task;
  const signer = options.sign;
  let hop = outgoing(task);
  if (signer?.sign) {
    hop = signed(hop, await cancellation.wait(signer.sign(hop)));
  }
  const sent = await transmit(task, hop);
  if (sent.answer.status !== 401 || !signer?.answer) return sent;
  hop = withCookies(hop, task);
  const refused = toResponse(request, sent, { hops: [] });
  const signature = await cancellation.wait(signer.answer(hop, refused));
  return signature ? await transmit(task, signed(hop, signature)) : sent;
}

/** The cookies as they are now: those of a 401 belong to its challenge. */
function withCookies(hop: OutgoingHop, task: HopTask): OutgoingHop {
  const cookies = outgoing(task).headers.filter(([name]) =>
    name.toLowerCase() === "cookie"
  );
  return { ...hop, headers: withHeaders(hop.headers, cookies) };
}

function outgoing(task: HopTask): OutgoingHop {
  const { request, url, body, options, config, attempt } = task;
  const wrong = wrongLength(request.headers, body ? body.length : 0);
  if (wrong !== undefined) throw lengthError(wrong, body?.length, attempt);
  const cookie = options.cookies?.header(request.url);
  const headers = wireHeaders(request.headers, {
    url,
    method: request.method,
    length: body && (body.length ?? "unknown"),
    contentType: body?.contentType,
    boundary: body?.boundary,
    cookie,
    userAgent: config.userAgent,
    ...(request.settings.omitHeaders && { omit: request.settings.omitHeaders }),
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
  const texts = hop.body ?? task.body?.texts;
  const leak = options.guard?.check(
    { ...hop, ...(texts && { body: texts }) },
    url,
  );
  if (leak) throw secretRefusal(task.attempt, leak);
  const sent = await overConnection(withBody(task, hop), {
    url,
    headers: hop.headers as [string, string][],
    sink: (head) => sinkFor(task, head),
  });
  if (options.cookies) {
    const values = headersOf(sent.answer.headers, "set-cookie");
    if (values.length > 0) await options.cookies.store(request.url, values);
  }
  return { url, ...sent };
}

function lengthError(
  written: string,
  length: number | undefined,
  { hostname, port, at }: Attempt,
): InterpolationError {
  return new InterpolationError([{
    code: "INVALID_HEADER",
    severity: "error",
    message: `Cannot send to "${
      formatHost(hostname, port)
    }": the header Content-Length says "${written}", and the body's length is ${
      length ?? 0
    } (leave the header out, Brace writes it)`,
    ...(at && { location: locationOf(at, { place: "url" }) }),
  }]);
}

/** Auth may have put its parameters into a form. */
function withBody(task: HopTask, { body }: OutgoingHop): HopTask {
  if (body === undefined || body === task.body?.bytes) return task;
  return { ...task, body: inMemory(body) };
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

/** Decoders, loaded with the first answer that needs them, and kept: an import takes a turn of the event loop each time. */
let decoders: typeof import("./decode_sink.ts") | undefined;

function decoding(sink: Sink, encoding: string): Sink | Promise<Sink> {
  if (decoders) return decoders.decodeInto(sink, encoding);
  return import("./decode_sink.ts").then((loaded) => {
    decoders = loaded;
    return loaded.decodeInto(sink, encoding);
  });
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
