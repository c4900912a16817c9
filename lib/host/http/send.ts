import { bodySource } from "./content/body_source.ts";
import { networkError } from "./failure/network_error.ts";
import { USER_AGENT } from "../../core/http/wire_headers.ts";
import type { Engine, SendOptions } from "../../core/http/engine.ts";
import type { ProxyServer } from "../../core/http/proxy.ts";
import {
  isRedirect,
  type Redirect,
  redirect,
} from "../../core/http/redirect.ts";
import type { Hop, Response, Timings } from "../../core/http/response.ts";
import type {
  RenderedBody,
  RenderedRequest,
} from "../../core/http/rendered_request.ts";
import { timeoutOf, timeoutWayOut } from "../../core/http/timeout_of.ts";
import { splitUrl, type WireUrl } from "../../core/http/wire_url.ts";
import { headerOf } from "../../core/http/header_of.ts";
import {
  type Attempt,
  denoRefusal,
  firstConnection,
  refusal,
} from "../../core/policy/refusal.ts";
import { Aborts, Cancellation, Deadlines } from "./cancellation.ts";
import { Connections } from "./connection/connections.ts";
import { type SentHop, toResponse } from "./hop_response.ts";
import { sendHop } from "./send_hop.ts";
import type { BodySource, EngineConfig, EngineOptions } from "./types.ts";
import type { Policy } from "../../core/policy/policy.ts";
import { formatHost } from "../../core/policy/format_host.ts";

/**
 * Makes the engine of one run: over Deno's own sockets where they do, else on
 * node:http, which the first such request loads. Connections are kept alive
 * until `close()`.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  return new HttpEngine({
    timeout: options.timeout,
    connectTimeout: options.connectTimeout ?? 0,
    idleTimeout: options.idleTimeout ?? 0,
    insecure: options.insecure ?? false,
    ca: options.ca ?? [],
    clientCertificates: options.clientCertificates ?? [],
    proxy: options.proxy,
    http2: options.http2 ?? false,
    maxRedirects: options.maxRedirects ?? 5,
    maxResponseSize: options.maxResponseSize ?? 100 * 1024 * 1024,
    userAgent: options.userAgent ?? USER_AGENT,
    files: options.files,
    seed: options.seed,
    tlsFacts: options.tlsFacts ?? true,
  });
}

class HttpEngine implements Engine {
  readonly #config: EngineConfig;
  readonly #connections: Connections;
  readonly #deadlines = new Deadlines();
  readonly #aborts = new Aborts();

  constructor(config: EngineConfig) {
    this.#config = config;
    this.#connections = new Connections(config);
  }

  async send(
    request: RenderedRequest,
    options: SendOptions,
  ): Promise<Response> {
    const began = performance.now();
    const timeout = timeoutOf(request.settings.timeout, this.#config.timeout);
    using cancellation = new Cancellation({
      signal: options.signal,
      timeout,
      deadlines: this.#deadlines,
      aborts: this.#aborts,
    });
    const hops: Hop[] = [];
    let current = request;
    let body = request.body && await this.#open(request, request.body);
    let trusted = true;
    let responded = false;
    /** Of the last response that came: a redirect may not be followed. */
    let answered: Timings | undefined;
    while (true) {
      const url = splitUrl(current.url);
      const proxy = url && this.#connections.proxyOf(url);
      const attempt = attemptOf(url, options, { hops, proxy });
      if (url === undefined) {
        throw networkError(
          attempt,
          "INVALID_URL",
          `Cannot send to "${current.url}": not an http: or https: URL${
            noValue(current.url)
          }`,
        );
      }
      try {
        const admission = admit(options.policy, attempt, proxy);
        if (admission) {
          // The time that a person takes to answer is not the server's.
          cancellation.pause();
          await cancellation.apart(admission);
          cancellation.restart();
        }
        cancellation.check();
        const sent = await sendHop({
          request: current,
          url,
          attempt,
          body,
          options: trusted ? options : withoutSigner(options),
          cancellation,
          connections: this.#connections,
          config: this.#config,
          responded: () => {
            responded = true;
            cancellation.clock.stop();
          },
        });
        answered = sent.response.timings;
        if (!current.settings.followRedirects || !isRedirect(sent.response)) {
          const limit = this.#config.maxResponseSize;
          const started = began + cancellation.away;
          return toResponse(current, sent, { hops, started, limit });
        }
        const next = this.#next(current, sent, hops, attempt);
        hops.push({
          status: sent.response.status,
          method: current.method,
          url: current.url,
          location: headerOf(sent.response.headers, "location")!,
          headers: sent.headers,
        });
        current = next.request;
        trusted &&= next.trusted;
        if (current.body === undefined) body = undefined;
      } catch (error) {
        const started = began + cancellation.away;
        const timings = cancellation.clock.timings(started) ??
          (answered && { ...answered, total: performance.now() - started });
        if (timings) options.failed?.(timings);
        const { describeFailure } = await import(
          "./failure/describe_failure.ts"
        );
        const limit = this.#config.maxResponseSize;
        throw describeFailure(error, attempt, {
          hops,
          responded,
          moreTime: () => timeoutWayOut(request.settings, this.#config.timeout),
          respond: (came) =>
            toResponse(current, came, { hops, started, limit, cut: true }),
        });
      }
    }
  }

  close(): void {
    this.#connections.close();
    this.#deadlines.close();
    this.#aborts.close();
  }

  async #open(
    { headers }: RenderedRequest,
    body: RenderedBody,
  ): Promise<BodySource> {
    return await bodySource(body, {
      access: this.#config.files,
      contentType: headerOf(headers, "content-type"),
      seed: this.#config.seed,
    });
  }

  /** The redirect to follow. */
  #next(
    request: RenderedRequest,
    { response, url }: SentHop,
    hops: readonly Hop[],
    attempt: Attempt,
  ): Redirect & { kind: "follow" } {
    const location = headerOf(response.headers, "location")!;
    const next = redirect(request, { status: response.status, location });
    const limit = request.settings.maxRedirects ?? this.#config.maxRedirects;
    switch (next.kind) {
      case "invalid":
        throw networkError(
          attempt,
          "REDIRECT",
          `Cannot follow the redirect of "${url.authority}" to "${location}": ${next.reason}`,
          { hops },
        );
      case "follow":
        if (hops.length < limit) return next;
        throw networkError(
          attempt,
          "REDIRECT",
          `Cannot follow the redirect of "${url.authority}": ${
            limit === 1 ? "1 redirect was" : `${limit} redirects were`
          } followed already (raise settings.maxRedirects)`,
          { hops },
        );
      default:
        return next satisfies never;
    }
  }
}

function attemptOf(
  url: WireUrl | undefined,
  { label, byScript, at }: SendOptions,
  { hops, proxy }: { hops: readonly Hop[]; proxy: ProxyServer | undefined },
): Attempt {
  return {
    hostname: url?.hostname ?? "",
    port: url?.port ?? 0,
    redirected: hops.length > 0,
    ...(label !== undefined && { label }),
    ...(byScript && { byScript }),
    ...(at !== undefined && { at }),
    ...(proxy && { proxy }),
  };
}

function withoutSigner(options: SendOptions): SendOptions {
  const { sign: _, ...rest } = options;
  return rest;
}

/** Hosts that Deno was asked about already; permissions are never revoked while running. */
const granted = new Set<string>();

/**
 * Lets a connection through, or not: first Brace's policy, which may ask the person at
 * the terminal, then Deno's permissions, which are only queried, so that Deno never prompts.
 * Synchronous where nobody has to be asked. A proxy that a collection set is
 * admitted like any host; one that the person named needs no declaration, but can
 * be denied.
 *
 * @throws {PermissionError} Refused.
 */
function admit(
  policy: Policy,
  attempt: Attempt,
  proxy?: ProxyServer,
): void | Promise<void> {
  const asking = admitByPolicy(policy, attempt);
  return asking
    ? asking.then(() => admitConnection(policy, attempt, proxy))
    : admitConnection(policy, attempt, proxy);
}

/** Admits the server that the connection is really made to. */
function admitConnection(
  policy: Policy,
  attempt: Attempt,
  proxy: ProxyServer | undefined,
): void | Promise<void> {
  if (proxy === undefined) return admitByDeno(attempt);
  const connection = firstConnection(attempt);
  const asking = proxy.ofCollection
    ? admitByPolicy(policy, connection)
    : refuseDenied(policy, connection);
  return asking
    ? asking.then(() => admitByDeno(connection))
    : admitByDeno(connection);
}

function admitByPolicy(policy: Policy, attempt: Attempt): void | Promise<void> {
  const { hostname, port, label, byScript } = attempt;
  if (policy.check(hostname, port).allowed) return;
  const asker = {
    ...(label !== undefined && { request: label }),
    ...(byScript && { byScript }),
  };
  return policy.authorize(hostname, port, asker).then((decision) => {
    if (!decision.allowed) throw refusal(attempt, decision);
  });
}

function refuseDenied(policy: Policy, attempt: Attempt): void {
  const decision = policy.check(attempt.hostname, attempt.port);
  if (!decision.allowed && decision.reason === "denied") {
    throw refusal(attempt, decision);
  }
}

function admitByDeno(attempt: Attempt): void {
  const { hostname, port } = attempt;
  const host = formatHost(hostname, port);
  if (granted.has(host)) return;
  const path = hostname.slice("unix:".length);
  const wanted: Deno.PermissionDescriptor[] = hostname.startsWith("unix:")
    ? [{ name: "read", path }, { name: "write", path }]
    : [{ name: "net", host }];
  for (const descriptor of wanted) {
    if (!isGranted(descriptor)) throw denoRefusal(attempt);
  }
  granted.add(host);
}

/** "prompt" is a no: Deno would stop the run with a question of its own. */
function isGranted(descriptor: Deno.PermissionDescriptor): boolean {
  try {
    return Deno.permissions.querySync(descriptor).state === "granted";
  } catch {
    // Not a name that Deno could permit, such as "a..b".
    return false;
  }
}

/** A script that joins texts writes a value that it does not have as `undefined`. */
function noValue(url: string): string {
  const [word] = /^(?:undefined|null)(?=$|[/?#])/.exec(url) ?? [];
  return word === undefined
    ? ""
    : ` (a value is ${word}, check the names of the variables that the script reads)`;
}
