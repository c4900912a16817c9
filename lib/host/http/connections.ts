import type { Agent, ClientRequest, RequestOptions } from "node:http";
import type { WireUrl } from "../../request/wire_url.ts";
import { type Connect, type ConnectOptions, createAgent } from "./agent.ts";
import type { EngineConfig } from "./types.ts";

/** How to open a request to a host. */
export interface Connection {
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly options: RequestOptions;
}

interface Transport {
  readonly open: (options: RequestOptions) => ClientRequest;
  readonly agent: Agent;
}

/** A run's connections, kept alive; node:http and node:tls are loaded when first needed. */
export class Connections {
  readonly #config: EngineConfig;
  readonly #transports = new Map<WireUrl["protocol"], Transport>();

  /** Makes a set without connections. */
  constructor(config: EngineConfig) {
    this.#config = config;
  }

  /** A connection to the URL's host; undefined while its transport is not loaded. */
  to(url: WireUrl): Connection | undefined {
    const transport = this.#transports.get(url.protocol);
    if (transport === undefined) return undefined;
    const { open, agent } = transport;
    if (url.socketPath !== undefined) {
      return { open, options: { agent, socketPath: url.socketPath } };
    }
    const options: ConnectOptions = {
      agent,
      protocol: url.protocol,
      host: url.hostname,
      port: url.port,
    };
    if (url.protocol === "https:") {
      // Without it Node would take the name from a written Host header.
      options.servername = /:|^[\d.]+$/.test(url.hostname) ? "" : url.hostname;
      if (this.#isInsecure(url)) options.rejectUnauthorized = false;
    }
    return { open, options };
  }

  /** Loads the transport first. */
  async load(url: WireUrl): Promise<Connection> {
    const http = await import("node:http");
    const { connect } = url.protocol === "https:"
      ? await import("node:tls")
      : await import("node:net");
    const agent = createAgent(http, url.protocol, connect as Connect);
    if (!this.#transports.has(url.protocol)) {
      this.#transports.set(url.protocol, { open: http.request, agent });
    }
    return this.to(url)!;
  }

  /** Closes every connection. */
  close(): void {
    for (const { agent } of this.#transports.values()) agent.destroy();
    this.#transports.clear();
  }

  #isInsecure(url: WireUrl): boolean {
    const { insecure } = this.#config;
    if (typeof insecure === "boolean") return insecure;
    return insecure.includes(url.hostname) ||
      insecure.includes(`${url.hostname}:${url.port}`);
  }
}
