import type { Policy } from "../../request/policy.ts";
import { formatHost } from "../../request/policy.ts";
import { type Attempt, denoRefusal, refusal } from "./refusal.ts";

/** Hosts that Deno was asked about already; permissions are never revoked while running. */
const granted = new Set<string>();

/**
 * Lets a connection through, or not: first Brace's policy, which may ask the person at
 * the terminal, then Deno's permissions, which are only queried, so that Deno never prompts.
 * Synchronous where nobody has to be asked.
 *
 * @throws {PermissionError} Refused.
 */
export function admit(policy: Policy, attempt: Attempt): void | Promise<void> {
  const { hostname, port } = attempt;
  const decision = policy.check(hostname, port);
  if (decision.allowed) return admitByDeno(attempt);
  return policy.authorize(hostname, port, attempt.label).then((decision) => {
    if (!decision.allowed) throw refusal(attempt, decision);
    admitByDeno(attempt);
  });
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
    // "prompt" is a no: Deno would stop the run with a question of its own.
    if (Deno.permissions.querySync(descriptor).state !== "granted") {
      throw denoRefusal(attempt);
    }
  }
  granted.add(host);
}
