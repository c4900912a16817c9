import { BLOCKS, isDictionary } from "../../core/collection/bru/blocks.ts";

/** What may be written at a place of a .bru file. */
export type BruRole =
  /** The name of a block. */
  | "block"
  /** The name of a line. */
  | "name"
  | "value"
  /** An element of a list. */
  | "element"
  /** In a text or a script. */
  | "text"
  | "none";

/** Where in a .bru file the cursor is. */
export interface BruCursor {
  readonly role: BruRole;
  /** The block around it; absent between blocks. */
  readonly block?: string;
  /** The name in its line, or of the list that it is in. */
  readonly name?: string;
  /** Whether a colon, or a bracket of a block, follows already. */
  readonly isFollowed: boolean;
  /** Other names of the block, or between blocks those of all blocks. */
  readonly others: ReadonlySet<string>;
  /** The type that `meta` says; known between blocks. */
  readonly type?: string | undefined;
  /** What is replaced by what is written here. */
  readonly start: number;
  readonly end: number;
}

const HEADER = /^([^\s{}[\]~@]+)[ \t]*([{[])?[ \t]*\}?[ \t]*$/;
const PAIR = /^(~?)("(?:[^"\\]|\\.)*"|[^\s:][^:]*?)[ \t]*(:)/;

/** The line of `meta` that says what kind of request a file holds. */
const TYPE = /^[ \t]*type[ \t]*:[ \t]*(\S+)/;

/** A block as far as it is written, and its lines. */
interface LooseBlock {
  readonly name: string;
  readonly lines: [start: number, text: string][];
}

/** Finds where an offset is, line by line; a block without an end ends where the next one begins. */
export function bruCursor(text: string, offset: number): BruCursor {
  const blocks = new Set<string>();
  let block: LooseBlock | undefined;
  let found: LooseBlock | undefined;
  let between: [start: number, text: string] | undefined;
  let type: string | undefined;
  for (let start = 0; start <= text.length;) {
    const next = text.indexOf("\n", start);
    const end = next === -1 ? text.length : next;
    const line = text.slice(start, text[end - 1] === "\r" ? end - 1 : end);
    const isHere = start <= offset && offset <= end;
    const [, name, bracket] = HEADER.exec(line) ?? [];
    const begins = bracket !== undefined &&
      (block === undefined || BLOCKS.has(name));
    if (begins) {
      if (isHere) between = [start, line];
      else blocks.add(name);
      block = line.trimEnd().endsWith("}") ? undefined : { name, lines: [] };
    } else if (block !== undefined && /^[}\]]/.test(line)) {
      if (isHere) return nowhere(offset);
      block = undefined;
    } else if (block === undefined) {
      if (isHere) between = [start, line];
    } else {
      block.lines.push([start, line]);
      if (block.name === "meta") type ??= TYPE.exec(line)?.[1];
      if (isHere) found = block;
    }
    start = end + 1;
  }
  if (between !== undefined) {
    return { ...atBlock(between, offset, blocks), type };
  }
  return found === undefined ? nowhere(offset) : inBlock(found, offset);
}

function nowhere(offset: number): BruCursor {
  return {
    role: "none",
    isFollowed: false,
    others: new Set(),
    start: offset,
    end: offset,
  };
}

/** Between blocks, or on the name of one. */
function atBlock(
  [lineStart, line]: [number, string],
  offset: number,
  others: ReadonlySet<string>,
): BruCursor {
  const [word] = /^[^\s{}[\]]*/.exec(line)!;
  if (offset > lineStart + word.length) return nowhere(offset);
  return {
    role: "block",
    isFollowed: /^[ \t]*[{[]/.test(line.slice(word.length)),
    others,
    start: lineStart,
    end: lineStart + word.length,
  };
}

function inBlock(
  { name: block, lines }: LooseBlock,
  offset: number,
): BruCursor {
  const at = lines.findLastIndex(([start]) => start <= offset);
  const [lineStart, line] = lines[at];
  const base = { ...nowhere(offset), block };
  if (!isDictionary(block)) return { ...base, role: "text" };
  const others = new Set<string>();
  let list: string | undefined;
  let inList: string | undefined;
  lines.forEach(([, text], index) => {
    if (index === at) inList = list;
    if (list !== undefined) {
      if (/^[ \t]*\]/.test(text)) list = undefined;
      return;
    }
    const name = PAIR.exec(text.trimStart())?.[2];
    if (name === undefined) return;
    if (index !== at) others.add(name);
    if (/:[ \t]*\[[ \t]*$/.test(text)) list = name;
  });
  const lead = /^[ \t]*/.exec(line)![0].length;
  const content = line.slice(lead);
  if (inList !== undefined) {
    const [word] = /^[^\s,\]]*/.exec(content)!;
    const start = lineStart + lead;
    return offset < start || offset > start + word.length ? base : {
      ...base,
      role: "element",
      name: inList,
      start,
      end: start + word.length,
    };
  }
  const pair = PAIR.exec(content);
  if (pair === null) {
    const [, off, word] = /^(~?)([^\s:@]*)/.exec(content)!;
    const start = lineStart + lead + off.length;
    const end = start + word.length;
    if (content !== "" && (offset < start || offset > end)) return base;
    return {
      ...base,
      role: "name",
      others,
      start: content === "" ? offset : start,
      end: content === "" ? offset : end,
    };
  }
  const [whole, off, name] = pair;
  const start = lineStart + lead + off.length;
  const end = start + name.length;
  if (start <= offset && offset <= end) {
    return {
      ...base,
      role: "name",
      name,
      isFollowed: true,
      others,
      start,
      end,
    };
  }
  const colon = lineStart + lead + whole.length;
  if (offset < colon) return base;
  const value = content.slice(whole.length);
  const blanks = /^[ \t]*/.exec(value)![0].length;
  const written = value.trim();
  const from = colon + blanks;
  return {
    ...base,
    role: "value",
    name,
    others,
    start: Math.min(from, offset),
    end: Math.max(from + written.length, offset),
  };
}
