import { inheritedAuth } from "../collection/inherit.ts";
import type { Auth } from "../collection/types.ts";
import type { Plan } from "../plan/types.ts";
import { renderText } from "../render/render_text.ts";
import { Execution } from "../scope/execution.ts";
import { Scopes } from "../scope/scopes.ts";
import {
  SECRET_AUTH_FIELDS,
  secretsOfAuth,
} from "../secrets/secrets_of_auth.ts";
import { IterationScopes, type ScopeSettings } from "./iteration_scopes.ts";

/**
 * The secrets of the auth of a plan's requests, as far as files, environment
 * and command line alone give them: an earlier request may send or show the
 * same value, a login its password for example.
 */
export function plannedAuthSecrets(
  plan: Plan,
  { ports, ...settings }: ScopeSettings,
): Set<string> {
  const scopes = new IterationScopes({
    ...settings,
    ports: {
      prompt: () => undefined,
      processEnv: (collection, name) =>
        ports.processEnv(collection, name, "masker"),
    },
  });
  const secrets = new Set<string>();
  for (const step of plan.steps) {
    const { item, iteration, collection, folders } = step;
    if (item.kind !== "request" || iteration > 0) continue;
    const auth = inheritedAuth(collection, folders, item);
    if (!holdsSecrets(auth)) continue;
    const known = knownAuthSecrets(auth, scopes.scopesOf(step, item));
    for (const secret of known) secrets.add(secret);
  }
  return secrets;
}

/**
 * The secrets of an auth as the variables are now. Nobody is asked for anything
 * here, no generator is used up, and what cannot be rendered yet is left out.
 */
export function knownAuthSecrets(
  auth: Auth | undefined,
  scopes: Scopes,
): string[] {
  if (!holdsSecrets(auth)) return [];
  const { processEnv, generators, clientVersion, learned } = scopes;
  const silent = new Scopes(scopes.layers, {
    ...(processEnv && { processEnv }),
    ...(generators && { generators }),
    ...(clientVersion !== undefined && { clientVersion }),
    ...(learned && { learned }),
  });
  const fields = new Map<string, string | number | boolean>();
  for (const [name, field] of auth.fields) {
    const value = typeof field === "object"
      ? renderText(field, silent, new Execution()).value
      : field;
    if (value !== undefined) fields.set(name, value);
  }
  return secretsOfAuth({ type: auth.type, fields });
}

function holdsSecrets(auth: Auth | undefined): auth is Auth {
  return auth !== undefined && SECRET_AUTH_FIELDS[auth.type].length > 0;
}
