import { openTunnel, proxyAuthorization } from "./tunnel.ts";
import { proxyDialer } from "./proxy_dialer.ts";
import type { Agent, ClientRequest, RequestOptions } from "node:http";
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import {
  hostKey,
  type HostRule,
  matchesRule,
  parseHostRules,
} from "../../../core/policy/host_rule.ts";
import { UsageError } from "../../../core/source/errors.ts";
import { proxyFor, type ProxyServer } from "../../../core/http/proxy.ts";
import type { WireUrl } from "../../../core/http/wire_url.ts";
import {
  type Connect,
  type Connection,
  type ConnectOptions,
  createAgent,
} from "./agent.ts";
import { type Http2Connection, Http2Sessions } from "./http2_sessions.ts";
import {
  type SignedConnection,
  SignedConnections,
} from "./signed_connections.ts";
import { nextTurn } from "../../sleep.ts";
import { DirectConnections } from "../direct/direct_connections.ts";
import type { EngineConfig } from "../types.ts";
import { once } from "../../../core/source/once.ts";
import { loadAuthorities } from "./load_authorities.ts";
import { readAuthorities } from "./read_authorities.ts";
import { serverName } from "./look_at_certificate.ts";

interface Transport {
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly connect: Connect;
  readonly agent: Agent;
  readonly agentOf: (connect: Connect) => Agent;
  readonly proxyAuthorization?: string | undefined;
}

/** What happens to a kept connection within so many milliseconds may be overlooked. */
const UNSEEN = 1;

/** By what a connection is made; of the proxies of a run it is always one. */
type Route = "plain" | "secure" | "forward" | "plain-tunnel" | "secure-tunnel";

/**
 * A run's connections, kept alive. node:http, node:tls and all that only some
 * connections need are loaded when the first of them is made.
 */
export class Connections {
  readonly #config: EngineConfig;
  readonly #insecure: boolean | readonly HostRule[];
  readonly #transports = new Map<Route, Transport>();
  /** TLS settings on top of the system's roots, by authority. */
  readonly #contexts = new Map<string, SecureContext | undefined>();

  /** Connections of Deno's own. */
  readonly direct = new DirectConnections(
    once(() => readAuthorities(this.#config.ca)),
  );
  /** Connections that auth signs in. */
  readonly signedIn = new SignedConnections();
  #sessions: Http2Sessions | undefined;
  /** When an exchange ended last. */
  #heard: number | undefined;

  /**
   * Makes a set without connections.
   *
   * @throws {UsageError} A rule of `insecure` is malformed.
   */
  constructor(config: EngineConfig) {
    this.#config = config;
    const { insecure } = config;
    if (typeof insecure === "boolean") {
      this.#insecure = insecure;
    } else {
      const { rules, problems } = parseHostRules(
        insecure,
        "the insecure hosts",
      );
      if (problems.length > 0) throw new UsageError(problems);
      this.#insecure = rules;
    }
  }

  /** The proxy that a URL goes through. */
  proxyOf(url: WireUrl): ProxyServer | undefined {
    return proxyFor(url, this.#config.proxy);
  }

  /**
   * A connection to the URL's host; undefined while something of it is not
   * loaded. A `tunnel` leads through a proxy, which does not see what is sent.
   */
  to(url: WireUrl, tunnel = false): Connection | undefined {
    const proxy = this.proxyOf(url);
    const route = routeOf(url, proxy, tunnel);
    const transport = this.#transports.get(route);
    if (transport === undefined) return undefined;
    const { open, agent } = transport;
    if (route === "forward") {
      return {
        open,
        options: this.#towards(proxy!, agent),
        forwarding: { authorization: transport.proxyAuthorization },
        tunnelled: false,
      };
    }
    const tunnelled = route.endsWith("-tunnel");
    if (url.socketPath !== undefined) {
      return {
        open,
        options: { agent, socketPath: url.socketPath },
        tunnelled,
      };
    }
    const options: ConnectOptions = {
      agent,
      protocol: url.protocol,
      host: url.hostname,
      port: url.port,
      connectTimeout: this.#config.connectTimeout,
    };
    if (url.protocol === "https:") {
      if (!this.#isContextReady(url)) return undefined;
      this.#secure(options, url);
    }
    return { open, options, tunnelled };
  }

  /** Loads what is missing first. */
  async load(url: WireUrl, tunnel = false): Promise<Connection> {
    const proxy = this.proxyOf(url);
    const route = routeOf(url, proxy, tunnel);
    if (!this.#transports.has(route)) {
      const transport = await this.#open(route, proxy);
      if (!this.#transports.has(route)) this.#transports.set(route, transport);
    }
    if (url.protocol === "https:" && !this.#isContextReady(url)) {
      const { secureContextFor } = await import("./secure_contexts.ts");
      const context = await secureContextFor(url, {
        tls: await import("node:tls"),
        config: this.#config,
      });
      this.#contexts.set(url.authority, context);
    }
    return this.to(url, tunnel)!;
  }

  /** A connection of its own for auth that signs connections in, by the auth's key; not through a proxy that forwards. */
  async signed(url: WireUrl, key: string): Promise<SignedConnection> {
    const connection = this.to(url, true) ?? await this.load(url, true);
    const route = routeOf(url, this.proxyOf(url), true);
    const { connect, agentOf } = this.#transports.get(route)!;
    const own = { connection, connect, agentOf };
    return this.signedIn.take(
      `${url.protocol}//${url.socketPath ?? url.authority} ${key}`,
      own,
    );
  }

  /**
   * Makes sure that what happened to kept connections is known: a script may
   * have kept Deno from looking at them for seconds, in which the server closed
   * them, or wrote something that nobody has asked for.
   */
  settle(): Promise<void> | undefined {
    if (this.#heard === undefined) return undefined;
    if (performance.now() - this.#heard < UNSEEN) return undefined;
    return lookAtSockets();
  }

  /** An exchange has ended: until now Deno has looked at its sockets. */
  heard(): void {
    this.#heard = performance.now();
  }

  /** The HTTP/2 connection to a host; undefined where it speaks HTTP/1.1 only. */
  async http2(
    url: WireUrl,
    options: ConnectOptions,
  ): Promise<Http2Connection | undefined> {
    const sessions = this.#sessions ??= new Http2Sessions();
    const proxy = this.proxyOf(url);
    // Over a proxy that forwards, HTTP/1.1 would be spoken.
    const { connect } = this.#transports.get(routeOf(url, proxy, true))!;
    return await sessions.to(url, { connect, options });
  }

  /** Whether Deno's own TLS does for a host: nothing asks for more, and it has not failed there. */
  isPlainTls(url: WireUrl): boolean {
    const { clientCertificates, http2, tlsFacts } = this.#config;
    return !tlsFacts && !http2 && clientCertificates.length === 0 &&
      !this.isInsecure(url) && !this.direct.isRefused(url);
  }

  /** Whether certificates of a host are not checked. */
  isInsecure(url: { hostname: string; port: number }): boolean {
    if (typeof this.#insecure === "boolean") return this.#insecure;
    const key = hostKey(url.hostname);
    return this.#insecure.some((rule) => matchesRule(rule, key, url.port));
  }

  /** Closes every connection. */
  close(): void {
    for (const { agent } of this.#transports.values()) agent.destroy();
    this.#transports.clear();
    this.direct.close();
    this.signedIn.close();
    this.#sessions?.close();
  }

  async #open(
    route: Route,
    proxy: ProxyServer | undefined,
  ): Promise<Transport> {
    const http = await import("node:http");
    const secure = route.startsWith("secure");
    const protocol =
      secure || route === "forward" && proxy!.protocol === "https"
        ? "https:"
        : "http:";
    if (secure || proxy?.protocol === "https") {
      await loadAuthorities(await import("node:tls"));
    }
    const { connect } = secure
      ? await import("node:tls") as unknown as { connect: Connect }
      : await import("node:net") as unknown as { connect: Connect };
    const agentOf = (connect: Connect) => createAgent(http, protocol, connect);
    if (proxy === undefined) {
      return { open: http.request, connect, agent: agentOf(connect), agentOf };
    }
    const dial = await this.#dialer(proxy);
    if (route === "forward") {
      return {
        open: http.request,
        connect: dial,
        agent: agentOf(dial),
        agentOf,
        proxyAuthorization: proxyAuthorization(proxy),
      };
    }
    const tunnel: Connect = async (options) => {
      const socket = await openTunnel(proxy, {
        hostname: options.host!,
        port: Number(options.port),
        dial,
        timeout: options.connectTimeout ?? 0,
        dialling: options.dialling ?? (() => {}),
        ...(options.checkAddress && { checkAddress: options.checkAddress }),
      });
      return secure
        ? connect({ ...options, socket } as ConnectOptions)
        : socket;
    };
    return {
      open: http.request,
      connect: tunnel,
      agent: agentOf(tunnel),
      agentOf,
    };
  }

  async #dialer(proxy: ProxyServer): Promise<() => Socket> {
    if (proxy.protocol !== "https") return await proxyDialer(proxy, {});
    const { secureContextFor } = await import("./secure_contexts.ts");
    const secureContext = await secureContextFor(undefined, {
      tls: await import("node:tls"),
      config: this.#config,
    });
    return await proxyDialer(proxy, {
      ...this.#tlsOf(proxy),
      ...(secureContext && { secureContext }),
    });
  }

  #towards(proxy: ProxyServer, agent: Agent): ConnectOptions {
    return {
      agent,
      protocol: proxy.protocol === "https" ? "https:" : "http:",
      host: proxy.hostname,
      port: proxy.port,
      connectTimeout: this.#config.connectTimeout,
    };
  }

  #secure(options: ConnectOptions, url: WireUrl): void {
    Object.assign(options, this.#tlsOf(url));
    const context = this.#contexts.get(url.authority);
    if (context !== undefined) options.secureContext = context;
  }

  #tlsOf(
    server: { hostname: string; port: number },
  ): Required<Pick<ConnectOptions, "servername" | "rejectUnauthorized">> {
    return {
      // Without it Node would take the name from a written Host header, by design: there is no issue.
      servername: serverName(server.hostname),
      // Nor is NODE_TLS_REJECT_UNAUTHORIZED asked.
      rejectUnauthorized: !this.isInsecure(server),
    };
  }

  #isContextReady(url: WireUrl): boolean {
    const { ca, clientCertificates } = this.#config;
    return ca.length === 0 && clientCertificates.length === 0 ||
      this.#contexts.has(url.authority);
  }
}

function routeOf(
  url: WireUrl,
  proxy: ProxyServer | undefined,
  tunnel: boolean,
): Route {
  const secure = url.protocol === "https:";
  if (proxy === undefined) return secure ? "secure" : "plain";
  if (secure) return "secure-tunnel";
  return tunnel || proxy.protocol === "socks5" ? "plain-tunnel" : "forward";
}

/**
 * Deno asks the system about its sockets when it has nothing else to do, and
 * otherwise at every 61st turn of its event loop (tokio's `event_interval`): so
 * many turns, and some more in which sockets tell what came. That is how it is
 * meant to be: there is no upstream issue.
 */
const TURNS = 61 + 19;
/**
 * Lets every socket tell what has come, an end included, while nobody looked.
 * A timer of 0 ms would do it, too, but takes ten times as long.
 */
async function lookAtSockets(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    await new Promise<void>((resolve) => nextTurn(resolve));
  }
}
