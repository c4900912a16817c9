import type { Row, RowStatus } from "../../tools/report/html/types.ts";

/** Which requests the list shows, and in which order. */
export interface Filters {
  /** Words; each must be found. */
  readonly query: string;
  /** Whether the details are searched, too. */
  readonly bodies: boolean;
  /** Empty: all. */
  readonly statuses: readonly RowStatus[];
  /** Empty: any. */
  readonly tag: string;
  /** Empty: any; folders in it included. */
  readonly folder: string;
  /** Milliseconds that a request took at least. */
  readonly over: number;
  readonly sort: Sort;
}

export const STATUSES = [
  "failed",
  "errored",
  "unchecked",
  "passed",
  "skipped",
] as const;

/** Whether a status says that something went wrong. */
export function isBad(status: string): status is "failed" | "errored" {
  return status === "failed" || status === "errored";
}

/** Whether a request counts for a status, as in the console: one that nothing checked has passed, too. */
export function countsFor({ status }: Row, wanted: RowStatus): boolean {
  return status === wanted || status === "unchecked" && wanted === "passed";
}

export const SORTS = ["run", "slow", "name", "status"] as const;

export type Sort = typeof SORTS[number];

export const NO_FILTERS: Filters = {
  query: "",
  bodies: false,
  statuses: [],
  tag: "",
  folder: "",
  over: 0,
  sort: "run",
};

/** A row and its place in the run. */
export interface FilterEntry {
  readonly row: Row;
  readonly index: number;
  /** What the search looks at, in lower case. */
  readonly text: string;
}

/** The rows of a run, ready to be searched. */
export function toEntries(rows: readonly Row[]): FilterEntry[] {
  return rows.map((row, index) => ({
    row,
    index,
    text: [
      row.name,
      row.path,
      row.method,
      row.url,
      row.code,
      row.grpc,
      row.problem,
      row.warning,
      ...row.tags,
      ...row.marks,
    ].join("\n").toLowerCase(),
  }));
}

/** Finds a word, in lower case, in the details of a request. */
export type SearchDetails = (index: number, word: string) => boolean;

/** The rows that the filters let through, in the order that they ask for. */
export function filteredRows(
  entries: readonly FilterEntry[],
  filters: Filters,
  searchDetails: SearchDetails,
): FilterEntry[] {
  const { statuses, tag, folder, over, bodies } = filters;
  const words = filters.query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ row, index, text }) =>
    (statuses.length === 0 || statuses.some((it) => countsFor(row, it))) &&
    (tag === "" || row.tags.includes(tag)) &&
    (folder === "" || row.folder === folder ||
      row.folder.startsWith(`${folder}/`)) &&
    row.duration >= over &&
    words.every((word) =>
      text.includes(word) || bodies && searchDetails(index, word)
    )
  );
  return sorted(found, filters.sort);
}

function sorted(entries: FilterEntry[], sort: Sort): FilterEntry[] {
  switch (sort) {
    case "run":
      return entries;
    case "slow":
      return entries.sort((a, b) => b.row.duration - a.row.duration);
    case "name":
      return entries.sort((a, b) => a.row.path.localeCompare(b.row.path));
    case "status":
      return entries.sort((a, b) => rank(a) - rank(b));
    default:
      return sort satisfies never;
  }
}

function rank({ row }: FilterEntry): number {
  return STATUSES.indexOf(row.status);
}
