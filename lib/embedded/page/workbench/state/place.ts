/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** What the page shows; its address has it behind `#`. */
export type PagePlace =
  | { readonly view: "item"; readonly id: string }
  | { readonly view: "home" | "run" | "history" | "variables" | "problems" };

const VIEWS = ["run", "history", "variables", "problems"] as const;

const REPORT_VIEWS: ReadonlySet<string | undefined> = new Set([
  "overview",
  "requests",
  "waterfall",
  "request",
]);

/** The part of the address behind `#`. */
export function formatPlace(place: PagePlace): string {
  switch (place.view) {
    case "item":
      return `#/item/${encodeURIComponent(place.id)}`;
    case "home":
      return "#/";
    default:
      return `#/${place.view}`;
  }
}

/** What an address asks for; the start where it is none of the page's. */
export function parsePlace(hash: string): PagePlace {
  const [, view, id] = hash.split(/[/?]/);
  // The views of a run have the report's addresses.
  if (REPORT_VIEWS.has(view)) return { view: "run" };
  if (view === "item" && id) {
    try {
      return { view, id: decodeURIComponent(id) };
    } catch {
      return { view: "home" };
    }
  }
  return { view: VIEWS.find((it) => it === view) ?? "home" };
}
