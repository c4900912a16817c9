import { GLOBALS_NAME } from "../../../core/collection/format.ts";
import {
  elements,
  isMapping,
  members,
} from "../../../core/source/plain_value.ts";

/** What a JSON document of Postman's is. */
export type PostmanDocument =
  | {
    readonly kind: "collection" | "environment" | "version 1";
    readonly data: Record<string, unknown>;
  }
  | {
    /** One file with everything; the list of a data export names other files. */
    readonly kind: "dump" | "list";
    readonly data: Record<string, unknown>;
  };

/** What a document of Postman's is, by its members; undefined for anything else, such as rows of data. */
export function postmanDocument(value: unknown): PostmanDocument | undefined {
  const root = members(value);
  // Postman's API wraps what it gives.
  const wrapped = ["collection", "environment"].map((key) => root[key])
    .find((one) =>
      isMapping(one) &&
      (Array.isArray(one.item) || Array.isArray(one.values))
    );
  const data = wrapped === undefined ? root : members(wrapped);
  const isCollection = Array.isArray(data.item) &&
    (isMapping(data.info) || data.item.length > 0 && data.item.every(isItem));
  if (isCollection) return { kind: "collection", data };
  if (isEnvironment(data)) return { kind: "environment", data };
  if (
    Array.isArray(data.requests) && typeof data.name === "string" &&
    (Array.isArray(data.order) || Array.isArray(data.folders))
  ) return { kind: "version 1", data };
  if (
    Array.isArray(root.collections) &&
    ["environments", "globals"].some((key) => Array.isArray(root[key]))
  ) return { kind: "dump", data: root };
  const lists = Object.values(root);
  const isList = ["collection", "environment"].some((key) => key in root) &&
    lists.every((one) =>
      isMapping(one) && Object.values(one).every((is) => is === true)
    );
  return isList ? { kind: "list", data: root } : undefined;
}

function isItem(value: unknown): boolean {
  return ["request", "item"].some((key) => key in members(value));
}

function isEnvironment(data: Record<string, unknown>): boolean {
  if (!Array.isArray(data.values)) return false;
  if (typeof data._postman_variable_scope === "string") return true;
  return typeof data.name === "string" && data.values.length > 0 &&
    data.values.every((row) => "key" in members(row));
}

/** The documents that a file with everything holds. */
export function documentsOfDump(
  dump: Record<string, unknown>,
): readonly unknown[] {
  const globals = elements(dump.globals);
  return [
    ...elements(dump.collections),
    ...elements(dump.environments),
    ...globals.length === 0 ? [] : [{
      name: GLOBALS_NAME,
      values: globals,
      _postman_variable_scope: "globals",
    }],
  ];
}
