import { isHiddenVariable } from "../../../core/secrets/hidden_names.ts";
import { hideAuth, hideRows, hideVariables } from "./hide_secrets.ts";
import { hideText } from "./hide_secrets.ts";
import type {
  FileAssertion,
  FileBody,
  FileContent,
  FileMessage,
  FileRequest,
  FileRow,
} from "../open_collection.ts";
import type { SecretValues } from "./secret_values.ts";
import { isForm } from "../text_body.ts";

/** A request without the secrets in what it sends, its variables and what it compares. */
export function hideInRequest(
  request: FileRequest,
  secrets: SecretValues,
): FileRequest {
  const { http, graphql, websocket, grpc, runtime, settings } = request;
  const encoded = settings?.encodeUrl === true;
  const details = { secrets, kind: encoded ? { encoded } : { escaped: true } };
  return {
    ...request,
    ...(http && {
      http: {
        ...http,
        ...hideDetails(http, details),
        ...(http.body && {
          body: secrets.within("body", () => hideBody(http, secrets)!),
        }),
      },
    }),
    ...(graphql && {
      graphql: {
        ...graphql,
        ...hideDetails(graphql, details),
        ...(graphql.body && {
          body: secrets.within(
            "body",
            () => hideGraphql(graphql.body!, secrets),
          ),
        }),
      },
    }),
    ...(websocket && {
      websocket: {
        ...websocket,
        ...hideDetails(websocket, details),
        ...(websocket.message && {
          message: hideMessages(
            websocket.message,
            (one) => secrets.within("message", () => hideContent(one, secrets)),
          ),
        }),
      },
    }),
    ...(grpc && {
      grpc: {
        ...grpc,
        url: secrets.within(
          "URL",
          () => hideText(grpc.url, secrets, { encoded }),
        ),
        ...(grpc.metadata && {
          metadata: secrets.within(
            "metadata",
            () => hideRows(grpc.metadata!, secrets),
          ),
        }),
        ...(grpc.auth && {
          auth: secrets.within("auth", () => hideAuth(grpc.auth!, secrets)),
        }),
        ...(grpc.message && {
          message: hideMessages(
            grpc.message,
            (one) =>
              secrets.within(
                "message",
                () => hideText(one, secrets, { json: true }),
              ),
          ),
        }),
      },
    }),
    ...(runtime && {
      runtime: {
        ...runtime,
        ...(runtime.variables && {
          variables: secrets.within(
            "variables",
            () => hideVariables(runtime.variables!, secrets),
          ),
        }),
        ...(runtime.assertions && {
          assertions: secrets.within(
            "assertions",
            () => runtime.assertions!.map((one) => hideAssertion(one, secrets)),
          ),
        }),
      },
    }),
  };
}

type Details = NonNullable<
  FileRequest["http"] | FileRequest["graphql"] | FileRequest["websocket"]
>;

/** One message, or each of several. */
function hideMessages<T>(
  message: T | FileMessage<T>[],
  hide: (message: T) => T,
): T | FileMessage<T>[] {
  return Array.isArray(message)
    ? message.map((one) => ({ ...one, message: hide(one.message) }))
    : hide(message);
}

function hideContent(
  { type, data }: FileContent,
  secrets: SecretValues,
): FileContent {
  return {
    ...(type !== undefined && { type }),
    data: type === "binary"
      ? data
      : hideText(data, secrets, type === "json" ? { json: true } : {}),
  };
}

function hideDetails(
  { url, headers, params, auth }: Details,
  { secrets, kind }: {
    secrets: SecretValues;
    kind: { encoded?: boolean; escaped?: boolean };
  },
): Pick<Details, "url" | "headers" | "params" | "auth"> {
  return {
    url: secrets.within("URL", () => hideText(url, secrets, kind)),
    ...(headers && {
      headers: secrets.within("headers", () => hideRows(headers, secrets)),
    }),
    ...(params && {
      params: secrets.within(
        "URL",
        () => hideRows(params, secrets, kind),
      ),
    }),
    ...(auth && {
      auth: secrets.within("auth", () => hideAuth(auth, secrets)),
    }),
  };
}

function hideBody(
  { body, headers = [] }: { body?: FileBody; headers?: readonly FileRow[] },
  secrets: SecretValues,
): FileBody | undefined {
  // A copied body may name its type only, as Bruno writes an empty form.
  if (body?.data === undefined) return body;
  switch (body.type) {
    case "json":
      return { ...body, data: hideText(body.data, secrets, { json: true }) };
    case "text": {
      const types = headers.filter(({ name }) => /^content-type$/i.test(name));
      const kind = {
        escaped: types.some(({ value }) => isForm(value)),
        graphql: types.some(({ value }) => isGraphql(value)),
      };
      return { ...body, data: hideText(body.data, secrets, kind) };
    }
    case "xml":
    case "sparql":
      return { ...body, data: hideText(body.data, secrets) };
    case "form-urlencoded":
      return { ...body, data: hideRows(body.data, secrets) };
    case "multipart-form":
      return { ...body, data: hideRows(body.data, secrets) };
    case "file":
      return body;
    default:
      // Importers copy unknown bodies, so a type that is not declared can occur here.
      return body satisfies never;
  }
}

/** Whether a type says that the whole body is a query. */
function isGraphql(type: string): boolean {
  return /^\s*application\/graphql\s*(?:;|$)/i.test(type);
}

function hideGraphql(
  { query, variables, ...rest }: { query: string; variables?: string },
  secrets: SecretValues,
) {
  return {
    ...rest,
    query: hideText(query, secrets, { graphql: true }),
    ...(variables !== undefined &&
      { variables: hideText(variables, secrets, { json: true }) }),
  };
}

/** What a field for secrets is to equal is one; a part of it, or a pattern, tells of none. */
function hideAssertion(
  assertion: FileAssertion,
  secrets: SecretValues,
): FileAssertion {
  const { expression, operator, value } = assertion;
  const name = /([\w-]+)["'\]\s]*$/.exec(expression.slice(-200))?.[1];
  if (value === undefined || name === undefined) return assertion;
  if (!/^n?eq$/.test(operator) && !secrets.known.has(value)) return assertion;
  if (!isHiddenVariable(name, value)) return assertion;
  const isPlain = /^(?:true|false|null|undefined|)$/.test(value) ||
    /^(?:["']|-?\d)/.test(value) && value.length < 8;
  return isPlain
    ? assertion
    : { ...assertion, value: secrets.hide(name, value) };
}
