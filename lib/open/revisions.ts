import { createHash } from "node:crypto";

/** How many texts are kept for pages that edit them. */
const MAX_KEPT = 200;

/** The texts that pages have, by their fingerprints: what edits are compared with. */
export class Revisions {
  readonly #texts = new Map<string, string>();

  /** The fingerprint of a text, which is kept from now on. */
  of(text: string): string {
    const revision = createHash("sha256").update(text).digest("hex")
      .slice(0, 32);
    this.#texts.delete(revision);
    this.#texts.set(revision, text);
    if (this.#texts.size > MAX_KEPT) {
      const [oldest] = this.#texts.keys();
      this.#texts.delete(oldest);
    }
    return revision;
  }

  /** The text with a fingerprint; undefined where it was given out too long ago. */
  text(revision: string): string | undefined {
    return this.#texts.get(revision);
  }
}
