import { createMasker } from "./masker.ts";

/** Secrets by the names that Azure, Azure DevOps and Google give them in URLs: elsewhere these are other things, too. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set(["code", "key", "pat"]);

/** A field of a query or a fragment; its value may have what belongs in no URL, such as a blank. */
const FIELD = /([?#&;])([^?#&;=]*)=([^#&;]+)/g;

/**
 * A URL without a name and password, and with the secrets of its query and its
 * fragment masked; also of a text that is no URL by mistake.
 *
 * @example
 * ```ts
 * import { shownUrl } from "./shown_url.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   shownUrl("https://me:pw@example.com/api.json?apikey=k1&v=2"),
 *   "https://example.com/api.json?apikey=***&v=2",
 * );
 * ```
 */
export function shownUrl(url: string): string {
  const masker = createMasker();
  return masker.maskText(
    withoutUser(url).replace(
      FIELD,
      (_, mark: string, name: string, value: string) =>
        `${mark}${name}=${
          SECRET_PARAMETERS.has(name.toLowerCase())
            ? "***"
            : masker.maskField(decoded(name), value)
        }`,
    ),
  );
}

function withoutUser(url: string): string {
  const scheme = /^[a-z][\w+.-]*:\/+/i.exec(url)?.[0] ?? "";
  const rest = url.slice(scheme.length);
  // In a password as it was typed, `/`, `?` and `#` end the host: then nothing is a URL.
  const user = scheme !== "" && !URL.canParse(url)
    ? /^[^]*@/
    : scheme === ""
    ? /^[^/?#@]*:[^/?#]*@/
    : /^[^/?#]*@/;
  return scheme + rest.replace(user, "");
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
