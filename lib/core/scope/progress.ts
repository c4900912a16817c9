import type { Diagnostic, Place } from "../source/diagnostic.ts";
import type { Part, PlaceholderPart } from "../template/types.ts";
import type { Owner, PromptUse } from "./execution.ts";
import type { Entry } from "./variables.ts";
import type { PlaceholderProblem } from "./problems/problem.ts";
import { MAX_LENGTH } from "../source/most_length.ts";
import { locationIn } from "../source/line_starts.ts";

/** A text from a file that is being resolved. */
export interface Active {
  readonly owner: Owner;
  /** The placeholder that led to it. */
  readonly name: string;
  /** Whether it only led on to the one behind it. */
  readonly led: boolean;
}

const MAX_DEPTH = 32;
const MAX_EXPANSIONS = 1_000_000;

/**
 * The rendering of one text: which texts from files are under way, whether
 * they go too far, and what is wrong so far.
 */
export class Resolving {
  readonly diagnostics: Diagnostic[] = [];
  /** Whether the outermost placeholder is too much; the rest of it, if there is any, is left. */
  gaveUp = false;

  readonly #active: Active[] = [];
  readonly #reported = new Map<
    PlaceholderPart,
    [owner: Owner | undefined, code: string][]
  >();
  /** Placeholders resolved inside of variables. */
  #expansions = 0;
  /** The outermost placeholder under way, for the way to a nested failure. */
  #outer: { part: PlaceholderPart; owner: Owner | undefined } | undefined;

  constructor(
    readonly source: string,
    readonly owner: Owner | undefined,
    readonly place: Place,
  ) {}

  /** What an answer that a person gives now is for, if that says that it is secret. */
  get promptUse(): PromptUse | undefined {
    if (this.#active.some(({ owner }) => owner.secret)) return "secret";
    return this.place === "auth" ? "auth" : undefined;
  }

  /** To be told of each placeholder that is resolved. */
  at(part: PlaceholderPart, owner: Owner | undefined): void {
    if (this.#active.length === 0) this.#outer = { part, owner };
  }

  /**
   * Begins with a file's text, which a placeholder led to through aliases;
   * false when it is under way already, or goes too far.
   */
  enter(
    next: {
      readonly owner: Owner;
      readonly name: string;
      readonly aliases: readonly Active[];
      /** How many placeholders it has. */
      readonly placeholders: number;
    },
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): boolean {
    const active = this.#active;
    const { name, aliases } = next;
    const size = active.length;
    active.push(...aliases);
    const from = active.findIndex((one) => one.owner === next.owner);
    if (from !== -1) {
      this.#cycle(from, part, owner);
    } else if (active.length >= MAX_DEPTH) {
      const why =
        `variables refer to variables more than ${MAX_DEPTH} levels deep`;
      this.#limit(why, part, owner);
    } else if (this.spend(1 + next.placeholders, part, owner)) {
      active.push({ owner: next.owner, name, led: false });
      return true;
    }
    active.length = size;
    return false;
  }

  /** Ends what was begun last, and the aliases that led to it. */
  leave(): void {
    this.#active.pop();
    while (this.#active.at(-1)?.led) this.#active.pop();
  }

  /** Counts placeholders in variables; false when they are too many. */
  spend(
    placeholders: number,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): boolean {
    this.#expansions += placeholders;
    if (this.#expansions <= MAX_EXPANSIONS) return true;
    const why =
      `variables refer to variables more than ${MAX_EXPANSIONS} times`;
    this.#limit(why, part, owner);
    return false;
  }

  /**
   * Whether to go no further with a text: it is over the limit of 64 MiB, which
   * is reported, or stands in a placeholder that was given up.
   */
  exceeds(text: string, part: Part, owner: Owner | undefined): boolean {
    if (this.gaveUp) {
      if (this.#active.length > 0) return true;
      this.gaveUp = false;
    }
    if (text.length <= MAX_LENGTH) return false;
    this.gaveUp = true;
    this.diagnostics.push({
      code: "LIMIT",
      severity: "error",
      message: "Cannot render the text: it is longer than 64 MiB",
      location: locationIn(this.textOf(owner), owner?.at, part, {
        place: this.place,
      }),
    });
    return true;
  }

  /** Collects a diagnostic about a placeholder. */
  report(
    part: PlaceholderPart,
    owner: Owner | undefined,
    problem: PlaceholderProblem,
  ): void {
    const nested = this.#active.length > 0;
    if (nested && !this.#isFirst(part, owner, problem.code)) return;
    const location = locationIn(this.textOf(owner), owner?.at, part, {
      place: nested ? "variable" : this.place,
    });
    this.diagnostics.push({
      severity: "error",
      location,
      expression: part.text,
      ...(nested && {
        trail: [...this.#active.map(({ name }) => name), part.text],
        notes: [this.#usedBy()],
      }),
      ...problem,
    });
  }

  /** The text that an owner's placeholders stand in. */
  textOf(owner: Owner | undefined): string {
    if (owner === this.owner || owner === undefined) return this.source;
    if (owner.text !== undefined) return owner.text;
    const { value } = owner as Entry;
    return typeof value === "string" ? value : "";
  }

  /** Says that the texts from an index on lead back to it. */
  #cycle(
    from: number,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): void {
    const names = this.#active.slice(from).map(({ name }) => name);
    const trail = [...names, names[0]];
    this.#giveUp(part, owner, {
      code: "CYCLE",
      message: `Cannot resolve "{{${names[0]}}}": it refers to itself, ${
        trail.join(" → ")
      }`,
      trail,
    });
  }

  #limit(
    why: string,
    part: PlaceholderPart,
    owner: Owner | undefined,
  ): void {
    this.#giveUp(part, owner, {
      code: "LIMIT",
      message: `Cannot resolve "{{${part.text}}}": ${why}`,
    });
  }

  #giveUp(
    part: PlaceholderPart,
    owner: Owner | undefined,
    problem: PlaceholderProblem,
  ): void {
    this.report(part, owner, problem);
    this.gaveUp = true;
  }

  /** Whether a problem of a text that is used often is met for the first time. */
  #isFirst(
    part: PlaceholderPart,
    owner: Owner | undefined,
    code: string,
  ): boolean {
    const reported = this.#reported.get(part) ?? [];
    if (reported.some((one) => one[0] === owner && one[1] === code)) {
      return false;
    }
    reported.push([owner, code]);
    this.#reported.set(part, reported);
    return true;
  }

  #usedBy(): string {
    const { part, owner } = this.#outer!;
    const file = owner?.at?.file ?? "";
    const where = file === "" ? "" : ` in ${file}`;
    return `used by "{{${part.text}}}"${where}`;
  }
}
