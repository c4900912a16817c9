import {
  hostKey,
  type HostRule,
  matchesRule,
  parseHostRule,
} from "./host_rule.ts";

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
