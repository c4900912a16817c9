import { fieldText } from "../../../core/script/headers.ts";
import {
  createPropertyList,
  named,
  type Property,
} from "../http/property_list.ts";
import { withPathValues } from "../http/path_values.ts";
import { property } from "../http/request.ts";

/** Where a URL's text is read and written. */
export interface UrlSource {
  read(): string;
  write(text: string): void;
  pathParams(): readonly { readonly name: string; readonly value: string }[];
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
  const lists = { path: held(), host: held() };
  const parts = () => {
    flush();
    return partsOf(source.read());
  };
  const change = (changes: Partial<Parts>) =>
    source.write(textOf({ ...parts(), ...changes }));
  const flush = () => {
    for (const part of ["path", "host"] as const) {
      const changed = lists[part].changed();
      lists[part].forget();
      if (changed === undefined) continue;
      const before = partsOf(source.read());
      source.write(textOf({ ...before, [part]: joined(part, changed) }));
    }
  };
  const query = createPropertyList<QueryItem>({
    read: () => queryItems(parts().query),
    write: (items) => change({ query: queryText(items) }),
    same: (a, b) => a === b,
    item: queryItem,
    text: queryText,
  });
  const path = () => withPathValues(parts().path, source.pathParams());
  const queryString = () => parts().query ?? "";
  const withQuery = (text: string) =>
    parts().query === undefined ? text : `${text}?${queryString()}`;
  const update = (value: unknown) => {
    lists.path.forget();
    lists.host.forget();
    source.write(urlText(value));
  };
  const text = () => textOf({ ...parts(), path: path() });
  const url: Record<string, unknown> = {
    query,
    variables: createPropertyList<QueryItem>({
      read: () =>
        source.pathParams().map(({ name, value }) =>
          named<QueryItem>({ key: name, value }, name)
        ),
      same: (a, b) => a === b,
      item: queryItem,
      text: queryText,
    }),
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
      const kept = queryItems(parts().query).filter(({ key }) =>
        !unwanted.includes(key)
      );
      change({ query: kept.length === 0 ? undefined : queryText(kept) });
    },
  };
  const list = (part: "path" | "host", separator: string) =>
    property(url, part, () => {
      flush();
      const text = partsOf(source.read())[part].replace(/^\//, "");
      return lists[part].hold(text === "" ? [] : text.split(separator));
    }, (value) => {
      lists[part].forget();
      change({ [part]: joined(part, value) });
    });
  list("path", "/");
  list("host", ".");
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
  const { protocol, host, port, path, query, hash } = value as Record<
    string,
    unknown
  >;
  if (host === undefined) return `${value}`;
  const items = Array.isArray(query) ? query.map(queryItem) : [];
  return textOf({
    protocol: protocol === undefined ? undefined : `${protocol}`,
    auth: undefined,
    host: joined("host", host),
    port: port === undefined ? undefined : `${port}`,
    path: path === undefined ? "" : joined("path", path),
    query: items.length === 0 ? undefined : queryText(items),
    hash: hash === undefined ? undefined : `${hash}`,
  });
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

function queryItems(query: string | undefined): QueryItem[] {
  if (query === undefined || query === "") return [];
  return query.split("&").map((pair) => {
    const at = pair.indexOf("=");
    return at === -1
      ? named<QueryItem>({ key: pair, value: null as never }, pair)
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
  if (key === undefined || key === null || key === "") {
    throw new TypeError("Cannot set the parameter: it has no name");
  }
  const content = text === null || text === undefined
    ? null as never
    : fieldText(`"${key}"`, text);
  return named<QueryItem>({ key: `${key}`, value: content }, `${key}`);
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

/** A list that scripts change in place. */
function held() {
  let list: { value: unknown[]; text: string } | undefined;
  return {
    hold: (value: unknown[]) => {
      list = { value, text: value.join("\n") };
      return value;
    },
    forget: () => {
      list = undefined;
    },
    changed: () =>
      list === undefined || list.value.join("\n") === list.text
        ? undefined
        : list.value,
  };
}
