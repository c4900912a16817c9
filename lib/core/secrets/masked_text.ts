import type { Hidden } from "./hidden.ts";

/** A text and what of it is hidden, which tells where a place in it stands when it is masked. */
export class MaskedText {
  /** The text as it is shown. */
  readonly text: string;
  readonly #hidden: readonly Hidden[];

  /** @param hidden In order, apart from each other. */
  constructor(private readonly original: string, hidden: readonly Hidden[]) {
    this.#hidden = hidden;
    this.text = this.slice(0, original.length);
  }

  /** What is shown of a part; one that begins or ends in a secret shows its mask. */
  slice(from: number, to: number): string {
    let out = "";
    let at = from;
    for (const hidden of this.#hidden) {
      if (hidden.to <= from || hidden.from >= to) continue;
      out += this.original.slice(at, Math.max(at, hidden.from)) + hidden.mask;
      at = Math.min(hidden.to, to);
    }
    return out + this.original.slice(at, Math.max(at, to));
  }

  /** Where a part of the original stands in the text as it is shown. */
  place(from: number, to: number): { start: number; end: number } {
    return { start: this.#place(from, false), end: this.#place(to, true) };
  }

  #place(offset: number, isEnd: boolean): number {
    let shift = 0;
    for (const { from, to, mask } of this.#hidden) {
      if (isEnd ? from >= offset : from > offset) break;
      if (isEnd ? offset <= to : offset < to) {
        return from + shift + (isEnd ? mask.length : 0);
      }
      shift += mask.length - (to - from);
    }
    return offset + shift;
  }
}
