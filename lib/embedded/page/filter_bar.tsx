/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../core/source/counted.ts";
import type { Row, RowStatus } from "../../tools/report/html/types.ts";
import {
  countsFor,
  type Filters,
  NO_FILTERS,
  type Sort,
  STATUSES,
} from "./filters.ts";
import { Icon } from "./icon.tsx";

const SORT_TITLES: readonly (readonly [Sort, string])[] = [
  ["run", "Run order"],
  ["slow", "Slowest first"],
  ["status", "Failed first"],
  ["name", "By path"],
];

const TITLES: Readonly<Record<RowStatus, string>> = {
  failed: "Failed: a test or assertion did not pass",
  errored: "Errored: the request or one of its scripts failed",
  unchecked: "Unchecked: passed, an error without a test or assertion",
  passed: "Passed, unchecked ones included",
  skipped: "Skipped: not sent",
};

const TIMES: readonly (readonly [number, string])[] = [
  [0, "Any time"],
  [50, "≥ 50 ms"],
  [100, "≥ 100 ms"],
  [250, "≥ 250 ms"],
  [500, "≥ 500 ms"],
  [1_000, "≥ 1 s"],
  [3_000, "≥ 3 s"],
  [10_000, "≥ 10 s"],
];

/** The fields that choose what the list shows. */
export function FilterBar({ rows, filters, found, onChange }: {
  readonly rows: readonly Row[];
  readonly filters: Filters;
  /** How many requests they let through. */
  readonly found: number;
  readonly onChange: (filters: Filters) => void;
}) {
  const { query, bodies, statuses, tag, folder, over, sort } = filters;
  const set = (some: Partial<Filters>) => onChange({ ...filters, ...some });
  const isFiltered = query !== "" || statuses.length > 0 || tag !== "" ||
    folder !== "" || over > 0;
  return (
    <div class="filters" role="search" aria-label="Requests">
      <div class="search">
        <Icon name="search" />
        <input
          id="search"
          type="search"
          placeholder="Search"
          aria-label="Search"
          title="Finds names, paths, URLs, tags and messages"
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={(event) => set({ query: event.currentTarget.value })}
        />
        <label class="everywhere">
          <input
            type="checkbox"
            checked={bodies}
            onChange={(event) => set({ bodies: event.currentTarget.checked })}
          />
          bodies too
        </label>
      </div>
      <div class="chips" role="group" aria-label="Status">
        {STATUSES.map((status) => {
          const number = rows.filter((row) => countsFor(row, status)).length;
          const isOn = statuses.includes(status);
          return (
            <button
              key={status}
              type="button"
              class={`chip ${status}`}
              aria-pressed={isOn}
              title={TITLES[status]}
              disabled={number === 0 && !isOn}
              onClick={() =>
                set({
                  statuses: isOn
                    ? statuses.filter((it) => it !== status)
                    : [...statuses, status],
                })}
            >
              <Icon name={status} />
              <span class="chip-name">{status}</span> {number}
            </button>
          );
        })}
      </div>
      <div class="selects">
        <Choice
          label="Folder"
          value={folder}
          choices={[["", "All folders"], ...foldersOf(rows)]}
          onChange={(folder) => set({ folder })}
        />
        <Choice
          label="Tag"
          value={tag}
          choices={[["", "All tags"], ...tagsOf(rows)]}
          onChange={(tag) => set({ tag })}
        />
        <Choice
          label="Time"
          value={String(over)}
          choices={timesWith(over)}
          onChange={(time) => set({ over: Number(time) })}
        />
        <Choice
          label="Order"
          value={sort}
          choices={SORT_TITLES}
          onChange={(sort) => set({ sort })}
        />
      </div>
      <p class="found" role="status">
        {isFiltered
          ? `${found} of ${counted(rows.length, "request")}`
          : counted(rows.length, "request")}
        {isFiltered && (
          <button
            type="button"
            class="link"
            onClick={() => onChange({ ...NO_FILTERS, sort })}
          >
            Clear filters
          </button>
        )}
      </p>
    </div>
  );
}

function Choice<T extends string>({ label, value, choices, onChange }: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}) {
  return (
    <select
      aria-label={label}
      class={value === choices[0][0] ? "" : "set"}
      disabled={choices.length < 2}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as T)}
    >
      {choices.map(([value, title]) => (
        <option key={value} value={value}>{title}</option>
      ))}
    </select>
  );
}

/** Folders and those that they are in. */
function foldersOf(rows: readonly Row[]): [string, string][] {
  const folders = new Set<string>();
  for (const folder of new Set(rows.map(({ folder }) => folder))) {
    const names = folder === "" ? [] : folder.split("/");
    for (const at of names.keys()) {
      folders.add(names.slice(0, at + 1).join("/"));
    }
  }
  return [...folders].sort().map((folder) => [folder, folder]);
}

function tagsOf(rows: readonly Row[]): [string, string][] {
  const tags = new Set(rows.flatMap((row) => row.tags));
  return [...tags].sort().map((tag) => [tag, tag]);
}

/** The address may ask for another time. */
function timesWith(over: number): [string, string][] {
  const known = TIMES.some(([time]) => time === over)
    ? TIMES
    : [...TIMES, [over, `≥ ${over} ms`] as const];
  return known.map(([time, title]) => [String(time), title]);
}
