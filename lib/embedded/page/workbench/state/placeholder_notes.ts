/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Json, PlaceholderView } from "../api.ts";
import type { Doc } from "./doc.ts";
import { at, isSame } from "./json_edit.ts";
import type { StateOwner } from "./owner.ts";
import { call, Denied } from "./session.ts";

/** Milliseconds in which what is to be asked gathers. */
const GATHERS = 120;
/** Milliseconds without an edit of definitions until they are taken for typed. */
const RESTS = 250;

/** Where a form defines variables, or has them set. */
const DEFINING = [
  ["variables"],
  ["extends"],
  ...["runtime", "request"].flatMap((section) =>
    ["variables", "scripts", "actions"].map((key) => [section, key])
  ),
];

/** What of an item's content decides what placeholders in it mean. */
interface Defining {
  readonly parts: readonly (Json | undefined)[];
  /** Another number after an edit of them. */
  readonly version: number;
}

/** What is known of a placeholder. */
interface Note {
  /** The version of what the item defined when it was asked for. */
  readonly as: number;
  readonly view: PlaceholderView | undefined;
}

/** What placeholders mean, asked of the server together and kept until something changes. */
export class PlaceholderNotes {
  readonly #owner: StateOwner;
  #known = new Map<string, Note>();
  readonly #wanted = new Map<string, Set<string>>();
  /** What the items define by now. */
  readonly #defining = new Map<string, Defining>();
  /** Another one each time that something new is known. */
  version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: StateOwner) {
    this.#owner = owner;
  }

  /** What is known of `{{name}}` in an item; asks where nothing is, or only what was before an edit. */
  of(id: string, text: string): PlaceholderView | undefined {
    const key = `${id}\n${text}`;
    const known = this.#known.get(key);
    const as = this.#versionOf(id);
    if (known?.as === as) return known.view;
    this.#known.set(key, { as, view: known?.view });
    const texts = this.#wanted.get(id) ?? new Set();
    this.#wanted.set(id, texts.add(text));
    if (known === undefined) {
      this.#timer ??= setTimeout(() => this.#fetch(), GATHERS);
    } else this.#fetchAtRest();
    return known?.view;
  }

  /** An item was edited: what its placeholders mean is asked for anew, once for what is typed in a row. */
  edited(id: string): void {
    const before = this.#defining.get(id)?.version;
    if (before === undefined) return;
    if (before !== this.#versionOf(id)) this.#fetchAtRest();
  }

  /** A definition may have changed. */
  forget(): void {
    // What is under way is of before.
    this.#known = new Map();
    this.version++;
    this.#owner.changed();
  }

  #fetchAtRest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fetch(), RESTS);
  }

  /** The version of what an item defines by now. */
  #versionOf(id: string): number {
    const parts = definingIn(this.#owner.docs.get(id));
    const { version = 0, parts: before = parts } = this.#defining.get(id) ?? {};
    const isEdited = parts.some((it, index) => !isSame(it, before[index]));
    const now = { parts, version: isEdited ? version + 1 : version };
    this.#defining.set(id, now);
    return now.version;
  }

  async #fetch(): Promise<void> {
    this.#timer = undefined;
    const known = this.#known;
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (const [id, texts] of wanted) {
      const asked = [...texts];
      const as = this.#versionOf(id);
      const draft = definingDraft(this.#owner.docs.get(id));
      const answer = await this.#owner.try(() =>
        call("placeholders", { id, ...draft && { draft }, texts: asked })
          .catch((error) => {
            // The item may have moved since: it is asked for anew.
            if (error instanceof Denied && error.status === 404) {
              return undefined;
            }
            throw error;
          })
      );
      answer?.texts.forEach((views, index) =>
        known.set(`${id}\n${asked[index]}`, { as, view: views[0] })
      );
    }
    this.version++;
    this.#owner.changed();
  }
}

function definingIn(doc: Doc | undefined): Defining["parts"] {
  return [doc?.source, ...DEFINING.map((keys) => at(doc?.document, keys))];
}

/** The edits of an item, if they have to do with what it defines. */
function definingDraft(doc: Doc | undefined): Doc["draft"] {
  if (doc === undefined) return undefined;
  const isEdited = doc.source !== undefined ||
    DEFINING.some((keys) =>
      !isSame(at(doc.document, keys), at(doc.view.document, keys))
    );
  return isEdited ? doc.draft : undefined;
}
