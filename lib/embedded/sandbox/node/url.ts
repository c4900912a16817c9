/** The parts of a URL as node's `url.parse` gives them. */
interface Parsed {
  protocol: string | null;
  slashes: boolean | null;
  auth: string | null;
  host: string | null;
  port: string | null;
  hostname: string | null;
  hash: string | null;
  search: string | null;
  query: unknown;
  pathname: string | null;
  path: string | null;
  href: string;
}

interface QueryString {
  parse(text: string): unknown;
  stringify(value: unknown): string;
}

type UrlType = new (url: string, base?: string) => {
  href: string;
  pathname: string;
};

/** Makes the part of node's `url` that scripts use. */
export function createNodeUrl(
  URL: UrlType,
  query: QueryString,
): Record<string, unknown> {
  const parse = (url: unknown, parseQuery = false): Parsed => {
    if (typeof url !== "string") {
      throw new TypeError("Cannot parse the URL: it is not a string");
    }
    const [, protocol, slashes, authority = "", pathname, search, hash] =
      /^([a-z][a-z0-9+.-]*:)?(\/\/)?((?<=\/\/)[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/is
        .exec(url.trim())!;
    const at = authority.lastIndexOf("@");
    const host = authority.slice(at + 1).toLowerCase();
    const [, hostname = "", port] = /^(.*?)(?::(\d*))?$/s.exec(host)!;
    const path = pathname || (slashes === undefined ? "" : "/");
    const text = search?.slice(1);
    const parsed: Parsed = {
      protocol: protocol?.toLowerCase() ?? null,
      slashes: slashes === undefined ? null : true,
      auth: at < 0 ? null : decodeURIComponent(authority.slice(0, at)),
      host: slashes === undefined ? null : host,
      port: port || null,
      hostname: slashes === undefined
        ? null
        : hostname.replace(/^\[(.*)\]$/, "$1"),
      hash: hash ?? null,
      search: search ?? (parseQuery ? "" : null),
      query: parseQuery ? query.parse(text ?? "") : text ?? null,
      pathname: path || null,
      path: path + (search ?? "") || null,
      href: "",
    };
    parsed.href = format(parsed);
    return parsed;
  };
  const format = (url: Partial<Parsed> | string): string => {
    if (typeof url === "string") return parse(url).href;
    if (url instanceof URL) return url.href;
    const { protocol, auth, hostname, port, pathname = "" } = url;
    const named = hostname?.includes(":") ? `[${hostname}]` : hostname;
    const host = url.host ?? (named && named + (port ? `:${port}` : ""));
    const scheme = protocol ? protocol.replace(/:?$/, ":") : "";
    const slashes = url.slashes ||
      host && /^(?:https?|ftp|wss?):$/.test(scheme);
    const written = typeof url.query === "object" && url.query !== null
      ? query.stringify(url.query)
      : "";
    const search = url.search ?? written;
    return [
      scheme,
      slashes ? "//" : "",
      auth ? `${encodeURIComponent(auth).replace("%3A", ":")}@` : "",
      host ?? "",
      host && pathname && !pathname.startsWith("/") ? "/" : "",
      pathname ?? "",
      search && search.replace(/^\??/, "?"),
      url.hash ? url.hash.replace(/^#?/, "#") : "",
    ].join("");
  };
  const resolve = (from: string, to: string): string => {
    const base = new URL(from, "resolve://host");
    const { href } = new URL(to, base.href);
    return href.replace(/^resolve:\/\/host/, "");
  };
  return { parse, format, resolve };
}
