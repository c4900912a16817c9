import type { FileKind } from "../../core/collection/file_kind.ts";
import { type AccountCounts, sumCounts } from "./counts.ts";
import { elements, type Json, jsonTextOf, members } from "./json.ts";

/** A file of a collection as data, and what it is about. */
export interface WrittenFile {
  readonly kind: FileKind;
  readonly data: Json;
}

/** Counts what the files of a collection hold, each by what it is about. */
export function countWritten(files: Iterable<WrittenFile>): AccountCounts {
  return sumCounts([...files].map(countFile));
}

function countFile({ kind, data }: WrittenFile): Partial<AccountCounts> {
  const root = members(data);
  switch (kind) {
    case "collection":
    case "folder":
      return countLevel(members(root.request));
    case "environment":
      return {
        environments: 1,
        variables: elements(root.variables).length,
      };
    case "request":
      return {
        requests: 1,
        examples: elements(root.examples).length,
        ...countLevel(members(root.runtime)),
      };
    default:
      return kind satisfies never;
  }
}

/** Variables and scripts of a request, a folder or the collection; a blank script is none. */
function countLevel(level: Record<string, Json>): Partial<AccountCounts> {
  return {
    variables: elements(level.variables).length,
    scripts:
      elements(level.scripts).filter((script) =>
        (jsonTextOf(members(script).code) ?? "").trim() !== ""
      ).length,
  };
}
