/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useMemo, useState } from "preact/hooks";
import { formatDuration } from "../../tools/report/text/amounts.ts";
import { PHASES } from "../../tools/report/html/types.ts";
import type { FilterEntry, Filters } from "./filters.ts";
import { StatusIcon } from "./icon.tsx";
import { IterationMark } from "./request_list.tsx";
import { formatRoute } from "./route.ts";
import { shown } from "./shown.ts";
import { PHASE_TITLES } from "./timing.tsx";
import { VirtualList } from "./virtual_list.tsx";

/** With more requests a bar would be too small to be seen. */
const WHOLE = 60;

const NOT_SENT = "not sent";

/** When each request ran, and what its time was spent on. */
export function Waterfall({ entries, duration, filters }: {
  readonly entries: readonly FilterEntry[];
  /** Of the run, milliseconds. */
  readonly duration: number;
  readonly filters: Filters;
}) {
  const [isWhole, setWhole] = useState(entries.length <= WHOLE);
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  const [from, to] = useMemo(
    () =>
      isWhole
        ? [0, wholeOf(entries, duration)]
        : spanOf(entries.slice(...range)),
    [entries, isWhole, range],
  );
  if (entries.length === 0) {
    return <p class="empty">No request is like this.</p>;
  }
  const length = Math.max(0.001, to - from);
  const share = (time: number) => `${100 * (time - from) / length}%`;
  const ticks = ticksOf(from, to);
  return (
    <div class="waterfall">
      <div class="waterfall-head">
        <span class="waterfall-tools">
          <button
            type="button"
            class="link"
            aria-pressed={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? "Zoom to visible requests" : "Show the whole run"}
          </button>
        </span>
        <span class="axis" aria-hidden="true">
          {ticks.map((time) => (
            <span key={time} class="tick" style={{ left: share(time) }}>
              {formatDuration(time)}
            </span>
          ))}
        </span>
      </div>
      <VirtualList
        items={entries}
        height={32}
        label="Requests in time"
        onRange={(from, to) => setRange([from, to])}
      >
        {({ row }, tabIndex) => (
          <a
            class="waterfall-row"
            href={formatRoute({ view: "requests", id: row.id, filters })}
            tabIndex={tabIndex}
            title={`${shown(row.name)}: ${
              row.url === undefined ? NOT_SENT : [
                `after ${formatDuration(row.start)}`,
                ...row.phases.map(({ name, time }) =>
                  `${PHASE_TITLES[name]} ${formatDuration(time)}`
                ),
              ].join(", ")
            }`}
          >
            <StatusIcon status={row.status} />
            <span class="row-name">
              {shown(row.name)} <IterationMark row={row} />
            </span>
            <span class="lane">
              {ticks.map((time) => (
                <span key={time} class="grid" style={{ left: share(time) }} />
              ))}
              <span
                class="lane-bar"
                style={{
                  left: share(row.start),
                  width: `${100 * row.duration / length}%`,
                }}
              >
                {row.phases.map(({ name, time }) => (
                  <span
                    key={name}
                    class={`phase ${name}`}
                    style={{ flexGrow: time }}
                  />
                ))}
              </span>
            </span>
            <span class="time">
              {row.url === undefined ? NOT_SENT : formatDuration(row.duration)}
            </span>
          </a>
        )}
      </VirtualList>
      <ul class="phase-legend">
        {PHASES.map((name) => (
          <li key={name}>
            <span class={`dot ${name}`} aria-hidden="true" />
            {PHASE_TITLES[name]}
          </li>
        ))}
      </ul>
    </div>
  );
}

function wholeOf(entries: readonly FilterEntry[], duration: number): number {
  return entries.reduce(
    (end, { row }) => Math.max(end, row.start + row.duration),
    duration,
  );
}

function spanOf(entries: readonly FilterEntry[]): [from: number, to: number] {
  let from = Infinity;
  let to = 0;
  for (const { row } of entries) {
    from = Math.min(from, row.start);
    to = Math.max(to, row.start + row.duration);
  }
  return from === Infinity ? [0, 1] : [from, to];
}

/** Round times between two, some five of them. */
export function ticksOf(from: number, to: number): number[] {
  const length = to - from;
  if (!(length > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(length / 5));
  const step = [1, 2, 5, 10].map((it) => it * power)
    .find((it) => length / it <= 6)!;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step); at * step <= to; at++) {
    ticks.push(at * step);
  }
  return ticks;
}
