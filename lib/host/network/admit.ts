import type { Policy } from "../../request/policy.ts";
import { formatHost } from "../../request/policy.ts";
import { type Attempt, denoRefusal, refusal } from "./refusal.ts";

/** Hosts that Deno was asked about already; permissions are never revoked while running. */
const granted = new Set<string>();

/** A server on the way. */
export interface Via {
  readonly hostname: string;
  readonly port: number;
}

/**
 * Lets a connection through, or not: first Brace's policy, which may ask the person at
 * the terminal, then Deno's permissions, which are only queried, so that Deno never prompts.
 * Synchronous where nobody has to be asked. A proxy on the way was named by
 * whoever runs Brace and needs no declaration, but can be denied.
 *
 * @throws {PermissionError} Refused.
 */
export function admit(
  policy: Policy,
  attempt: Attempt,
  via?: Via,
): void | Promise<void> {
  const { hostname, port } = attempt;
  const decision = policy.check(hostname, port);
  if (decision.allowed) return admitConnection(policy, attempt, via);
  return policy.authorize(hostname, port, attempt.label).then((decision) => {
    if (!decision.allowed) throw refusal(attempt, decision);
    admitConnection(policy, attempt, via);
  });
}

/** Checks the server that the connection is really made to. */
function admitConnection(
  policy: Policy,
  attempt: Attempt,
  via: Via | undefined,
): void {
  if (via === undefined) return admitByDeno(attempt);
  const proxied: Attempt = { ...attempt, ...via };
  const decision = policy.check(via.hostname, via.port);
  if (!decision.allowed && decision.reason === "denied") {
    throw refusal(proxied, decision);
  }
  admitByDeno(proxied);
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
