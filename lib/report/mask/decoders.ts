/** A text with its escapes decoded, and where each of its characters came from. */
export interface Decoded {
  readonly text: string;
  /** Offset of each code unit's source; one more entry for the end. */
  readonly starts: Uint32Array;
}

/** Decodes one kind of escape; undefined when the text has none. */
export type Decoder = (text: string) => Decoded | undefined;

/** What an escape stands for: text, and the length of its source. */
type Unit = readonly [text: string, length: number];

/**
 * Decoders of the ways in which texts are escaped on their way: percent
 * encoding (either case), JSON and JavaScript, HTML and XML. `spaces` adds
 * forms, where `+` is a space.
 */
export function decoders(options: { spaces: boolean }): readonly Decoder[] {
  const all = [percent, backslash, entity];
  if (options.spaces) all.push(form);
  return all;
}

function percent(text: string): Decoded | undefined {
  if (!text.includes("%")) return undefined;
  return decode(text, /(?:%[0-9a-f]{2})+/gi, percentUnits);
}

function form(text: string): Decoded | undefined {
  if (!text.includes("+")) return undefined;
  return decode(text, /\+|(?:%[0-9a-f]{2})+/gi, percentUnits);
}

function backslash(text: string): Decoded | undefined {
  if (!text.includes("\\")) return undefined;
  return decode(
    text,
    /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|["'\\/bfnrt])/gi,
    (escape) => [[backslashText(escape), escape.length]],
  );
}

function entity(text: string): Decoded | undefined {
  if (!text.includes("&")) return undefined;
  return decode(
    text,
    /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi,
    (escape) => [[entityText(escape), escape.length]],
  );
}

function decode(
  text: string,
  escapes: RegExp,
  unitsOf: (escape: string) => readonly Unit[],
): Decoded | undefined {
  const starts = new Uint32Array(text.length + 1);
  let out = "";
  let from = 0;
  for (const match of text.matchAll(escapes)) {
    for (let at = from; at < match.index; at++) {
      starts[out.length + at - from] = at;
    }
    out += text.slice(from, match.index);
    from = match.index;
    for (const [decoded, length] of unitsOf(match[0])) {
      starts.fill(from, out.length, out.length + decoded.length);
      out += decoded;
      from += length;
    }
  }
  if (from === 0) return undefined;
  for (let at = from; at <= text.length; at++) {
    starts[out.length + at - from] = at;
  }
  out += text.slice(from);
  return { text: out, starts };
}

/** Units of a run of `%XX`: UTF-8 where it is some, else Latin-1. */
function percentUnits(run: string): Unit[] {
  if (run === "+") return [[" ", 1]];
  const bytes: number[] = [];
  for (let at = 1; at < run.length; at += 3) {
    bytes.push(Number.parseInt(run.slice(at, at + 2), 16));
  }
  const units: Unit[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = utf8Length(bytes, at);
    let code = length === 1 ? bytes[at] : bytes[at] & (0x7f >> length);
    for (let i = 1; i < length; i++) code = code << 6 | bytes[at + i] & 0x3f;
    units.push([character(code), length * 3]);
    at += length;
  }
  return units;
}

function utf8Length(bytes: readonly number[], at: number): number {
  const lead = bytes[at];
  const length = lead < 0xc2
    ? 1
    : lead < 0xe0
    ? 2
    : lead < 0xf0
    ? 3
    : lead < 0xf5
    ? 4
    : 1;
  for (let i = 1; i < length; i++) {
    if ((bytes[at + i] & 0xc0) !== 0x80) return 1;
  }
  return length;
}

const BACKSLASH: Record<string, string> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

function backslashText(escape: string): string {
  const letter = escape[1];
  if (escape.length > 2) {
    return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  }
  return BACKSLASH[letter] ?? letter;
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\xa0",
};

function entityText(escape: string): string {
  const name = escape.slice(1, -1).toLowerCase();
  if (name.startsWith("#x")) {
    return character(Number.parseInt(name.slice(2), 16));
  }
  if (name.startsWith("#")) return character(Number(name.slice(1)));
  return ENTITIES[name];
}

function character(code: number): string {
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}
