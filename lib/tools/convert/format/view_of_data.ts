import type { ShapeView } from "../../../core/collection/shape/narrow.ts";
import { isPlainObject } from "../../../core/source/plain_value.ts";

/** What decides about the shape of data. */
export function viewOfData(data: unknown): ShapeView {
  return {
    kind: Array.isArray(data)
      ? "list"
      : isPlainObject(data)
      ? "mapping"
      : "scalar",
    text: (...keys) => {
      let at = data;
      for (const key of keys) {
        at = isPlainObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
      }
      return typeof at === "object" || at === undefined
        ? undefined
        : String(at);
    },
  };
}
