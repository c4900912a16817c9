/** A piece of a page's prose: a sentence, a heading or a cell of a table. */
export interface Sentence {
  /** With letters for code. */
  readonly text: string;
  readonly original: string;
  /** Line of the page that it begins in, from 1. */
  readonly line: number;
  readonly isHeading: boolean;
}

/** A run of lines that belong together, such as a paragraph. */
interface Passage {
  readonly text: string;
  readonly line: number;
  readonly isHeading: boolean;
}

/**
 * The sentences of a page of Markdown. Fenced blocks are left out, and code in
 * a line counts as one word: neither is English.
 */
export function sentencesOf(page: string): Sentence[] {
  return passagesOf(page).flatMap((passage) => {
    const { text, line, isHeading } = passage;
    return [...withoutCode(text).matchAll(/\S[^]*?(?:[.!?](?=\s|$)|$)/g)]
      .map(({ 0: sentence, index }) => ({
        text: onOneLine(sentence),
        original: onOneLine(text.slice(index, index + sentence.length)),
        line: line + linesIn(text.slice(0, index)),
        isHeading,
      }));
  });
}

function onOneLine(text: string): string {
  return text.replaceAll(/\n */g, " ");
}

/** Code becomes as many letters, so that positions stay; its line breaks, too. */
function withoutCode(text: string): string {
  return text
    .replaceAll(/`[^`]+`/g, (code) => code.replaceAll(/[^\n]/g, "x"))
    .replaceAll(/\]\([^)]*\)/g, (target) => "_".repeat(target.length));
}

function passagesOf(page: string): Passage[] {
  const lines = page
    .replaceAll(
      /^( *)```[^]*?^ *```$/gm,
      (block) => "\n".repeat(linesIn(block)),
    )
    .split("\n");
  const passages: { text: string; line: number; isHeading: boolean }[] = [];
  let open = false;
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    if (/^#+ /.test(text)) {
      passages.push({ text: text.replace(/^#+ /, ""), line, isHeading: true });
      open = false;
    } else if (text.startsWith("|")) {
      for (const cell of text.slice(1, -1).split(/(?<!\\)\|/)) {
        passages.push({ text: cell.trim(), line, isHeading: false });
      }
      open = false;
    } else if (text.trim() === "") {
      open = false;
    } else if (open && !/^ *(?:[-*]|\d+\.) /.test(text)) {
      passages.at(-1)!.text += `\n${text}`;
    } else {
      const start = text.replace(/^ *(?:[-*]|\d+\.) /, "");
      passages.push({ text: start, line, isHeading: false });
      open = true;
    }
  }
  return passages;
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}
