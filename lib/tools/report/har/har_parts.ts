/** A name and its value as an HTTP archive has them. */
export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** In the place of a response where none came. */
export const NO_HAR_RESPONSE = {
  status: 0,
  statusText: "",
  httpVersion: "",
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: "" },
  redirectURL: "",
  headersSize: -1,
  bodySize: -1,
};

/** The parameters of a URL, as they are written. */
export function harQuery(url: string): HarPair[] {
  const query = url.replace(/#.*$/s, "").split("?").slice(1).join("?");
  return query === "" ? [] : query.split("&").map(harPair);
}

/** The cookies that a request's headers send. */
export function harCookies(headers: readonly HarPair[]): HarPair[] {
  return headers.filter(({ name }) => name.toLowerCase() === "cookie")
    .flatMap(({ value }) => value.split(";")).map((it) => it.trim())
    .filter((it) => it !== "").map(harPair);
}

/** `name=value`; without a `=` all of it is the name. */
export function harPair(text: string): HarPair {
  const equals = text.indexOf("=");
  return equals === -1
    ? { name: text, value: "" }
    : { name: text.slice(0, equals), value: text.slice(equals + 1) };
}
