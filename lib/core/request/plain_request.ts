import type { Header, Param, Request } from "../collection/types.ts";
import type { Body, FormField } from "../collection/body_types.ts";
import { isPlainObject } from "../source/plain_value.ts";
import { parseTemplate } from "../template/parse_template.ts";
import { nearest } from "../source/nearest.ts";
import { formatYamlPath, type Text } from "../source/origin.ts";

/** A request as a program writes it; every text is a template. */
export interface PlainRequest {
  /** Default `GET`. */
  readonly method?: string;
  /** Such as `{{baseUrl}}/users/{{id}}`. */
  readonly url: string;
  /** By name, or as pairs, such as a `Headers`: in order with duplicates. */
  readonly headers?: Pairs<string>;
  /** Values of `:name` segments in the URL's path, each encoded as one segment. */
  readonly pathParams?: Pairs<string | number | bigint>;
  /**
   * Query parameters that are added to the URL: by name, or as pairs. What you
   * write stands in the URL as it is; the text that you write in a
   * `URLSearchParams` is encoded, the values of its placeholders are not.
   */
  readonly query?: Pairs<string | number | bigint>;
  /** A string is a text body. */
  readonly body?: string | PlainBody;
  /** Percent-encode runtime and data values in the URL. Default false. */
  readonly encodeUrl?: boolean;
}

/** Names with values: an object, or anything that gives pairs, such as a list or a `Map`. */
export type Pairs<V> =
  | Readonly<Record<string, V>>
  | Iterable<readonly [name: string, value: V]>;

/** A body as a program writes it. */
export type PlainBody =
  | { readonly type: "json" | "text" | "xml" | "sparql"; readonly data: string }
  | {
    readonly type: "form-urlencoded";
    /** By name, or as pairs: in order with duplicates. */
    readonly fields: Pairs<string | number | bigint>;
  }
  | {
    readonly type: "graphql";
    readonly query: string;
    readonly variables?: string;
  };

/**
 * The request of a collection that a program's request stands for.
 *
 * @throws {TypeError} For what no {@linkcode PlainRequest} can be: JavaScript
 * has no types that keep it from being sent wrong.
 */
export function fromPlain(plain: PlainRequest): Request {
  if (typeof plain !== "object" || plain === null) {
    throw wrong([], `is not an object: ${kind(plain)}`);
  }
  refuseUnknown(plain, MEMBERS);
  const { encodeUrl = false } = plain;
  if (typeof encodeUrl !== "boolean") {
    throw wrong(["encodeUrl"], `is neither true nor false: ${kind(encodeUrl)}`);
  }
  return {
    kind: "request",
    type: "http",
    name: plain.url,
    tags: [],
    path: "",
    at: at(),
    method: text(plain.method ?? "GET", "method"),
    url: text(plain.url, "url"),
    headers: pairs(plain.headers, "headers").map(([name, value]): Header => ({
      name: text(name, "headers", name),
      value: text(value, "headers", name),
      disabled: false,
    })),
    params: [
      ...params("path", plain.pathParams, "pathParams"),
      ...params(
        "query",
        plain.query instanceof URLSearchParams
          ? encoded(plain.query)
          : plain.query,
        "query",
      ),
    ],
    ...(plain.body !== undefined && { body: body(plain.body) }),
    variables: [],
    scripts: [],
    assertions: [],
    actions: [],
    settings: {
      encodeUrl,
      followRedirects: true,
    },
  };
}

const MEMBERS: readonly (keyof PlainRequest)[] = [
  "method",
  "url",
  "headers",
  "pathParams",
  "query",
  "body",
  "encodeUrl",
];
const BODY_MEMBERS: Readonly<
  Record<PlainBody["type"], readonly string[]>
> = {
  json: ["data"],
  text: ["data"],
  xml: ["data"],
  sparql: ["data"],
  "form-urlencoded": ["fields"],
  graphql: ["query", "variables"],
};

/** Without this check, Brace would ignore misspelt fields silently. */
function refuseUnknown(
  given: object,
  known: readonly string[],
  ...path: string[]
): void {
  for (const key in given) {
    if (known.includes(key)) continue;
    const near = nearest(key, known);
    const hint = near === undefined
      ? `there is ${known.join(", ")}`
      : `did you mean "${near}"?`;
    throw wrong([...path, key], `is unknown (${hint})`);
  }
}

function at(...path: string[]): Text["at"] {
  return { file: "", path };
}

function wrong(path: readonly (string | number)[], state: string): TypeError {
  const field = path.length === 0 ? "it" : `"${formatYamlPath(path)}"`;
  return new TypeError(`Cannot render the request: ${field} ${state}`);
}

function kind(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  if (Array.isArray(value)) return "array";
  const { name } = value.constructor ?? {};
  return name === undefined || name === "Object" ? "object" : name;
}

function text(text: unknown, ...path: string[]): Text {
  if (typeof text !== "string") throw wrong(path, `is not text: ${kind(text)}`);
  return { text, at: at(...path) };
}

/** Text, or a number as its text. */
function data(value: unknown, ...path: string[]): Text {
  if (typeof value === "bigint") return { text: `${value}`, at: at(...path) };
  if (typeof value !== "number") return text(value, ...path);
  if (!Number.isFinite(value)) throw wrong(path, `is ${value}`);
  return { text: `${value}`, at: at(...path) };
}

/** The pairs of whatever gives some; another object would be taken for an empty one. */
function pairs(given: unknown, ...path: string[]): [string, unknown][] {
  if (given === undefined) return [];
  if (typeof given === "object" && given !== null) {
    if (Symbol.iterator in given) {
      return Array.from(given as Iterable<unknown>, (pair, index) => {
        if (Array.isArray(pair) && pair.length === 2) {
          return pair as [string, unknown];
        }
        throw wrong([...path, index], `is not a pair: ${kind(pair)}`);
      });
    }
    if (isPlainObject(given)) return Object.entries(given);
  }
  throw wrong(
    path,
    `is neither an object nor a list of pairs: ${kind(given)}`,
  );
}

/** Parameters whose `&` or `+` is text: in the URL it would be more. Placeholders stay. */
function encoded(search: URLSearchParams): [name: string, value: string][] {
  const text = (template: string) =>
    parseTemplate(template).parts.map((part) =>
      part.kind === "text"
        ? part.text.replace(/[%&#+=]/g, encodeURIComponent)
        : template.slice(part.start, part.end)
    ).join("");
  return [...search].map(([name, value]) => [text(name), text(value)]);
}

function params(
  type: Param["type"],
  values: PlainRequest["query"],
  key: string,
): Param[] {
  return pairs(values, key).map(([name, value]) => ({
    name: text(name, key, name),
    value: data(value, key, name),
    type,
    disabled: false,
  }));
}

function body(plain: string | PlainBody): Body {
  const about = { interpolate: true, at: at("body") };
  if (typeof plain === "string") {
    return { ...about, type: "text", data: text(plain, "body") };
  }
  if (typeof plain !== "object" || plain === null) {
    throw wrong(["body"], `is neither text nor an object: ${kind(plain)}`);
  }
  if (Object.hasOwn(BODY_MEMBERS, plain.type)) {
    refuseUnknown(plain, ["type", ...BODY_MEMBERS[plain.type]], "body");
  }
  switch (plain.type) {
    case "json":
    case "text":
    case "xml":
    case "sparql":
      return {
        ...about,
        type: plain.type,
        data: text(plain.data, "body", "data"),
      };
    case "form-urlencoded":
      return {
        ...about,
        type: plain.type,
        fields: fields(plain.fields).map(([name, value]): FormField => ({
          name: text(name, "body", "fields", name),
          value: data(value, "body", "fields", name),
          disabled: false,
        })),
      };
    case "graphql":
      return {
        ...about,
        type: plain.type,
        query: text(plain.query, "body", "query"),
        ...(plain.variables !== undefined && {
          variables: text(plain.variables, "body", "variables"),
        }),
      };
    default:
      plain satisfies never;
      throw wrongType(plain);
  }
}

/** A body without a type, such as a `FormData`, or with another one. */
function wrongType(body: object): TypeError {
  const types = Object.keys(BODY_MEMBERS);
  const { type } = body as { type?: unknown };
  const near = typeof type === "string" ? nearest(type, types) : undefined;
  if (near !== undefined) {
    return wrong(
      ["body", "type"],
      `is none of ${types.join(", ")} (did you mean "${near}"?)`,
    );
  }
  return isPlainObject(body)
    ? wrong(["body", "type"], `is none of ${types.join(", ")}`)
    : wrong(
      ["body"],
      `is neither text nor an object with a type: ${
        kind(body)
      } (give it to fetch yourself)`,
    );
}

function fields(given: unknown): [string, unknown][] {
  if (given === undefined) throw wrong(["body", "fields"], "is missing");
  return pairs(given, "body", "fields");
}
