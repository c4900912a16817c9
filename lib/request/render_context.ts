import type { Diagnostic } from "../source/diagnostic.ts";
import type { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import type { Rendered } from "../render/rendered.ts";
import { pushAll } from "../source/push_all.ts";

/** What every part of a request is rendered with; collects what is wrong with any. */
export class RenderContext {
  readonly diagnostics: Diagnostic[] = [];

  constructor(readonly scopes: Scopes, readonly execution: Execution) {}

  /** The value of a rendering; `fallback` where it failed, so that the rest is still looked at. */
  take<T>({ value, diagnostics }: Rendered<T>, fallback: T): T {
    pushAll(this.diagnostics, diagnostics);
    return value === undefined ? fallback : value;
  }

  /** Whether an error was collected. */
  get failed(): boolean {
    return this.diagnostics.some(({ severity }) => severity === "error");
  }
}
