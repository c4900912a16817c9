import { counted } from "../../../core/source/counted.ts";
import type { ConsoleLine } from "../../../core/script/border/types.ts";
import type { Style } from "../style.ts";
import { contentRows, type Context } from "./context.ts";

/** Of a failure the last lines; what went before it tells the most. */
export const LAST_LINES = 20;

/** What the scripts of a request printed: all of it, or the last `most` lines. */
export function scriptOutputLines(
  console: readonly ConsoleLine[],
  context: Context,
  most = Infinity,
): string[] {
  const { style, lines } = context;
  const hidden = Math.max(0, console.length - most);
  const shown = console.slice(hidden).flatMap(({ level, text }) => {
    const label = levelStyle(level, style)(level.padEnd(5));
    const rows = lines(text).flatMap((line) => contentRows(line, context));
    return rows.map((line, at) =>
      `${at === 0 ? label : "     "} ${line}`.trimEnd()
    );
  });
  if (hidden > 0) {
    shown.unshift(
      style.dim(`… ${counted(hidden, "earlier line")} with --verbose`),
    );
  }
  return shown;
}

function levelStyle(
  level: ConsoleLine["level"],
  style: Style,
): (text: string) => string {
  switch (level) {
    case "error":
      return style.red;
    case "warn":
      return style.yellow;
    case "log":
    case "info":
    case "debug":
      return style.dim;
    default:
      return level satisfies never;
  }
}
