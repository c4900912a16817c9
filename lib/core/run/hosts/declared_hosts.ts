import { inheritedAuth } from "../../collection/inherit.ts";
import type { Collection } from "../../collection/types.ts";
import type { Plan, Step } from "../../plan/types.ts";
import { renderText } from "../../render/render_text.ts";
import { Execution } from "../../scope/execution.ts";
import type { Scopes } from "../../scope/scopes.ts";
import type { Origin, Text } from "../../source/origin.ts";
import { IterationScopes, type ScopeSettings } from "../iteration_scopes.ts";
import { hostInUrl, ruleOf, serverOf } from "./host_in_url.ts";
import { tokenUrls } from "./token_urls.ts";
import { createPolicy } from "../../policy/policy.ts";
import { readConfigProxy } from "../../http/config_proxy.ts";
import { formatHost } from "../../policy/format_host.ts";
import { renderConfig } from "../send/engine_config.ts";
import { DiagnosticError } from "../../source/errors.ts";

/**
 * The hosts that a plan declares: those of its requests' URLs and of the
 * collection's `extensions.brace.hosts`, as `host` or, where the URL has a
 * port, `host:port`. Rendered from files, environment and command line alone:
 * what scripts, responses, data rows and prompts bring declares nothing.
 */
export function declaredHosts(
  plan: Plan,
  settings: ScopeSettings,
  { onUnknown }: {
    /** Told of each request whose own host is not known before the run. */
    readonly onUnknown?: (step: Step) => void;
  } = {},
): string[] {
  const hosts = new Set<string>();
  const scopes = new IterationScopes(beforeTheRun(settings));
  const execution = new Execution({ now: () => 0, random: () => 0 });
  const collections = new Set<Collection>();
  const declare = (text: Text, known: Scopes, read: typeof hostInUrl) => {
    const { value } = renderText(text, known, execution);
    const host = value === undefined ? undefined : read(value);
    if (host !== undefined) hosts.add(host);
    return host !== undefined;
  };
  for (const step of plan.steps) {
    const { item, iteration, collection } = step;
    // Rows declare nothing, so that one iteration says it all.
    if (item.kind !== "request" || iteration > 0) continue;
    const known = scopes.scopesOf(step, item);
    if (!declare(item.url, known, hostInUrl)) onUnknown?.(step);
    const auth = inheritedAuth(collection, step.folders, item);
    for (const url of tokenUrls(auth)) declare(url, known, hostInUrl);
    if (collections.has(collection)) continue;
    collections.add(collection);
    for (const host of collection.config.hosts) {
      declare(host, known, ruleOf);
    }
  }
  return [...hosts];
}

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
    .scopesOf(step, item);
  const execution = new Execution({ now: () => 0, random: () => 0 });
  const { value } = renderText(item.url, known, execution);
  const server = value === undefined ? undefined : serverOf(value);
  if (server === undefined) return false;
  const declared = declaredHosts(plan, settings);
  return createPolicy({ declared, allow: [], deny: [] })
    .check(server.hostname, server.port).allowed;
}

/**
 * The proxy that a collection's files set, as `host:port`: declared like the
 * hosts of its requests, and known from the same sources.
 */
export function declaredProxy(
  collection: Collection,
  settings: ScopeSettings,
): string | undefined {
  const { config: { proxy }, file } = collection;
  const at: Origin = { file, path: ["config", "proxy"] };
  const { value } = renderConfig(
    proxy,
    at,
    () =>
      new IterationScopes(beforeTheRun(settings)).scopesOfCollection(
        collection,
      ),
  );
  const read = readConfigProxy(value, at);
  return read.kind === "server"
    ? formatHost(read.server.hostname, read.server.port)
    : undefined;
}

/** Stands for what is not known before the run; no host has it. */
const UNKNOWN = "{{}}";

/**
 * Settings for what is declared before a run: what cannot be known yet stays in
 * the text, where no host can be made of it.
 */
function beforeTheRun(settings: ScopeSettings): ScopeSettings {
  const { ports, earlier: _, ...rest } = settings;
  return {
    ...rest,
    undefined: "keep",
    ports: {
      ...(ports.givenSecret && { givenSecret: ports.givenSecret }),
      prompt: () => UNKNOWN,
      processEnv(collection, name) {
        try {
          return ports.processEnv(collection, name);
        } catch (error) {
          // The request itself will say so.
          if (error instanceof DiagnosticError) return UNKNOWN;
          throw error;
        }
      },
    },
  };
}
