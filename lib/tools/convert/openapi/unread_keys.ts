import { nearest } from "../../../core/source/nearest.ts";
import { isMapping } from "../json.ts";
import { OPERATION_KEYS } from "./paths.ts";
import type { Spec } from "./spec.ts";

const COMMON = ["info", "paths", "security", "tags", "externalDocs"];
const KEYS = [
  ...COMMON,
  "$self",
  "jsonSchemaDialect",
  "servers",
  "webhooks",
  "components",
];
const KEYS_OF_SWAGGER = [
  ...COMMON,
  "host",
  "basePath",
  "schemes",
  "consumes",
  "produces",
  "definitions",
  "parameters",
  "responses",
  "securityDefinitions",
];

/** What a path has besides its operations. */
const KEYS_OF_PATH = [
  "$ref",
  "summary",
  "description",
  "servers",
  "parameters",
  "additionalOperations",
];

/** Misspelled keys of a document and its paths, whose values nothing reads, and a document without paths. */
export function unreadKeys(
  spec: Spec,
): { message: string; path: string }[] {
  const { root, isSwagger } = spec;
  const keys = isSwagger ? KEYS_OF_SWAGGER : KEYS;
  const absent = keys.filter((key) => !Object.hasOwn(root, key));
  const own = Object.keys(root).filter((key) =>
    !keys.includes(key) && !/^(?:x-|openapi$|swagger$)/.test(key)
  );
  const misspelled = own.flatMap((key) => {
    const meant = nearest(key, absent);
    return meant === undefined ? [] : [{
      message:
        `The document has an unknown key "${key}", which Brace ignores (did you mean "${meant}"?)`,
      path: key,
      meant,
    }];
  });
  const hasPaths = Object.hasOwn(root, "paths") ||
    Object.hasOwn(root, "webhooks") ||
    misspelled.some(({ meant }) => meant === "paths");
  return [
    ...misspelled.map(({ message, path }) => ({ message, path })),
    ...misspelledMethods(spec, "paths"),
    ...misspelledMethods(spec, "webhooks"),
    ...(hasPaths ? [] : [{
      message: 'The document has no "paths", which requests are made of',
      path: "paths",
    }]),
  ];
}

/**
 * Methods that are misspelled, such as `GET`, and other keys that hold an
 * operation: each once, however many paths have it.
 */
function misspelledMethods(
  spec: Spec,
  part: "paths" | "webhooks",
): { message: string; path: string }[] {
  const found = new Map<
    string,
    { meant: string | undefined; paths: string[] }
  >();
  for (const [path, one] of Object.entries(spec.open(spec.root[part]))) {
    if (path.startsWith("x-")) continue;
    const item = spec.open(one);
    for (const [key, operation] of Object.entries(item)) {
      const isKnown = OPERATION_KEYS.has(key) || KEYS_OF_PATH.includes(key) ||
        key.startsWith("x-");
      if (isKnown || !isMapping(operation)) continue;
      const meant = meantMethod(key, item);
      if (meant === undefined && !isOperation(spec.open(operation))) continue;
      const known = found.get(key);
      if (known) known.paths.push(path);
      else found.set(key, { meant, paths: [path] });
    }
  }
  const what = part === "paths" ? "path" : "webhook";
  return [...found].map(([key, { meant, paths }]) => {
    const where = paths.length === 1
      ? `The ${what} "${paths[0]}" of the document has`
      : `${paths.length} ${what}s of the document, such as "${paths[0]}", have`;
    return {
      message: `${where} an unknown key "${key}", which Brace ignores (${
        meant === undefined
          ? 'it holds an operation: name it by its method, such as "get"'
          : `did you mean "${meant}"?`
      })`,
      path: `${part}.${paths[0]}.${key}`,
    };
  });
}

/** Whether a value under an unknown key is an operation: it has what only operations have. */
function isOperation(value: Readonly<Record<string, unknown>>): boolean {
  return ["responses", "operationId", "requestBody"]
    .some((key) => Object.hasOwn(value, key));
}

/** The method that a key means; of others, one that the path lacks. */
function meantMethod(
  key: string,
  item: Readonly<Record<string, unknown>>,
): string | undefined {
  const lower = key.toLowerCase();
  if (OPERATION_KEYS.has(lower)) return lower;
  return nearest(
    key,
    [...OPERATION_KEYS].filter((it) => !Object.hasOwn(item, it)),
  );
}
