/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { PlaceholderView } from "../api.ts";
import type { StateOwner } from "./owner.ts";
import { call, Denied } from "./session.ts";

/** What placeholders mean, asked of the server together and kept until something changes. */
export class PlaceholderNotes {
  readonly #owner: StateOwner;
  #known = new Map<string, PlaceholderView | undefined>();
  readonly #wanted = new Map<string, Set<string>>();
  /** Another one each time that something new is known. */
  version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: StateOwner) {
    this.#owner = owner;
  }

  /** What is known of `{{name}}` in an item; asks where nothing is. */
  of(id: string, text: string): PlaceholderView | undefined {
    const key = `${id}\n${text}`;
    if (this.#known.has(key)) return this.#known.get(key);
    this.#known.set(key, undefined);
    const texts = this.#wanted.get(id) ?? new Set();
    this.#wanted.set(id, texts.add(text));
    this.#timer ??= setTimeout(() => this.#fetch(), 120);
    return undefined;
  }

  /** A definition may have changed. */
  forget(): void {
    // What is under way is of before.
    this.#known = new Map();
    this.version++;
    this.#owner.changed();
  }

  async #fetch(): Promise<void> {
    this.#timer = undefined;
    const known = this.#known;
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (const [id, texts] of wanted) {
      const asked = [...texts];
      const answer = await this.#owner.try(() =>
        call("placeholders", { id, texts: asked }).catch((error) => {
          // The item may have moved since: it is asked for anew.
          if (error instanceof Denied && error.status === 404) {
            return undefined;
          }
          throw error;
        })
      );
      answer?.texts.forEach((views, index) =>
        known.set(`${id}\n${asked[index]}`, views[0])
      );
    }
    this.version++;
    this.#owner.changed();
  }
}
