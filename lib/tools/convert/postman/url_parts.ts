import { decodeComponent } from "../../../core/render/encode.ts";
import { encodedQuery } from "../../../core/collection/v3/wire_rules.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";

/** The text that the parts of a URL give, without its query. */
export interface WrittenParts {
  readonly base: string;
  /** With its `#`, or "". */
  readonly hash: string;
}

/**
 * The URL of one that has parts, as Postman's `Url.toString` writes it;
 * undefined without a host, where Postman cannot send.
 */
export function partsOfUrl(
  parts: Record<string, RawJson>,
): WrittenParts | undefined {
  const host = jsonTextOf(parts.host) ??
    elements(parts.host).map(textOf).join(".");
  if (host === "" && jsonTextOf(parts.raw)) return undefined;
  const protocol = jsonTextOf(parts.protocol);
  const port = jsonTextOf(parts.port);
  const hash = jsonTextOf(parts.hash);
  // A list of one empty part is the path `/`, and so is that text.
  const path = typeof parts.path === "string"
    ? parts.path.replace(/^(?!\/|$)/, "/")
    : elements(parts.path).map((part) => `/${textOf(part)}`).join("");
  return {
    base: [
      protocol ? `${protocol.replace(/:\/\/$/, "")}://` : "",
      userInfo(members(parts.auth)),
      host,
      port ? `:${port}` : "",
      path,
    ].join(""),
    hash: hash === undefined ? "" : `#${hash}`,
  };
}

function textOf(part: RawJson): string {
  return jsonTextOf(part) ?? jsonTextOf(members(part).value) ?? "";
}

function userInfo({ user, password }: Record<string, RawJson>): string {
  const [name, secret] = [jsonTextOf(user), jsonTextOf(password)];
  if (name === undefined && secret === undefined) return "";
  const encoded = (text = "") => encodedQuery(text, USER_ENDS);
  return `${encoded(name)}${
    secret === undefined ? "" : `:${encoded(secret)}`
  }@`;
}

/** What ends a user's name and password in a URL. */
const USER_ENDS = /[@/?#:\\\s]|%(?![\da-f]{2})/gi;

/** Whether the text of a URL means what its parts do. No fragment goes out. */
export function saysTheSame(
  raw: string,
  { base, hash }: WrittenParts,
  query: readonly Record<string, RawJson>[],
): boolean {
  const rows = query.map(({ key, value }) =>
    `${jsonTextOf(key) ?? ""}=${jsonTextOf(value) ?? ""}`
  );
  // Postman writes reserved characters of a query as they are.
  if (raw === `${base}?${rows.join("&")}${hash}`) return true;
  const [written] = raw.split("#", 1);
  const mark = written.indexOf("?");
  const [own, pairs] = mark < 0
    ? [written, ""]
    : [written.slice(0, mark), written.slice(mark + 1)];
  return plain(own) === plain(base) &&
    pairsOf(pairs.split("&")) === pairsOf(rows);
}

/** `\` is `/`, a URL without a path has the path `/`, and the scheme is that of HTTP. */
function plain(base: string): string {
  return base.trim().replaceAll("\\", "/").replace(/^http:\/\//i, "")
    .replace(/^([^/]*:\/\/)?([^/]*)\/?$/, "$1$2");
}

/** Some programs write one of the two encoded. */
function pairsOf(pairs: readonly string[]): string {
  return pairs.map((pair) => decodeComponent(pair.replace(/=$/, "")))
    .filter((pair) => pair !== "").join("&");
}
