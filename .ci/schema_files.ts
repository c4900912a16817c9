import { FILE_KINDS } from "../lib/core/collection/format.ts";
import { jsonSchema } from "../lib/core/collection/shape/json_schema.ts";
import { schemaPath } from "../lib/core/collection/shape/schema_url.ts";
import type { GeneratedFile } from "./generated_file.ts";

/** The JSON Schemas of a collection's files. */
export function schemaFiles(): GeneratedFile[] {
  return FILE_KINDS.map((kind) => ({
    path: schemaPath(kind),
    text: `${JSON.stringify(jsonSchema(kind), null, 2)}\n`,
  }));
}
