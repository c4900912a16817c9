import type { FileKind } from "../../../core/collection/file_kind.ts";
import { REQUEST } from "../../../core/collection/shape/item.ts";
import {
  COLLECTION,
  ENVIRONMENT,
  FOLDER,
} from "../../../core/collection/shape/level.ts";
import type { FormatStyle } from "./format_yaml.ts";

/** How a file is written, by what it is about. */
export function styleOf(kind: FileKind): FormatStyle {
  switch (kind) {
    case "collection":
      return { shape: COLLECTION, spaced: true };
    case "folder":
      return { shape: FOLDER, spaced: true };
    case "request":
      return { shape: REQUEST, spaced: true };
    case "environment":
      return { shape: ENVIRONMENT, spaced: false };
    default:
      return kind satisfies never;
  }
}
