import { type AccountCounts, sumCounts } from "../counts.ts";
import { elements, members, type RawJson } from "../json.ts";
import type { ImportNote } from "../types.ts";
import { type OperationOfPath, operationsOfPath } from "./paths.ts";
import { preferred } from "./request_body.ts";
import { untested } from "./response_checks.ts";
import { ownServer } from "./servers.ts";
import type { Spec } from "./spec.ts";

/** An operation, what it belongs to, and its path. */
interface Found extends OperationOfPath {
  readonly item: Record<string, RawJson>;
  readonly path: string;
}

/**
 * Counts what a document holds: an operation is a request, those of webhooks
 * and callbacks as well; a server is an environment with its URL as a variable,
 * and one for each of its own; a parameter of the path that a row cannot hold
 * is a variable; an example is one of a response, and one of a body beside
 * the body itself. Parameters' examples are values, and a document has no
 * scripts.
 *
 * @param inPaths The names of path parameters that become variables, by the
 * places of operations: an example that is made again could be another one, since
 * all of them share a budget.
 */
export function countOpenapi(spec: Spec, inPaths: InPaths): AccountCounts {
  const operations = operationsIn(spec, spec.root.paths);
  const others = leftOut(spec).flatMap(({ operations }) => operations);
  const servers = serversIn(spec);
  return sumCounts([
    {
      environments: servers.length,
      variables: servers.length + servers.reduce(
        (sum, server) => sum + Object.keys(members(server.variables)).length,
        0,
      ),
    },
    ...operations.map((one) => countOperation(spec, one, inPaths)),
    ...others.map(({ operation }) => ({
      requests: 1,
      examples: examplesIn(spec, operation),
    })),
  ]);
}

/** The names of variables by the places of operations. */
type InPaths = ReadonlyMap<string, Iterable<string>>;

/** Where an operation of a path stands. */
export function operationPlace(
  { path, at }: Pick<Found, "path" | "at">,
): string {
  return `paths.${path}.${at}`;
}

/** Counts what an operation of a path holds. */
export function countOperation(
  spec: Spec,
  found: Found,
  inPaths: InPaths,
): Partial<AccountCounts> {
  return {
    requests: 1,
    variables: variablesIn(spec, found, inPaths),
    examples: examplesIn(spec, found.operation),
  };
}

/** The operations that the server sends, in webhooks and callbacks: named. */
export function openapiLosses(spec: Spec, file: string): ImportNote[] {
  return leftOut(spec).filter(({ operations }) => operations.length > 0).map(
    ({ path, operations }) => ({
      kind: "changed",
      message: `Left out "${
        path.split(".").at(-1)
      }": the server sends these, not the client`,
      source: { file, path },
      lost: {
        requests: operations.length,
        examples: operations.reduce(
          (sum, { operation }) => sum + examplesIn(spec, operation),
          0,
        ),
      },
    }),
  );
}

/** The links of responses: which value of one another operation needs. */
export function linksLeftOut(spec: Spec, file: string): ImportNote[] {
  const places = Object.entries(spec.open(spec.root.paths)).flatMap(
    ([path, item]) =>
      operationsOfPath(spec.open(item)).filter(({ operation }) =>
        Object.values(spec.open(operation.responses)).some((response) =>
          Object.keys(spec.open(spec.open(response).links)).length > 0
        )
      ).map(({ at }) => `paths.${path}.${at}.responses`),
  );
  if (places.length === 0) return [];
  const [first] = places;
  const where = places.length === 1
    ? "an operation"
    : `${places.length} operations`;
  return [{
    kind: "person",
    message:
      `Left out the links of ${where}: pass the values on in after-response scripts, such as client.setVar("id", res.body.id), and use {{id}} in the other request`,
    source: { file, path: first },
  }];
}

/** The responses with a schema that no test checks. */
export function testsLeftOut(
  spec: Spec,
  operations: readonly Found[],
  file: string,
): ImportNote[] {
  const places = operations.flatMap((one) =>
    untested(spec, one.operation).map((code) =>
      `${operationPlace(one)}.responses.${code}`
    )
  );
  if (places.length === 0) return [];
  const [first] = places;
  const what = places.length === 1
    ? "the schema test of a response, whose media type is"
    : `the schema tests of ${places.length} responses, whose media types are`;
  return [{
    kind: "changed",
    message: `Left out ${what} not JSON`,
    source: { file, path: first },
    // The document has no scripts, and an update names them as well.
    lost: {},
  }];
}

function leftOut(spec: Spec): { path: string; operations: Found[] }[] {
  const webhooks = {
    path: "webhooks",
    operations: operationsIn(spec, spec.root.webhooks),
  };
  const callbacks = Object.entries(spec.open(spec.root.paths)).flatMap(
    ([path, item]) =>
      operationsOfPath(spec.open(item)).map(({ at, operation }) => ({
        path: `paths.${path}.${at}.callbacks`,
        operations: Object.values(members(operation.callbacks))
          .flatMap((callback) => operationsIn(spec, spec.open(callback))),
      })),
  );
  return [webhooks, ...callbacks];
}

function operationsIn(spec: Spec, paths: RawJson): Found[] {
  return Object.entries(spec.open(paths)).flatMap(([path, one]) => {
    const item = spec.open(one);
    return operationsOfPath(item).map((found) => ({ ...found, path, item }));
  });
}

function serversIn(spec: Spec): Record<string, RawJson>[] {
  const { root } = spec;
  if (!spec.isSwagger) {
    return elements(root.servers).map((one) => spec.open(one));
  }
  if (root.host === undefined && root.basePath === undefined) return [];
  const schemes = elements(root.schemes).filter((one) =>
    one === "http" || one === "https"
  );
  return Array.from({
    length: root.host === undefined ? 1 : Math.max(1, schemes.length),
  }, () => ({}));
}

function examplesIn(spec: Spec, operation: Record<string, RawJson>): number {
  const sent = Object.values(
    spec.open(spec.open(operation.requestBody).content),
  ).map((media) => examplesOf(spec, media));
  const bodies = sent.reduce((sum, count) => sum + count, 0);
  const isBody = bodies === 1 &&
    (sent.length === 1 || bodyHas(spec, operation));
  const responses = Object.values(spec.open(operation.responses)).map(
    (response) => {
      const { content, examples } = spec.open(response);
      return Object.values(spec.open(content)).reduce<number>(
        (sum, media) => sum + examplesOf(spec, media),
        spec.isSwagger ? Object.keys(members(examples)).length : 0,
      );
    },
  );
  return responses.reduce((sum, count) => sum + count, isBody ? 0 : bodies);
}

/** Whether the medium that the request is sent with has the example. */
function bodyHas(spec: Spec, operation: Record<string, RawJson>): boolean {
  const content = spec.open(spec.open(operation.requestBody).content);
  const type = preferred(Object.keys(content));
  return type !== undefined && examplesOf(spec, content[type]) > 0;
}

function examplesOf(spec: Spec, media: RawJson): number {
  const { example, examples } = spec.open(media);
  return (example === undefined ? 0 : 1) +
    Object.keys(members(examples)).length;
}

/** Path parameters that a row cannot hold, and variables of an own server. */
function variablesIn(
  spec: Spec,
  found: Found,
  inPaths: InPaths,
): number {
  const { item, operation } = found;
  return new Set([
    ...inPaths.get(operationPlace(found)) ?? [],
    ...ownServer(spec, item, operation).variables.map(({ name }) => name),
  ]).size;
}
