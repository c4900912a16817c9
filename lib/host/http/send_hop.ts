import type { OutgoingHop, Signature } from "../../core/http/engine.ts";
import { headerOf, headersOf, withHeaders } from "../../core/http/header_of.ts";
import { isRedirect } from "../../core/http/is_redirect.ts";
import { formatHost } from "../../core/policy/format_host.ts";
import { locationOf } from "../../core/source/diagnostic.ts";
import { InterpolationError } from "../../core/source/errors.ts";
import { wrongLength } from "../../core/http/wrong_length.ts";
import { wireHeaders } from "../../core/http/wire_headers.ts";
import { sameOrigin, splitUrl } from "../../core/http/wire_url.ts";
import type { HopTask, SentHop } from "./hop.ts";
import { inMemory } from "./content/in_memory.ts";
import { type Attempt, secretRefusal } from "../../core/policy/refusal.ts";
import type { ResponseHead } from "./hop_response.ts";
import { overConnection } from "./connection/over_connection.ts";
import { toResponse } from "./to_response.ts";
import { MemorySink, type Sink } from "./content/sink.ts";

/** Content of a redirect is not looked at, but reading a little of it keeps the connection. */
const REDIRECT_CONTENT = 64 * 1024;

/** Sends one hop: cookies, signature, the exchange, and a second one where auth has more to say after a 401. */
export async function sendHop(task: HopTask): Promise<SentHop> {
  const { request, options, cancellation } = task;
  const signer = options.sign;
  let hop = outgoing(task);
  if (signer?.sign) {
    hop = signed(hop, await cancellation.wait(signer.sign(hop)));
  }
  const sent = await transmit(task, hop);
  if (sent.response.status !== 401 || !signer?.retry) return sent;
  hop = withCookies(hop, task);
  const refused = toResponse(request, sent, { hops: [] });
  const signature = await cancellation.wait(signer.retry(hop, refused));
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
  const wrong = wrongLength(request.headers, body?.length ?? 0);
  if (wrong !== undefined) throw lengthError(wrong, body?.length ?? 0, attempt);
  const cookie = options.cookies?.header(request.url);
  const headers = wireHeaders(request.headers, {
    url,
    method: request.method,
    length: body?.length,
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
    {
      ...hop,
      ...(texts && { body: texts }),
      ...(request.insertions && { insertions: request.insertions }),
    },
    url,
  );
  if (leak) throw secretRefusal(task.attempt, leak);
  const sent = await overConnection(withBody(task, hop), {
    url,
    headers: hop.headers as [string, string][],
    sink: (head) => sinkFor(task, head),
  });
  task.responded();
  if (options.cookies) {
    const values = headersOf(sent.response.headers, "set-cookie");
    if (values.length > 0) await options.cookies.store(request.url, values);
  }
  return { url, ...sent };
}

function lengthError(
  written: string,
  length: number,
  { hostname, port, at }: Attempt,
): InterpolationError {
  return new InterpolationError([{
    code: "INVALID_HEADER",
    severity: "error",
    message: `Cannot send to "${
      formatHost(hostname, port)
    }": the header Content-Length says "${written}", and the body's length is ${length} (leave the header out, Brace writes it)`,
    ...(at && { location: locationOf(at, { place: "url" }) }),
  }]);
}

/** Auth may have put its parameters into a form. */
function withBody(task: HopTask, { body }: OutgoingHop): HopTask {
  if (body === undefined || body === task.body?.bytes) return task;
  return { ...task, body: inMemory(body) };
}

function sinkFor(task: HopTask, head: ResponseHead): Sink | Promise<Sink> {
  const { options, config, request } = task;
  const encoding = headerOf(head.headers, "content-encoding");
  const limit = request.settings.followRedirects && isRedirect(head)
    ? Math.min(REDIRECT_CONTENT, config.maxResponseSize)
    : config.maxResponseSize;
  if (options.output !== undefined && limit === config.maxResponseSize) {
    return fileSink(options.output, encoding, limit);
  }
  if (encoding !== undefined) return decoding(new MemorySink(limit), encoding);
  const length = headerOf(head.headers, "content-length");
  return new MemorySink(limit, length === undefined ? 0 : Number(length));
}

/** Decoders, loaded with the first response that needs them, and kept: an import takes a turn of the event loop each time. */
let decoders: typeof import("./content/decode_sink.ts") | undefined;

function decoding(sink: Sink, encoding: string): Sink | Promise<Sink> {
  if (decoders) return decoders.decodeInto(sink, encoding);
  return import("./content/decode_sink.ts").then((loaded) => {
    decoders = loaded;
    return loaded.decodeInto(sink, encoding);
  });
}

async function fileSink(
  path: string,
  encoding: string | undefined,
  limit: number,
): Promise<Sink> {
  const [{ FileSink }, { TeeSink }] = await Promise.all([
    import("./content/file_sink.ts"),
    import("./content/tee_sink.ts"),
  ]);
  const sink = new TeeSink(await FileSink.open(path), limit);
  return encoding === undefined ? sink : decoding(sink, encoding);
}
