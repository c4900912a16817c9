/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { formatDuration } from "../../tools/report/text/amounts.ts";
import type { Mark, Row } from "../../tools/report/html/types.ts";
import { likeGrpc } from "../../tools/report/step_label.ts";
import type { FilterEntry, Filters } from "./filters.ts";
import { StatusIcon } from "./icon.tsx";
import { formatRoute } from "./route.ts";
import { shown } from "./shown.ts";
import { VirtualList } from "./virtual_list.tsx";

/** The requests that the filters let through. */
export function RequestList({ entries, filters, open }: {
  readonly entries: readonly FilterEntry[];
  readonly filters: Filters;
  readonly open: FilterEntry | undefined;
}) {
  if (entries.length === 0) {
    return <p class="empty">No request is like this.</p>;
  }
  return (
    <VirtualList
      items={entries}
      height={heightOf}
      label="Requests"
      {...open && { active: entries.indexOf(open) }}
    >
      {({ row }, tabIndex) => (
        <a
          class={hasProblem(row) ? "request-row three" : "request-row"}
          href={formatRoute({ view: "requests", id: row.id, filters })}
          tabIndex={tabIndex}
          aria-current={row === open?.row ? "true" : undefined}
        >
          <StatusIcon status={row.status} />
          <span class="row-title">
            {row.method !== undefined && <Method method={row.method} />}
            <span class="row-name">{shown(row.name)}</span>
            <IterationMark row={row} />
          </span>
          <span class="row-numbers">
            {row.code !== undefined && <Code code={row.code} grpc={row.grpc} />}
            <span class="time">{formatDuration(row.duration)}</span>
          </span>
          <span class="row-second faint" title={row.path}>
            {shown(row.path)}
          </span>
          <span class="row-checks">
            {row.marks.filter(isShown).map((mark) => (
              <span
                key={mark}
                class={`mark ${mark}`}
                title={mark === "warned" ? shown(row.warning ?? "") : undefined}
              >
                {mark}
              </span>
            ))}
            {row.checks > 0 && `${row.passed}/${row.checks}`}
          </span>
          {hasProblem(row) && (
            <span
              class={`row-third problem ${row.status}`}
              title={shown(row.problem!)}
            >
              {shown(row.problem!)}
            </span>
          )}
        </a>
      )}
    </VirtualList>
  );
}

/** Of retries the request itself tells. */
function isShown(mark: Mark): boolean {
  return mark !== "retried";
}

/** Two lines, and one more for what went wrong. */
const heightOf = ({ row }: FilterEntry) => hasProblem(row) ? 74 : 56;

function hasProblem({ status, problem }: Row): boolean {
  return problem !== undefined && status !== "passed";
}

/** Which row of the data, or which repetition, it is of. */
export function IterationMark({ row }: { readonly row: Row }) {
  if (row.iteration === undefined) return null;
  return <span class="faint">#{row.iteration + 1}</span>;
}

/** A method, in a colour of its own. */
export function Method({ method }: { readonly method: string }) {
  return (
    <span
      class={`method ${/^[A-Z]+$/.test(method) ? method.toLowerCase() : ""}`}
    >
      {shown(method)}
    </span>
  );
}

/** A status, in the colour of its class; of gRPC with its name, so that nobody takes it for one of HTTP. */
export function Code({ code, grpc }: {
  readonly code: number;
  readonly grpc: string | undefined;
}) {
  const like = grpc === undefined ? code : likeGrpc(code);
  return (
    <span class={`code c${Math.floor(like / 100)}`}>
      {grpc === undefined ? code : `${code} ${shown(grpc)}`.trim()}
    </span>
  );
}
