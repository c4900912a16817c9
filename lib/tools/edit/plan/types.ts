import type { Item } from "../../../core/collection/types.ts";
import type { Diagnostic } from "../../../core/source/diagnostic.ts";
import type { EditData } from "../types.ts";

/** A collection whose items change. */
export interface ChangedCollection {
  /** Path of its own file. */
  readonly main: string;
  readonly files: ReadonlyMap<string, string>;
  /** The collection's items, if the caller has read them. */
  readonly items?: readonly Item[];
}

/** A change of a collection's items. Paths are those of the items, of environments those of their files. */
export type CollectionChange =
  | {
    readonly kind: "create-request";
    /** `""` for the collection itself. */
    readonly folder: string;
    readonly name: string;
    /** The rest of its file: `{ http: { method, url } }`. Default: a GET request without a URL. */
    readonly data?: EditData;
    /** A number goes behind a name that is taken. */
    readonly isNumbered?: true;
  }
  | {
    readonly kind: "create-folder";
    readonly folder: string;
    readonly name: string;
    /** A number goes behind a name that is taken. */
    readonly isNumbered?: true;
  }
  | { readonly kind: "create-environment"; readonly name: string }
  | { readonly kind: "rename"; readonly path: string; readonly name: string }
  | {
    readonly kind: "move";
    readonly path: string;
    readonly folder: string;
    /** Path of the item that it goes before; absent: it goes to the end. */
    readonly before?: string;
  }
  | {
    readonly kind: "duplicate";
    readonly path: string;
    /** Default: its name and "copy". */
    readonly name?: string;
  }
  | { readonly kind: "delete"; readonly path: string };

/** A change of a file or folder, by paths inside the collection. */
export type FileChange =
  | {
    readonly kind: "write";
    readonly path: string;
    readonly text: string;
    /** What the file holds now; absent: there is none. */
    readonly was?: string;
  }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "remove"; readonly path: string };

/** What a change comes to on the disk, or why it cannot be made. */
export type ChangePlan =
  | {
    readonly changes: readonly FileChange[];
    /** Of the item after the change; absent for one that is gone. */
    readonly path?: string;
    readonly problem?: undefined;
  }
  | { readonly problem: Diagnostic };
