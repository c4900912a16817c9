import {
  parseProxyUrl,
  type ProxyServer,
  type ProxySettings,
  splitNoProxy,
} from "../../request/proxy.ts";
import type { Diagnostic } from "../../source/diagnostic.ts";

/** Where a run's proxy is named, strongest first. */
export interface ProxySources {
  /** `--no-proxy`: none, whatever else is said. */
  readonly noProxy: boolean;
  /** `--proxy URL`: for every request, `NO_PROXY` aside. */
  readonly proxy?: string;
  /** `config.proxy` of the collection, as read. */
  readonly config?: unknown;
}

/** Reads a variable of the process's environment. */
export type ReadEnv = (name: string) => string | undefined;

/**
 * Decides on a run's proxy: the command line, then the collection's
 * configuration, then `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`
 * (lower case first). Undefined settings mean none. A value that is no proxy
 * becomes a diagnostic.
 */
export function proxySettings(
  sources: ProxySources,
  readEnv: ReadEnv = readPermittedEnv,
): { settings: ProxySettings | undefined; diagnostics: Diagnostic[] } {
  const { noProxy, proxy, config } = sources;
  const none = { settings: undefined, diagnostics: [] };
  if (noProxy) return none;
  const env = (name: string) =>
    readEnv(name.toLowerCase()) || readEnv(name) || undefined;
  const bypass = splitNoProxy(env("NO_PROXY") ?? "");
  if (proxy !== undefined) {
    const server = parseProxyUrl(proxy);
    return server
      ? all(server, bypass)
      : invalid(`"${shown(proxy)}" in --proxy`);
  }
  const configured = fromConfig(config);
  if (configured === "none") return none;
  if (configured !== undefined) {
    return typeof configured === "string"
      ? invalid(configured)
      : all(configured.server, configured.bypass);
  }
  return fromEnvironment(env, bypass);
}

/** A name is readable where Deno permits it without asking. */
function readPermittedEnv(name: string): string | undefined {
  const descriptor = { name: "env", variable: name } as const;
  return Deno.permissions.querySync(descriptor).state === "granted"
    ? Deno.env.get(name)
    : undefined;
}

function fromEnvironment(env: ReadEnv, bypass: readonly string[]) {
  const diagnostics: Diagnostic[] = [];
  const read = (name: string): ProxyServer | undefined => {
    const text = env(name);
    if (text === undefined) return undefined;
    const server = parseProxyUrl(text);
    if (server === undefined) {
      diagnostics.push(
        ...invalid(`"${shown(text)}" in the environment's ${name}`).diagnostics,
      );
    }
    return server;
  };
  const http = read("HTTP_PROXY") ?? read("ALL_PROXY");
  const https = read("HTTPS_PROXY") ?? read("ALL_PROXY");
  const settings = http || https
    ? {
      ...(http && { http }),
      ...(https && { https }),
      bypass,
      bypassLoopback: true,
    }
    : undefined;
  return { settings, diagnostics };
}

/** What OpenCollection's `config.proxy` says; a text says what is wrong with it. */
function fromConfig(
  value: unknown,
):
  | { server: ProxyServer; bypass: string[] }
  | "none"
  | string
  | undefined {
  if (!isMapping(value) || value.inherit === true) return undefined;
  if (value.disabled === true) return "none";
  const { config } = value;
  if (!isMapping(config) || !config.hostname) return undefined;
  const { protocol = "http", hostname, port, bypassProxy } = config;
  const text = `${protocol}://${hostname}${port ? `:${port}` : ""}`;
  const server = parseProxyUrl(text);
  if (server === undefined) return `"${text}" in config.proxy`;
  const auth = isMapping(config.auth) && config.auth.disabled !== true &&
      config.auth.username
    ? {
      username: String(config.auth.username),
      password: String(config.auth.password ?? ""),
    }
    : {};
  return {
    server: { ...server, ...auth },
    bypass: splitNoProxy(String(bypassProxy ?? "")),
  };
}

function all(server: ProxyServer, bypass: readonly string[]) {
  const settings: ProxySettings = {
    http: server,
    https: server,
    bypass,
    bypassLoopback: false,
  };
  return { settings, diagnostics: [] };
}

function invalid(what: string) {
  const diagnostic: Diagnostic = {
    code: "USAGE",
    severity: "error",
    message:
      `Cannot use ${what}: not a proxy (write http://, https:// or socks5:// with host and port)`,
  };
  return { settings: undefined, diagnostics: [diagnostic] };
}

/** Without user name and password. */
function shown(url: string): string {
  return url.replace(/^([^:/]*:\/\/)?[^/]*@/, "$1***@");
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
