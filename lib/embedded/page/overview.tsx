/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../core/source/counted.ts";
import { formatDuration } from "../../tools/report/text/amounts.ts";
import type { Counts } from "../../core/run/types.ts";
import type {
  PageData,
  Row,
  RowStatus,
} from "../../tools/report/html/types.ts";
import type { CollectedDiagnostic } from "../../tools/report/collect/types.ts";
import { failOnText } from "../../tools/report/fail_on.ts";
import { DiagnosticCard } from "./diagnostic_card.tsx";
import {
  countsFor,
  type Filters,
  isBad,
  NO_FILTERS,
  STATUSES,
} from "./filters.ts";
import { linkOf, MAX_COUNT, NotedRequests } from "./noted_requests.tsx";
import { IterationMark } from "./request_list.tsx";
import { formatRoute } from "./route.ts";
import { shown } from "./shown.ts";

const EXIT_CODES: Readonly<Record<number, string>> = {
  0: "all passed",
  1: "a test or assertion failed",
  2: "nothing was run",
  3: "a request could not be rendered",
  4: "network",
  5: "a script failed",
  6: "refused by permission",
  130: "interrupted",
};

/** The run at a glance. */
export function Overview(
  { data, filters }: { readonly data: PageData; readonly filters: Filters },
) {
  const { summary, rows, warnings } = data;
  const sent = rows.filter(({ url }) => url !== undefined);
  const bad = rows.filter(({ status }) => isBad(status));
  const warned = rows.filter((row) =>
    countsFor(row, "passed") && row.warning !== undefined
  );
  const slow = sent.toSorted((a, b) => b.duration - a.duration).slice(
    0,
    MAX_COUNT,
  );
  return (
    <div class="overview">
      <About data={data} />
      <div class="tiles">
        <CountTile
          title="Requests"
          counts={summary.requests}
          unchecked={rows.filter((row) => row.status === "unchecked").length}
          filters={filters}
        />
        <CountTile title="Tests" counts={summary.tests} />
        <CountTile title="Assertions" counts={summary.assertions} />
        <TimeTile duration={summary.duration} rows={sent} />
      </div>
      <div class="columns">
        <NotedRequests
          what="did not pass"
          rows={bad}
          all={{ statuses: ["failed", "errored"] }}
          noteOf={({ problem }) => problem}
        />
        <NotedRequests
          what="passed with a warning"
          rows={warned}
          all={{ query: "warned", statuses: ["passed"] }}
          noteOf={({ warning }) => warning}
        />
        <Folders rows={rows} />
        {slow.length > 0 && (
          <section class="card">
            <h2>Slowest</h2>
            <ul class="lines">
              {slow.map((row) => (
                <li key={row.id}>
                  <a class="slow-line" href={linkOf(row)}>
                    <span class="row-name">
                      {shown(row.name)} <IterationMark row={row} />
                    </span>
                    <span class="time">{formatDuration(row.duration)}</span>
                    <Bar share={row.duration / slow[0].duration} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        <Diagnostics all={warnings} severity="error" />
        <Diagnostics all={warnings} severity="warning" />
      </div>
    </div>
  );
}

/** What is wrong with the run itself, such as why it did not start. */
function Diagnostics({ all, severity }: {
  readonly all: readonly CollectedDiagnostic[];
  readonly severity: CollectedDiagnostic["severity"];
}) {
  const those = all.filter((it) => it.severity === severity);
  return those.length === 0 ? null : (
    <section class="card wide">
      <h2>{counted(those.length, severity)}</h2>
      {those.slice(0, 100).map((it, index) => (
        <DiagnosticCard key={index} diagnostic={it} />
      ))}
    </section>
  );
}

function meaningOf({ exitCode, summary }: PageData): string | undefined {
  const { requests: { failed, errored } } = summary;
  const failing = exitCode === 1 && failed + errored === 0
    ? failOnText(summary).replaceAll(/ \((--[\w-]+)\)/g, ": $1")
    : "";
  return failing === "" ? EXIT_CODES[exitCode] : failing;
}

function About({ data }: { readonly data: PageData }) {
  const { collection, environment, startedAt, exitCode, summary } = data;
  const meaning = meaningOf(data);
  const start = new Date(startedAt);
  const facts: [string, string | undefined][] = [
    ["Environment", environment],
    [
      "Started",
      start.toLocaleString(undefined, {
        dateStyle: "medium",
        timeStyle: "medium",
      }),
    ],
    ["Took", formatDuration(summary.duration)],
    ["Iterations", data.iterations === 1 ? undefined : String(data.iterations)],
    [
      "Exit code",
      `${exitCode}${meaning === undefined ? "" : ` (${meaning})`}`,
    ],
    ["Ended early", summary.stopped],
    ["Flaky", requests(summary.flaky)],
    ["Slow", requests(summary.slow)],
    ["Seed", data.seed],
    ["Brace", data.clientVersion],
  ];
  return (
    <section class="about">
      <h1>{shown(collection)}</h1>
      <dl>
        {facts.map(([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={name === "Started" ? startedAt : undefined}>
                {shown(value)}
              </dd>
            </div>
          )
        )}
      </dl>
    </section>
  );
}

function CountTile({ title, counts, unchecked = 0, filters }: {
  readonly title: string;
  readonly counts: Counts;
  /** Those of the passed ones that nothing checked. */
  readonly unchecked?: number;
  readonly filters?: Filters;
}) {
  // As in the console: the passed ones, and last how many of them are unchecked.
  const parts = [
    ...countedStatuses({ ...counts, unchecked: 0 }),
    ...countedStatuses({ ...NO_COUNTS, unchecked }),
  ];
  // Parts of a bar have no request in common.
  const shares = countedStatuses({
    ...counts,
    passed: counts.passed - unchecked,
    unchecked,
  });
  return (
    <section class="tile">
      <h2>{title}</h2>
      <p class="big">{counts.total.toLocaleString("en")}</p>
      <div class="share" aria-hidden="true">
        {shares.map(([status, number]) => (
          <span
            key={status}
            class={status}
            style={{ width: `${100 * number / counts.total}%` }}
          />
        ))}
      </div>
      <p class="legend">
        {parts.length === 0 && <span class="faint">none</span>}
        {parts.map(([status, number]) =>
          filters === undefined
            ? <span key={status} class={status}>{number} {status}</span>
            : (
              <a
                key={status}
                class={status}
                href={formatRoute({
                  view: "requests",
                  filters: { ...NO_FILTERS, statuses: [status] },
                })}
              >
                {number} {status}
              </a>
            )
        )}
      </p>
    </section>
  );
}

const NO_COUNTS = { failed: 0, errored: 0, passed: 0, skipped: 0 };

/** The statuses that some have, with their numbers. */
function countedStatuses(counts: Readonly<Record<RowStatus, number>>) {
  return STATUSES.map((status) => [status, counts[status]] as const)
    .filter(([, number]) => number > 0);
}

function TimeTile(
  { duration, rows }: {
    readonly duration: number;
    readonly rows: readonly Row[];
  },
) {
  const times = rows.map((row) => row.duration).sort((a, b) => a - b);
  const { length } = times;
  const median = (times[(length - 1) >> 1] + times[length >> 1]) / 2;
  // The nearest rank: this share of the requests took at most that long.
  const most = times[Math.ceil(length * 0.95) - 1];
  return (
    <section class="tile">
      <h2>Time</h2>
      <p class="big">{formatDuration(duration)}</p>
      <Histogram times={times} />
      <p class="legend">
        {length === 0 ? <span class="faint">none</span> : (
          <>
            <span>median {unbroken(median)}</span>
            <span>95th percentile {unbroken(most)}</span>
            <span>max {unbroken(times.at(-1)!)}</span>
          </>
        )}
      </p>
    </section>
  );
}

/** How many requests took how long, from the fastest to the slowest. */
function Histogram({ times }: { readonly times: readonly number[] }) {
  if (times.length < 2) return <div class="share" aria-hidden="true" />;
  const bins = new Array<number>(24).fill(0);
  const [low, high] = [times[0], times.at(-1)!].map((it) => Math.log(it + 1));
  for (const time of times) {
    const share = high === low ? 0 : (Math.log(time + 1) - low) / (high - low);
    bins[Math.min(bins.length - 1, Math.floor(share * bins.length))]++;
  }
  const most = Math.max(...bins);
  return (
    <>
      <div class="histogram" aria-hidden="true">
        {bins.map((number, index) => (
          <span key={index} style={{ height: `${100 * number / most}%` }} />
        ))}
      </div>
      <p class="legend">
        {`Requests by time: ${unbroken(times[0])} to ${
          unbroken(times.at(-1)!)
        }`}
      </p>
    </>
  );
}

/** A duration whose unit stays on the line of its number. */
function unbroken(milliseconds: number): string {
  return formatDuration(milliseconds).replaceAll(" ", "\u00a0");
}

function Folders({ rows }: { readonly rows: readonly Row[] }) {
  const top = Map.groupBy(rows, ({ folder }) => folder.split("/")[0]);
  if (top.size < 2) return null;
  const folders = [...top].map(([name, inside]) => ({
    name,
    total: inside.length,
    time: inside.reduce((sum, { duration }) => sum + duration, 0),
    parts: STATUSES.map((status) =>
      [status, inside.filter((row) => row.status === status).length] as const
    ).filter(([, number]) => number > 0),
  })).sort((a, b) => badOf(b.parts) - badOf(a.parts)).slice(0, 50);
  return (
    <section class="card">
      <h2>Folders</h2>
      <ul class="lines">
        {folders.map(({ name, total, time, parts }) => (
          <li key={name}>
            <a
              class="folder-line"
              href={formatRoute({
                view: "requests",
                filters: { ...NO_FILTERS, folder: name },
              })}
            >
              <span class="row-name">
                {name === "" ? "(top)" : shown(name)}
              </span>
              <span class="time">{total} · {formatDuration(time)}</span>
              <span class="share">
                {parts.map(([status, number]) => (
                  <span
                    key={status}
                    class={status}
                    style={{ width: `${100 * number / total}%` }}
                  >
                    <span class="hidden">{number} {status}</span>
                  </span>
                ))}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function badOf(parts: readonly (readonly [string, number])[]): number {
  return parts.reduce(
    (sum, [status, number]) => isBad(status) ? sum + number : sum,
    0,
  );
}

function Bar({ share }: { readonly share: number }) {
  return (
    <span class="bar" aria-hidden="true">
      <span style={{ width: `${100 * share}%` }} />
    </span>
  );
}

function requests(number: number | undefined): string | undefined {
  return number === undefined ? undefined : counted(number, "request");
}
