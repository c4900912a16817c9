import type { Policy } from "../../core/policy/policy.ts";
import { formatHost } from "../../core/policy/format_host.ts";
import type { ProxyServer } from "../../core/http/proxy.ts";
import {
  type Attempt,
  denoRefusal,
  firstConnection,
  refusal,
} from "../../core/policy/refusal.ts";

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
export function admit(
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
  const { hostname, port } = attempt;
  if (policy.check(hostname, port).allowed) return;
  return policy.authorize(hostname, port, attempt.label).then((decision) => {
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
