import { type Filters, NO_FILTERS, SORTS, STATUSES } from "./filters.ts";

/** What the page shows. */
export interface Route {
  readonly view: View;
  /** The request that is open. */
  readonly id?: string;
  readonly filters: Filters;
}

/** In the order of the navigation. */
export const VIEWS = ["overview", "requests", "waterfall"] as const;

export type View = typeof VIEWS[number];

/**
 * Reads the part of the address behind `#`: `/request/users/create.yml`,
 * `/requests?status=failed&q=login`. What it does not know is left out.
 */
export function parseRoute(hash: string): Route {
  const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s, 2);
  const [, first = "", ...rest] = path.split("/");
  const filters = parseFilters(new URLSearchParams(query));
  if (first === "request" && rest.length > 0) {
    return { view: "requests", id: rest.map(decode).join("/"), filters };
  }
  const view = VIEWS.find((it) => it === first) ?? "overview";
  return { view, filters };
}

/** Writes the address of a route. */
export function formatRoute({ view, id, filters }: Route): string {
  const path = id === undefined
    ? `/${view}`
    : `/request/${id.split("/").map(encode).join("/")}`;
  const query = formatFilters(filters);
  return `#${path}${query === "" ? "" : `?${query}`}`;
}

function parseFilters(query: URLSearchParams): Filters {
  const statuses = query.get("status")?.split(",") ?? [];
  const over = Number(query.get("over") ?? 0);
  return {
    query: query.get("q") ?? "",
    bodies: query.get("in") === "all",
    statuses: STATUSES.filter((it) => statuses.includes(it)),
    tag: query.get("tag") ?? "",
    folder: query.get("folder") ?? "",
    over: Number.isFinite(over) && over > 0 ? over : 0,
    sort: SORTS.find((it) => it === query.get("sort")) ?? NO_FILTERS.sort,
  };
}

function formatFilters(filters: Filters): string {
  const { query, bodies, statuses, tag, folder, over, sort } = filters;
  const out = new URLSearchParams();
  if (query !== "") out.set("q", query);
  if (bodies) out.set("in", "all");
  if (statuses.length > 0) out.set("status", statuses.join(","));
  if (tag !== "") out.set("tag", tag);
  if (folder !== "") out.set("folder", folder);
  if (over > 0) out.set("over", String(over));
  if (sort !== NO_FILTERS.sort) out.set("sort", sort);
  return out.toString();
}

function encode(segment: string): string {
  return encodeURIComponent(segment.toWellFormed());
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
