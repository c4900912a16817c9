import { isIdempotent } from "../../http/is_idempotent.ts";
import type { DiagnosticCode } from "../../source/diagnostic.ts";
import { NetworkError } from "../../source/errors.ts";
import { headerOf } from "../../http/header_of.ts";
import type { Response } from "../../http/response.ts";
import type { RenderedRequest } from "../../http/rendered_request.ts";
import type { RetrySettings } from "../options.ts";
import type { PortSendOptions, RunPorts } from "../ports.ts";

/** How often a request went out, and what came of the last time. */
export type Attempted =
  & { readonly attempts: number }
  & (
    | { readonly ok: true; readonly response: Response }
    | { readonly ok: false; readonly error: unknown }
  );

const PASSING = new Set([429, 502, 503, 504]);
const PASSING_ERRORS = new Set<DiagnosticCode>([
  "DNS",
  "CONNECTION",
  "TIMEOUT",
  "PROTOCOL",
  "RESPONSE_CUT",
]);
/** A server that asks for more patience than this gets its response reported. */
const MAX_PAUSE = 60_000;

/**
 * Sends a request and, where the retry settings say so, again after a network
 * error, 429, 502, 503 or 504; one that may have had an effect only where nothing
 * of it went out. The pause doubles; a `Retry-After` of at most
 * a minute counts instead. Never throws.
 */
export async function sendWithRetries(
  request: RenderedRequest,
  options: { ports: RunPorts; send: PortSendOptions; retry: RetrySettings },
): Promise<Attempted> {
  const { ports, send, retry } = options;
  const most = (error: unknown) =>
    error instanceof NetworkError && error.unsent ? retry.count : allowed;
  const allowed = retry.all || isIdempotent(request.method.toUpperCase())
    ? retry.count
    : 0;
  for (let attempts = 1;; attempts++) {
    let pause = retry.delay * 2 ** (attempts - 1);
    try {
      const response = await ports.send(request, send);
      if (attempts > allowed || !PASSING.has(response.status)) {
        return { ok: true, response, attempts };
      }
      const asked = retryAfter(response, ports.now());
      if (asked !== undefined) {
        if (asked > MAX_PAUSE) return { ok: true, response, attempts };
        pause = asked;
      }
    } catch (error) {
      if (attempts > most(error) || send.signal?.aborted || !mayPass(error)) {
        return { ok: false, error, attempts };
      }
    }
    await ports.sleep(pause, send.signal);
    if (send.signal?.aborted) {
      return { ok: false, error: send.signal.reason, attempts };
    }
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof NetworkError &&
    error.diagnostics.some(({ code }) => PASSING_ERRORS.has(code));
}

/** Milliseconds that `Retry-After` asks for: seconds, or a date. */
function retryAfter(response: Response, now: number): number | undefined {
  const value = headerOf(response.headers, "retry-after")?.trim();
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
