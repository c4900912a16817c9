import { type Diagnostic, locationOf } from "../source/diagnostic.ts";
import type { Origin } from "../source/origin.ts";
import {
  parseProxyUrl,
  type ProxyServer,
  socksProblem,
  splitNoProxy,
  withoutCredentials,
} from "./proxy.ts";

/** What a collection says about its proxy. */
export type ConfigProxy =
  /** The collection sets no proxy, or inherits the setting. */
  | { readonly kind: "unset" }
  /** No proxy, even if the environment sets one. */
  | { readonly kind: "none" }
  | {
    readonly kind: "server";
    readonly server: ProxyServer;
    readonly bypass: readonly string[];
  }
  | { readonly kind: "invalid"; readonly diagnostic: Diagnostic };

/**
 * What of `config.proxy` is in use, as written; undefined where nothing is.
 * Editors leave blank fields behind, and templates in what is switched off.
 */
export function usedConfigProxy(value: unknown): unknown {
  if (!isMapping(value) || isTrue(value.inherit) || isTrue(value.disabled)) {
    return undefined;
  }
  const { config } = value;
  if (!isMapping(config) || !config.hostname) return undefined;
  const { auth, ...rest } = config;
  const usesAuth = isMapping(auth) && !isTrue(auth.disabled);
  return { config: usesAuth ? config : rest };
}

/**
 * Reads OpenCollection's `config.proxy`, rendered. The policy must allow the
 * server, like the hosts of the collection's requests.
 */
export function readConfigProxy(value: unknown, at: Origin): ConfigProxy {
  if (!isMapping(value) || isTrue(value.inherit)) return { kind: "unset" };
  if (isTrue(value.disabled)) return { kind: "none" };
  const { config } = value;
  if (!isMapping(config) || !config.hostname) return { kind: "unset" };
  const { protocol = "http", hostname, port, bypassProxy } = config;
  const text = `${protocol}://${hostname}${port ? `:${port}` : ""}`;
  const parsed = parseProxyUrl(text);
  if (parsed === undefined) {
    const what = `"${withoutCredentials(text)}" in config.proxy: ${NO_PROXY}`;
    return invalid(what, at, "config");
  }
  const auth = isMapping(config.auth) && !isTrue(config.auth.disabled) &&
      config.auth.username
    ? {
      username: String(config.auth.username),
      password: String(config.auth.password ?? ""),
    }
    : {};
  const server = { ...parsed, ...auth, ofCollection: true };
  const problem = socksProblem(server);
  if (problem) {
    const { field, reason } = problem;
    const what = `config.proxy.config.auth.${field}: ${reason}`;
    return invalid(what, at, "config", "auth", field);
  }
  return {
    kind: "server",
    server,
    bypass: splitNoProxy(String(bypassProxy ?? "")),
  };
}

/** Why a text is not a proxy. */
export const NO_PROXY =
  "not a proxy (write http://, https:// or socks5:// with host and port)";

function invalid(what: string, at: Origin, ...inside: string[]): ConfigProxy {
  const diagnostic: Diagnostic = {
    code: "INVALID_FIELD",
    severity: "error",
    message: `Cannot use ${what}`,
    location: locationOf({ file: at.file, path: [...at.path, ...inside] }),
  };
  return { kind: "invalid", diagnostic };
}

function isTrue(flag: unknown): boolean {
  return flag === true || flag === "true";
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
