import type { FileKind } from "../../core/collection/format.ts";
import { elements, jsonTextOf, members, type RawJson } from "./json.ts";

/** What an import and an export account for: the source's number is the written plus the named one. */
export const COUNTED = [
  "requests",
  "environments",
  "variables",
  "examples",
  "scripts",
] as const;

/** How many of each there are. */
export type AccountCounts = Readonly<Record<typeof COUNTED[number], number>>;

/** None of anything. */
export const NOTHING: AccountCounts = {
  requests: 0,
  environments: 0,
  variables: 0,
  examples: 0,
  scripts: 0,
};

/** The sum of several counts; a count that is absent is 0. */
export function addCounts(
  ...all: readonly Partial<AccountCounts>[]
): AccountCounts {
  return sumCounts(all);
}

/** The sum of any number of counts. */
export function sumCounts(
  all: Iterable<Partial<AccountCounts>>,
): AccountCounts {
  const sum = { ...NOTHING };
  for (const counts of all) {
    for (const key of COUNTED) sum[key] += counts[key] ?? 0;
  }
  return sum;
}

/** What is left of a count when others are taken off; less than 0 where they are more. */
export function subtractCounts(
  from: AccountCounts,
  ...others: readonly Partial<AccountCounts>[]
): AccountCounts {
  const taken = addCounts(...others);
  return combine((key) => from[key] - taken[key]);
}

/** In words, such as `2 requests, 1 script`; "" for nothing. */
export function countsText(
  counts: Partial<AccountCounts>,
  separator = ", ",
): string {
  return COUNTED.flatMap((key) => {
    const count = counts[key] ?? 0;
    if (count === 0) return [];
    return [`${count} ${count === 1 ? key.slice(0, -1) : key}`];
  }).join(separator);
}

function combine(
  number: (key: typeof COUNTED[number]) => number,
): AccountCounts {
  return Object.fromEntries(
    COUNTED.map((key) => [key, number(key)]),
  ) as AccountCounts;
}

/** A file of a collection as data, and what it is about. */
export interface WrittenFile {
  readonly kind: FileKind;
  readonly data: RawJson;
}

/** Counts what the files of a collection hold, each by what it is about. */
export function countWritten(files: Iterable<WrittenFile>): AccountCounts {
  return sumCounts([...files].map(countFile));
}

function countFile({ kind, data }: WrittenFile): Partial<AccountCounts> {
  const root = members(data);
  switch (kind) {
    case "collection":
    case "folder":
      return countLevel(members(root.request));
    case "environment":
      return {
        environments: 1,
        variables: elements(root.variables).length +
          elements(members(root.externalSecrets).variables).length,
      };
    case "request":
      return {
        requests: 1,
        examples: elements(root.examples).length,
        ...countLevel(members(root.runtime)),
      };
    default:
      return kind satisfies never;
  }
}

/** Variables and scripts of a request, a folder or the collection; a blank script is none. */
function countLevel(level: Record<string, RawJson>): Partial<AccountCounts> {
  return {
    variables: elements(level.variables).length,
    scripts:
      elements(level.scripts).filter((script) =>
        (jsonTextOf(members(script).code) ?? "").trim() !== ""
      ).length,
  };
}
