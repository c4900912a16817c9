import type { OutgoingHop, Signature } from "../../core/http/engine.ts";
import { withHeaders } from "../../core/http/header_of.ts";
import { formatHost } from "../../core/policy/format_host.ts";
import type { Attempt } from "../../core/policy/refusal.ts";
import { locationOf } from "../../core/source/diagnostic.ts";
import { InterpolationError } from "../../core/source/errors.ts";
import { wireHeaders, wrongLength } from "../../core/http/wire_headers.ts";
import { inMemory } from "./content/in_memory.ts";
import type { HopTask } from "./hop_response.ts";

/** The cookies as they are now: those of a 401 belong to its challenge. */
export function withCookies(hop: OutgoingHop, task: HopTask): OutgoingHop {
  const cookies = outgoing(task).headers.filter(([name]) =>
    name.toLowerCase() === "cookie"
  );
  return { ...hop, headers: withHeaders(hop.headers, cookies) };
}

/** What goes out before auth has its say. */
export function outgoing(task: HopTask): OutgoingHop {
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
    // GraphQL over SSE takes nothing else, WebSockets have no use for it.
    ...(request.stream?.kind === "subscription" &&
      { accept: "text/event-stream" }),
    ...(request.settings.omitHeaders && { omit: request.settings.omitHeaders }),
  });
  return {
    method: request.method,
    url: request.url,
    headers,
    ...(body?.bytes && { body: body.bytes }),
  };
}

/** A hop with what auth changes. */
export function signed(
  hop: OutgoingHop,
  signature: Signature | undefined,
): OutgoingHop {
  if (signature === undefined) return hop;
  const headers = withHeaders(hop.headers, signature.headers ?? []);
  if (signature.withoutContent) return withoutContent({ ...hop, headers });
  return {
    ...hop,
    headers,
    url: signature.url ?? hop.url,
    ...(signature.body && { body: signature.body }),
  };
}

/** A hop whose content goes out later. */
function withoutContent(hop: OutgoingHop): OutgoingHop {
  const headers = hop.headers.filter(([name]) =>
    !/^(?:content-length|transfer-encoding)$/i.test(name)
  );
  if (headers.length === hop.headers.length) return hop;
  return {
    ...hop,
    headers: [...headers, ["Content-Length", "0"]],
    body: new Uint8Array(),
  };
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
export function withSentBody(task: HopTask, { body }: OutgoingHop): HopTask {
  if (body === undefined || body === task.body?.bytes) return task;
  return { ...task, body: inMemory(body) };
}
