/** Where something stands in a run whose groups may run again. */
export interface Rerun {
  /** The group of requests that runs again together; undefined if it cannot run again. */
  readonly group: string | number | undefined;
  /** How often the group ran before; absent: not at all. */
  readonly rerun?: number;
}

/** Of each group what came of its last run, in the order given. */
export function lastRuns<T>(
  all: readonly T[],
  about: (one: T) => Rerun,
): readonly T[] {
  const lasts = new Map<Rerun["group"], number>();
  for (const one of all) {
    const { group, rerun = 0 } = about(one);
    if (rerun > (lasts.get(group) ?? 0)) lasts.set(group, rerun);
  }
  if (lasts.size === 0) return all;
  return all.filter((one) => {
    const { group, rerun = 0 } = about(one);
    return rerun === (lasts.get(group) ?? 0);
  });
}
