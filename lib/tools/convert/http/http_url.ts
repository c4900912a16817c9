import type { HttpFile, HttpFileRequest } from "./http_file.ts";

/**
 * The URL of a request, and its headers: a path gets the host of the header
 * `Host`, as in the REST client of VS Code and JetBrains' client. HTTPS is for
 * the ports 443 and 8443, as there.
 */
export function absoluteUrl(
  { url, headers }: HttpFileRequest,
  { file: { variables }, hasHost }: {
    file: HttpFile;
    /** httpyac puts the variable `host` before a path. */
    hasHost: boolean;
  },
): Pick<HttpFileRequest, "url" | "headers"> {
  const host = headers.find(({ name }) => /^host$/i.test(name))?.value;
  if (!/^\/(?!\/)/.test(url)) return { url, headers };
  if (!host) return { url: hasHost ? `{{host}}${url}` : url, headers };
  const known = host.replace(
    /\{\{\s*([^{}]*?)\s*\}\}/g,
    (all, name: string) =>
      variables.findLast((one) => one.name === name)?.value ?? all,
  );
  const scheme = /:(?:443|8443)$/.test(known) ? "https" : "http";
  return {
    url: `${scheme}://${host}${url}`,
    // The URL says it.
    headers: headers.filter(({ name }) => !/^host$/i.test(name)),
  };
}
