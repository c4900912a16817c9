import { ansiStyle, plainStyle, type Style } from "../tools/report/style.ts";

/** Colours as `--color` says; by default on a terminal and without `NO_COLOR`. */
export function styleFor(
  stream: { isTerminal(): boolean },
  color: boolean | undefined,
): Style {
  return color ?? (stream.isTerminal() && !Deno.noColor)
    ? ansiStyle
    : plainStyle;
}
