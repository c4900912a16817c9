/** One thing that went wrong with a request, as the console shows it. */
export interface ShownProblem {
  /** Equal problems have equal keys, wherever they are. */
  readonly key: string;
  readonly kind: "check" | "error";
  /** The problem in one line, ready to print. */
  readonly title: string;
  /** Title and reason, in so many columns; printable. */
  readonly why: (width: number) => string;
  /** What tells it from others of its kind, in few words; printable. */
  readonly name: string;
  /** Where it is: `users/create.yml:12:5`. */
  readonly place?: string;
  /** Its line in the file of the place. */
  readonly line?: number;
  /** Everything that is known about it, by lines. */
  readonly lines: () => string[];
}
