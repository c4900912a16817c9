/** A program that is read. */
const COMMAND = /\b(?:curl|grpcurl|websocat|wscat)(?:\.exe)?\s/i;

/**
 * Makes blanks of Markdown's lines around code (```` ```sh ````) that has a
 * command in it: a shell would read their backticks as a command. Offsets stay.
 */
export function withoutFences(text: string): string {
  if (!text.includes("```")) return text;
  const lines = text.split("\n");
  let open: number | undefined;
  for (const [index, line] of lines.entries()) {
    const [, info] = /^\s*`{3,}([^`]*)$/.exec(line) ?? [];
    if (info === undefined) continue;
    if (open === undefined || info.trim() !== "") {
      open = index;
      continue;
    }
    if (lines.slice(open, index).some((inside) => COMMAND.test(inside))) {
      for (const fence of [open, index]) {
        lines[fence] = lines[fence].replace(/\S/g, " ");
      }
    }
    open = undefined;
  }
  return lines.join("\n");
}
