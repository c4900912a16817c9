import { type Pattern, type Search, searchFor } from "./automaton.ts";

interface Group {
  readonly patterns: readonly Pattern[];
  readonly search: Search;
}

/**
 * A search that learns patterns while a run goes on, such as a token for each
 * row of data. Adding many one by one stays cheap: they are in groups of
 * doubling size, and only the small ones are built anew.
 */
export function growingSearch(): {
  add(patterns: readonly Pattern[]): void;
  readonly search: Search;
} {
  const groups: Group[] = [];
  let added: Pattern[] = [];

  function build(): void {
    let patterns: readonly Pattern[] = added;
    added = [];
    while (
      groups.length > 0 && groups.at(-1)!.patterns.length <= patterns.length
    ) patterns = [...groups.pop()!.patterns, ...patterns];
    groups.push({ patterns, search: searchFor(patterns) });
  }

  return {
    add: (patterns) => {
      added.push(...patterns);
    },
    search: (text, cut) => {
      if (added.length > 0) build();
      return groups.flatMap(({ search }) => search(text, cut));
    },
  };
}
