import type { ImportedRequest } from "./types.ts";

/** Lets a request set a variable for later ones, from its response. */
export function setFromResponse(
  { request }: ImportedRequest,
  variable: string,
  expression: string,
): void {
  const runtime = request.runtime ??= {};
  (runtime.actions ??= []).push({
    type: "set-variable",
    phase: "after-response",
    selector: { expression, method: "jsonq" },
    variable: { name: variable, scope: "runtime" },
  });
}
