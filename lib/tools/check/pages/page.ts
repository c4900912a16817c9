/** What there is to know about a code. */
export interface Page {
  /** What it is, in a sentence. */
  readonly what: string;
  /** When it is met and why it matters; what to do. */
  readonly more: string;
  /** A piece of a file with the mistake in it. */
  readonly wrong?: string;
  /** The same without. */
  readonly right?: string;
}
