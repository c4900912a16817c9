import { withoutExtension } from "../collection/format.ts";
import type { CodesOf } from "../collection/required/required_code.ts";
import type { Script } from "../collection/types.ts";
import { calledPath, fullName } from "./find_request.ts";
import { stepsOf } from "./iterations.ts";
import type { Plan, Step } from "./types.ts";
import { scriptsAround } from "./used_names.ts";

/** A call with a literal, with null, or with the request's own name. */
const JUMP =
  /\bsetNextRequest\s*\(\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`|(null)|(pm\.info\.requestName))\s*\)/g;
const ANY = /\bsetNextRequest\b/g;

/** Where a script goes on: at literal names, at its own request, or wherever the run decides. */
interface Targets {
  readonly names: readonly string[];
  readonly own: boolean;
  readonly any: boolean;
}

/**
 * Finds how far a run goes until a request no longer runs again: each step of a
 * plan's first iteration by its index, and the index of the last step whose
 * script may bring the run back to it or before it (`setNextRequest`). A step
 * that no script repeats has its own index.
 */
export function lastReturns(
  plan: Plan,
  codesOf: CodesOf,
): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  const known = new Map<Script, Targets>();
  for (const stage of ["setup", undefined, "teardown"] as const) {
    const steps = stepsOf(plan, stage);
    const find = finderOf(steps);
    // How far back each step may go, by positions.
    const back = steps.map((step, at) =>
      Math.min(at, ...goals(step, at, { find, known, codesOf }))
    );
    // Steps between a jump and its goal run again: such stretches that overlap are one.
    let [from, until] = [steps.length, steps.length];
    for (let at = steps.length - 1; at >= 0; at--) {
      if (at < from) [from, until] = [at, at];
      from = Math.min(from, back[at]);
      last.set(steps[at].index, steps[until].index);
    }
  }
  return last;
}

/** The positions that scripts of a step may go on at. */
function goals(
  step: Step,
  at: number,
  { find, known, codesOf }: {
    readonly find: (called: string) => number | undefined;
    readonly known: Map<Script, Targets>;
    readonly codesOf: CodesOf;
  },
): number[] {
  const { item, collection, folders } = step;
  if (item.kind !== "request") return [];
  return scriptsAround(collection, folders, item).flatMap((script) => {
    let targets = known.get(script);
    if (targets === undefined) {
      known.set(script, targets = targetsOf(codesOf(script)));
    }
    const { names, own, any } = targets;
    if (any) return 0;
    return [...names.flatMap((name) => find(name) ?? []), ...own ? [at] : []];
  });
}

function targetsOf(codes: readonly string[]): Targets {
  const names: string[] = [];
  let own = false;
  let any = false;
  for (const code of codes) {
    let told = 0;
    for (const [, a, b, c, , self] of code.matchAll(JUMP)) {
      told++;
      const name = a ?? b ?? c;
      if (name !== undefined) names.push(name);
      own ||= self !== undefined;
    }
    any ||= [...code.matchAll(ANY)].length > told;
  }
  return { names, own, any };
}

/** Finds the first of some steps that a script means by a path or a name. */
function finderOf(
  steps: readonly Step[],
): (called: string) => number | undefined {
  const [byName, byPath, byFullName] = [0, 0, 0].map(() =>
    new Map<string, number>()
  );
  for (const [at, { item, folders }] of steps.entries()) {
    if (item.kind !== "request") continue;
    const keys = [
      [byName, item.name],
      [byPath, withoutExtension(item.path)],
      [byFullName, fullName(item, folders)],
    ] as const;
    for (const [map, key] of keys) if (!map.has(key)) map.set(key, at);
  }
  return (called) => {
    const found = [
      byName.get(called),
      byPath.get(calledPath(called)),
      called.includes("/") ? byFullName.get(called) : undefined,
    ].filter((at) => at !== undefined);
    return found.length === 0 ? undefined : Math.min(...found);
  };
}
