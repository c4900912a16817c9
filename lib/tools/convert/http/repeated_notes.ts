import type { ImportedItem, ImportNote, SourcePlace } from "../types.ts";

/** What is said of many requests alike is said once, at the first place, with their number. */
export class RepeatedNotes {
  readonly #notes = new Map<
    string,
    { note: ImportNote; what: string; why: string; count: number }
  >();

  /** Takes `what`, which stands before a number, and `why`, which stands behind it. */
  add(
    kind: ImportNote["kind"],
    [what, why]: readonly [what: string, why: string],
    { source, item }: { source: SourcePlace; item?: ImportedItem },
  ): void {
    const key = JSON.stringify([what, why]);
    const known = this.#notes.get(key);
    if (known) known.count++;
    else {
      const note = {
        kind,
        message: `${what}: ${why}`,
        source,
        ...(item && { item }),
      };
      this.#notes.set(key, { note, what, why, count: 1 });
    }
  }

  all(): ImportNote[] {
    return [...this.#notes.values()].map(({ note, what, why, count }) => {
      if (count === 1) return note;
      const { item: _item, ...rest } = note;
      return { ...rest, message: `${what} (${count} times): ${why}` };
    });
  }
}
