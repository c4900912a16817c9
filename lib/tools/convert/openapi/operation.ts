import { elements, type Json, textOf } from "../json.ts";
import type { FileParam, FileRequest, FileRow } from "../open_collection.ts";
import type { SecretValues } from "../secret_values.ts";
import type { ImportNote, ImportOptions } from "../types.ts";
import { operationExamples } from "./response_examples.ts";
import { parametersOf, pathTemplate } from "./parameters.ts";
import { requestBody, swaggerBody } from "./request_body.ts";
import { schemaTest, statusAssertion } from "./response_checks.ts";
import { type Security, securityOf } from "./security.ts";
import { BASE_URL } from "./servers.ts";
import { docText, literal, type Spec } from "./spec.ts";

/** What turning operations into requests needs. */
export interface OperationContext extends ImportOptions {
  readonly spec: Spec;
  readonly secrets: SecretValues;
  /** The auth that the collection sets, as text; requests with the same inherit it. */
  readonly commonAuth: string | undefined;
}

/** An operation and where it stands. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly item: Record<string, Json>;
  readonly operation: Record<string, Json>;
}

/** The request of an operation, and what has to be said of it. */
export function operationRequest(
  { path, method, item, operation }: Operation,
  context: OperationContext,
): { request: FileRequest; notes: Omit<ImportNote, "source" | "item">[] } {
  const { spec, secrets, commonAuth, withTests } = context;
  const lists = [elements(item.parameters), elements(operation.parameters)];
  const { params, headers, cookies, variables } = parametersOf(spec, lists, {
    path,
  });
  const { body, contentType, note } = spec.isSwagger
    ? swaggerBody(
      spec,
      lists.flat().map((one) => spec.open(one)),
      elements(operation.consumes ?? spec.root.consumes).map(textOf)
        .filter((one) => one !== undefined),
    )
    : requestBody(spec, operation.requestBody);
  const security = securityOf(
    spec,
    operation.security ?? spec.root.security,
    secrets,
  );
  const rows = [
    ...headers,
    ...security.headers,
    ...cookieRow([...cookies, ...security.cookies]),
    ...(contentType === undefined
      ? []
      : [{ name: "Content-Type", value: contentType }]),
  ];
  const all: FileParam[] = [...params, ...security.params];
  const assertion = statusAssertion(spec, operation.responses);
  const test = withTests ? schemaTest(spec, operation.responses) : undefined;
  const docs = docText(
    operation.deprecated === true ? "Deprecated." : undefined,
    operation.description,
  );
  const tags = elements(operation.tags).map(textOf).filter((one) =>
    one !== undefined
  );
  const runtime = {
    ...(variables.length > 0 && { variables: [...variables] }),
    ...(test && { scripts: [test] }),
    ...(assertion && { assertions: [assertion] }),
  };
  const url = serverOf(spec, item, operation) + pathTemplate(literal(path));
  const { examples, left } = operationExamples(spec, {
    operation,
    method: method.toUpperCase(),
    url,
  });
  const request: FileRequest = {
    info: {
      name: nameOf(operation, method, path),
      type: "http",
      ...(tags.length > 0 && { tags }),
    },
    http: {
      method: method.toUpperCase(),
      url,
      ...(all.length > 0 && { params: all }),
      ...(rows.length > 0 && { headers: rows }),
      ...(body && { body }),
      ...authOf(security, commonAuth),
    },
    ...(Object.keys(runtime).length > 0 && { runtime }),
    ...(docs !== undefined && { docs }),
    ...(examples.length > 0 && { examples }),
    // An update finds the request by it.
    extensions: {
      brace: {
        source: {
          operation: textOf(operation.operationId) ||
            `${method.toUpperCase()} ${path}`,
        },
      },
    },
  };
  return {
    request,
    notes: [
      ...[
        ...security.notes,
        ...(note === undefined ? [] : [note]),
        ...missingPaths(path, params, variables),
        ...(spec.budget.wasCut()
          ? [
            "The example is cut, since its schema makes too many values: fill in what is needed",
          ]
          : []),
      ].map((message) => ({ kind: "person" as const, message })),
      ...(left === 0 ? [] : [{
        kind: "changed" as const,
        message: `Left out ${left} example${
          left === 1 ? "" : "s"
        }, too long or kept in another place`,
        lost: { examples: left },
      }]),
    ],
  };
}

/** A path that names what nothing defines would be sent with its braces. */
function missingPaths(
  path: string,
  params: readonly FileParam[],
  variables: readonly { name: string }[],
): string[] {
  const known = new Set([
    ...params.filter(({ type }) => type === "path").map(({ name }) => name),
    ...variables.map(({ name }) => name),
  ]);
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name)
    .filter((name) => !known.has(name))
    .map((name) => `The document has no parameter for "{${name}}" of the path`);
}

function nameOf(
  operation: Record<string, Json>,
  method: string,
  path: string,
): string {
  const summary = textOf(operation.summary)?.trim().replace(/\.$/, "");
  if (summary && summary.length <= 80 && !summary.includes("\n")) {
    return summary;
  }
  return textOf(operation.operationId) || `${method.toUpperCase()} ${path}`;
}

/** An operation or a path may have servers of its own. */
function serverOf(
  spec: Spec,
  item: Record<string, Json>,
  operation: Record<string, Json>,
): string {
  const [own] = elements(operation.servers ?? item.servers);
  const url = textOf(spec.open(own).url);
  return url !== undefined && /^https?:\/\//i.test(url)
    ? url.replace(/\/+$/, "")
    : `{{${BASE_URL}}}`;
}

function cookieRow(cookies: readonly string[]): FileRow[] {
  return cookies.length === 0
    ? []
    : [{ name: "Cookie", value: cookies.join("; ") }];
}

function authOf({ auth }: Security, common: string | undefined) {
  if (auth === undefined) return {};
  return JSON.stringify(auth) === common
    ? { auth: "inherit" as const }
    : { auth };
}
