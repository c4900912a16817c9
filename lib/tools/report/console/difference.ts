import type { Style } from "../style.ts";
import { escapeControls } from "../text/escape_controls.ts";
import { fitEnd } from "../text/fit.ts";
import type { DiffLine } from "../text/line_diff.ts";
import type { Context } from "./context.ts";

/** Lines around a difference. */
const AROUND = 2;
const MAX_LINES = 60;

/** Shows where two texts differ, line by line, and hides what is far from it. */
export function differenceLines(
  diff: readonly DiffLine[],
  { style, width }: Context,
): string[] {
  const lines = [`${style.green("- expected")}  ${style.red("+ actual")}`];
  const near = nearLines(diff);
  let hidden: string[] = [];
  const skip = () => {
    // A note would be no shorter than one line.
    if (hidden.length === 1) lines.push(...hidden);
    else if (hidden.length > 1) {
      lines.push(style.dim(`  … ${hidden.length} lines`));
    }
    hidden = [];
  };
  for (const [at, { kind, text }] of diff.entries()) {
    const line = diffLine(kind, fitEnd(escapeControls(text), width * 3), style);
    if (near[at] && lines.length < MAX_LINES) {
      skip();
      lines.push(line);
    } else {
      hidden.push(line);
    }
  }
  skip();
  return lines;
}

/** The lines that differ, those around them, and those that open what they are in. */
function nearLines(diff: readonly DiffLine[]): boolean[] {
  const near = diff.map(() => false);
  const marked = new Set<number>();
  const open: { readonly at: number; readonly indent: number }[] = [];
  for (const [at, { kind, text }] of diff.entries()) {
    const indent = indentOf(text);
    while (open.length > 0 && open[open.length - 1].indent >= indent) {
      open.pop();
    }
    if (kind !== "same") {
      near.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
      for (const outer of open.toReversed()) {
        if (marked.has(outer.at)) break;
        marked.add(outer.at);
        near[outer.at] = true;
      }
    }
    open.push({ at, indent });
  }
  return near;
}

function indentOf(text: string): number {
  return text.search(/\S|$/);
}

function diffLine(
  kind: DiffLine["kind"],
  text: string,
  style: Style,
): string {
  switch (kind) {
    case "same":
      return style.dim(`  ${text}`);
    case "expected":
      return style.green(`- ${text}`);
    case "actual":
      return style.red(`+ ${text}`);
    default:
      return kind satisfies never;
  }
}
