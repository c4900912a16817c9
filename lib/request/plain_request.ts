import type {
  Body,
  FormField,
  Header,
  Param,
  Request,
} from "../collection/types.ts";
import { formatYamlPath, type Text } from "../source/origin.ts";

/** A request as a program writes it; every text is a template. */
export interface PlainRequest {
  /** Default `GET`. */
  readonly method?: string;
  /** Such as `{{baseUrl}}/users/{{id}}`. */
  readonly url: string;
  /** By name, or in order with duplicates. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | readonly (readonly [name: string, value: string])[];
  /** Values of `:name` segments in the URL's path, each encoded as one segment. */
  readonly pathParams?: Readonly<Record<string, string>>;
  /** Query parameters that are added to the URL. */
  readonly query?: Readonly<Record<string, string>>;
  /** A string is a text body. */
  readonly body?: string | PlainBody;
  /** Percent-encode runtime and data values in the URL. Default false. */
  readonly encodeUrl?: boolean;
}

/** A body as a program writes it. */
export type PlainBody =
  | { readonly type: "json" | "text" | "xml" | "sparql"; readonly data: string }
  | {
    readonly type: "form-urlencoded";
    readonly fields: Readonly<Record<string, string>>;
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
  const headers = Array.isArray(plain.headers)
    ? plain.headers as readonly (readonly [string, string])[]
    : Object.entries(plain.headers ?? {});
  return {
    kind: "request",
    type: "http",
    name: plain.url,
    tags: [],
    path: "",
    at: at(),
    method: text(plain.method ?? "GET", "method"),
    url: text(plain.url, "url"),
    headers: headers.map(([name, value]): Header => ({
      name: text(name, "headers", name),
      value: text(value, "headers", name),
      disabled: false,
    })),
    params: [
      ...params("path", plain.pathParams, "pathParams"),
      ...params("query", plain.query, "query"),
    ],
    ...(plain.body !== undefined && { body: body(plain.body) }),
    variables: [],
    scripts: [],
    assertions: [],
    actions: [],
    settings: {
      encodeUrl: plain.encodeUrl ?? false,
      followRedirects: true,
      forwardAuthorizationHeader: false,
    },
  };
}

function at(...path: string[]): Text["at"] {
  return { file: "", path };
}

function text(text: string, ...path: string[]): Text {
  if (typeof text !== "string") {
    throw new TypeError(
      `Cannot render the request: "${
        formatYamlPath(path)
      }" is not text: ${typeof text}`,
    );
  }
  return { text, at: at(...path) };
}

function params(
  type: Param["type"],
  values: Readonly<Record<string, string>> | undefined,
  key: string,
): Param[] {
  return Object.entries(values ?? {}).map(([name, value]) => ({
    name: text(name, key, name),
    value: text(value, key, name),
    type,
    disabled: false,
  }));
}

function body(plain: string | PlainBody): Body {
  const about = { interpolate: true, at: at("body") };
  if (typeof plain === "string") {
    return { ...about, type: "text", data: text(plain, "body") };
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
        fields: Object.entries(plain.fields).map((
          [name, value],
        ): FormField => ({
          name: text(name, "body", "fields", name),
          value: text(value, "body", "fields", name),
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
      throw new TypeError(
        'Cannot render the request: "body.type" is none that a body can have',
      );
  }
}
