import type { Auth } from "../../collection/types.ts";
import { renderText } from "../../render/render_text.ts";
import { Execution } from "../../scope/execution.ts";
import { Scopes } from "../../scope/scopes.ts";
import {
  SECRET_AUTH_FIELDS,
  secretsOfAuth,
} from "../../secrets/secrets_of_auth.ts";
import type { RunPorts } from "../ports.ts";

/**
 * Tells the secrets of a request's auth: scripts may print them although the
 * request is never sent. Nobody is asked for anything here, no generator is
 * used up, and what cannot be rendered yet is left out.
 */
export function learnAuth(
  auth: Auth | undefined,
  scopes: Scopes,
  learn: NonNullable<RunPorts["learn"]>,
): void {
  if (auth === undefined || SECRET_AUTH_FIELDS[auth.type].length === 0) return;
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
  for (const value of secretsOfAuth({ type: auth.type, fields })) {
    learn({ name: "auth", value, secret: true });
  }
}
