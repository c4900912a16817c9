import { indentJson } from "./indent_json.ts";
import { diffArrays } from "diff";

/** A value's text by lines, for comparisons: an object member by member, a quoted text of several lines without its quotes. */
export function valueLines(text: string): string[] {
  if (/^\s*[[{]/.test(text)) {
    return comparableLines(text) ?? indentJson(text).split("\n");
  }
  if (text.startsWith('"') && text.includes("\\n")) {
    try {
      return String(JSON.parse(text)).split("\n");
    } catch {
      // It was cut: it stays as it is.
    }
  }
  return text.split("\n");
}

/** An object, an array or something else, as far as its text tells. */
interface Node {
  /** What stands before the brackets, or the whole text where there are none. */
  text: string;
  open?: "{" | "[";
  readonly members: Member[];
}

interface Member {
  readonly key: string;
  readonly value: Node;
}

/** Texts in quotes, brackets, commas and colons, and the rest; a time keeps its colons. */
const TOKENS =
  /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+(?::[^\s"{}[\],:]+)*/gs;

/** Deeper values are compared as they are written. */
const MAX_DEPTH = 200;

/**
 * The lines of an object or array for a comparison: a member on each line,
 * without commas, and the members of objects by their names, since their order
 * makes no difference. It reads JSON, what looks like it, and what was cut;
 * undefined for what is nested too deep.
 *
 * @example
 * ```ts
 * import { comparableLines } from "./value_lines.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(comparableLines('{ "b": [1, 2], a: {} }'), [
 *   "{",
 *   "  a: {}",
 *   '  "b": [',
 *   "    1",
 *   "    2",
 *   "  ]",
 *   "}",
 * ]);
 * ```
 */
export function comparableLines(text: string): string[] | undefined {
  const tokens = text.match(TOKENS) ?? [];
  const root = read(tokens);
  return root === undefined ? undefined : write({ key: "", value: root }, "");
}

function read(tokens: readonly string[]): Node | undefined {
  const top: Node = { text: "", open: "[", members: [] };
  const open = [top];
  let key = "";
  let value: Node | undefined;
  const close = () => {
    if (value !== undefined || key !== "") {
      open.at(-1)!.members.push({ key, value: value ?? leaf("") });
    }
    key = "";
    value = undefined;
  };
  for (const token of tokens) {
    switch (token) {
      case "{":
      case "[": {
        const node: Node = {
          text: value?.text ?? "",
          open: token,
          members: [],
        };
        open.at(-1)!.members.push({ key, value: node });
        if (open.push(node) > MAX_DEPTH) return undefined;
        key = "";
        value = undefined;
        break;
      }
      case "}":
      case "]":
        close();
        if (open.length > 1) open.pop();
        break;
      case ",":
        close();
        break;
      case ":":
        if (open.at(-1)!.open === "{" && key === "" && value !== undefined) {
          key = value.text;
          value = undefined;
          break;
        }
        value = leaf(`${value?.text ?? ""}:`);
        break;
      default:
        value = leaf(value === undefined ? token : `${value.text} ${token}`);
    }
  }
  while (open.length > 1) {
    close();
    open.pop();
  }
  close();
  return top.members.length === 1 ? top.members[0].value : top;
}

function leaf(text: string): Node {
  return { text, members: [] };
}

function write({ key, value }: Member, indent: string): string[] {
  const { text, open, members } = value;
  const name = key === "" ? "" : `${key}: `;
  if (open === undefined) return [`${indent}${name}${text}`];
  const start = `${indent}${name}${text === "" ? "" : `${text} `}${open}`;
  const end = open === "{" ? "}" : "]";
  if (members.length === 0) return [start + end];
  const sorted = open === "{" ? members.toSorted(byName) : members;
  return [
    start,
    ...sorted.flatMap((member) => write(member, `${indent}  `)),
    indent + end,
  ];
}

function byName({ key: a }: Member, { key: b }: Member): number {
  const [left, right] = [a, b].map((key) => key.replaceAll('"', ""));
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A line that both texts have, or only the one that was expected, or only the actual one. */
export interface DiffLine {
  readonly kind: "same" | "expected" | "actual";
  readonly text: string;
}

/** With more lines that differ, all that lie between the first and the last are shown as one block: time grows with the square of it. */
const MAX_EDITS = 500;

/** Compares two texts line by line; the fewest lines differ. */
export function lineDiff(
  expected: readonly string[],
  actual: readonly string[],
): DiffLine[] {
  let start = 0;
  const shorter = Math.min(expected.length, actual.length);
  while (start < shorter && expected[start] === actual[start]) start++;
  let end = 0;
  while (
    end < shorter - start &&
    expected[expected.length - 1 - end] === actual[actual.length - 1 - end]
  ) end++;
  return [
    ...expected.slice(0, start).map(line("same")),
    ...middle(
      expected.slice(start, expected.length - end),
      actual.slice(start, actual.length - end),
    ),
    ...expected.slice(expected.length - end).map(line("same")),
  ];
}

function line(kind: DiffLine["kind"]): (text: string) => DiffLine {
  return (text) => ({ kind, text });
}

function middle(expected: string[], actual: string[]): DiffLine[] {
  const changes = diffArrays(expected, actual, { maxEditLength: MAX_EDITS });
  if (changes === undefined) {
    return [
      ...expected.map(line("expected")),
      ...actual.map(line("actual")),
    ];
  }
  return changes.flatMap(({ value, added, removed }) =>
    value.map(line(added ? "actual" : removed ? "expected" : "same"))
  );
}
