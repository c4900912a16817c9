import { put } from "./put.ts";
import type { Value } from "./value.ts";
import { numberAsWritten } from "./written_number.ts";

/**
 * Parses JSON, keeping the digits of integers beyond ±2^53.
 *
 * @throws {SyntaxError} When the text is not JSON.
 */
export function parseJson(text: string): Value {
  // Reading the text once more is slower; only long digit runs need it.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  JSON.parse(text);
  return read(text, longInteger);
}

/** Whether a text is JSON. */
export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Parses JSON of a file, in which numbers remember how they are written.
 *
 * @throws {SyntaxError} When the text is not JSON.
 */
export function parseWrittenJson(text: string): Value {
  JSON.parse(text);
  return read(text, (number) => numberAsWritten(number)!);
}

function longInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || !/^-?\d+$/.test(text)
    ? number
    : BigInt(text);
}

const NUMBER = /[-+.\deE]+/y;

/**
 * The value of a text that is known to be JSON, with numbers as `number` makes
 * them: only new engines tell a reviver how a number is written. Without
 * recursion, as JSON may be nested deeper than the stack.
 */
function read(text: string, number: (text: string) => Value): Value {
  let root: Value = null;
  const open: (Value[] | Record<string, Value>)[] = [];
  let key: string | undefined;
  const add = (value: Value) => {
    const parent = open.at(-1);
    if (parent === undefined) root = value;
    else if (Array.isArray(parent)) parent.push(value);
    else {
      put(parent, key!, value);
      key = undefined;
    }
  };
  for (let at = 0; at < text.length;) {
    switch (text[at]) {
      case "{":
      case "[": {
        const container = text[at] === "{" ? {} : [];
        add(container);
        open.push(container);
        at++;
        break;
      }
      case "}":
      case "]":
        open.pop();
        at++;
        break;
      case '"': {
        const end = endOfString(text, at);
        const string: string = JSON.parse(text.slice(at, end));
        const parent = open.at(-1);
        const isKey = key === undefined && parent !== undefined &&
          !Array.isArray(parent);
        if (isKey) key = string;
        else add(string);
        at = end;
        break;
      }
      case "t":
        add(true);
        at += 4;
        break;
      case "f":
        add(false);
        at += 5;
        break;
      case "n":
        add(null);
        at += 4;
        break;
      default:
        NUMBER.lastIndex = at;
        if (NUMBER.test(text)) {
          add(number(text.slice(at, NUMBER.lastIndex)));
          at = NUMBER.lastIndex;
        } else at++;
    }
  }
  return root;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1;; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code === 92) at++;
  }
}
