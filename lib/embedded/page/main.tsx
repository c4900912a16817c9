/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type RefObject, render } from "preact";
import type { PageData } from "../../tools/report/html/types.ts";
import { readBlock, searchDetails } from "./details.tsx";
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";
import { filteredRows, type Filters, toEntries } from "./filters.ts";
import { Icon } from "./icon.tsx";
import { useKeys } from "./keys.tsx";
import { formatRoute, VIEWS } from "./route.ts";
import { RunViews, useRoute, VIEW_TITLES } from "./run_views.tsx";

/** The page: what the address asks for, of the run's data. */
function App({ data }: { readonly data: PageData }) {
  const [route, go] = useRoute();
  const { view, id, filters } = route;
  const entries = useMemo(() => toEntries(data.rows), [data]);
  const shown = useMemo(
    () => filteredRows(entries, filters, searchDetails),
    [entries, JSON.stringify(filters)],
  );
  const open = id === undefined
    ? undefined
    : entries.find(({ row }) => row.id === id);
  const help = useRef<HTMLDialogElement>(null);
  const setFilters = (next: Filters) => go({ ...route, filters: next }, true);
  useKeys({ go, shown, help });
  useEffect(() => {
    const name = open?.row.name ?? VIEW_TITLES[view];
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
              {VIEW_TITLES[it]}
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
        <RunViews
          data={data}
          route={route}
          shown={shown}
          open={open}
          onFilters={setFilters}
        />
      </main>
      <KeysDialog dialog={help} />
    </div>
  );
}

/** The address stays that of the view. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** Whether the run passed, in a word or two. */
function Verdict({ data }: { readonly data: PageData }) {
  const [word, status] = verdictOf(data);
  return (
    <span class={`verdict ${status}`}>
      <Icon name={status} />
      {word}
    </span>
  );
}

function verdictOf(
  { exitCode, summary }: PageData,
): [word: string, status: "passed" | "failed" | "errored"] {
  if (summary.interrupted) return ["Interrupted", "errored"];
  if (exitCode === 0) return ["Passed", "passed"];
  return ["Failed", "failed"];
}

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ["/", "Search"],
  ["j", "Next request"],
  ["k", "Previous request"],
  ["n", "Next request that did not pass"],
  ["↑ ↓ Home End", "Move in the list"],
  ["Enter", "Open the request"],
  [
    "Tab",
    "Move on, to placeholders too: they tell where their value came from",
  ],
  ["Esc", "Close what is open"],
  ["1 2 3", "Overview, requests, waterfall"],
  ["t", "Light or dark"],
  ["?", "This help"],
];

/** Tells which keys do what. */
function KeysDialog(
  { dialog }: { readonly dialog: RefObject<HTMLDialogElement> },
) {
  return (
    <dialog ref={dialog} aria-labelledby="keys-title">
      <form method="dialog">
        <h2 id="keys-title">Keyboard</h2>
        <button type="submit" class="icon-button" aria-label="Close">
          <Icon name="close" />
        </button>
      </form>
      <dl class="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys.split(" ").map((key) => <kbd key={key}>{key}</kbd>)}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}

type Theme = "light" | "dark";

const KEY = "brace-report-theme";

/** The button that switches between light and dark; first it is as the system says. */
function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme | undefined>(stored);
  useLayoutEffect(() => {
    if (theme === undefined) return;
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A file of the disk may not be allowed to: the choice holds for this visit.
    }
  }, [theme]);
  const isDark = theme === undefined
    ? matchMedia("(prefers-color-scheme: dark)").matches
    : theme === "dark";
  const other = isDark ? "light" : "dark";
  return (
    <button
      type="button"
      class="icon-button"
      id="theme"
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme (t)`}
      onClick={() => setTheme(other)}
    >
      <Icon name={isDark ? "sun" : "moon"} />
    </button>
  );
}

function stored(): Theme | undefined {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : undefined;
  } catch {
    return undefined;
  }
}

const root = document.getElementById("app")!;
root.replaceChildren();
render(<App data={readBlock<PageData>("run")} />, root);
