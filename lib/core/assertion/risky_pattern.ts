/**
 * Whether matching a pattern could take longer than anyone waits: a repeated
 * group that repeats or chooses inside, or a reference back to a group. Such a
 * pattern is for a place that can stop it; a few harmless ones are among them.
 *
 * @example
 * ```ts
 * import { isRiskyPattern } from "./risky_pattern.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isRiskyPattern("^(a+)+$"), true);
 * assertEquals(isRiskyPattern("^[a-z]+(-[0-9]{2})?$"), false);
 * ```
 */
export function isRiskyPattern(source: string): boolean {
  // Whether each open group repeats or chooses, the outermost first.
  const groups: boolean[] = [];
  for (let i = 0; i < source.length; i++) {
    switch (source[i]) {
      case "\\":
        if (/[1-9k]/.test(source[i + 1] ?? "")) return true;
        i++;
        break;
      case "[":
        i = endOfClass(source, i);
        break;
      case "(":
        groups.push(false);
        break;
      case ")": {
        const varies = groups.pop() ?? false;
        if (varies && repeats(source, i + 1)) return true;
        if (varies || repeats(source, i + 1)) mark(groups);
        break;
      }
      case "|":
      case "*":
      case "+":
      case "{":
        mark(groups);
        break;
    }
  }
  return false;
}

function mark(groups: boolean[]): void {
  if (groups.length > 0) groups[groups.length - 1] = true;
}

/** Whether what ends here may come more than once. */
function repeats(source: string, at: number): boolean {
  return /[*+{]/.test(source[at] ?? "");
}

function endOfClass(source: string, open: number): number {
  for (let i = open + 1; i < source.length; i++) {
    if (source[i] === "\\") i++;
    else if (source[i] === "]") return i;
  }
  return source.length;
}
