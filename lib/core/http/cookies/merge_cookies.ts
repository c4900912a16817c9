import type { StoredCookie } from "./cookie_file.ts";

/** A cookie file and a jar that was filled from it, then and now. */
export interface CookieChanges {
  /** The file's cookies when the jar was filled. */
  readonly loaded: readonly StoredCookie[];
  /** The cookies of the jar right after loading. */
  readonly before: readonly StoredCookie[];
  /** The cookies of the jar now. */
  readonly after: readonly StoredCookie[];
  /** The file's cookies now. */
  readonly current: readonly StoredCookie[];
}

/**
 * What a cookie file is to hold when others may have written it in the
 * meantime: its cookies as they are now, but for those that the jar changed;
 * one that the jar lost stays if somebody else changed it.
 */
export function mergeCookies(
  { loaded, before, after, current }: CookieChanges,
): StoredCookie[] {
  const [wasLoaded, was, is] = [loaded, before, after].map(byKey);
  const changed = after.filter((cookie) =>
    !isEqual(cookie, was.get(keyOf(cookie)))
  );
  const own = new Set(changed.map(keyOf));
  const kept = current.filter((cookie) => {
    const key = keyOf(cookie);
    const isLost = !is.has(key) &&
      isEqual(cookie, wasLoaded.get(key));
    return !isLost && !own.has(key);
  });
  return [...kept, ...changed];
}

function byKey(cookies: readonly StoredCookie[]): Map<string, StoredCookie> {
  return new Map(cookies.map((cookie) => [keyOf(cookie), cookie]));
}

function keyOf({ domain, hostOnly, path, name }: StoredCookie): string {
  return JSON.stringify([domain, hostOnly, path, name]);
}

function isEqual(a: StoredCookie, b: StoredCookie | undefined): boolean {
  return b !== undefined && a.value === b.value && a.expires === b.expires &&
    a.secure === b.secure && a.httpOnly === b.httpOnly;
}
