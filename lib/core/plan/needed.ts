import type { Collection, Request } from "../collection/types.ts";
import {
  type CodesOf,
  codesThrough,
  type ReadModule,
} from "../collection/required/required_code.ts";
import { settingsOf } from "../collection/settings_of.ts";
import { calledBy } from "./called_requests.ts";
import type { Leaf } from "./types.ts";
import { namesGotFromPostman, usedNames } from "./used_names.ts";

/** Adds to selected leaves those of a collection that they need. */
export type AddNeeded = (
  collection: Collection,
  selected: readonly Leaf[],
  all: readonly Leaf[],
  stages?: StageLeaves,
) => Leaf[];

/** The leaves that run before and after all others, selected or not. */
export interface StageLeaves {
  readonly setup: ReadonlySet<Leaf>;
  readonly teardown: ReadonlySet<Leaf>;
}

const NO_STAGES: StageLeaves = { setup: new Set(), teardown: new Set() };

/**
 * The leaves with those whose scripts or actions set, by a literal name, the
 * variables that they use; and with what these need. Those that run before a
 * leaf are added; where none of them sets a variable, the first one that does so
 * later is added and comes before the first leaf that needs it. Otherwise the
 * order is the collection's. Scripts are followed into the files that they
 * require.
 *
 * @param given Names of variables that the caller gives: nothing is run for
 * them, as it would replace their values.
 */
export function withNeeded(
  readFile: ReadModule,
  given: ReadonlySet<string> = new Set(),
): AddNeeded {
  return (collection, selected, all, stages = NO_STAGES) => {
    const { setup, teardown } = stages;
    const between = all.filter((leaf) =>
      !setup.has(leaf) && !teardown.has(leaf)
    );
    const inOrder = [...setup, ...between, ...teardown];
    return addNeeded(
      { collection, selected, all: inOrder, stages, given },
      codesThrough(readFile),
    );
  };
}

function addNeeded(
  { collection, selected, all, stages, given }: {
    readonly collection: Collection;
    readonly selected: readonly Leaf[];
    /** In the order of a run. */
    readonly all: readonly Leaf[];
    readonly stages: StageLeaves;
    readonly given: ReadonlySet<string>;
  },
  codesOf: CodesOf,
): Leaf[] {
  const bySet = new Map<string, Leaf[]>();
  for (const leaf of all) {
    // What teardown sets comes too late for all others.
    if (leaf.item.kind !== "request" || stages.teardown.has(leaf)) continue;
    for (
      const name of new Set(settingsOf(leaf.item, codesOf).map((it) => it.name))
    ) {
      if (given.has(name)) continue;
      const leaves = bySet.get(name);
      if (leaves) leaves.push(leaf);
      else bySet.set(name, [leaf]);
    }
  }
  const places = new Map(all.map((leaf, at) => [leaf, at]));
  const kept = new Set(selected);
  // From the last place to the first: what a leaf needs runs before it, so that
  // the first look at a name is the one that finds most of its setters.
  const open = all.map((leaf) => kept.has(leaf) ? [leaf] : []);
  const used = new Map<Leaf, readonly ReadonlySet<string>[]>();
  // What many inherit is followed once, and so is each name.
  const followed = new Set<ReadonlySet<string>>();
  const found = new Set<string>();
  for (let at = all.length - 1; at >= 0; at--) {
    for (let leaf; (leaf = open[at].pop()) !== undefined;) {
      // Nothing else comes before setup.
      if (leaf.item.kind !== "request" || stages.setup.has(leaf)) continue;
      const uses = usesOf(collection, leaf, leaf.item, codesOf);
      used.set(leaf, uses);
      for (const names of uses) {
        if (followed.has(names)) continue;
        followed.add(names);
        for (const name of names) {
          if (found.has(name)) continue;
          found.add(name);
          for (const [index, setter] of (bySet.get(name) ?? []).entries()) {
            const place = places.get(setter)!;
            if (index > 0 && place >= at) break;
            if (kept.has(setter)) continue;
            kept.add(setter);
            open[Math.min(place, at)].push(setter);
          }
        }
      }
    }
  }
  const ordered = all.filter((leaf) => kept.has(leaf));
  if (kept.size === selected.length) return ordered;
  return settersFirst(ordered, {
    places,
    used,
    bySet,
    isFixed: new Set([...selected, ...stages.setup]),
  });
}

/**
 * The names that a request uses, as sets that many requests share. What a
 * request sets that a script of it runs needs no other one, and what that
 * request uses is used here.
 */
function usesOf(
  collection: Collection,
  leaf: Leaf,
  request: Request,
  codesOf: CodesOf,
): readonly ReadonlySet<string>[] {
  const own = [
    ...usedNames(collection, leaf, request, codesOf),
    ...namesGotFromPostman(collection, leaf, request, codesOf),
  ];
  const called = calledBy(collection, leaf, request, codesOf);
  if (called.length === 0) return own;
  const setBy = (one: Request, phase = "") =>
    settingsOf(one, codesOf).filter(({ by }) => by.startsWith(phase))
      .map(({ name }) => name);
  const setEarly = called.filter(({ early }) => early)
    .flatMap((one) => setBy(one.request));
  const given = setBy(request, "before-request");
  return [
    ...own.map((names) => without(names, setEarly)),
    ...called.flatMap((one) => {
      const others = called.filter((other) => other !== one)
        .flatMap((other) => setBy(other.request));
      return usedNames(collection, one, one.request, codesOf)
        .map((names) => without(names, [...given, ...others]));
    }),
  ];
}

function without(
  names: ReadonlySet<string>,
  others: readonly string[],
): ReadonlySet<string> {
  return names.difference(new Set(others));
}

/** Moves leaves that were added before the first one that needs them; those that were selected stay. */
function settersFirst(ordered: readonly Leaf[], {
  places,
  used,
  bySet,
  isFixed,
}: {
  readonly places: ReadonlyMap<Leaf, number>;
  readonly used: ReadonlyMap<Leaf, readonly ReadonlySet<string>[]>;
  /** In the order of a run. */
  readonly bySet: ReadonlyMap<string, readonly Leaf[]>;
  readonly isFixed: ReadonlySet<Leaf>;
}): Leaf[] {
  // What many inherit is looked up once.
  const known = new Map<ReadonlySet<string>, readonly Leaf[]>();
  const firstSetters = (names: ReadonlySet<string>): readonly Leaf[] => {
    let setters = known.get(names);
    if (setters === undefined) {
      const first = [...names].flatMap((name) =>
        bySet.get(name)?.slice(0, 1) ?? []
      );
      setters = [...new Set(first)].filter((leaf) => !isFixed.has(leaf))
        .sort((a, b) => places.get(a)! - places.get(b)!);
      known.set(names, setters);
    }
    return setters;
  };
  const placed = new Set<Leaf>();
  /** What comes before a leaf, one after the other. */
  function* before(leaf: Leaf): Generator<Leaf> {
    for (const names of used.get(leaf) ?? []) yield* firstSetters(names);
  }
  for (const leaf of ordered) {
    // Those that wait for what they need. A chain may be longer than a stack is
    // deep, and requests may need each other.
    const waiting = new Set<Leaf>();
    const stack: { readonly leaf: Leaf; readonly needs: Iterator<Leaf> }[] = [];
    const enter = (leaf: Leaf) => {
      if (placed.has(leaf) || waiting.has(leaf)) return;
      waiting.add(leaf);
      stack.push({ leaf, needs: before(leaf) });
    };
    enter(leaf);
    for (let top; (top = stack.at(-1)) !== undefined;) {
      const { value: next } = top.needs.next();
      if (next !== undefined) enter(next);
      else {
        placed.add(top.leaf);
        stack.pop();
      }
    }
  }
  return [...placed];
}
