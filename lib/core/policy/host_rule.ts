import { parseAddress } from "./ip_address.ts";
import type { Diagnostic } from "../source/diagnostic.ts";

/** One entry of `--allow-net`, `--deny-net` or the declared hosts. */
export type HostRule =
  & {
    /** As written. */
    readonly text: string;
    /** Absent: every port. */
    readonly port?: number;
  }
  & (
    | { readonly kind: "any" }
    | { readonly kind: "loopback" }
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "suffix"; readonly name: string }
    | { readonly kind: "socket"; readonly path: string }
    | {
      readonly kind: "range";
      readonly address: Uint8Array;
      readonly bits: number;
    }
  );

/** A host as rules see it. */
export interface HostKey {
  readonly name: string;
  readonly address?: Uint8Array;
  readonly loopback: boolean;
}

const LOOPBACK_4 = parseAddress("127.0.0.1")!;
const LOOPBACK_6 = parseAddress("::1")!;
const NAME = /^[a-z0-9_~-]+(\.[a-z0-9_~-]+)*$/;

/**
 * Reads a rule in Deno's own syntax: `host`, `host:port`, `:port`,
 * `[::1]:port`, `10.0.0.0/8`, `*.example.com`; and `unix:/path`.
 * Undefined when the text is not a rule.
 *
 * @example
 * ```ts
 * import { parseHostRule } from "./host_rule.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseHostRule("*.example.com:443")?.kind, "suffix");
 * assertEquals(parseHostRule("http://example.com"), undefined);
 * ```
 */
export function parseHostRule(text: string): HostRule | undefined {
  if (text.startsWith("unix:")) {
    const path = text.slice("unix:".length);
    return path === "" ? undefined : { text, kind: "socket", path };
  }
  const slash = text.indexOf("/");
  if (slash >= 0) return parseRange(text, slash);
  const split = splitPort(text);
  if (split === undefined) return undefined;
  const { host, port } = split;
  const base = port === undefined ? { text } : { text, port };
  if (host === "") {
    return port === undefined ? undefined : { ...base, kind: "any" };
  }
  const wild = host.startsWith("*.");
  const key = hostKey(wild ? host.slice(2) : host);
  if (key.address === undefined && !NAME.test(key.name)) return undefined;
  if (wild) {
    return key.address
      ? undefined
      : { ...base, kind: "suffix", name: key.name };
  }
  if (key.loopback) return { ...base, kind: "loopback" };
  return key.address
    ? { ...base, kind: "range", address: key.address, bits: 128 }
    : { ...base, kind: "name", name: key.name };
}

/** Lower-cases a host, drops one trailing dot, and recognises addresses. */
export function hostKey(host: string): HostKey {
  if (host.startsWith("unix:")) return { name: host, loopback: false };
  const name = host.toLowerCase().replace(/\.$/, "");
  const address = parseAddress(name);
  const loopback = name === "localhost" ||
    address !== undefined &&
      (equal(address, LOOPBACK_4, 128) || equal(address, LOOPBACK_6, 128));
  return address ? { name, address, loopback } : { name, loopback };
}

/** Whether a rule covers a host and port. Ranges cover addresses only, never names. */
export function matchesRule(
  rule: HostRule,
  host: HostKey,
  port: number,
): boolean {
  if (rule.port !== undefined && rule.port !== port) return false;
  switch (rule.kind) {
    case "any":
      return !host.name.startsWith("unix:");
    case "loopback":
      return host.loopback;
    case "name":
      return host.name === rule.name;
    case "suffix":
      return host.name === rule.name || host.name.endsWith(`.${rule.name}`);
    case "socket":
      return host.name === `unix:${rule.path}`;
    case "range":
      return host.address !== undefined &&
        equal(host.address, rule.address, rule.bits);
    default:
      return rule satisfies never;
  }
}

function parseRange(text: string, slash: number): HostRule | undefined {
  const base = text.slice(0, slash).replace(/^\[(.*)\]$/, "$1");
  const address = parseAddress(base);
  const bitsText = text.slice(slash + 1);
  if (address === undefined || !/^\d{1,3}$/.test(bitsText)) return undefined;
  const width = base.includes(":") ? 128 : 32;
  const bits = Number(bitsText);
  if (bits > width) return undefined;
  return { text, kind: "range", address, bits: bits + 128 - width };
}

function splitPort(
  text: string,
): { host: string; port?: number } | undefined {
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text);
  if (match === null) {
    // An IPv6 address without brackets has no port.
    return parseAddress(text) ? { host: text } : undefined;
  }
  const host = match[1].replace(/^\[(.*)\]$/, "$1");
  if (match[1] !== host && !parseAddress(host)) return undefined;
  if (match[2] === undefined) return { host };
  const port = Number(match[2]);
  return port >= 1 && port <= 65535 ? { host, port } : undefined;
}

function equal(a: Uint8Array, b: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let i = 0; i < whole; i++) if (a[i] !== b[i]) return false;
  const rest = bits & 7;
  return rest === 0 || (a[whole] ^ b[whole]) >> (8 - rest) === 0;
}

const parsed = new WeakMap<readonly string[], readonly HostRule[]>();

/** Whether a host is among those of a list in Deno's syntax (`host[:port]`, `*.example.com`). */
export function isAmongHosts(
  hosts: readonly string[],
  to: { readonly hostname: string; readonly port: number },
): boolean {
  let rules = parsed.get(hosts);
  if (rules === undefined) {
    rules = hosts.flatMap((host) => parseHostRule(host) ?? []);
    parsed.set(hosts, rules);
  }
  const host = hostKey(to.hostname);
  return rules.some((rule) => matchesRule(rule, host, to.port));
}

/** Reads host rules; `source` names what has them where one is malformed. */
export function parseHostRules(
  texts: readonly string[],
  source: string,
): { rules: HostRule[]; problems: Diagnostic[] } {
  const rules: HostRule[] = [];
  const problems: Diagnostic[] = [];
  for (const text of texts) {
    const rule = parseHostRule(text);
    if (rule) rules.push(rule);
    else problems.push(invalidRule(text, source));
  }
  return { rules, problems };
}

function invalidRule(text: string, source: string): Diagnostic {
  return {
    code: "USAGE",
    severity: "error",
    message:
      `Cannot use "${text}" in ${source}: not a host rule (write host, host:port, :port, [::1]:port, 10.0.0.0/8 or *.example.com)`,
  };
}
