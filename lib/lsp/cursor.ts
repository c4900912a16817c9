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
  /\b(?:(?:get|set|has|delete|unset|clear)\w*Var(?:iable)?|(?:environment|globals|variables|collectionVariables|iterationData)\.(?:get|set|has|unset))\s*\(\s*(["'`])([^"'`\n$]*)(?:\1|$)/gm;

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
  for (const match of source.matchAll(NAME_CALL)) {
    const [whole, quote, name] = match;
    const isClosed = whole.endsWith(quote) && whole.length > name.length + 1;
    const end = line.start + match.index + whole.length - (isClosed ? 1 : 0);
    const start = end - name.length;
    if (start <= offset && offset <= end) return { start, end, name };
  }
  return undefined;
}

/** `["res", "body"]` and `na` for `res.body.na` before an offset. */
export function memberBefore(
  text: string,
  offset: number,
): { readonly owner: readonly string[]; readonly start: number } | undefined {
  const line = text.slice(lineAround(text, offset).start, offset);
  const match =
    /(?<![\w$."'])([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\.([\w$]*)$/
      .exec(line);
  return match === null
    ? undefined
    : { owner: match[1].split("."), start: offset - match[2].length };
}

/** The line of an offset, without its end. */
export function lineAround(text: string, offset: number): CursorStretch {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const next = text.indexOf("\n", offset);
  return { start, end: next === -1 ? text.length : next };
}
