/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Draft, ItemView, Json, Keys, Problem, Saved } from "../api.ts";
import { isSame, withAt } from "./json_edit.ts";
import { Denied } from "./session.ts";
import { documentWithSpans, reboundSpans, withSpans } from "./rebound.ts";

/** What an item was before, and what is undone. */
interface Past {
  readonly document: Json | undefined;
}

/** An open item, with what the person has edited and not saved. */
export class Doc {
  view: ItemView;
  /** The form's content. */
  document: Json | undefined;
  /** The file's text, where it was edited as such. */
  source: string | undefined;
  /** The file has changed under unsaved edits. */
  isStale = false;
  isGone = false;
  /** Why it was not saved, until it is edited again. */
  refused: Problem | undefined;
  /** Its spans are those of another server than the one that gave them. */
  #isRebound = false;
  readonly #past: Past[] = [];
  readonly #future: Past[] = [];
  #lastEdit = { keys: "", at: 0 };

  /** @param asOf How many changes the page had heard of when it asked for the view. */
  constructor(view: ItemView, public asOf = 0) {
    this.view = view;
    this.document = view.document;
  }

  get isDirty(): boolean {
    return this.source !== undefined && this.source !== this.view.source ||
      !isSame(this.document, this.view.document);
  }

  /** What the server is to take for the file; absent: what is on the disk. */
  get draft(): Draft | undefined {
    if (!this.isDirty) return undefined;
    const { revision, source } = this.view;
    const base = {
      revision,
      ...(this.isStale || this.#isRebound) && { was: source },
    };
    if (this.source !== undefined) return { ...base, source: this.source };
    return {
      ...base,
      document: this.document ?? {},
      base: this.view.document ?? {},
    };
  }

  /** Edits a value of the form. Keys in quick succession are one step of undo. */
  set(keys: Keys, value: Json | undefined, now: number): void {
    const name = JSON.stringify(keys);
    // What is taken away or ticked is a step of its own: the next row moves up to the same keys.
    const isTyped = value !== undefined && typeof value !== "boolean" &&
      name === this.#lastEdit.keys && now - this.#lastEdit.at <= 800;
    if (!isTyped) {
      this.#past.push({ document: this.document });
      if (this.#past.length > 200) this.#past.shift();
    }
    this.#lastEdit = { keys: name, at: now };
    this.#future.length = 0;
    this.refused = undefined;
    this.document = withAt(this.document, keys, value) ?? {};
  }

  /** Edits another value that goes along with the last edit: both are one step of undo. */
  follow(keys: Keys, value: Json | undefined): void {
    this.document = withAt(this.document, keys, value) ?? {};
  }

  setSource(source: string): void {
    this.source = source === this.view.source ? undefined : source;
  }

  undo(): boolean {
    return this.#step(this.#past, this.#future);
  }

  redo(): boolean {
    return this.#step(this.#future, this.#past);
  }

  #step(from: Past[], to: Past[]): boolean {
    const step = from.pop();
    if (step === undefined) return false;
    to.push({ document: this.document });
    this.document = step.document;
    this.#lastEdit = { keys: "", at: 0 };
    return true;
  }

  /** Takes the file's new content over; what was typed is gone where it is not in it. */
  take(view: ItemView): void {
    if (!isSame(this.document, view.document)) {
      this.#past.push({ document: this.document });
    }
    this.view = view;
    this.document = view.document;
    this.source = undefined;
    this.isStale = false;
    this.refused = undefined;
    this.#isRebound = false;
    this.#lastEdit = { keys: "", at: 0 };
  }

  /** Takes over what the server says of it by now; unsaved edits stay. */
  reload(view: ItemView): void {
    this.isGone = false;
    if (this.isDirty) this.rebind(view);
    if (!this.isDirty) this.take(view);
    else if (this.view.revision === view.revision) {
      this.isStale = false;
      this.view = view;
    } else {
      this.isStale = true;
      this.view = { ...this.view, problems: view.problems };
    }
  }

  /** Takes over what other files and the session have to say of it; its content stays where that is the same. */
  hear(view: ItemView): void {
    if (this.view.revision !== view.revision) return this.reload(view);
    const { inherited: _, ...own } = this.view;
    const { problems, inherited } = view;
    this.view = { ...own, problems, ...(inherited && { inherited }) };
  }

  /** Takes the spans of a server that knows nothing of those of an earlier one. */
  rebind(view: ItemView): void {
    const spans = new Map(reboundSpans(this.view.source, view.source));
    if (this.view.revision === view.revision) {
      // A form hides more than a file's text.
      const [before, now] = [this.view, view].map(({ document }) =>
        JSON.stringify(document ?? null, null, 1)
      );
      for (const [span, other] of reboundSpans(before, now)) {
        if (!spans.has(span)) spans.set(span, other);
      }
    }
    if ([...spans].every(([before, now]) => before === now)) return;
    this.#isRebound = true;
    const rebound = (document: Json | undefined) =>
      document && documentWithSpans(document, spans);
    const { document, ...was } = this.view;
    this.view = {
      ...was,
      source: withSpans(was.source, spans),
      ...document !== undefined && { document: rebound(document)! },
    };
    this.document = rebound(this.document);
    if (this.source !== undefined) this.source = withSpans(this.source, spans);
    // Earlier states have spans that no server knows.
    this.#past.length = 0;
    this.#future.length = 0;
  }

  /** Keeps why it was not saved, for where that stands. */
  readonly refuse = (error: unknown): never => {
    if (error instanceof Denied) [this.refused] = error.problems;
    throw error;
  };

  /** Why what stands at these keys cannot be saved. */
  refusalAt(keys: Keys): string | undefined {
    const at = this.refused?.place?.keys;
    return at !== undefined && JSON.stringify(at) === JSON.stringify(keys)
      ? this.refused?.message
      : undefined;
  }

  /** Goes back to what is on the disk. */
  discard(): void {
    this.take(this.view);
  }
}

/** What became of a save, and of values that the files do not hold. */
export function savedText(
  files: readonly string[],
  { kept = [] }: Pick<Saved, "kept">,
): string {
  const list = new Intl.ListFormat("en");
  const saved = files.length > 6
    ? `Saved ${files.length} files`
    : `Saved ${list.format(files)}`;
  if (kept.length === 0) return saved;
  const names = list.format(kept);
  const values = kept.length === 1
    ? `the value of ${names} stays`
    : `the values of ${names} stay`;
  return `${saved}: ${values} in memory only`;
}
