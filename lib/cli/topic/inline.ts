import type { MarkedToken, Token } from "marked";
import type { Style } from "../../tools/report/style.ts";
import { TOPIC_NAMES } from "./topics.ts";

/**
 * Stress is marked by characters that take no column, word by word, so that
 * lines can be broken anywhere; {@linkcode stress} makes it what a terminal shows.
 */
const MARKS = {
  strong: "\u2061",
  code: "\u2062",
  end: "\u2063",
} as const;

/** The longest code that is not broken at its blanks. */
const MAX_KEPT = 24;

/** The text of a line's tokens, with marks. */
export function inlineText(tokens: readonly Token[] = []): string {
  return (tokens as readonly MarkedToken[]).map((token) => {
    switch (token.type) {
      case "codespan":
        return marked(kept(token.text), MARKS.code);
      case "strong":
        return marked(inlineText(token.tokens), MARKS.strong);
      case "link":
        return inlineText(token.tokens) + target(token.href);
      case "br":
        return " ";
      case "image":
      case "html":
        return "";
      default:
        return "tokens" in token && token.tokens !== undefined
          ? inlineText(token.tokens)
          : "text" in token
          ? token.text.replaceAll("\n", " ")
          : "";
    }
  }).join("");
}

/** Puts a style in place of each mark. */
export function stress(text: string, style: Style): string {
  return text.replaceAll("\u00a0", " ")
    .replace(/\u2061([^\u2063]*)\u2063/g, (_, word) => style.bold(word))
    .replace(/\u2062([^\u2063]*)\u2063/g, (_, word) => style.cyan(word));
}

function marked(text: string, mark: string): string {
  return text.replace(/[^ \n]+/g, (word) => `${mark}${word}${MARKS.end}`)
    .replaceAll("\n", " ");
}

/** Short code stays in one line. */
function kept(code: string): string {
  return code.length <= MAX_KEPT ? code.replace(/[ \n]/g, "\u00a0") : code;
}

/** Where a link leads, as far as a terminal can follow. */
function target(href: string): string {
  if (/^https?:/.test(href)) return ` (${href})`;
  const page = /^([a-z]+)\.md/.exec(href)?.[1];
  const isTopic = TOPIC_NAMES.some((name) => name === page);
  return isTopic ? marked(` (brace help ${page})`, MARKS.code) : "";
}
