import { parseAnnotation } from "./parse_annotation.ts";
import { BruSyntaxError, unclosed } from "./syntax_error.ts";
import type {
  BruAnnotation,
  BruBlock,
  BruPair,
  BruSpan,
  BruValue,
} from "./types.ts";
import { bruValueText } from "./value_units.ts";

/** In these blocks a value may end with `@contentType(…)`. */
const TYPED_BLOCKS = ["body:multipart-form", "body:file"];
const CONTENT_TYPE = "@contentType(";

/** Reads `{ … }` with lines `name: value`, from after the brace. */
export function parseDictionary(
  source: string,
  from: number,
  head: Pick<BruBlock, "name" | "nameAt">,
): { block: BruBlock; end: number } {
  const pairs: BruPair[] = [];
  let annotations: BruAnnotation[] = [];
  for (let at = from; at < source.length;) {
    if (source[at] === "}" && source[at - 1] === "\n") {
      return { block: { ...head, pairs }, end: at + 1 };
    }
    const line = lineAt(source, at);
    if (source.slice(at, line.end).trim() === "") {
      at = nextLine(source, line.end);
      continue;
    }
    const annotation = parseAnnotation(source, at);
    if (annotation) {
      annotations.push(annotation.annotation);
      at = nextLine(source, annotation.end);
      continue;
    }
    const key = parseKey(source, line, head.name);
    const { end, ...value } = parseValue(source, key.end, head.name);
    pairs.push({ ...key.key, ...value, annotations });
    annotations = [];
    at = nextLine(source, end);
  }
  throw unclosed(head);
}

function nextLine(source: string, from: number): number {
  const newline = source.indexOf("\n", from);
  return newline === -1 ? source.length : newline + 1;
}

/** The name before the colon: quoted, or without blanks; in assertions it is an expression. */
function parseKey(
  source: string,
  line: BruSpan,
  block: string,
): { key: Pick<BruPair, "name" | "nameAt" | "disabled">; end: number } {
  const quoted = /[ \t]*(~?)"((?:\\"|[^"\r\n])*)"[ \t]*:/y;
  quoted.lastIndex = line.start;
  const inQuotes = quoted.exec(source);
  if (inQuotes) {
    const start = source.indexOf('"', line.start) + 1;
    return {
      key: {
        name: inQuotes[2].replaceAll('\\"', '"'),
        nameAt: { start, end: start + inQuotes[2].length },
        disabled: inQuotes[1] === "~",
      },
      end: quoted.lastIndex,
    };
  }
  const colon = source.indexOf(":", line.start);
  if (colon === -1 || colon > line.end) {
    throw new BruSyntaxError(
      `a line of "${block}" is a name, a colon and a value, this has no colon`,
      trimmed(source, line),
    );
  }
  const span = trimmed(source, { start: line.start, end: colon });
  const disabled = source[span.start] === "~";
  const nameAt = { start: span.start + (disabled ? 1 : 0), end: span.end };
  const name = source.slice(nameAt.start, nameAt.end);
  if (/[ \t]/.test(name) && block !== "assert") {
    throw new BruSyntaxError(
      `the name "${name}" holds a blank, put double quotes around it`,
      nameAt,
    );
  }
  return { key: { name, nameAt, disabled }, end: colon + 1 };
}

function parseValue(
  source: string,
  from: number,
  block: string,
): Pick<BruPair, "value" | "list" | "contentType"> & { end: number } {
  const blank = /[ \t]*/y;
  blank.lastIndex = from;
  blank.exec(source);
  const start = blank.lastIndex;
  const line = lineAt(source, start);
  if (source.startsWith("'''", start)) {
    return parseMultiline(source, start + 3, block);
  }
  if (
    source[start] === "[" && source.slice(start + 1, line.end).trim() === ""
  ) {
    const read = parseElements(source, line.end);
    if (read) {
      const value = { form: "line" as const, start, end: read.end, text: "" };
      return { value, ...read };
    }
  }
  const value = lineValue(source, line);
  return { ...withContentType(source, value, block), end: line.end };
}

/** What stands between two `'''`; in an environment the second has a line of its own. */
function parseMultiline(
  source: string,
  start: number,
  block: string,
): Pick<BruPair, "value" | "contentType"> & { end: number } {
  const close = block === "vars"
    ? closeOnOwnLine(source, start)
    : source.indexOf("'''", start);
  if (close === -1) {
    throw new BruSyntaxError("''' opens a value that nothing closes", {
      start: start - 3,
      end: start,
    });
  }
  const span = { form: "multiline" as const, start, end: close };
  const value = { ...span, text: bruValueText(source, span) };
  const line = lineAt(source, close + 3);
  const rest = lineValue(source, line);
  if (rest.text === "") return { value, end: line.end };
  const { contentType, value: other } = withContentType(
    source,
    rest,
    block,
  );
  if (!contentType || other.text !== "") {
    throw new BruSyntaxError("nothing may follow ''' on its line", rest);
  }
  return { value, contentType, end: line.end };
}

function closeOnOwnLine(source: string, from: number): number {
  const pattern = /\n[ \t]*'''/g;
  pattern.lastIndex = from;
  return pattern.exec(source) ? pattern.lastIndex - 3 : -1;
}

/** The lines up to "]"; undefined where a line is not a name, as the bracket is text then. */
function parseElements(
  source: string,
  from: number,
): { list: BruValue[]; end: number } | undefined {
  const list: BruValue[] = [];
  for (let at = nextLine(source, from); at < source.length;) {
    const line = lineAt(source, at);
    const element = lineValue(source, line);
    if (element.text === "]") return { list, end: line.end };
    if (/[^\p{L}\p{N}_-]/u.test(element.text)) return undefined;
    if (element.text !== "") list.push(element);
    at = nextLine(source, line.end);
  }
  return undefined;
}

function withContentType(
  source: string,
  value: BruValue,
  block: string,
): Pick<BruPair, "value" | "contentType"> {
  const at = TYPED_BLOCKS.includes(block) && value.text.endsWith(")")
    ? value.text.lastIndexOf(CONTENT_TYPE)
    : -1;
  if (at === -1) return { value };
  const { start, end } = value;
  return {
    value: lineValue(source, { start, end: start + at }),
    contentType: lineValue(source, {
      start: start + at + CONTENT_TYPE.length,
      end: end - 1,
    }),
  };
}

function lineValue(source: string, line: BruSpan): BruValue {
  const span = trimmed(source, line);
  return {
    form: "line",
    text: source.slice(span.start, span.end),
    ...span,
  };
}

function trimmed(source: string, { start, end }: BruSpan): BruSpan {
  const text = source.slice(start, end);
  const from = start + text.length - text.trimStart().length;
  return { start: from, end: Math.max(from, start + text.trimEnd().length) };
}

/** From an offset to the end of its line, without the line's end. */
export function lineAt(source: string, from: number): BruSpan {
  const newline = source.indexOf("\n", from);
  const end = newline === -1 ? source.length : newline;
  return {
    start: from,
    end: end > from && source[end - 1] === "\r" ? end - 1 : end,
  };
}
