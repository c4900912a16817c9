/** A token of a JSON text: where it begins and ends. */
export interface JsonToken {
  readonly start: number;
  readonly end: number;
  readonly isText: boolean;
}

const FIRST = /"|[{}[\],:]|[^\s"{}[\],:]+/g;
const QUOTE_OR_ESCAPE = /["\\]/g;

/**
 * The tokens of a JSON text; what is not JSON, or cut, comes through as far as it
 * goes. (One expression for a whole text in quotes would have V8 run out of
 * stack where that is some megabytes long, by design: there is no issue.)
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const first = new RegExp(FIRST);
  for (let match; (match = first.exec(text)) !== null;) {
    const start = match.index;
    const isText = match[0] === '"';
    if (isText) first.lastIndex = endOfText(text, start + 1);
    yield { start, end: first.lastIndex, isText };
  }
}

function endOfText(text: string, from: number): number {
  const next = new RegExp(QUOTE_OR_ESCAPE);
  next.lastIndex = from;
  for (let match; (match = next.exec(text)) !== null;) {
    if (match[0] === '"') return next.lastIndex;
    next.lastIndex++;
  }
  return text.length;
}
