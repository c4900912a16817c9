/** What an import and an export account for: the source's number is the written plus the named one. */
export const COUNTED = [
  "requests",
  "environments",
  "variables",
  "examples",
  "scripts",
] as const;

/** How many of each there are. */
export type Counts = Readonly<Record<typeof COUNTED[number], number>>;

/** None of anything. */
export const NOTHING: Counts = {
  requests: 0,
  environments: 0,
  variables: 0,
  examples: 0,
  scripts: 0,
};

/** The sum of several counts; a count that is absent is 0. */
export function addCounts(...all: readonly Partial<Counts>[]): Counts {
  return Object.fromEntries(
    COUNTED.map((key) => [
      key,
      all.reduce((sum, counts) => sum + (counts[key] ?? 0), 0),
    ]),
  ) as Counts;
}
