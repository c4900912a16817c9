import type { Auth } from "../collection/types.ts";
import { AUTH_FIELDS } from "../request/auth/fields.ts";
import { secretsOf } from "../request/auth/secrets_of.ts";
import { Execution } from "../scope/execution.ts";
import { hasTemplates } from "../scope/has_templates.ts";
import { Scopes } from "../scope/scopes.ts";
import { renderText, renderValue } from "../render/render_text.ts";
import type { RunPorts } from "./ports.ts";

/**
 * Tells what secret variables that are templates say now, so that reports mask
 * it. Nobody is asked for anything here.
 */
export function learnSecrets(
  scopes: Scopes,
  execution: Execution,
  learn: NonNullable<RunPorts["learn"]>,
): void {
  for (const { entries } of scopes.layers) {
    for (const [name, { value, template, secret, hosts, at }] of entries) {
      if (!secret || !template || !hasTemplates(value)) continue;
      if (typeof value !== "string" || value.includes("{{?")) continue;
      if (at === undefined) continue;
      const rendered = renderValue({ text: value, at }, scopes, execution);
      if (rendered.value === undefined) continue;
      learn({
        name,
        value: rendered.value,
        secret,
        ...(hosts && { hosts }),
      });
    }
  }
}

/**
 * Tells the secrets of a request's auth: scripts may print them although the
 * request is never sent. Nobody is asked for anything here either, no
 * generator is used up, and what cannot be rendered yet is left out.
 */
export function learnAuthSecrets(
  auth: Auth | undefined,
  scopes: Scopes,
  learn: NonNullable<RunPorts["learn"]>,
): void {
  if (auth === undefined || AUTH_FIELDS[auth.type].secret.length === 0) return;
  const { processEnv, generators, clientVersion } = scopes;
  const silent = new Scopes(scopes.layers, {
    ...(processEnv && { processEnv }),
    ...(generators && { generators }),
    ...(clientVersion !== undefined && { clientVersion }),
  });
  const fields = new Map<string, string | number | boolean>();
  for (const [name, field] of auth.fields) {
    const value = typeof field === "object"
      ? renderText(field, silent, new Execution()).value
      : field;
    if (value !== undefined) fields.set(name, value);
  }
  for (const value of secretsOf({ type: auth.type, at: auth.at, fields })) {
    learn({ name: "auth", value, secret: true });
  }
}
