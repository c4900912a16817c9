import type { Deletion } from "./earlier.ts";

/** How a script or an action ended; a script that is running may have other requests run meanwhile. */
export type Ending = "running" | "whole" | "failed";

/** Names that scripts make up may have no end. */
const MAX_DELETIONS = 1_000;

/** Scripts and actions that ran, how each of them ended last, and what they did to variables. */
export class Ran extends Map<object, Ending> {
  /** What set a variable last, by name. */
  readonly #setBy: Map<string, object>;
  /** What was deleted since it was set last, by name. */
  readonly deleted: Map<string, Deletion>;

  /** @param before What ran before. */
  constructor(before?: Ran, deleted?: ReadonlyMap<string, Deletion>) {
    super(before ?? []);
    this.#setBy = new Map(before ? before.#setBy : []);
    this.deleted = new Map(before ? before.deleted : deleted);
  }

  /** Told of a variable that is set. */
  setVariable(name: string, by: object | undefined): void {
    this.deleted.delete(name);
    if (by) this.#setBy.set(name, by);
  }

  /** Told of a variable that is deleted. */
  deleteVariable(name: string, by: Omit<Deletion, "setBy">): void {
    const setBy = this.#setBy.get(name);
    this.#setBy.delete(name);
    if (this.deleted.size < MAX_DELETIONS) {
      this.deleted.set(name, { ...by, setBy });
    }
  }
}
