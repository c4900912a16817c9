/** What the page shows at first. */
export interface State {
  readonly name: string;
  /** The collection's own file, to be opened; absent in a folder without a collection. */
  readonly collection?: string;
  /** The folder has no collection; `init` makes one. */
  readonly empty?: true;
  /** The collections in the folder that has none, and the command line that opens each. */
  readonly inside?: readonly {
    readonly name: string;
    readonly command: string;
  }[];
  readonly version: string;
  readonly readOnly: boolean;
  readonly history: "none" | "session" | "kept";
  /** The names of the environments that are selected. */
  readonly selected: readonly string[];
  readonly environments: readonly {
    readonly id: string;
    readonly name: string;
    /** The name of the environment whose variables show through. */
    readonly extends?: string;
    readonly problems: number;
  }[];
  readonly tags: readonly string[];
  /** Folders and requests in the order of a run, each after its folder. */
  readonly items: readonly TreeItem[];
  /** Files that cannot be read; they can be mended in Source. */
  readonly broken: readonly {
    readonly id: string;
    readonly file: string;
    readonly message: string;
  }[];
}

export interface TreeItem {
  readonly id: string;
  /** Id of the folder that it is in; absent at the top. */
  readonly parent?: string;
  readonly kind: "folder" | "request" | "unsupported";
  readonly name: string;
  /** Path of its file inside the collection; of a folder that of the folder. */
  readonly path: string;
  readonly type?: string;
  /** As written. */
  readonly method?: string;
  readonly url?: string;
  readonly tags?: readonly string[];
  /** It is in setup or teardown, which also run for requests elsewhere. */
  readonly isStaged?: true;
  /** How many errors and warnings its file has; absent: none. */
  readonly problems?: number;
}
