/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { counted } from "../../core/source/counted.ts";
import type { Row } from "../../tools/report/html/types.ts";
import { type Filters, isBad, NO_FILTERS } from "./filters.ts";
import { StatusIcon } from "./icon.tsx";
import { Code, IterationMark, Method } from "./request_list.tsx";
import { formatRoute } from "./route.ts";
import { shown } from "./shown.ts";

/** Requests that stand in each of the overview's lists. */
export const MAX_COUNT = 8;

/** Some requests of the overview, each with what there is to say of it. */
export function NotedRequests({ what, rows, all, noteOf }: {
  /** What they did, after their number. */
  readonly what: string;
  readonly rows: readonly Row[];
  /** Finds all of them in the list. */
  readonly all: Partial<Filters>;
  readonly noteOf: (row: Row) => string | undefined;
}) {
  if (rows.length === 0) return null;
  return (
    <section class="card wide">
      <h2>
        {counted(rows.length, "request")} {what}
        {rows.length > MAX_COUNT && (
          <a
            href={formatRoute({
              view: "requests",
              filters: { ...NO_FILTERS, ...all },
            })}
          >
            Show all
          </a>
        )}
      </h2>
      <ul class="lines">
        {rows.slice(0, MAX_COUNT).map((row) => (
          <NotedLine key={row.id} row={row} note={noteOf(row)} />
        ))}
      </ul>
    </section>
  );
}

function NotedLine({ row, note }: {
  readonly row: Row;
  readonly note: string | undefined;
}) {
  return (
    <li>
      <a class="bad-line" href={linkOf(row)}>
        <StatusIcon status={row.status} />
        <span class="row-title">
          {row.method !== undefined && <Method method={row.method} />}
          <span class="row-name">{shown(row.name)}</span>
          <IterationMark row={row} />
          {row.code !== undefined && <Code code={row.code} grpc={row.grpc} />}
        </span>
        <span class="row-second">{shown(row.path)}</span>
        {note !== undefined && (
          <span
            class={`bad-problem problem ${
              isBad(row.status) ? row.status : "unchecked"
            }`}
          >
            {shown(note)}
          </span>
        )}
      </a>
    </li>
  );
}

/** The address of a request. */
export function linkOf({ id }: Row): string {
  return formatRoute({ view: "requests", id, filters: NO_FILTERS });
}
