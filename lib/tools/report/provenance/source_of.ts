import type { Insertion } from "../../../core/http/insertion.ts";
import { formatPlace, type PlaceOfFile } from "../console/diagnostic_lines.ts";

/** Says in a few words which scope, file and line gave a value, or who else. */
export function sourceOf(
  { scope, label, origin }: {
    readonly scope?: string;
    readonly label?: string;
    readonly origin: Insertion["origin"];
  },
  location: PlaceOfFile | undefined,
): string {
  const where = scope === undefined
    ? []
    : [label === undefined ? scope : `${scope} ${label}`];
  switch (origin.kind) {
    case "file":
      return [...where, formatPlace(location) ?? origin.at.file].join(", ");
    case "script":
      return [...where, "set by a script"].join(", ");
    case "flag":
      return [...where, scope === "environment" ? "--env-var" : "--var"]
        .join(", ");
    case "row":
      return "data row";
    case "program":
      return [...where, "given by the program"].join(", ");
    case "prompt":
      return [...where, `the answer to "${origin.question}"`].join(", ");
    case "store":
      return [...where, `a store (${origin.type})`].join(", ");
    case "generator":
      return "generated";
    case "process":
      return scope === undefined
        ? "the process's environment or .env"
        : [...where, `the environment variable ${origin.name}`].join(", ");
    default:
      return origin satisfies never;
  }
}
