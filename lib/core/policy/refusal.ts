import type { Diagnostic, WayOut } from "../source/diagnostic.ts";
import { locationOf } from "../source/diagnostic.ts";
import { PermissionError } from "../source/errors.ts";
import { hostWay, runDenoWith, wayOut } from "../source/way_out.ts";
import type { Origin } from "../source/origin.ts";
import type { Server } from "./format_host.ts";
import { formatHost } from "./format_host.ts";
import type { Decision } from "./policy.ts";

/** What a refused connection was for. */
export interface Attempt {
  readonly hostname: string;
  readonly port: number;
  /** The request's path in the collection. */
  readonly label?: string;
  /** Whether a script of the request sends here. */
  readonly byScript?: boolean;
  readonly at?: Origin;
  /** Whether a redirect led here. */
  readonly redirected: boolean;
  /** The proxy on the way. */
  readonly proxy?: Server;
}

/** The connection that an attempt begins with: to its proxy, where it has one. */
export function firstConnection(attempt: Attempt): Attempt {
  const { proxy } = attempt;
  if (proxy === undefined) return attempt;
  return { ...attempt, hostname: proxy.hostname, port: proxy.port };
}

/** Says who refuses a connection and how to allow it; exit code 6. */
export function refusal(
  attempt: Attempt,
  decision: Exclude<Decision, { allowed: true }>,
): PermissionError {
  const host = formatHost(attempt.hostname, attempt.port);
  switch (decision.reason) {
    case "denied":
      return permissionError(
        attempt,
        `the rule "${decision.rule}" denies it`,
        { way: wayOut("stop-denying", decision.rule) },
      );
    case "undeclared":
      // A host that a file declares after the start does not count, so the message
      // does not suggest to declare it.
      return decision.since === undefined
        ? permissionError(attempt, "the host is not declared", {
          way: hostWay(host, decision.home),
        })
        : permissionError(
          attempt,
          `the host was not declared when ${decision.since} started`,
          { way: wayOut("restart-with-host", host) },
        );
    case "declined":
      return permissionError(attempt, "it was declined at the prompt", {
        way: hostWay(host, decision.home),
      });
    default:
      return decision satisfies never;
  }
}

/** Says that a hop would carry a secret to a host that it is not meant for. */
export function secretRefusal(
  attempt: Attempt,
  secret: { readonly name: string; readonly hosts: readonly string[] },
): PermissionError {
  const hosts = secret.hosts.map((host) => `"${host}"`).join(", ") || "no host";
  return permissionError(
    attempt,
    `it holds the secret "${secret.name}", which may only go to ${hosts} (add the host to the variable's hosts)`,
  );
}

/**
 * Says that Deno itself refuses a connection, with the flag that Deno wants.
 * `address` is set when the name is permitted and what it resolves to is not.
 */
export function denoRefusal(
  attempt: Attempt,
  address?: string,
): PermissionError {
  if (address !== undefined) {
    return permissionError(
      attempt,
      `Deno's permissions do not include its address (take "${address}" out of Deno's --deny-net)`,
    );
  }
  const path = attempt.hostname.slice("unix:".length);
  const flag = attempt.hostname.startsWith("unix:")
    ? `--allow-read=${path} --allow-write=${path}`
    : `--allow-net=${formatHost(attempt.hostname, attempt.port)}`;
  return permissionError(
    attempt,
    `Deno's permissions do not include it (${runDenoWith(flag)})`,
    { suggestion: flag },
  );
}

function permissionError(
  attempt: Attempt,
  reason: string,
  { way, suggestion }: {
    readonly way?: WayOut;
    readonly suggestion?: string;
  } = {},
): PermissionError {
  const host = formatHost(attempt.hostname, attempt.port);
  const { proxy, label, byScript } = attempt;
  const what = label === undefined
    ? "a request"
    : `${byScript ? "a request from a script of " : ""}"${label}"`;
  const direction =
    proxy?.hostname === attempt.hostname && proxy.port === attempt.port
      ? "through the proxy"
      : "to";
  const action = attempt.redirected
    ? `Cannot follow a redirect of ${what} ${direction} "${host}"`
    : `Cannot send ${what} ${direction} "${host}"`;
  const diagnostic: Diagnostic = {
    code: "PERMISSION",
    severity: "error",
    message: `${action}: ${reason}`,
  };
  if (attempt.at) {
    diagnostic.location = locationOf(attempt.at, { place: "url" });
  }
  if (way !== undefined) diagnostic.waysOut = [way];
  if (suggestion !== undefined) diagnostic.suggestion = suggestion;
  return new PermissionError([diagnostic]);
}
