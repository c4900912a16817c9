/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Problem, SaveAnswer } from "../api.ts";
import type { TreeItem } from "../state_view.ts";

/** What stands above the page and waits for an answer. */
export type Asking =
  | { readonly kind: "keys" | "palette" | "environments" | "paste" }
  | {
    readonly kind: "name";
    readonly title: string;
    readonly name: string;
    /** What the button says. */
    readonly action: string;
    /** The type of a request is asked for, too. */
    readonly hasType?: boolean;
    readonly hint?: string;
    readonly done: (name: string, type: string) => Promise<unknown>;
  }
  | { readonly kind: "delete"; readonly item: TreeItem }
  | {
    readonly kind: "conflict";
    readonly id: string;
    readonly conflict: Extract<SaveAnswer, { type: "conflict" }>;
  };

/** Something that the person is told at the top of the page. */
export interface Notice {
  readonly text: string;
  readonly kind: "error" | "done";
  readonly problems?: readonly Problem[];
  /** More than anybody reads at once: only their number is shown at first. */
  readonly notes?: readonly string[];
}
