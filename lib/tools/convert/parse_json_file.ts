import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { lineColumn } from "../../core/source/line_column.ts";
import type { Json } from "./json.ts";

/** Reads a JSON file, with or without a byte order mark; what is wrong is located. */
export function parseJsonFile(
  file: string,
  text: string,
): { value?: Json; diagnostic?: Diagnostic } {
  const source = text.replace(/^\ufeff/, "");
  try {
    return { value: JSON.parse(source) };
  } catch (error) {
    const position = /position (\d+)/.exec((error as SyntaxError).message)?.[1];
    return {
      diagnostic: {
        code: "INVALID_SYNTAX",
        severity: "error",
        message: `Cannot read "${file}": it is not JSON`,
        location: {
          file,
          ...lineColumn(source, Number(position ?? source.length)),
        },
      },
    };
  }
}

/** A file whose content is not what it is taken for. */
export function cannotImport(file: string, why: string): Diagnostic {
  return {
    code: "NOT_A_COLLECTION",
    severity: "error",
    message: `Cannot import "${file}": ${why}`,
    location: { file },
  };
}
