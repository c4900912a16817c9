import type { FileVariable } from "../open_collection.ts";
import { BASE_URL, trimmed } from "./servers.ts";

/** The origin of a server's template and the path behind it; a scheme or a host may be a variable. */
const ORIGIN = /^((?:[a-z][a-z\d+.-]*|\{\{[^{}]*\}\}):\/\/[^/?#]+)(\/[^?#]*)?/i;

/**
 * URLs that a document writes relative to its servers, such as the `tokenUrl`
 * of OAuth 2: a part of what `baseUrl` begins, or a variable of each environment.
 */
export class RelativeUrls {
  readonly #bases: readonly string[];
  readonly #taken: Set<string>;
  readonly #hasPath: (path: string) => boolean;
  readonly #names = new Map<string, string>();

  /**
   * @param taken Names that the environments have.
   * @param hasPath Whether the document has operations of a path.
   */
  constructor(
    bases: readonly string[],
    taken: Iterable<string>,
    hasPath: (path: string) => boolean,
  ) {
    this.#bases = bases;
    this.#taken = new Set(taken);
    this.#hasPath = hasPath;
  }

  /** How many variables each environment needs. */
  get size(): number {
    return this.#names.size;
  }

  /** What a request says for a URL of the document; undefined if a server does not tell its host. */
  template(name: string, url: string): string | undefined {
    if (isWhole(url)) return url;
    const all = this.#bases.map((base) => ({
      base: trimmed(base),
      whole: against(base, url),
    }));
    if (all.some(({ whole }) => whole === undefined)) return;
    const rests = new Set(
      all.map(({ base, whole = "" }) =>
        whole.startsWith(`${base}/`) ? whole.slice(base.length) : undefined
      ),
    );
    const [rest] = rests;
    if (rests.size === 1 && rest !== undefined) return `{{${BASE_URL}}}${rest}`;
    // FastAPI means its own operation, whatever the end of the server's path.
    const own = `/${url.replace(/^(?:\.\/)+/, "")}`;
    if (!url.startsWith("/") && this.#hasPath(own.replace(/[?#].*$/, ""))) {
      return `{{${BASE_URL}}}${own}`;
    }
    return `{{${this.#variable(name, url)}}}`;
  }

  /** The variables of the environment whose server has this URL. */
  variables(base: string): FileVariable[] {
    return [...this.#names].map(([url, name]) => ({
      name,
      value: against(base, url) ?? url,
    }));
  }

  #variable(hint: string, url: string): string {
    let name = this.#names.get(url);
    for (let count = 1; name === undefined; count++) {
      const candidate = count === 1 ? hint : `${hint}${count}`;
      if (this.#taken.has(candidate)) continue;
      this.#taken.add(candidate);
      this.#names.set(url, name = candidate);
    }
    return name;
  }
}

/** Whether a URL names its host. */
function isWhole(url: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(url);
}

/** A relative URL from where a server is. */
function against(base: string, url: string): string | undefined {
  const [, origin, path = "/"] = ORIGIN.exec(base) ?? [];
  if (origin === undefined) return;
  if (url.startsWith("//")) return origin.slice(0, origin.indexOf("//")) + url;
  const { href = url } = URL.parse(url, `http://host${path}`) ?? {};
  // They are around the names of variables.
  return origin +
    href.slice("http://host".length).replace(/%7B/gi, "{").replace(
      /%7D/gi,
      "}",
    );
}
