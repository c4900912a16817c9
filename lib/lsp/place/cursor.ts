/** A stretch of a text. */
export interface CursorStretch {
  readonly start: number;
  readonly end: number;
}

/** The inside of a placeholder. */
export interface PlaceholderStretch extends CursorStretch {
  readonly text: string;
  readonly isClosed: boolean;
}

/** Calls whose first argument is a variable's name. */
const NAME_CALL =
  /\b(?:(?:get|set|has|delete|unset|clear)\w*Var(?:iable)?|(?:environment|globals|variables|collectionVariables|iterationData)\.(?:get|set|has|unset))\s*\(\s*["'`]/g;

/** The inside of the placeholder around an offset; undefined where there is none. */
export function placeholderAt(
  text: string,
  offset: number,
): PlaceholderStretch | undefined {
  const line = lineAround(text, offset);
  const open = text.lastIndexOf("{{", offset - 1);
  const start = open + 2;
  if (open < line.start || start > offset) return undefined;
  const close = text.indexOf("}}", start);
  if (close !== -1 && close < offset) return undefined;
  const next = text.indexOf("{{", start);
  const isClosed = close !== -1 && close < line.end &&
    (next === -1 || next > close);
  const end = isClosed ? close : offset;
  return { start, end, text: text.slice(start, end), isClosed };
}

/** The name in a script's call, such as `client.getVar("name")`, around an offset. */
export function calledNameAt(
  text: string,
  offset: number,
): (CursorStretch & { readonly name: string }) | undefined {
  const line = lineAround(text, offset);
  const source = text.slice(line.start, line.end);
  for (const { 0: whole, index } of source.matchAll(NAME_CALL)) {
    const from = index + whole.length;
    const quote = source[from - 1];
    const close = source.indexOf(quote, from);
    const inside = close === -1 ? undefined : source.slice(from, close);
    // A quote behind a bracket is another text's: this one has no end yet.
    const name = inside !== undefined && !/[$`(){};,\\]/.test(inside)
      ? inside
      : /^[\w.-]*/.exec(source.slice(from))![0];
    const start = line.start + from;
    const end = start + name.length;
    if (start <= offset && offset <= end) return { start, end, name };
  }
  return undefined;
}

/** How far an expression is followed to its beginning. */
const MAX_CHAIN = 2000;

/**
 * `["res", "body"]` and `na` for `res.body.na` before an offset; calls are told
 * by their brackets: `["expect()", "to"]`. Undefined where no member is.
 */
export function memberBefore(
  text: string,
  offset: number,
): { readonly owner: readonly string[]; readonly start: number } | undefined {
  const from = Math.max(0, offset - MAX_CHAIN);
  const source = text.slice(from, offset);
  let at = nameStart(source, source.length);
  const start = from + at;
  const owner: string[] = [];
  while (source[at - 1] === ".") {
    at = skipBlanksBefore(source, at - 1);
    const end = at;
    const called = source[at - 1] === ")";
    if (called) at = openingBefore(source, at);
    const begin = nameStart(source, at);
    if (begin === at || !/^[A-Za-z_$]/.test(source.slice(begin, end))) {
      return undefined;
    }
    owner.unshift(source.slice(begin, at) + (called ? "()" : ""));
    at = begin;
  }
  const isMember = owner.length > 0 &&
    !/["'`\w$)\]]/.test(source[at - 1] ?? "");
  return isMember ? { owner, start } : undefined;
}

function nameStart(source: string, end: number): number {
  let at = end;
  while (at > 0 && /[\w$]/.test(source[at - 1])) at--;
  return at;
}

function skipBlanksBefore(source: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(source[at - 1])) at--;
  return at;
}

/** Where the bracket before an offset is opened; brackets in texts count, too. */
function openingBefore(source: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    if (source[at] === ")") depth++;
    else if (source[at] === "(" && --depth === 0) return at;
  }
  return 0;
}

/** The name that an offset is in or at an end of. */
export function wordAround(text: string, offset: number): CursorStretch {
  let end = offset;
  while (end < text.length && /[\w$]/.test(text[end])) end++;
  let start = offset;
  while (start > 0 && /[\w$]/.test(text[start - 1])) start--;
  return { start, end };
}

/** The line of an offset, without its end. */
export function lineAround(text: string, offset: number): CursorStretch {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const next = text.indexOf("\n", offset);
  return { start, end: next === -1 ? text.length : next };
}
