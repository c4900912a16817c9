import { inheritedAuth, levelsAround } from "../collection/inherit.ts";
import type { Auth, Defaults } from "../collection/types.ts";
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
 * The secrets of the auth of a plan's requests, and of the levels around them,
 * as far as files, environment and command line alone give them: an earlier
 * request may send or show the same value, a login its password for example.
 * Whether a login runs alone changes nothing about the password.
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
  const levels = new Set<Defaults>();
  const add = (
    auth: Auth | undefined,
    ...[step, request]: Parameters<IterationScopes["scopesOf"]>
  ) => {
    if (!holdsSecrets(auth)) return;
    const known = knownAuthSecrets(auth, scopes.scopesOf(step, request));
    for (const secret of known) secrets.add(secret);
  };
  for (const step of plan.steps) {
    const { item, iteration, collection, folders } = step;
    if (item.kind !== "request" || iteration > 0) continue;
    add(inheritedAuth(collection, folders, item), step, item);
    for (const [at, level] of levelsAround(collection, folders).entries()) {
      if (levels.has(level)) continue;
      levels.add(level);
      const around = { collection, folders: folders.slice(0, at) };
      add(level.auth, around, { variables: [] });
    }
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
