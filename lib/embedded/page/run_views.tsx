/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useEffect, useRef, useState } from "preact/hooks";
import type { PageData } from "../../tools/report/html/types.ts";
import { FilterBar } from "./filter_bar.tsx";
import type { FilterEntry, Filters } from "./filters.ts";
import { Overview } from "./overview.tsx";
import { RequestList } from "./request_list.tsx";
import { RequestView } from "./request/request_view.tsx";
import { formatRoute, parseRoute, type Route, type View } from "./route.ts";
import { Waterfall } from "./waterfall.tsx";

export const VIEW_TITLES: Readonly<Record<View, string>> = {
  overview: "Overview",
  requests: "Requests",
  waterfall: "Waterfall",
};

/** A run, as its address asks for it. */
export function RunViews({ data, route, shown, open, onFilters }: {
  readonly data: PageData;
  readonly route: Route;
  /** The requests that the filters let through. */
  readonly shown: readonly FilterEntry[];
  readonly open: FilterEntry | undefined;
  readonly onFilters: (filters: Filters) => void;
}) {
  const { view, id, filters } = route;
  return view === "overview"
    ? <Overview data={data} filters={filters} />
    : (
      <div class="panes">
        <section class="list-pane" aria-label={VIEW_TITLES[view]}>
          {open === undefined && <h1 class="hidden">{VIEW_TITLES[view]}</h1>}
          <FilterBar
            rows={data.rows}
            filters={filters}
            found={shown.length}
            onChange={onFilters}
          />
          {view === "waterfall"
            ? (
              <Waterfall
                entries={shown}
                duration={data.summary.duration}
                filters={filters}
              />
            )
            : (
              <RequestList
                entries={shown}
                filters={filters}
                open={open}
              />
            )}
        </section>
        {id !== undefined && (
          <Pane route={route} shown={shown} open={open} data={data} />
        )}
      </div>
    );
}

function Pane({ route, shown, open, data }: {
  readonly route: Route;
  readonly shown: readonly FilterEntry[];
  readonly open: FilterEntry | undefined;
  readonly data: PageData;
}) {
  const { id, filters } = route;
  const pane = useRef<HTMLElement>(null);
  const [last, setLast] = useState(id);
  useEffect(() => {
    if (last !== id) pane.current?.scrollTo(0, 0);
    setLast(id);
  }, [id]);
  const back = formatRoute({ view: "requests", filters });
  return (
    <section class="detail-pane" aria-label="Request" ref={pane} tabIndex={-1}>
      {open === undefined
        ? (
          <div class="empty">
            <p>
              This run has no request <code>{id}</code>.
            </p>
            <p>
              <a href={back}>All requests</a>
            </p>
          </div>
        )
        : (
          <RequestView
            key={open.index}
            entry={open}
            shown={shown}
            filters={filters}
            iterations={data.iterations}
          />
        )}
    </section>
  );
}

/** The route of the address, and a function that goes to another. */
export function useRoute(): [Route, (route: Route, replace?: boolean) => void] {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const read = () => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  const go = (next: Route, replace = false) => {
    if (replace) {
      history.replaceState(null, "", formatRoute(next));
      setRoute(next);
    } else location.hash = formatRoute(next);
  };
  return [route, go];
}
