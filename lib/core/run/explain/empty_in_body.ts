import { textsOf } from "../../collection/request_texts.ts";
import { type Diagnostic, locationOf } from "../../source/diagnostic.ts";
import { cachedTemplate } from "../../template/template_of.ts";
import type { RunState } from "../run_state.ts";

/**
 * Says which placeholders of a request's body stand for a variable that a file
 * leaves empty, as the values are now. Nothing of a body that a script wrote
 * anew.
 */
export function emptyInBody(
  { request: { body }, scopes, scripts }: Pick<
    RunState,
    "request" | "scopes" | "scripts"
  >,
): Diagnostic[] {
  if (body === undefined) return [];
  const found = new Map<string, Diagnostic>();
  for (const { text, at } of textsOf(body)) {
    if (!text.includes("{{")) continue;
    for (
      const { text: name, start, end } of cachedTemplate(text).placeholders
    ) {
      const entry = scopes.find(name);
      const isEmpty = entry?.value === "" && entry.at !== undefined &&
        entry.from === undefined;
      if (!isEmpty || found.has(name)) continue;
      found.set(name, {
        code: "INVALID_FIELD",
        severity: "warning",
        message: `Sent the body with "{{${name}}}", whose value is empty`,
        location: locationOf(at, {
          offset: start,
          length: end - start,
        }),
        expression: name,
      });
    }
  }
  const isAsWritten = found.size === 0 || scripts === undefined ||
    scripts.changed().request.body === body;
  return isAsWritten ? [...found.values()] : [];
}

/** Those of them that another request's script or action sets, which has not run. */
export async function setLater(
  found: readonly Diagnostic[],
  { request, step, iteration: { ran, settings } }: RunState,
): Promise<Diagnostic[]> {
  const { settersBy } = await import("./explain.ts");
  const own = new Set<object>([...request.scripts, ...request.actions]);
  return found.filter(({ expression = "" }) => {
    const setters = settersBy(
      expression,
      step.collection,
      settings.ports.readFile,
    );
    return setters.length > 0 &&
      setters.every(({ source }) => !ran.has(source) && !own.has(source));
  });
}
