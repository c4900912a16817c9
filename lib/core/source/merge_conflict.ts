import type { Diagnostic, DiagnosticCode } from "./diagnostic.ts";
import { lineColumn } from "./line_starts.ts";

/** A line that git writes where two changes do not fit together. */
export const CONFLICT_MARKER = /^(?:<{7}|\|{7}|>{7})(?= |\r?$)|^={7}(?=\r?$)/m;

/** Whether a text has the line that a conflict begins with. */
export function beginsConflict(text: string): boolean {
  return /^<{7}(?= |\r?$)/m.test(text);
}

/** What a marker means, and the way out; completes "Cannot read FILE: ". */
export function conflictReason(marker: string): string {
  return `"${marker}" marks a merge conflict that is not resolved (keep one side, remove the markers)`;
}

/** What is said of a file that has such a line. */
export function conflictMessage(file: string, marker: string): string {
  return `Cannot read "${file}": ${conflictReason(marker)}`;
}

/**
 * The error at the first marker in a file that cannot be read and whose texts
 * have no such line.
 */
export function conflictDiagnostic(
  file: string,
  source: string,
  code: DiagnosticCode,
): Diagnostic | undefined {
  const match = CONFLICT_MARKER.exec(source);
  return match
    ? {
      code,
      severity: "error",
      message: conflictMessage(file, match[0]),
      location: { file, ...lineColumn(source, match.index), length: 7 },
    }
    : undefined;
}

/**
 * Where a conflict begins in a file whose texts may have any line: at the first
 * of the three markers, if all of them stand there in order.
 */
export function conflictIn(source: string): number | undefined {
  const opening = find(source, 0, /^<{7}(?= |\r?$)/gm);
  const middle = opening && find(source, opening.end, /^={7}(?=\r?$)/gm);
  return middle && find(source, middle.end, /^>{7}(?= |\r?$)/gm)
    ? opening.start
    : undefined;
}

function find(source: string, from: number, pattern: RegExp) {
  pattern.lastIndex = from;
  const match = pattern.exec(source);
  return match
    ? { start: match.index, end: match.index + match[0].length }
    : undefined;
}
