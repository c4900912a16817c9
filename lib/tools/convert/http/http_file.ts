/** A file that a body is, or a part of it. */
export interface HttpBodyFile {
  readonly path: string;
  /** `<@ path`: there are placeholders in it. */
  readonly hasPlaceholders: boolean;
}

/** A line of a file, as it is written. */
export interface HttpLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A comment with a meaning: `# @timeout 600`. */
export interface HttpMark extends HttpLine {
  /** What follows `@`, such as `timeout`. */
  readonly name: string;
}

/** A fragment of GraphQL that stands before requests, which those that use it get. */
export interface HttpFragment extends HttpLine {
  readonly name: string;
}

/** A script of a request: its code, or the file that has it, as it is written. */
export type HttpScript = { readonly code: string } | { readonly path: string };

/** What stands before the request line of a section. */
export interface HttpHead {
  /** Comments with a meaning, such as `no-redirect`. */
  readonly marks: HttpMark[];
  /** Other comments, without their sign. */
  readonly comments: HttpLine[];
  /** `?? status == 200` of httpyac, wherever it stands. */
  readonly asserts: HttpLine[];
  readonly before: HttpScript[];
  readonly after: HttpScript[];
}

/** A request of a `.http` file, as it is written. */
export interface HttpFileRequest extends Readonly<HttpHead> {
  /** From 1: the line of the request itself. */
  readonly line: number;
  /** What stands behind `###`. */
  readonly title?: string;
  /** `@name` in a comment. */
  readonly name?: string;
  readonly method: string;
  readonly url: string;
  /** `HTTP/2` and what follows it; absent for HTTP/1.1. */
  readonly version?: string;
  readonly headers: readonly { name: string; value: string }[];
  /** A command of curl's, which stands in place of all this. */
  readonly command?: string;
  /** Absent: none. */
  readonly body?: string;
  /** `< path`: the body is a file. */
  readonly bodyFile?: HttpBodyFile;
  /** Lines between the headers that are none. */
  readonly unknown: readonly HttpLine[];
  /** `>> path`: files that the response goes to. */
  readonly saves: readonly HttpLine[];
}

/** What a `.http` file holds: variables of the file, and requests. */
export interface HttpFile {
  readonly variables: readonly { name: string; value: string; line: number }[];
  readonly requests: readonly HttpFileRequest[];
  /** `{{ … }}` on lines of their own: JavaScript of httpyac. */
  readonly scripts: readonly { code: string; line: number }[];
  readonly fragments: readonly HttpFragment[];
  /** `import`, `run` and `proto` lines, and others that are no request. */
  readonly directives: readonly HttpLine[];
  /** Marks and assertions that no request follows. */
  readonly alone: readonly Pick<HttpHead, "marks" | "asserts">[];
}

/** What words stand first in a line that is no request: of JetBrains and httpyac. */
const DIRECTIVE =
  /^(?:(?:import|run)\s+(?:#|\S.*\.(?:http|rest)\b)|proto\s+<|@)/i;

/** Whether a line before a request is an order to the client, not a request. */
export function isDirective(line: string): boolean {
  return DIRECTIVE.test(line);
}

/** `@name = value`, and `:=` of httpyac, whose value is made when it is used. */
export const FILE_VARIABLE = /^@([^\s=:]+)\s*:?=\s*(.*)$/;
/** `< before.js`, before a request line: the rest of the line is the path. */
export const SCRIPT_BEFORE = /^\s*<\s+\S/;
/** `> check.js`, behind a request line. A body may quote: only a path is one. */
export const SCRIPT_AFTER =
  /^\s*>\s+(?:(?:\.{0,2}|[A-Za-z]:)[\\/]|\S.*\.js\s*$)/;
/** A comment; `/*` begins one of several lines. */
export const COMMENT = /^\s*(?:#|\/\/)/;
/** A request line as the protocol has it, which begins a request without `###`. */
const REQUEST_LINE = /^[A-Z][A-Z-]*\s+\S+\s+HTTP\/\d(?:\.\d)?\s*$/;
/** The types of bodies in which request lines are text. */
export const HOLDS_REQUESTS = /^content-type\s*:\s*(?:multipart|message)\//i;

/** An option below `proto < file`: a URL is none. */
export const OPTION = /^[\w-]+\s*:(?!\/\/)/;
/** `# @prompt name`: a variable that people are asked for. */
export const PROMPT =
  /^\s*(?:#+|\/\/+)\s*@prompt(?:\s*[=:](?!=)|\s)\s*[A-Za-z_][\w-]*/;

/** Empty lines, comments and variables may stand before a request line. */
function isBeforeRequest(line: string): boolean {
  return !line.startsWith("###") &&
    (line.trim() === "" || COMMENT.test(line) || FILE_VARIABLE.test(line));
}

/**
 * Where, from a line of a body on, a request line with a version begins another
 * request without `###`: `line` is the first that could not stand before one.
 */
export function requestFrom(
  lines: readonly string[],
  from: number,
): { isNext: boolean; line: number } {
  let line = from;
  while (line < lines.length && isBeforeRequest(lines[line])) line++;
  return { isNext: REQUEST_LINE.test(lines[line] ?? ""), line };
}

/** The fields of a response that an assertion of httpyac begins with. */
const FIELDS = "status|header|body|duration|js|javascript|xpath|jsonpath";
const ASSERTION = new RegExp(
  `^\\s*\\?\\?\\s*(?:(?:${FIELDS})\\b|\\S+\\s+(?:.*\\s)?(?:[=!]==?|[<>]=?|equals|startsWith|endsWith|includes|contains|exists|matches|is[A-Z]\\w+)(?:\\s|$))`,
  "i",
);

/** Whether a line is an assertion, by its field or by its comparison. */
export function isAssertion(line: string): boolean {
  return ASSERTION.test(line);
}

/** The file that a line of a body names, such as `< ./user.json`; undefined for a text. */
export function bodyFileIn(line: string): HttpBodyFile | undefined {
  const match = /^<(@\w*)?\s+(\S.*)$/.exec(line);
  return match
    ? { path: match[2].trim(), hasPlaceholders: match[1] !== undefined }
    : undefined;
}
