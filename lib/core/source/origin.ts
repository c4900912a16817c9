/**
 * Where a text stands in a collection's files: the file and the path of keys
 * and indexes that leads to the scalar.
 */
export interface Origin {
  /** Path of the file, as shown to the user; `""` for a text that is in no file. */
  readonly file: string;
  /** Keys and indexes from the document's root, such as `["http", "url"]`. */
  readonly path: readonly (string | number)[];
  /** Set where a script replaced the text: offsets in it are not those of the file. */
  readonly scripted?: true;
  /** Where the text begins in a file that has no keys, such as a `.env`; it is not shown. */
  readonly place?: { readonly line: number; readonly column: number };
}

/** A text that a person wrote in a collection's file: a template, unparsed. */
export interface Text {
  /** The text as written. */
  readonly text: string;
  /** Where it stands. */
  readonly at: Origin;
  /**
   * Set for a text that a script wrote into a request: the expressions that are
   * placeholders in it; any other `{{…}}` is text. Absent: all are.
   */
  readonly only?: ReadonlySet<string>;
}

/**
 * Writes a YAML path the way diagnostics show it.
 *
 * @example
 * ```ts
 * import { formatYamlPath } from "./origin.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(formatYamlPath(["http", "headers", 0, "value"]), "http.headers[0].value");
 * ```
 */
export function formatYamlPath(path: readonly (string | number)[]): string {
  // Joined, as it takes half the memory of a text that is put together piece by piece.
  return path.map((key, at) =>
    typeof key === "number" ? `[${key}]` : at === 0 ? key : `.${key}`
  ).join("");
}

/** The origin of what keys and indexes lead to from here. */
export function originInside(
  { file, path }: Origin,
  ...keys: (string | number)[]
): Origin {
  return { file, path: [...path, ...keys] };
}

/** Where diagnostics say that a typed request stands, as it is in no file. */
export const TYPED_FILE = "command line";
