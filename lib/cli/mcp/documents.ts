import { FILE_KINDS } from "../../core/collection/format.ts";
import { jsonSchema } from "../../core/collection/shape/json_schema.ts";

// What an agent can read that is not of its collection: listed, and loaded, together.

export { PAGES } from "../topic/topic_command.ts";

/** The JSON Schemas of files, by their kinds. */
export function schemas(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    FILE_KINDS.map((kind) => [kind, JSON.stringify(jsonSchema(kind))]),
  );
}
