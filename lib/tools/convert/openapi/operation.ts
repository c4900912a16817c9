import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type {
  FileExample,
  FileParam,
  FileRequest,
  FileRow,
} from "../open_collection.ts";
import type { ImportNote, ImportOptions } from "../types.ts";
import {
  isSegment,
  parametersOf,
  pathTemplate,
  variableName,
} from "./parameters.ts";
import { withLongNumbers } from "./long_numbers.ts";
import type { OperationOfPath } from "./paths.ts";
import { meantData } from "./meant_data.ts";
import { preferred, requestBody, swaggerBody } from "./request_body.ts";
import { schemaTest, statusAssertion } from "./response_checks.ts";
import { type Security, type SecurityContext, securityOf } from "./security.ts";
import { ownServer } from "./servers.ts";
import { docText, literal, type Spec } from "./spec.ts";

/** What turning operations into requests needs. */
export interface OperationContext extends ImportOptions, SecurityContext {
  readonly spec: Spec;
  /** The auth that the collection sets, as text; requests with the same inherit it. */
  readonly commonAuth: string | undefined;
}

/** An operation and where it stands. */
export interface Operation extends OperationOfPath {
  readonly path: string;
  readonly item: Record<string, RawJson>;
}

/** The request of an operation, and what has to be said of it. */
export function operationRequest(
  { path, method, item, operation }: Operation,
  context: OperationContext,
): {
  request: FileRequest;
  notes: Omit<ImportNote, "source" | "item">[];
  /** The names of the path's parameters whose values are variables. */
  inPath: readonly string[];
} {
  const { spec, commonAuth, withTests } = context;
  const lists = [elements(item.parameters), elements(operation.parameters)];
  const parameters = parametersOf(spec, lists, { path });
  const { params, headers, cookies, notes, variables: inPath } = parameters;
  const { body, contentType, notes: ofBody = [] } = spec.isSwagger
    ? swaggerBody(
      spec,
      lists.flat().map((one) => spec.open(one)),
      elements(operation.consumes ?? spec.root.consumes).map(jsonTextOf)
        .filter((one) => one !== undefined),
    )
    : requestBody(spec, operation.requestBody);
  const security = securityOf(
    spec,
    operation.security ?? spec.root.security,
    context,
  );
  const rows = [
    ...headers,
    ...security.headers,
    ...cookieRows(
      [...cookies, ...security.cookies],
      parameters.optionalCookies,
    ),
    ...(contentType === undefined
      ? []
      : [{ name: "Content-Type", value: contentType }]),
  ];
  const server = ownServer(spec, item, operation);
  const variables = [
    ...inPath,
    ...server.variables.filter(({ name }) =>
      inPath.every((one) => one.name !== name)
    ),
  ];
  const missing = missingPaths(path, params, inPath);
  const all: FileParam[] = [
    ...params,
    // Without a row Brace would send the name; without a value it sends nothing.
    ...missing.filter((name) => isSegment(path, name))
      .map((name) => ({ name, value: "", type: "path" as const })),
    ...security.params,
  ];
  const assertion = statusAssertion(spec, operation.responses);
  const test = withTests ? schemaTest(spec, operation) : undefined;
  const docs = docText(
    operation.deprecated === true ? "Deprecated." : undefined,
    operation.description,
  );
  const tags = elements(operation.tags).map(jsonTextOf).filter((one) =>
    one !== undefined
  );
  const runtime = {
    ...(variables.length > 0 && { variables }),
    ...(test && { scripts: [test] }),
    ...(assertion && { assertions: [assertion] }),
  };
  // Without a slash, a path would become a part of the host.
  const lead = /^[^/?#]/.test(path) ? "/" : "";
  const url = server.url + lead +
    pathTemplate(literal(path), parameters.prefixes);
  const { examples, left } = operationExamples(spec, {
    operation,
    method,
    url,
  });
  const request: FileRequest = {
    info: {
      name: nameOf(operation, method, path),
      type: "http",
      ...(tags.length > 0 && { tags }),
    },
    http: {
      method,
      url,
      ...(all.length > 0 && { params: all }),
      ...(rows.length > 0 && { headers: rows }),
      ...(body && { body }),
      ...authOf(security, commonAuth),
    },
    ...(Object.keys(runtime).length > 0 && { runtime }),
    // A key is a value, as it is in auth: a "&" in it begins no other parameter.
    ...(security.params.length > 0 && { settings: { encodeUrl: true } }),
    ...(docs !== undefined && { docs }),
    ...(examples.length > 0 && { examples }),
    // An update finds the request by it.
    extensions: {
      brace: {
        source: {
          operation: operationName({ path, method, operation }),
        },
      },
    },
  };
  const unmatched = [...spec.unmatched];
  spec.unmatched.clear();
  return {
    request: withLongNumbers(request),
    inPath: inPath.map(({ name }) => name),
    notes: [
      ...[
        ...notes,
        ...security.notes,
        ...ofBody,
        ...(server.note === undefined ? [] : [server.note]),
        ...missing.map((name) =>
          `The document has no parameter for "{${name}}" of the path: give it a value`
        ),
        ...unmatched.map((pattern) =>
          `The example may not match the pattern "${pattern}" of the document: write a value that does`
        ),
        ...(spec.budget.wasCut()
          ? [
            "The example is cut, since its schema makes too many values: fill in what is needed",
          ]
          : []),
      ].map((message) => ({ kind: "person" as const, message })),
      ...[
        ...parameters.mistakes,
        ...security.mistakes,
        ...(lead === "" ? [] : [
          `The path "${path}" of the document does not begin with "/": the URL has one before it`,
        ]),
      ].map((message) => ({
        kind: "person" as const,
        message,
        isMistake: true,
      })),
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

/** The name by which an update finds the request of an operation. */
export function operationName(
  { path, method, operation }: Pick<Operation, "path" | "method" | "operation">,
): string {
  return jsonTextOf(operation.operationId) || `${method} ${path}`;
}

/** The names in a path's braces that no parameter defines. */
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
    .filter((name) => !known.has(variableName(name)) && !known.has(name));
}

function nameOf(
  operation: Record<string, RawJson>,
  method: string,
  path: string,
): string {
  const summary = jsonTextOf(operation.summary)?.trim().replace(/\.$/, "");
  if (summary && summary.length <= 80 && !summary.includes("\n")) {
    return summary;
  }
  return jsonTextOf(operation.operationId) || `${method} ${path}`;
}

function cookieRows(
  always: readonly string[],
  optional: readonly string[],
): FileRow[] {
  const row = (cookies: readonly string[]) => ({
    name: "Cookie",
    value: cookies.join("; "),
  });
  const isSecond = always.length > 0;
  return [
    ...(isSecond ? [row(always)] : []),
    ...(optional.length === 0 ? [] : [{
      ...row([...always, ...optional]),
      // A request has one Cookie header.
      ...(isSecond && { description: "Instead of the row before it" }),
      disabled: true as const,
    }]),
  ];
}

function authOf({ auth }: Security, common: string | undefined) {
  if (auth === undefined) {
    // Without a word a check would ask whether the collection's is meant.
    return common === undefined ? {} : { auth: "none" as const };
  }
  return JSON.stringify(auth) === common
    ? { auth: "inherit" as const }
    : { auth };
}

/** Longer ones would make the files unreadable. */
const MAX_LENGTH = 20_000;

/** An example of the document: of a response, or of a body that is sent. */
interface DocumentExample {
  readonly name: string;
  readonly type: string;
  readonly value: RawJson;
  readonly description?: string;
  /** The response it is of; absent: the body of the request. */
  readonly status?: string;
}

/** The examples of an operation, and how many are not written. */
function operationExamples(
  spec: Spec,
  { operation, method, url }: {
    operation: Record<string, RawJson>;
    method: string;
    url: string;
  },
): { examples: FileExample[]; left: number } {
  const examples: FileExample[] = [];
  let left = 0;
  for (const one of examplesOf(spec, operation)) {
    const data = dataOf(one);
    if (data === undefined || data.length > MAX_LENGTH) {
      left++;
      continue;
    }
    const body = { type: /[/+]json\b/i.test(one.type) ? "json" : "text", data };
    const { description } = one;
    examples.push({
      name: one.name,
      ...(description !== undefined && { description }),
      ...(one.status === undefined
        ? { request: { method, url, body } }
        : { response: { ...statusOf(one.status), body } }),
    });
  }
  return { examples, left };
}

function examplesOf(
  spec: Spec,
  operation: Record<string, RawJson>,
): DocumentExample[] {
  const { content } = spec.open(operation.requestBody);
  const types = Object.keys(spec.open(content));
  // Of several types, the name tells which one a body is of.
  const sent = mediaExamples(
    spec,
    content,
    (type) => types.length > 1 ? `request ${type}` : "request",
  );
  // A single one is the body itself.
  const type = preferred(types);
  const further = sent.length === 1 && sent[0].type === type ? [] : sent;
  const received = Object.entries(spec.open(operation.responses)).flatMap(
    ([status, response]) => {
      const opened = spec.open(response);
      const old = spec.isSwagger
        ? Object.entries(members(opened.examples)).map(([type, value]) => ({
          name: status,
          type,
          value,
        }))
        : [];
      return [...mediaExamples(spec, opened.content, () => status), ...old]
        .map((one) => ({ ...one, status }));
    },
  );
  return [...further, ...received];
}

function mediaExamples(
  spec: Spec,
  content: RawJson,
  nameOf: (type: string) => string,
): DocumentExample[] {
  return Object.entries(spec.open(content)).flatMap(([type, media]) => {
    const { example, examples, schema } = spec.open(media);
    const single = example === undefined
      ? []
      : [{ name: nameOf(type), type, value: meantData(spec, schema, example) }];
    const named = Object.entries(members(examples)).map(([name, one]) => {
      const { summary, description, value } = spec.open(one);
      const about = docText(description);
      return {
        name: jsonTextOf(summary)?.trim() || name,
        type,
        value: meantData(spec, schema, value),
        ...(about !== undefined && { description: about }),
      };
    });
    return [...single, ...named];
  });
}

/** Undefined for a value that is kept in another place. */
function dataOf({ value, type }: DocumentExample): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === "string" && !/[/+]json\b/i.test(type)
    ? value
    : JSON.stringify(value, null, 2);
}

function statusOf(status: string): { status?: number } {
  return /^\d{3}$/.test(status) ? { status: Number(status) } : {};
}
