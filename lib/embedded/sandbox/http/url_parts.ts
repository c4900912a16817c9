/** Parts of a URL that may still hold placeholders, as text. */
export function parseUrl(
  url: string,
): { host: string; path: string; query: string } {
  const [, authority = "", path = "", query = ""] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url) ??
      [];
  return {
    host: authority.slice(authority.lastIndexOf("@") + 1),
    path: path === "" ? "/" : path,
    query,
  };
}
