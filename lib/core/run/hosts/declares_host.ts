import type { Plan, Step } from "../../plan/types.ts";
import { createPolicy } from "../../policy/policy.ts";
import { renderText } from "../../render/render_text.ts";
import { Execution } from "../../scope/execution.ts";
import { beforeTheRun } from "../before_the_run.ts";
import { declaredHosts } from "./declared_hosts.ts";
import { IterationScopes, type ScopeSettings } from "../iteration_scopes.ts";
import { serverOf } from "./server_of.ts";

/**
 * Whether a plan declares the host of a request that does not belong to it. False
 * where that host is not known before the request is sent.
 */
export function declaresHost(
  plan: Plan,
  { item, ...step }: Step,
  settings: ScopeSettings,
): boolean {
  if (item.kind !== "request") return false;
  const known = new IterationScopes(beforeTheRun(settings))
    .scopesOf({ item, ...step }, item);
  const execution = new Execution({ now: () => 0, random: () => 0 });
  const { value } = renderText(item.url, known, execution);
  const server = value === undefined ? undefined : serverOf(value);
  if (server === undefined) return false;
  const declared = declaredHosts(plan, settings);
  return createPolicy({ declared, allow: [], deny: [] })
    .check(server.hostname, server.port).allowed;
}
