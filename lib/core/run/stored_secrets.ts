import { inheritedScripts } from "../collection/inherit.ts";
import type { StoredSecret } from "../scope/layer.ts";
import { missingSecret } from "../scope/problems/missing_member.ts";
import { failureOf } from "./explain/failure_of.ts";
import { fail, type RunState } from "./run_state.ts";

/** Whether any secret of a request's scopes may be in a store. */
export function namesStores({ scopes }: Pick<RunState, "scopes">): boolean {
  return scopes.layers.some(({ unset }) => unset !== undefined);
}

/**
 * Asks stores for what a request's scripts and assertions name, before the
 * first of them runs; false where a store refused, and the request fails.
 */
export async function askForScripts(state: RunState): Promise<boolean> {
  const stored = storedIn(state);
  if (stored.size === 0) return true;
  const named = namedIn(textsOf(state), state);
  return await askStores(
    state,
    [...stored.values()].filter(({ name }) => named.has(name)),
  );
}

/** Asks stores for secrets that nobody has yet; false where one refused. */
export async function askStores(
  state: RunState,
  secrets: Iterable<StoredSecret>,
): Promise<boolean> {
  const { scopes, iteration: { settings: { ports, signal } } } = state;
  for (const secret of secrets) {
    const { name } = secret;
    try {
      await ports.fetchSecret?.(secret, signal);
    } catch (error) {
      if (signal?.aborted) return false;
      const { class: kind, diagnostics } = failureOf(error);
      fail(state, kind, diagnostics);
      return false;
    }
    missingSecret({ text: name, name, scopes });
  }
  scopes.wanted.clear();
  return true;
}

/** Those of the scopes that no other layer gives. */
function storedIn({ scopes }: RunState): Map<string, StoredSecret> {
  const found = new Map<string, StoredSecret>();
  const { layers } = scopes;
  for (const { unset } of layers) {
    for (const [name, { store }] of unset ?? []) {
      const isGiven = layers.some(({ entries }) => entries.has(name));
      if (store && !isGiven) found.set(name, store);
    }
  }
  return found;
}

function textsOf({ step, request }: RunState): string[] {
  const { collection, folders } = step;
  const scripts = (["before-request", "after-response", "tests"] as const)
    .flatMap((phase) => inheritedScripts(collection, folders, request, phase));
  const texts = scripts.map(({ code }) => code);
  texts.push(JSON.stringify(request.assertions));
  // What a script sees of the request rendered.
  if (texts.some((text) => /\bresolved\b/.test(text))) {
    const { url, headers, params, body, auth } = request;
    const fields = [...auth?.fields.values() ?? []];
    texts.push(JSON.stringify([url, headers, params, body, fields]));
  }
  return texts;
}

/** The names in texts, and in the variables that they lead to. */
function namedIn(
  texts: readonly string[],
  { scopes }: RunState,
): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...texts];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    for (const [name] of text.matchAll(/[\p{L}_][\p{L}\p{N}_-]*/gu)) {
      if (found.has(name)) continue;
      found.add(name);
      for (const { entries } of scopes.layers) {
        const { value, template } = entries.get(name) ?? {};
        if (template && typeof value === "string") open.push(value);
        else if (template) open.push(JSON.stringify(value));
      }
    }
  }
  return found;
}
