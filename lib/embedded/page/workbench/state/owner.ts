import type { Question } from "../api.ts";
import type { State } from "../state_view.ts";
import type { Doc } from "./doc.ts";

/** Whom the parts of the page's state belong to, as far as they know it. */
export interface StateOwner {
  /** Asked by the server while something is sent. */
  questions: Question[];
  readonly state: State | undefined;
  readonly docs: ReadonlyMap<string, Doc>;
  /** Draws the page anew. */
  changed(): void;
  /** Does something that may fail; the person is told why it did. */
  try<T>(action: () => Promise<T>): Promise<T | undefined>;
}
