import {
  type AccountCounts,
  addCounts,
  COUNTED,
  countsText,
  NOTHING,
  subtractCounts,
  sumCounts,
} from "./counts.ts";
import type { ImportNote } from "./types.ts";

/** What became of all that a source holds: the source's number is the written plus the named one. */
export interface Account {
  readonly source: AccountCounts;
  /** What of the source is in the files. */
  readonly written: AccountCounts;
  /** What is not, as a note says. */
  readonly named: AccountCounts;
  /** What the import wrote without finding it in the source, such as variables for secrets. */
  readonly added: AccountCounts;
  /** Says what does not add up; undefined where all does. */
  readonly note?: ImportNote;
}

/** Makes up the account of an import or an export. */
export function accountOf(
  { source, all, added = {}, notes }: {
    source: AccountCounts;
    /** All that is in the files. */
    all: AccountCounts;
    added?: Partial<AccountCounts>;
    notes: readonly Pick<ImportNote, "lost" | "merged">[];
  },
): Account {
  const named = sumCounts(notes.map(({ lost }) => lost ?? {}));
  const written = sumCounts([
    subtractCounts(all, added),
    ...notes.map(({ merged }) => merged ?? {}),
  ]);
  const gap = subtractCounts(source, written, named);
  const lacking = countsText(only(gap, 1));
  const extra = countsText(only(gap, -1));
  const account = { source, written, named, added: addCounts(added) };
  if (lacking === "" && extra === "") return account;
  return {
    ...account,
    note: {
      kind: "person",
      message: [
        ...(lacking === ""
          ? []
          : [`Not written, and not named above: ${lacking} of the source`]),
        ...(extra === ""
          ? []
          : [`Written, and not counted in the source: ${extra}`]),
      ].join("; ") + ": compare the files with the source",
    },
  };
}

/** The counts of one sign, as positive ones. */
function only(counts: AccountCounts, sign: 1 | -1): AccountCounts {
  return addCounts(
    NOTHING,
    Object.fromEntries(
      COUNTED.map((key) => [key, Math.max(0, sign * counts[key])]),
    ),
  );
}
