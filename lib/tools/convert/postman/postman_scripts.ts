import type { FileScript } from "../open_collection.ts";
import { elements, type Json, members, textOf } from "../json.ts";
import type { ImportNote } from "../types.ts";

/** Scripts of a request or a level, and what is said of those that are left out. */
export interface PostmanScripts {
  readonly scripts: FileScript[];
  readonly notes: readonly Pick<ImportNote, "kind" | "message" | "lost">[];
}

/** Postman's events that are scripts, and when they run. */
const EVENTS: Readonly<Record<string, FileScript["type"]>> = {
  prerequest: "before-request",
  test: "tests",
};

/** Reads `event`: scripts are kept as they are, for Postman's dialect. */
export function postmanScripts(value: Json): PostmanScripts {
  const scripts: FileScript[] = [];
  const notes: PostmanScripts["notes"][number][] = [];
  const leaveOut = (kind: ImportNote["kind"], message: string) =>
    notes.push({ kind, message, lost: { scripts: 1 } });
  for (const event of elements(value).map(members)) {
    const listen = textOf(event.listen) ?? "";
    const type = Object.hasOwn(EVENTS, listen) ? EVENTS[listen] : undefined;
    const script = typeof event.script === "string"
      ? { exec: event.script }
      : members(event.script);
    const code = typeof script.exec === "string"
      ? script.exec
      : elements(script.exec).map((line) => textOf(line) ?? "").join("\n");
    if (code.trim() === "") {
      if (script.src !== undefined) {
        leaveOut(
          "person",
          `The ${listen} script is kept in another place: copy its text`,
        );
      }
    } else if (event.disabled === true) {
      leaveOut("changed", `Left out the ${listen} script: it is switched off`);
    } else if (type === undefined) {
      leaveOut(
        "person",
        `Left out a script: Brace has no event "${listen}"`,
      );
    } else {
      scripts.push({
        type,
        code,
        extensions: { brace: { dialect: "postman" } },
      });
    }
  }
  return { scripts, notes };
}
