import { isPostmanId } from "../../../core/plan/find_request.ts";
import { elements, jsonTextOf, members, type RawJson } from "../json.ts";
import type { ImportNote } from "../types.ts";

/** The name of a request that has none. */
export const NAMELESS = "request";

/** A call that goes on with a request, or any other text that can be an ID. */
const TEXT =
  /(?<call>\bsetNextRequest\s*\(\s*)?(?<quote>["'`])(?<text>[\w.-]+)\k<quote>/g;

/** A script that names requests by their names, and what has to be said of it. */
interface NamingScript {
  readonly code: string;
  readonly notes: readonly Pick<ImportNote, "kind" | "message">[];
}

/** The requests of exports by their IDs, which Postman's scripts may go on with. */
export class RequestIds {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(collections: Iterable<Record<string, RawJson>>) {
    const open = [...collections];
    for (let level = open.pop(); level; level = open.pop()) {
      for (const item of elements(level.item).map(members)) {
        if (Array.isArray(item.item)) open.push(item);
        else this.#add(item);
      }
    }
  }

  #add(item: Record<string, RawJson>): void {
    const name = jsonTextOf(item.name) || NAMELESS;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    const id = jsonTextOf(item.id) || jsonTextOf(item._postman_id);
    if (id) this.#names.set(id, name);
  }

  /** Writes names instead of IDs, which Postman looks for first and Brace does not keep. */
  named(code: string): NamingScript {
    const notes = new Map<string, ImportNote["kind"]>();
    const by = (id: string, name: string) =>
      `the request "${name}" by its ID "${id}", which Brace does not keep`;
    const named = code.replaceAll(TEXT, (all, ...groups) => {
      const { call, quote, text } = groups.at(-1);
      const name = this.#names.get(text);
      if (name === undefined || name === text) return all;
      if (call === undefined) {
        if (isPostmanId(text)) {
          notes.set(
            `The script has ${by(text, name)}: write the request's name`,
            "person",
          );
        }
        return all;
      }
      if (this.#counts.get(name) !== 1) {
        notes.set(
          `The script goes on with ${
            by(text, name)
          }, and other requests have this name, too: rename the request, and write its new name`,
          "person",
        );
        return all;
      }
      notes.set(
        `The script goes on with the request "${name}" by its name instead of its ID`,
        "changed",
      );
      return call + quoted(name, quote);
    });
    return {
      code: named,
      notes: [...notes].map(([message, kind]) => ({ kind, message })),
    };
  }
}

/** A text of JavaScript, with a script's own quotes where they fit. */
function quoted(name: string, quote: string): string {
  return /["'`\\$\p{Cc}\u2028\u2029]/u.test(name)
    ? JSON.stringify(name)
    : quote + name + quote;
}
