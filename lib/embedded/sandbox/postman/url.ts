import type { DisabledRow } from "../../../core/script/border/types.ts";
import { fieldText } from "../../../core/script/headers.ts";
import { createHeldValue } from "../http/held_value.ts";
import {
  createLiveList,
  disabledRows,
  named,
  type Property,
  switchedOn,
  switchOf,
} from "../http/property_list.ts";
import { withPathValues } from "../http/path_values.ts";
import { property } from "../http/request.ts";
import { itemsOf } from "./body.ts";

/** Where a URL's text is read and written. */
export interface UrlSource {
  read(): string;
  write(text: string): void;
  /** Parameters that are switched off: the text does not have them. */
  disabled(): readonly DisabledRow[];
  setDisabled(rows: readonly DisabledRow[]): void;
  pathParams(): readonly { readonly name: string; readonly value: string }[];
  setPathParams(
    params: readonly (readonly [name: string, value: string])[],
  ): void;
}

/** A URL in Postman's words, and what carries its lists over when a script has ended. */
export interface PostmanUrl {
  readonly url: Record<string, unknown>;
  flush(): void;
}

interface Parts {
  protocol: string | undefined;
  auth: string | undefined;
  host: string;
  port: string | undefined;
  path: string;
  query: string | undefined;
  hash: string | undefined;
}

interface QueryItem extends Property {
  readonly key: string;
  readonly value: string;
}

const URL_PARTS =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;

/** Makes `pm.request.url`: its text may hold placeholders, so its parts are texts. */
export function createPostmanUrl(source: UrlSource): PostmanUrl {
  const parts = () => {
    flush();
    return partsOf(source.read());
  };
  const change = (changes: Partial<Parts>) =>
    source.write(textOf({ ...parts(), ...changes }));
  const flush = () => {
    for (const it of [pathList, hostList, query, variables]) it.flush();
  };
  const list = (part: "path" | "host", separator: string) =>
    createHeldValue<unknown[]>({
      read: () => {
        const text = parts()[part].replace(/^\//, "");
        return text === "" ? [] : text.split(separator);
      },
      write: (items) => change({ [part]: joined(part, items) }),
      text: (items) => items.join("\n"),
    });
  const pathList = list("path", "/");
  const hostList = list("host", ".");
  const query = createLiveList<QueryItem>({
    read: () => queryItems(parts().query),
    write: (items) => change({ query: queryText(items) }),
    disabled: { read: source.disabled, write: source.setDisabled },
    same: (a, b) => a === b,
    item: queryItem,
    text: queryText,
    several: true,
  });
  const variables = createLiveList<QueryItem>({
    read: () =>
      source.pathParams().map(({ name, value }) =>
        named<QueryItem>({ key: name, value })
      ),
    // As in Postman, the last one of a name counts.
    write: (items) =>
      source.setPathParams([
        ...new Map(items.map(({ key, value }) => [key, value ?? ""])),
      ]),
    same: (a, b) => a === b,
    item: queryItem,
    text: queryText,
  });
  const path = () => {
    const { path } = parts();
    return withPathValues(path, source.pathParams());
  };
  const queryString = () => parts().query ?? "";
  const withQuery = (text: string) =>
    parts().query === undefined ? text : `${text}?${queryString()}`;
  const update = (value: unknown) => {
    flush();
    const text = urlText(value);
    source.setDisabled(disabledRows(queryOf(value), queryItem));
    source.write(text);
  };
  const text = () => textOf({ ...parts(), path: path() });
  const url: Record<string, unknown> = {
    query: query.list,
    variables: variables.list,
    toString: text,
    toJSON: () => textOf(parts()),
    getHost: () => parts().host,
    getPath: (options?: { readonly unresolved?: boolean }) =>
      (options?.unresolved === true ? parts().path : path()) || "/",
    getPathWithQuery: () => withQuery(path() || "/"),
    getQueryString: queryString,
    getRemote: () => {
      const { host, port } = parts();
      return port === undefined ? host : `${host}:${port}`;
    },
    update,
    addQueryParams: (params: unknown) => {
      const items = typeof params === "string"
        ? queryItems(params)
        : (params as unknown[]).map(queryItem);
      const all = queryItems(parts().query);
      change({ query: queryText([...all, ...items]) });
    },
    removeQueryParams: (names: unknown) => {
      const unwanted = (Array.isArray(names) ? names : [names]).map((it) =>
        typeof it === "object" && it !== null ? `${it.key}` : `${it}`
      );
      (query.list.remove as (test: (item: QueryItem) => boolean) => void)(
        ({ key }) => unwanted.includes(key),
      );
    },
  };
  property(
    url,
    "path",
    pathList.get,
    (value) => change({ path: joined("path", value) }),
  );
  property(
    url,
    "host",
    hostList.get,
    (value) => change({ host: joined("host", value) }),
  );
  for (const part of ["protocol", "port", "hash"] as const) {
    property(url, part, () => parts()[part], (value) =>
      change({
        [part]: value === undefined
          ? undefined
          : fieldText(`the ${part}`, value),
      }));
  }
  return { url, flush };
}

/** A URL's text from a text, `{ raw }`, or an object that has one. */
export function urlText(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return fieldText("the URL", value);
  }
  const { raw } = value as { raw?: unknown };
  if (typeof raw === "string") return raw;
  const { protocol, host, port, path, hash } = value as Record<
    string,
    unknown
  >;
  if (host === undefined) return `${value}`;
  const items = switchedOn(queryOf(value).map(queryItem));
  return textOf({
    protocol: protocol === undefined ? undefined : `${protocol}`,
    auth: undefined,
    host: joined("host", host),
    port: port === undefined ? undefined : `${port}`,
    path: path === undefined ? "" : safePath(joined("path", path)),
    query: items.length === 0 ? undefined : queryText(items),
    hash: hash === undefined ? undefined : `${hash}`,
  });
}

/** The parameters of an object that is a URL: a list, or that of another URL. */
function queryOf(value: unknown): unknown[] {
  const { query } = Object(value) as { query?: unknown };
  const items = itemsOf(query);
  return Array.isArray(items) ? items : [];
}

function partsOf(text: string): Parts {
  const [, protocol, authority = "", path = "", query, hash] =
    URL_PARTS.exec(text) ?? [];
  const at = authority.lastIndexOf("@");
  const remote = authority.slice(at + 1);
  const port = /:(\d+|\{\{[^{}]*\}\})$/.exec(remote);
  return {
    protocol,
    auth: at === -1 ? undefined : authority.slice(0, at),
    host: port === null ? remote : remote.slice(0, port.index),
    port: port?.[1],
    path,
    query,
    hash,
  };
}

function textOf(parts: Parts): string {
  const { protocol, auth, host, port, path, query, hash } = parts;
  return [
    protocol === undefined ? "" : `${protocol.replace(/:?\/*$/, "")}://`,
    auth === undefined ? "" : `${auth}@`,
    host,
    port === undefined ? "" : `:${port}`,
    path,
    query === undefined || query === "" ? "" : `?${query}`,
    hash === undefined ? "" : `#${hash}`,
  ].join("");
}

function joined(part: "path" | "host", value: unknown): string {
  const text = Array.isArray(value)
    ? value.map((it) => fieldText(`the ${part}`, it))
      .join(part === "path" ? "/" : ".")
    : fieldText(`the ${part}`, value);
  return part === "host" || text === "" || text.startsWith("/")
    ? text
    : `/${text}`;
}

/** What would end a path that stands alone is written as what it is. */
function safePath(path: string): string {
  return path.replace(/[?#]/g, (it) => encodeURIComponent(it));
}

function queryItems(query: string | undefined): QueryItem[] {
  if (query === undefined || query === "") return [];
  return query.split("&").map((pair) => {
    const at = pair.indexOf("=");
    return at === -1
      ? named<QueryItem>({ key: pair, value: null as never })
      : queryItem({ key: pair.slice(0, at), value: pair.slice(at + 1) });
  });
}

function queryItem(value: unknown): QueryItem {
  if (typeof value === "string") {
    const [item] = queryItems(value);
    if (item !== undefined) return item;
  }
  if (typeof value !== "object" || value === null) {
    throw new TypeError("Cannot set the parameter: give { key, value }");
  }
  const { name, key = name, value: text } = value as Record<string, unknown>;
  if (key === undefined || key === null) {
    throw new TypeError("Cannot set the parameter: it has no name");
  }
  const content = text === null || text === undefined
    ? null as never
    : fieldText(`"${key}"`, text);
  return named<QueryItem>({
    key: `${key}`,
    value: content,
    ...switchOf(value),
  });
}

/** What would end a parameter in its name or value is written as what it is. */
function queryText(items: readonly QueryItem[]): string {
  const safe = (text: string) =>
    text.replace(/[&#]/g, (it) => encodeURIComponent(it));
  return items.map(({ key, value }) =>
    value === null
      ? safe(key)
      : `${safe(key).replaceAll("=", "%3D")}=${safe(value)}`
  ).join("&");
}
