import { nearest } from "../../../core/source/nearest.ts";
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

/** Misspelled keys of a document, whose values nothing reads, and a document without paths. */
export function unreadKeys(
  { root, isSwagger }: Spec,
): { message: string; path: string }[] {
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
    ...(hasPaths ? [] : [{
      message: 'The document has no "paths", which requests are made of',
      path: "paths",
    }]),
  ];
}
