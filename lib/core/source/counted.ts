import type { Diagnostic } from "./diagnostic.ts";

/** A number of things: `1 message`, `2 messages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** How many diagnostics there are of each severity, in words: `2 errors`, `1 warning`. */
export function countsOf(
  diagnostics: readonly Pick<Diagnostic, "severity">[],
): string[] {
  return (["error", "warning", "hint"] as const).flatMap((severity) => {
    const { length } = diagnostics.filter((it) => it.severity === severity);
    return length === 0 ? [] : [counted(length, severity)];
  });
}
