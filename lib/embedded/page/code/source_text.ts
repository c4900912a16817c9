import type { JsonInsertion } from "../../../tools/report/provenance/provenance_json.ts";
import { sourceOf } from "../../../tools/report/provenance/provenance_lines.ts";

/** Says which scope, file and line gave a value, or who else. */
export function sourceText({ origin, ...insertion }: JsonInsertion): string {
  if (origin.kind !== "file") {
    return sourceOf({ ...insertion, origin }, undefined);
  }
  const at = { file: origin.file ?? "", path: [] };
  return sourceOf({ ...insertion, origin: { kind: "file", at } }, origin);
}
