import { ofLastTexts } from "./once.ts";

/** Keys whose value is the name of what stands beside them: `name: X-Api-Key`. */
export const PAIR_NAMES: ReadonlySet<string> = new Set(["name", "key"]);

/** Keys whose value belongs to such a name. */
export const PAIR_VALUES: ReadonlySet<string> = new Set(["value", "data"]);

/** A key at the beginning of a line of YAML, JSON or a `.bru` file, and what stands before it. */
const KEY = /^([\s?~@,{[-]*)(["']?)([\w.[\]-]{1,100})\2\s{0,9}:(?=\s|$|["'])/;
/** What is no text that may go on in the next lines. */
const NO_TEXT = /^(?:$|[#{[])/;

/** A mapping that is open. */
interface Mapping {
  /** Where its keys begin. */
  readonly column: number;
  /** Whether it is what a key such as `value` holds: its name stands around it. */
  readonly isValue: boolean;
  lastKey: string;
  name?: string;
  /** Lines of values whose name is not known yet. */
  readonly waiting: number[];
}

const namesOf = ofLastTexts(readNames);

/**
 * The name that the value in a line belongs to, where another line of the file
 * gives it: a sibling (`name: X-Api-Key` beside `value: …`), or the key of a
 * text that goes on in this line. Reads a text once, whatever it is.
 *
 * @param line From 1.
 */
export function fieldNameAt(text: string, line: number): string | undefined {
  return namesOf(text)[line - 1];
}

function readNames(text: string): readonly (string | undefined)[] {
  const names: (string | undefined)[] = [];
  const open: Mapping[] = [];
  /** A text that may go on. */
  let goesOn: { column: number; key: string; mapping: Mapping } | undefined;

  const close = (column: number) => {
    while (open.length > 0 && open[open.length - 1].column >= column) {
      const { name, isValue, waiting } = open.pop()!;
      const around = open.at(-1);
      if (name !== undefined) { for (const at of waiting) names[at] = name; }
      else if (isValue && around) {
        for (const at of waiting) around.waiting.push(at);
      }
    }
  };
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    names.push(undefined);
    const indent = line.search(/\S/);
    if (indent === -1) continue;
    if (goesOn !== undefined && indent > goesOn.column) {
      const { key, mapping } = goesOn;
      if (PAIR_VALUES.has(key)) mapping.waiting.push(at);
      else names[at] = key;
      continue;
    }
    goesOn = undefined;
    const [whole, before = "", , key = ""] = KEY.exec(line) ?? [];
    if (whole === undefined) {
      close(indent + 1);
      continue;
    }
    const column = before.length;
    const isNew = /[-{]/.test(before);
    close(isNew ? Math.min(column, indent + 1) : column + 1);
    let mapping = open.at(-1);
    if (mapping?.column !== column) {
      const isValue = mapping !== undefined && PAIR_VALUES.has(mapping.lastKey);
      mapping = { column, isValue, lastKey: key, waiting: [] };
      open.push(mapping);
    }
    mapping.lastKey = key;
    const rest = line.slice(whole.length).trim();
    if (NO_TEXT.test(rest)) continue;
    goesOn = { column, key, mapping };
    if (PAIR_NAMES.has(key)) mapping.name = scalarOf(rest);
    else if (PAIR_VALUES.has(key)) mapping.waiting.push(at);
  }
  close(0);
  return names;
}

/** A text without its quotes and what ends its member. */
function scalarOf(text: string): string {
  return /^(["'])(.*?)\1/.exec(text)?.[2] ??
    text.replace(/(?:,|\s#.*)$/, "").trimEnd();
}
