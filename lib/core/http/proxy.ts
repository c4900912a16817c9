import { decodeComponent } from "../render/encode.ts";
import {
  hostKey,
  type HostRule,
  matchesRule,
  parseHostRule,
} from "../policy/host_rule.ts";
import { MASK } from "../secrets/hidden.ts";
import type { WireUrl } from "./wire_url.ts";

/** A server that requests go through. */
export interface ProxyServer {
  readonly protocol: "http" | "https" | "socks5";
  /** Lower case, without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  /** Set by a collection's files, not by the person who runs it: the policy must allow it. */
  readonly ofCollection?: boolean;
}

/** Which requests go through which proxy. */
export interface ProxySettings {
  /** For `http:` URLs. */
  readonly http?: ProxyServer;
  /** For `https:` URLs. */
  readonly https?: ProxyServer;
  /** `NO_PROXY`: hosts that are reached directly; `*` is all. */
  readonly bypass: readonly string[];
  /** Loopback hosts are reached directly; so it is for proxies of the environment. */
  readonly bypassLoopback: boolean;
}

const DEFAULT_PORTS = { http: 80, https: 443, socks5: 1080 };

/**
 * Reads a proxy's URL: `http://`, `https://`, `socks5://` (`socks5h://` and
 * `socks://` mean the same: the proxy resolves names). Without a scheme it is
 * `http://`. Undefined for anything else.
 *
 * @example
 * ```ts
 * import { parseProxyUrl } from "./proxy.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseProxyUrl("proxy.example:3128"), {
 *   protocol: "http",
 *   hostname: "proxy.example",
 *   port: 3128,
 * });
 * ```
 */
export function parseProxyUrl(text: string): ProxyServer | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text);
  const protocol = protocolOf(scheme ? scheme[1].toLowerCase() : "http");
  if (protocol === undefined) return undefined;
  const rest = text.slice(scheme ? scheme[0].length : 0);
  let url: URL;
  try {
    // "http" so that host and port are read by the rules of the web.
    url = new URL(`http://${rest}`);
  } catch {
    return undefined;
  }
  // An empty name, or a placeholder that was not rendered: URLs accept braces in a name.
  if (parseHostRule(url.hostname) === undefined) return undefined;
  const explicit = /:(\d+)\/?$/.exec(rest.split(/[/?#]/, 1)[0]);
  return {
    protocol,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: explicit ? Number(explicit[1]) : DEFAULT_PORTS[protocol],
    ...(url.username !== "" && {
      username: decodeComponent(url.username),
      password: decodeComponent(url.password),
    }),
  };
}

/** A proxy's URL as messages show it, also one that is wrong because of a "/" in its password. */
export function withoutCredentials(url: string): string {
  return url.replace(/^([^:/]*:\/\/)?.*@/s, `$1${MASK}@`);
}

/** What SOCKS5 has no room for (RFC 1929): a user name or password of more than 255 bytes. */
export function socksProblem(
  server: ProxyServer,
): { field: "username" | "password"; reason: string } | undefined {
  if (server.protocol !== "socks5") return undefined;
  for (const field of ["username", "password"] as const) {
    const { length } = new TextEncoder().encode(server[field] ?? "");
    if (length <= 255) continue;
    const name = field === "username" ? "user name" : field;
    const reason =
      `the ${name} has ${length} bytes, and SOCKS5 has room for 255`;
    return { field, reason };
  }
  return undefined;
}

/** The proxy that a URL goes through; undefined: none. */
export function proxyFor(
  url: WireUrl,
  settings: ProxySettings | undefined,
): ProxyServer | undefined {
  if (settings === undefined || url.socketPath !== undefined) return undefined;
  const proxy = url.protocol === "https:" ? settings.https : settings.http;
  if (proxy === undefined) return undefined;
  const key = hostKey(url.hostname);
  if (settings.bypassLoopback && key.loopback) return undefined;
  const direct = settings.bypass.some((entry) => {
    if (entry === "*") return true;
    const rule = bypassRule(entry);
    return rule !== undefined && matchesRule(rule, key, url.port);
  });
  return direct ? undefined : proxy;
}

/**
 * Splits a `NO_PROXY` list: names, addresses and CIDR ranges, with commas or
 * blanks between them. A name covers its subdomains too.
 */
export function splitNoProxy(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== "");
}

function bypassRule(entry: string): HostRule | undefined {
  const rule = parseHostRule(entry.replace(/^\./, "*."));
  if (rule?.kind !== "name") return rule;
  return { ...rule, kind: "suffix" };
}

function protocolOf(scheme: string): ProxyServer["protocol"] | undefined {
  switch (scheme) {
    case "http":
    case "https":
      return scheme;
    case "socks":
    case "socks5":
    case "socks5h":
      return "socks5";
    default:
      return undefined;
  }
}
