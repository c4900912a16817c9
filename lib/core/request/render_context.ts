import type { Diagnostic } from "../source/diagnostic.ts";
import type { Execution } from "../scope/execution.ts";
import type { Scopes } from "../scope/scopes.ts";
import type { Rendered } from "../render/rendered.ts";
import type { Inserted } from "../scope/provenance.ts";
import {
  type Insertion,
  insertionIn,
  type InsertionPlace,
} from "../http/insertion.ts";
import { pushAll } from "../source/push_all.ts";

/** What every part of a request is rendered with; collects what is wrong with any. */
export class RenderContext {
  readonly diagnostics: Diagnostic[] = [];

  readonly insertions: Insertion[] = [];

  constructor(readonly scopes: Scopes, readonly execution: Execution) {}

  /** The value of a rendering; `fallback` where it failed, so that the rest is still looked at. */
  take<T>(
    { value, diagnostics, insertions }: Rendered<T>,
    fallback: T,
    place?: InsertionPlace,
  ): T {
    pushAll(this.diagnostics, diagnostics);
    if (place !== undefined && insertions) this.insert(place, insertions);
    return value === undefined ? fallback : value;
  }

  /** Notes the values in a text of the request. */
  insert(place: InsertionPlace, insertions: readonly Inserted[]): void {
    for (const one of insertions) this.insertions.push(insertionIn(place, one));
  }

  /** Whether an error was collected. */
  get failed(): boolean {
    return this.diagnostics.some(({ severity }) => severity === "error");
  }
}
