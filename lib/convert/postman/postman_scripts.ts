import type { FileScript } from "../open_collection.ts";
import { elements, type Json, members, textOf } from "../json.ts";

/** Postman's events that are scripts, and when they run. */
const EVENTS: Readonly<Record<string, FileScript["type"]>> = {
  prerequest: "before-request",
  test: "tests",
};

/** Reads `event`: scripts are kept as they are, for Postman's dialect. */
export function postmanScripts(value: Json): FileScript[] {
  const scripts: FileScript[] = [];
  for (const event of elements(value).map(members)) {
    const type = EVENTS[textOf(event.listen) ?? ""];
    if (type === undefined || event.disabled === true) continue;
    const script = typeof event.script === "string"
      ? { exec: event.script }
      : members(event.script);
    const code = typeof script.exec === "string"
      ? script.exec
      : elements(script.exec).map((line) => textOf(line) ?? "").join("\n");
    if (code.trim() === "") continue;
    scripts.push({
      type,
      code,
      extensions: { brace: { dialect: "postman" } },
    });
  }
  return scripts;
}
