import type { Location } from "../../../../core/source/diagnostic.ts";
import { counted } from "../../../../core/source/counted.ts";
import { wrapWords } from "../../../../core/source/display_width.ts";
import { fitEnd, fitStart } from "../../text/fit.ts";
import type { Context } from "../context.ts";

/** Lines that a list of places or names may take. */
const MAX_LINES = 3;
/** Items of such a list that are kept at all. */
const MAX_ITEMS = 100;

/** Equal problems: the first in full, and where the others are. */
export class Group {
  readonly #place: string | undefined;
  readonly #requests = new Set<string>();
  readonly #places = new Set<string>();
  #others = 0;

  /** @param lines The first in full. */
  constructor({ place }: ShownProblem, readonly lines: readonly string[]) {
    this.#place = place;
  }

  /**
   * Adds one that is equal to the first.
   *
   * @param request The request that it is in; absent: that of the first.
   */
  add(problem: ShownProblem, request?: string): void {
    this.#others++;
    const [items, item] = request === undefined
      ? [this.#places, this.#placeOf(problem)]
      : [this.#requests, request];
    if (item !== undefined && items.size < MAX_ITEMS) items.add(item);
  }

  /** `and 199 more places: users/read.yml, …`; nothing where there is no other. */
  more({ style, prose }: Context): string[] {
    if (this.#others === 0) return [];
    const head = `and ${counted(this.#others, "more place")}`;
    const items = [...this.#requests, ...this.#places];
    return listLines(head, items, prose - 4).map(style.dim);
  }

  /** `line 12`, in another file its whole place; nothing for the place of the first. */
  #placeOf({ place, line }: ShownProblem): string | undefined {
    if (place === this.#place) return undefined;
    return line !== undefined && fileOf(place) === fileOf(this.#place)
      ? `line ${line}`
      : place;
  }
}

function fileOf(place: string | undefined): string | undefined {
  return place?.replace(/:\d+:\d+$/, "");
}

/** How many problems are shown in full: all of a few, or of more only the first. */
export interface Most {
  readonly all: number;
  readonly first: number;
}

/** What is wrong, the equal problems together, and of very many the first in full and the others by name. */
export function grouped(
  problems: readonly ShownProblem[],
  most: Readonly<Record<ShownProblem["kind"], Most>>,
): { groups: Map<string, Group>; rest: ShownProblem[] } {
  const distinct = new Map(problems.toReversed().map((it) => [it.key, it]));
  const left = { check: 0, error: 0 };
  for (const { kind } of distinct.values()) left[kind]++;
  for (const kind of ["check", "error"] as const) {
    if (left[kind] > most[kind].all) left[kind] = most[kind].first;
  }
  const groups = new Map<string, Group>();
  const rest: ShownProblem[] = [];
  for (const problem of problems) {
    const { key, kind } = problem;
    const group = groups.get(key);
    if (group !== undefined) group.add(problem);
    else if (left[kind] > 0) {
      left[kind]--;
      groups.set(key, new Group(problem, problem.lines()));
    } else if (distinct.get(key) === problem) rest.push(problem);
  }
  return { groups, rest };
}

/**
 * What is not shown in full: `and 1996 more: {{a}} line 12, …`.
 *
 * @param head How many there are, where nothing above names the file that they are in. Default: something does.
 */
export function restLines(
  rest: readonly ShownProblem[],
  { style, prose }: Context,
  head?: string,
): string[] {
  if (rest.length === 0) return [];
  const shown = rest.slice(0, MAX_ITEMS);
  const files = new Set(rest.map(({ place }) => fileOf(place)));
  // In several files their places tell more than the start of each message.
  const names = files.size > 1
    ? shown.map(({ place, name }) => place?.replace(/:\d+$/, "") ?? name)
    : shown.map(({ name, line }) =>
      fitEnd(name, 40) + (line === undefined ? "" : ` line ${line}`)
    );
  const [only] = files;
  const where = files.size > 1
    ? ` in ${counted(files.size, "file")}`
    : head !== undefined && only !== undefined
    ? ` in ${only}`
    : "";
  const whole = `${head ?? `and ${rest.length} more`}${where}`;
  return listLines(whole, names, prose - 4).map(style.dim);
}

/** A head and names behind it, in few lines; `…` stands for those that have no room. */
export function listLines(
  head: string,
  names: readonly string[],
  width: number,
): string[] {
  if (names.length === 0) return [head];
  const words = names.map((name) => fitStart(name, width - 6)).map((name, at) =>
    at < names.length - 1 || names.length === MAX_ITEMS ? `${name},` : name
  );
  const lines = wrapWords([`${head}:`, ...words], {
    width: width - 4,
    first: width,
  });
  const shown = lines.slice(0, MAX_LINES);
  const last = shown[shown.length - 1];
  if (last.endsWith(",")) shown[shown.length - 1] = `${last} …`;
  return shown.map((line, at) => at === 0 ? line : `  ${line}`);
}

/** One thing that went wrong with a request, as the console shows it. */
export interface ShownProblem {
  /** Equal problems have equal keys, wherever they are. */
  readonly key: string;
  readonly kind: "check" | "error";
  /** Whether another problem of the request has it as its reason, and tells of it. */
  readonly isQuoted?: boolean;
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
  /** The script that it is in. */
  readonly script?: string;
  /** Everything that is known about it, by lines. */
  readonly lines: () => string[];
}

/** The script that a place is in. */
export function scriptOf(
  location: Location | undefined,
): Pick<ShownProblem, "script"> {
  if (location?.place !== "script") return {};
  return { script: `${location.file} ${location.yamlPath ?? ""}` };
}
