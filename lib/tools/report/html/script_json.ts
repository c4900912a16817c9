import { guardOutput } from "../text/escape_controls.ts";

/**
 * Writes a value as JSON for a `script` element of HTML: no text in it can end
 * the element, open a comment or end a CDATA section, nor is it a line's end to
 * JavaScript; printed, it neither steers a terminal nor gives GitHub commands.
 *
 * @example
 * ```ts
 * import { scriptJson } from "./script_json.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(scriptJson("</script>"), '"\\u003c/script\\u003e"');
 * ```
 */
export function scriptJson(value: unknown): string {
  const json = guardOutput(JSON.stringify(value), "json", {
    terminal: false,
    github: true,
  });
  return json.replace(
    /[<>]/g,
    (character) =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
