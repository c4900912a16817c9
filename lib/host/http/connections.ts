import type { Agent, ClientRequest, RequestOptions } from "node:http";
import type { RequestOptions as SecureOptions } from "node:https";
import type { WireUrl } from "../../request/wire_url.ts";
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

/** A run's connections, kept alive; node:http and node:https are loaded when first needed. */
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
    const options: RequestOptions = url.socketPath === undefined
      ? { agent: transport.agent, host: url.hostname, port: url.port }
      : { agent: transport.agent, socketPath: url.socketPath };
    if (url.protocol === "https:") {
      const secure = options as SecureOptions;
      // Without it Node would take the name from a written Host header.
      secure.servername = /[:]|^[\d.]+$/.test(url.hostname) ? "" : url.hostname;
      if (this.#isInsecure(url)) secure.rejectUnauthorized = false;
    }
    return { open: transport.open, options };
  }

  /** Loads the transport first. */
  async load(url: WireUrl): Promise<Connection> {
    const { request, Agent } = url.protocol === "https:"
      ? await import("node:https")
      : await import("node:http");
    if (!this.#transports.has(url.protocol)) {
      const agent = new Agent({ keepAlive: true });
      this.#transports.set(url.protocol, { open: request, agent });
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
