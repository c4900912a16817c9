import type { Diagnostic, TextEdit } from "../../core/source/diagnostic.ts";

/**
 * Where a value stands, by the keys of OpenCollection whatever the file's
 * format: `["http", "headers", 0, "value"]`. In a file that is a whole
 * collection the keys of the item come first: `["items", 3, "http", "url"]`.
 */
export type EditKeys = readonly (string | number)[];

/** Plain data: what YAML and JSON hold. */
export type EditData =
  | string
  | number
  | boolean
  | null
  | readonly EditData[]
  | { readonly [key: string]: EditData };

/** A change of what a file says. Several apply one after the other: keys are those after the edits before. */
export type Edit =
  /**
   * Gives a value; mappings on the way are made. Where a mapping or list is
   * there already, only what differs in it changes: all of `headers` can be set
   * for one header. The keys `[]` set the whole file.
   */
  | { readonly kind: "set"; readonly keys: EditKeys; readonly value: EditData }
  /** Takes a member or an element away; nothing where it is not there. */
  | { readonly kind: "remove"; readonly keys: EditKeys }
  /** Adds an element before the one at the index that ends the keys; the list is made where it is missing. */
  | {
    readonly kind: "insert";
    readonly keys: EditKeys;
    readonly value: EditData;
  }
  /** Puts an element, with its comments, elsewhere in its list. */
  | { readonly kind: "move"; readonly keys: EditKeys; readonly to: number };

/** A file of a collection, as it was when the edits were made. */
export interface EditedFile {
  /** Path inside the collection, which says what the file is. */
  readonly path: string;
  /** Path that messages show. Default: `path`. */
  readonly shown?: string;
  readonly text: string;
}

/** What edits give: the new text, or why there is none. */
export type Edited =
  | {
    readonly text: string;
    /** The stretches of the old text that are replaced, sorted; empty: nothing changes. */
    readonly edits: readonly TextEdit[];
    readonly problem?: undefined;
  }
  | {
    readonly problem: Diagnostic;
    readonly text?: undefined;
    readonly edits?: undefined;
  };

/** What a file says, as plain data, or why it cannot be read. */
export type FileData =
  | {
    readonly data: EditData;
    /** A scalar as it is written: `1.10` where the data has 1.1; undefined where nothing is. */
    written(keys: EditKeys): string | undefined;
    readonly problem?: undefined;
  }
  | { readonly problem: Diagnostic; readonly data?: undefined };
