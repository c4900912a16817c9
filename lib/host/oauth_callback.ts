import type { Diagnostic } from "../core/source/diagnostic.ts";
import { NetworkError, PermissionError } from "../core/source/errors.ts";
import { loopbackUrl } from "../core/auth/fields.ts";
import type { CallbackListener } from "../core/auth/oauth2/oauth2_config.ts";

/** How to wait for a browser. */
export interface CallbackOptions {
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
  /** Milliseconds; five minutes at most, which is the default. */
  readonly timeout?: number;
  /** Whether a URL is the callback that is waited for. */
  isCallback(url: string): boolean;
}

const FIVE_MINUTES = 300_000;
const PAGE =
  "<!doctype html><meta charset=utf-8><title>Brace</title><p>Brace has what it needs. You can close this window.";
const REFUSAL =
  "<!doctype html><meta charset=utf-8><title>Brace</title><p>This is not what Brace is waiting for.";

/**
 * Opens a loopback address for OAuth 2's authorization code flow (RFC 8252,
 * 7.3) and waits for the callback. Whatever else comes is refused: other paths,
 * other names of this machine (which a page could have given it), and URLs that
 * are not the callback. An empty callback URL, or one without a port, gets a
 * port that is free.
 *
 * @throws {RangeError} The callback URL is not `http:` on loopback: `checkAuth` refuses it.
 * @throws {NetworkError} Its port is taken.
 * @throws {PermissionError} Deno refuses to listen.
 */
export function oauthCallback(
  callbackUrl: string,
  options: CallbackOptions,
): CallbackListener {
  const wanted = loopbackUrl(callbackUrl || "http://127.0.0.1/callback");
  if (wanted === undefined) {
    throw new RangeError("checkAuth refuses what is not on loopback");
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const redirect = new URL(wanted);
  let others = 0;
  const server = serve(wanted, (request) => {
    const url = new URL(request.url);
    if (request.method !== "GET" || url.pathname !== wanted.pathname) {
      return new Response(null, { status: 404 });
    }
    if (
      request.headers.get("host") !== redirect.host ||
      !options.isCallback(request.url)
    ) {
      others++;
      return page(REFUSAL, 400);
    }
    resolve(request.url);
    return page(PAGE, 200);
  });
  redirect.port = String(server.addr.port);
  const interrupted = () => reject(options.signal!.reason);
  if (options.signal?.aborted) interrupted();
  options.signal?.addEventListener("abort", interrupted, { once: true });
  const timeout = Math.min(options.timeout ?? FIVE_MINUTES, FIVE_MINUTES);
  const timer = setTimeout(() => {
    const came = others === 0
      ? ""
      : ` (${others} came that are not from this login: their state or Host differs)`;
    reject(
      new NetworkError([
        problem("TIMEOUT", `no browser came back in ${timeout} ms${came}`),
      ]),
    );
  }, timeout);
  return {
    redirectUri: wanted.port === "" ? redirect.href : callbackUrl,
    callback: promise,
    async close() {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", interrupted);
      await server.shutdown();
    },
  };
}

function page(html: string, status: number): Response {
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      // The browser must not keep the connection, or closing would wait for it.
      "connection": "close",
    },
  });
}

function serve(
  wanted: URL,
  handler: (request: Request) => Response,
): Deno.HttpServer<Deno.NetAddr> {
  const hostname = wanted.hostname === "[::1]" ? "::1" : "127.0.0.1";
  // The standard port without one written would need a privileged port.
  const port = wanted.port === "" ? 0 : Number(wanted.port);
  try {
    return Deno.serve({ hostname, port, onListen: () => {} }, handler);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) {
      throw new PermissionError([problem(
        "PERMISSION",
        `Deno does not allow listening on ${hostname} (run with --allow-net=${hostname})`,
      )]);
    }
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new NetworkError([problem(
      "CONNECTION",
      `port ${port} of "callbackUrl" is taken (close what uses it, or write another port)`,
    )]);
  }
}

function problem(code: Diagnostic["code"], text: string): Diagnostic {
  return {
    code,
    severity: "error",
    message: `Cannot wait for the OAuth 2 callback: ${text}`,
  };
}
