/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PageData } from "../../tools/report/html/types.ts";
import { searchDetails } from "./details.tsx";
import { filtered, type Filters, toEntries } from "./filters.ts";
import { FilterBar } from "./filter_bar.tsx";
import { Icon } from "./icon.tsx";
import { useKeys } from "./keys.tsx";
import { KeysDialog } from "./keys_dialog.tsx";
import { Overview } from "./overview.tsx";
import { RequestList } from "./request_list.tsx";
import { RequestView } from "./request/request_view.tsx";
import { formatRoute, type Route, type View, VIEWS } from "./route.ts";
import { ThemeSwitch } from "./theme.tsx";
import { useRoute } from "./use_route.tsx";
import { Verdict } from "./verdict.tsx";
import { Waterfall } from "./waterfall.tsx";

const TITLES: Readonly<Record<View, string>> = {
  overview: "Overview",
  requests: "Requests",
  waterfall: "Waterfall",
};

/** The page: what the address asks for, of the run's data. */
export function App({ data }: { readonly data: PageData }) {
  const [route, go] = useRoute();
  const { view, id, filters } = route;
  const entries = useMemo(() => toEntries(data.rows), [data]);
  const shown = useMemo(
    () => filtered(entries, filters, searchDetails),
    [entries, JSON.stringify(filters)],
  );
  const open = id === undefined
    ? undefined
    : entries.find(({ row }) => row.id === id);
  const help = useRef<HTMLDialogElement>(null);
  const setFilters = (next: Filters) => go({ ...route, filters: next }, true);
  useKeys({ go, shown, help });
  useEffect(() => {
    const name = open?.row.name ?? TITLES[view];
    document.title = `${name} – ${data.collection} – Brace`;
  }, [open, view]);

  return (
    <div class={id === undefined ? `app in-${view}` : "app in-request"}>
      <a class="skip" href="#main" onClick={skip}>Skip to the content</a>
      <header>
        <a
          class="brand"
          href={formatRoute({ ...route, id: undefined, view: "overview" })}
        >
          <span class="braces" aria-hidden="true">{"{ }"}</span>
          <span class="brand-name">{data.collection}</span>
        </a>
        <Verdict data={data} />
        <nav aria-label="Views">
          {VIEWS.map((it) => (
            <a
              key={it}
              href={formatRoute({ view: it, filters })}
              aria-current={it === view ? "page" : undefined}
            >
              {TITLES[it]}
            </a>
          ))}
        </nav>
        <div class="tools">
          <button
            type="button"
            class="icon-button"
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts (?)"
            onClick={() => help.current?.showModal()}
          >
            <Icon name="help" />
          </button>
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {view === "overview"
          ? <Overview data={data} filters={filters} />
          : (
            <div class="panes">
              <section class="list-pane" aria-label={TITLES[view]}>
                <FilterBar
                  rows={data.rows}
                  filters={filters}
                  found={shown.length}
                  onChange={setFilters}
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
          )}
      </main>
      <KeysDialog dialog={help} />
    </div>
  );
}

function Pane({ route, shown, open, data }: {
  readonly route: Route;
  readonly shown: ReturnType<typeof filtered>;
  readonly open: ReturnType<typeof filtered>[number] | undefined;
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

/** The address stays that of the view. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
