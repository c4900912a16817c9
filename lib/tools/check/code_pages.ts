import type { DiagnosticCode } from "../../core/source/diagnostic.ts";
import { wrapText } from "../../core/source/display_width.ts";
import text from "../../../docs/codes.md" with { type: "text" };

/** What there is to know about a code: its section of docs/codes.md. */
export interface CodePage {
  /** What it is, in a sentence. */
  readonly what: string;
  /** When it is met and why it matters; what to do. */
  readonly more: string;
  /** A piece of a file with the mistake in it. */
  readonly wrong?: string;
  /** The same without. */
  readonly right?: string;
}

const SECTION =
  /^([A-Z_]+)\n\n(\S.*(?:\n.+)*)\n\n(\S.*(?:\n.+)*)\n(?:\nWrong:\n\n```text\n([^`]+)\n```\n\nRight:\n\n```text\n([^`]+)\n```\n)?\s*$/;

let pages: ReadonlyMap<string, CodePage> | undefined;

/** The page on every code, in the order of docs/codes.md. */
export function codePages(): ReadonlyMap<string, CodePage> {
  return pages ??= readPages(text);
}

/** The page on a code; a test holds that each has one. */
export function codePage(code: DiagnosticCode): CodePage {
  return codePages().get(code)!;
}

/** Every code. */
export function everyCode(): readonly DiagnosticCode[] {
  return [...codePages().keys()] as DiagnosticCode[];
}

/** Whether a word is a code. */
export function isCode(word: string): word is DiagnosticCode {
  return codePages().has(word);
}

/** The sections of docs/codes.md; one that has another form is not among them. */
function readPages(markdown: string): Map<string, CodePage> {
  const pages = new Map<string, CodePage>();
  const lines = markdown.replaceAll("\r\n", "\n");
  for (const section of lines.split(/^#{2,3} /m)) {
    const match = SECTION.exec(section);
    if (match === null) continue;
    const [, code, what, more, wrong, right] = match;
    pages.set(code, {
      what: prose(what),
      more: prose(more),
      ...wrong !== undefined && { wrong, right },
    });
  }
  return pages;
}

/** A paragraph as a terminal and a report show it. */
function prose(paragraph: string): string {
  return paragraph.replaceAll("\n", " ").replaceAll("`", "");
}

/** Codes of runs and command lines: no line of a file has them, so no comment hides them. */
const WITHOUT_LINE: ReadonlySet<DiagnosticCode> = new Set([
  "ASSERTION",
  "CERTIFICATE",
  "CONNECTION",
  "DNS",
  "EMPTY_SELECTION",
  "INVALID_RESPONSE",
  "NOT_READY",
  "OPAQUE_PLACEHOLDER",
  "PROTOCOL",
  "REDIRECT",
  "RESPONSE_CUT",
  "SCRIPT_MEMORY",
  "SCRIPT_TIMEOUT",
  "SET_APART",
  "STREAM_TIMEOUT",
  "TEST",
  "TIMEOUT",
  "UNANSWERED_PROMPT",
  "UNAUTHORIZED",
  "USAGE",
  "WRITE",
]);

/** The page on a code, in lines of at most so many columns. */
export function pageText(code: DiagnosticCode, width: number): string {
  const { what, more, wrong, right } = codePage(code);
  const paragraph = (text: string) => wrapText(text, { width }).join("\n");
  const example = (title: string, text: string) =>
    [`${title}:`, ...text.split("\n").map((line) => `  ${line}`)].join("\n");
  return [
    code,
    paragraph(what),
    paragraph(more),
    ...wrong === undefined ? [] : [example("Wrong", wrong)],
    ...right === undefined ? [] : [example("Right", right)],
    ...WITHOUT_LINE.has(code) ? [] : [
      example(
        "A comment above the line, at its end or at the top of the file hides it",
        [
          `# brace-ignore ${code}: reason`,
          `// brace-ignore ${code}: reason`,
          "",
          "Scripts have the second form. It is the only one for a .bru file, whose",
          "other blocks have no comments.",
        ].join("\n"),
      ),
    ],
  ].join("\n\n");
}
