import type { Echo } from "./echo.ts";
import { notAllowed, respond } from "./respond.ts";

const PRODUCTS = ["relay", "tape", "valve", "drum", "plugboard"];
const PAGE_SIZE = 2;

/** A page of a list; `next` is the number of the page after it, or null. */
export function servePage(request: Echo): Response {
  if (request.method !== "GET") return notAllowed(request, "GET");
  const page = Math.max(1, Math.trunc(Number(request.query.page)) || 1);
  const end = page * PAGE_SIZE;
  return respond(200, {
    items: PRODUCTS.slice(end - PAGE_SIZE, end),
    next: end < PRODUCTS.length ? page + 1 : null,
  });
}
