import type { Execution } from "../scope/execution.ts";
import { hasTemplates } from "../scope/has_templates.ts";
import type { Scopes } from "../scope/scopes.ts";
import { renderValue } from "../render/render_text.ts";
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
