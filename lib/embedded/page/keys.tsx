/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { FilterEntry } from "./filters.ts";
import { parseRoute, type Route, VIEWS } from "./route.ts";

/** What the keys act on. */
interface KeysOptions {
  readonly go: (route: Route, replace?: boolean) => void;
  /** The requests that the filters let through. */
  readonly shown: readonly FilterEntry[];
  readonly help: RefObject<HTMLDialogElement>;
}

/** Listens to the keys that work everywhere on the page. */
export function useKeys(options: KeysOptions): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || options.help.current?.open) return;
      const field = event.target instanceof Element &&
        event.target.closest("input, select, textarea");
      if (field ? leave(event, field) : act(event.key, options)) {
        event.preventDefault();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
}

/** In a field keys are text; Escape leaves it. */
function leave({ key }: KeyboardEvent, field: Element): boolean {
  if (key !== "Escape") return false;
  (field as HTMLElement).blur();
  return true;
}

function act(key: string, { go, shown, help }: KeysOptions): boolean {
  // Of keys in quick succession the next comes before the page is drawn anew.
  const route = parseRoute(location.hash);
  const { id, filters } = route;
  switch (key) {
    case "/":
      if (route.view === "overview") go({ view: "requests", filters });
      // The field may be there only after the next drawing.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => document.getElementById("search")?.focus())
      );
      return true;
    case "j":
    case "k":
    case "n": {
      const next = nextOf(key, id, shown);
      if (next !== undefined) {
        go({ view: "requests", id: next.row.id, filters }, id !== undefined);
      }
      return true;
    }
    case "1":
    case "2":
    case "3":
      go({ view: VIEWS[Number(key) - 1], filters });
      return true;
    case "t":
      document.getElementById("theme")?.click();
      return true;
    case "?":
      help.current?.showModal();
      return true;
    case "Escape":
      if (id === undefined) return false;
      go({ view: "requests", filters });
      return true;
    default:
      return false;
  }
}

function nextOf(
  key: "j" | "k" | "n",
  id: string | undefined,
  shown: readonly FilterEntry[],
): FilterEntry | undefined {
  const at = shown.findIndex(({ row }) => row.id === id);
  switch (key) {
    case "j":
      return shown[at + 1];
    case "k":
      return at < 0 ? shown.at(-1) : shown[at - 1];
    case "n": {
      const after = [...shown.slice(at + 1), ...shown.slice(0, at + 1)];
      return after.find(({ row }) =>
        row.status === "failed" || row.status === "errored"
      );
    }
    default:
      return key satisfies never;
  }
}
