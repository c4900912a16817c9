import { acceptCookie } from "../../../core/http/cookies/accept_cookie.ts";
import {
  CookieStore,
  parseSetCookie,
} from "../../../core/http/cookies/cookie_store.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";

type Entry = Record<string, RawJson>;

/** The entries of an archive without the cookies that a run receives by itself. */
export interface WithoutCookies {
  readonly entries: readonly Entry[];
  /** The names of the cookies that are left out. */
  readonly names: readonly string[];
  /** How many requests they are left out from. */
  readonly requests: number;
}

/**
 * Leaves out the cookies that a run receives by itself: those that the response
 * to an earlier request set with the same value. A written cookie would replace
 * the one that the run receives.
 *
 * @param runs The entries' indexes in the order in which they run.
 */
export function withoutReceivedCookies(
  entries: readonly Entry[],
  runs: readonly number[],
): WithoutCookies {
  const jar = new ArchiveJar();
  const names = new Set<string>();
  const all = [...entries];
  let requests = 0;
  for (const index of runs) {
    const entry = entries[index];
    const request = members(entry.request);
    const headers = elements(request.headers).map(members);
    const cookies = elements(request.cookies).map(members);
    const written = headers.filter(isNamed("cookie"))
      .flatMap(({ value }) => pairsIn(jsonTextOf(value) ?? ""));
    const pairs = written.length > 0 ? written : cookies.map(pairOf);
    const left = jar.received(pairs, entry);
    if (left.size > 0) {
      requests++;
      for (const name of left) names.add(name);
      const isKept = (pair: string) => !left.has(nameOf(pair));
      all[index] = {
        ...entry,
        request: {
          ...request,
          headers: headers.flatMap((header) => {
            if (!isNamed("cookie")(header)) return header;
            const kept = pairsIn(jsonTextOf(header.value) ?? "").filter(isKept);
            return kept.length === 0
              ? []
              : { ...header, value: kept.join("; ") };
          }),
          cookies: cookies.filter((one) => isKept(pairOf(one))),
        },
      };
    }
    jar.receive(entry);
  }
  return { entries: all, names: [...names], requests };
}

/** The cookies that a run of the archive has at a time. */
class ArchiveJar {
  // No site concerns another, whoever registered it: what counts is who gets a cookie.
  readonly #store = new CookieStore((domain) =>
    domain.split(".").slice(-2).join(".")
  );
  /** Each pair that a response set: another one may have replaced it when a request went out. */
  readonly #known = new Set<string>();

  /** The names of a request's cookies that the run has, too; none that the request has with another value as well. */
  received(pairs: readonly string[], entry: Entry): ReadonlySet<string> {
    const { place, now } = whereAndWhen(entry);
    if (place === undefined || pairs.length === 0) return new Set();
    const present = new Set(
      this.#store.matching(place, now).map(({ name }) => name),
    );
    const own = pairs.filter((pair) => !this.#known.has(pair)).map(nameOf);
    return new Set(pairs.map(nameOf)).intersection(present)
      .difference(new Set(own));
  }

  /** Takes what the response to an entry sets. */
  receive(entry: Entry): void {
    const { place, now } = whereAndWhen(entry);
    if (place === undefined) return;
    const texts = elements(members(entry.response).headers).map(members)
      .filter(isNamed("set-cookie"))
      // Chrome writes several as one.
      .flatMap(({ value }) => (jsonTextOf(value) ?? "").split("\n"));
    const parseDate = (text: string) => new Date(text);
    for (const text of texts) {
      const given = parseSetCookie(text.trim(), { now, parseDate });
      if (given === undefined) continue;
      const isPublicSuffix = (domain: string) => !domain.includes(".");
      const accepted = acceptCookie(given, place, { now, isPublicSuffix });
      if (!accepted.ok) continue;
      this.#store.put(accepted.cookie, place, now);
      this.#known.add(`${given.name}=${given.value}`);
    }
  }
}

function whereAndWhen(entry: Entry) {
  const url = URL.parse(jsonTextOf(members(entry.request).url) ?? "");
  const encrypted = /^(?:https|wss):$/.test(url?.protocol ?? "");
  return {
    now: Date.parse(jsonTextOf(entry.startedDateTime) ?? "") || 0,
    ...(url !== null && {
      place: {
        host: url.hostname.replace(/^\[|\]$/g, ""),
        path: url.pathname,
        encrypted,
        // The browser decided this.
        trusted: true,
      },
    }),
  };
}

function isNamed(wanted: string): (row: Record<string, RawJson>) => boolean {
  return ({ name }) => jsonTextOf(name)?.toLowerCase() === wanted;
}

function pairsIn(cookie: string): string[] {
  return cookie.split(";").map((pair) => pair.trim())
    .filter((pair) => pair !== "");
}

function pairOf({ name, value }: Record<string, RawJson>): string {
  return `${jsonTextOf(name) ?? ""}=${jsonTextOf(value) ?? ""}`;
}

function nameOf(pair: string): string {
  return pair.slice(0, Math.max(pair.indexOf("="), 0));
}
