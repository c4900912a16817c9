import type { Engine, SendOptions } from "../../request/engine.ts";
import { redirect } from "../../request/redirect.ts";
import type { Hop, Response } from "../../request/response.ts";
import type { RenderedRequest } from "../../request/types.ts";
import { splitUrl, type WireUrl } from "../../request/wire_url.ts";
import { wireHeaders } from "../../request/wire_headers.ts";
import { admit } from "../network/admit.ts";
import { checkAddress, checkAddresses } from "../network/check_addresses.ts";
import type { Attempt } from "../network/refusal.ts";
import { bodySource } from "./body_source.ts";
import { Cancellation } from "./cancellation.ts";
import { Connections } from "./connections.ts";
import { type Answer, exchange, MAX_HEADER_SIZE } from "./exchange.ts";
import { describeFailure, networkError } from "./network_error.ts";
import { MemorySink } from "./sink.ts";
import type { EngineConfig, EngineOptions } from "./types.ts";

/**
 * Makes the engine of one run, on node:http(s), which is loaded with the first
 * request. Connections are kept alive until `close()`.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  return new HttpEngine({
    timeout: options.timeout ?? 30_000,
    insecure: options.insecure ?? false,
    maxRedirects: options.maxRedirects ?? 5,
    maxResponseSize: options.maxResponseSize ?? 100 * 1024 * 1024,
    userAgent: options.userAgent ?? "brace/2.2.0",
  });
}

class HttpEngine implements Engine {
  readonly #config: EngineConfig;
  readonly #connections: Connections;

  constructor(config: EngineConfig) {
    this.#config = config;
    this.#connections = new Connections(config);
  }

  async send(
    request: RenderedRequest,
    options: SendOptions,
  ): Promise<Response> {
    const timeout = request.settings.timeout ?? this.#config.timeout;
    using cancellation = new Cancellation(options.signal, timeout);
    const limit = request.settings.maxRedirects ?? this.#config.maxRedirects;
    const started = performance.now();
    const hops: Hop[] = [];
    let current = request;
    while (true) {
      const url = splitUrl(current.url);
      const attempt: Attempt = {
        hostname: url?.hostname ?? "",
        port: url?.port ?? 0,
        redirected: hops.length > 0,
        ...(options.label === undefined ? {} : { label: options.label }),
        ...(options.at === undefined ? {} : { at: options.at }),
      };
      if (url === undefined) {
        throw networkError(
          attempt,
          "INVALID_URL",
          `Cannot send to "${current.url}": not an http: or https: URL`,
        );
      }
      try {
        const admission = admit(options.policy, attempt);
        if (admission) await admission;
        cancellation.check();
        const { answer, headers } = await this.#exchange(
          current,
          url,
          options,
          cancellation,
        );
        const next = current.settings.followRedirects
          ? redirect(current, answer)
          : NONE;
        switch (next.kind) {
          case "none":
            return response(current, answer, headers, hops, started);
          case "invalid":
            throw networkError(
              attempt,
              "REDIRECT",
              `Cannot follow the redirect of "${url.authority}" to "${answer.location}": ${next.reason}`,
              hops,
            );
          case "follow":
            if (hops.length >= limit) {
              throw networkError(
                attempt,
                "REDIRECT",
                `Cannot follow the redirect of "${url.authority}": ${limit} redirects were followed already (raise settings.maxRedirects)`,
                hops,
              );
            }
            hops.push({
              status: answer.status,
              method: current.method,
              url: current.url,
              location: answer.location!,
            });
            current = next.request;
            break;
          default:
            next satisfies never;
        }
      } catch (error) {
        throw describeFailure(error, attempt, hops);
      }
    }
  }

  close(): void {
    this.#connections.close();
  }

  async #exchange(
    request: RenderedRequest,
    url: WireUrl,
    options: SendOptions,
    cancellation: Cancellation,
  ): Promise<{ answer: Located; headers: [string, string][] }> {
    const body = request.body && bodySource(request.body);
    const cookie = options.cookies?.header(request.url);
    const headers = wireHeaders(request.headers, {
      url,
      method: request.method,
      length: body && (body.length ?? "unknown"),
      userAgent: this.#config.userAgent,
      ...(body?.contentType === undefined
        ? {}
        : { contentType: body.contentType }),
      ...(cookie === undefined ? {} : { cookie }),
    });
    const connection = this.#connections.to(url) ??
      await this.#connections.load(url);
    const { policy } = options;
    const guard = policy.checksAddresses
      ? {
        checkAddress: (address: string) =>
          checkAddress(policy, address, url.port),
      }
      : undefined;
    if (guard) await checkAddresses(policy, url.hostname, url.port);
    const answer = await exchange({
      open: connection.open,
      options: {
        ...connection.options,
        method: request.method,
        path: url.target,
        headers: headers.flat(),
        ...guard,
        maxHeaderSize: MAX_HEADER_SIZE,
        setHost: false,
      },
      body,
      cancellation,
      sink: () => new MemorySink(this.#config.maxResponseSize),
    });
    const located = locate(answer);
    if (options.cookies && located.setCookie.length > 0) {
      await options.cookies.store(request.url, located.setCookie);
    }
    return { answer: located, headers };
  }
}

const NONE = { kind: "none" } as const;

/** An answer with the two headers that the engine itself acts on. */
interface Located extends Answer {
  readonly location: string | undefined;
  readonly setCookie: readonly string[];
}

function locate(answer: Answer): Located {
  let location: string | undefined;
  const setCookie: string[] = [];
  for (const [name, value] of answer.headers) {
    if (name.length === 8 && name.toLowerCase() === "location") {
      location ??= value;
    } else if (name.length === 10 && name.toLowerCase() === "set-cookie") {
      setCookie.push(value);
    }
  }
  return Object.assign(answer, { location, setCookie });
}

function response(
  request: RenderedRequest,
  answer: Located,
  sentHeaders: [string, string][],
  hops: readonly Hop[],
  started: number,
): Response {
  let size = `HTTP/1.1 000 ${answer.statusText}\r\n\r\n`.length;
  for (const [name, value] of answer.headers) {
    size += name.length + value.length + 4;
  }
  return {
    url: request.url,
    status: answer.status,
    statusText: answer.statusText,
    headers: answer.headers,
    body: answer.sink.bytes,
    truncated: answer.sink.truncated,
    httpVersion: answer.httpVersion,
    timings: { ...answer.timings, total: performance.now() - started },
    size: { headers: size, body: answer.received },
    ...(answer.remoteAddress === undefined
      ? {}
      : { remoteAddress: answer.remoteAddress }),
    ...(answer.tls === undefined ? {} : { tls: answer.tls }),
    hops,
    sentHeaders,
  };
}
