import { parse } from "@std/yaml/parse";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { Json } from "../json.ts";
import { tooManyValues } from "../too_many_values.ts";

/** Reads YAML or JSON, with or without a byte order mark; what is wrong is located. */
export function parseText(
  file: string,
  text: string,
): { value: Json } | { diagnostic: Diagnostic } {
  let value: Json;
  try {
    value = parse(text.replace(/^\ufeff/, ""), { schema: "core" });
  } catch (error) {
    const { message, line, column } = error as SyntaxError & {
      line?: number;
      column?: number;
    };
    return {
      diagnostic: {
        code: "YAML_SYNTAX",
        severity: "error",
        message: `Cannot read "${file}": ${message.split("\n", 1)[0]}`,
        location: {
          file,
          ...(line !== undefined && { line }),
          ...(column !== undefined && { column }),
        },
      },
    };
  }
  const limit = tooManyValues(file, value);
  return limit ? { diagnostic: limit } : { value };
}
