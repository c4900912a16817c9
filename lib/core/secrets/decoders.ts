/** A text with its escapes decoded, and where each of its characters came from. */
export interface Decoded {
  readonly text: string;
  /** Offset of each code unit's source; one more entry for the end. */
  readonly starts: Uint32Array;
  /** Offset behind each code unit's source, by the unit that follows it; absent: as `starts`. */
  readonly ends?: Uint32Array;
  /** Offsets behind escapes of several characters. */
  readonly escapes?: readonly number[];
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

/**
 * What a text holds as base64 and as hex, from each place where it may begin:
 * what comes of it may be escaped, or encoded once more.
 */
export function* wholeDecoded(text: string): Generator<Decoded> {
  const runs = base64Runs(text);
  if (runs.length === 0) return;
  for (const skip of [0, 1, 2, 3]) {
    const decoded = base64(text, runs, skip);
    if (decoded) yield decoded;
  }
  const hexRuns = hexRunsIn(text, runs);
  if (hexRuns.length === 0) return;
  for (const skip of [0, 1]) {
    const decoded = hex(text, hexRuns, skip);
    if (decoded) yield decoded;
  }
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

/** No digit: other characters, and those beyond ASCII. */
const NONE = 255;

/** What each character of ASCII stands for. */
function digits(...alphabets: readonly string[]): Uint8Array {
  const values = new Uint8Array(128).fill(NONE);
  for (const alphabet of alphabets) {
    for (let at = 0; at < alphabet.length; at++) {
      values[alphabet.charCodeAt(at)] = at;
    }
  }
  return values;
}

const LETTERS =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SIXTETS = digits(`${LETTERS}+/`, `${LETTERS}-_`);
const NIBBLES = digits("0123456789abcdef", "0123456789ABCDEF");

/** Shorter runs hold no encoded secret. */
const LEAST_BASE64 = 6;
const LEAST_HEX = 8;

/** Where runs begin and end, one after the other. */
class Runs {
  #bounds = new Uint32Array(16);
  length = 0;

  constructor(readonly least: number) {}

  /** Adds the runs of digits between two offsets. */
  search(text: string, values: Uint8Array, start: number, end: number): void {
    const isDigit = (at: number) => {
      const code = text.charCodeAt(at);
      return code < 128 && values[code] !== NONE;
    };
    const { least } = this;
    for (let from = start; from + least <= end;) {
      // From behind: one that is no digit rules out all before it.
      let last = from + least - 1;
      while (last >= from && isDigit(last)) last--;
      if (last >= from) {
        from = last + 1;
        continue;
      }
      let to = from + least;
      while (to < end && isDigit(to)) to++;
      this.#add(from, to);
      from = to + 1;
    }
  }

  #add(from: number, to: number): void {
    if (2 * this.length === this.#bounds.length) {
      const grown = new Uint32Array(2 * this.#bounds.length);
      grown.set(this.#bounds);
      this.#bounds = grown;
    }
    this.#bounds[2 * this.length] = from;
    this.#bounds[2 * this.length++ + 1] = to;
  }

  from(index: number): number {
    return this.#bounds[2 * index];
  }

  to(index: number): number {
    return this.#bounds[2 * index + 1];
  }

  /** Characters of all runs, and a bound behind each. */
  get size(): number {
    let size = this.length;
    for (let at = 0; at < this.length; at++) {
      size += this.to(at) - this.from(at);
    }
    return size;
  }
}

function base64Runs(text: string): Runs {
  const runs = new Runs(LEAST_BASE64);
  runs.search(text, SIXTETS, 0, text.length);
  return runs;
}

/** Digits of hex are some of base64, too. */
function hexRunsIn(text: string, outer: Runs): Runs {
  const runs = new Runs(LEAST_HEX);
  for (let at = 0; at < outer.length; at++) {
    runs.search(text, NIBBLES, outer.from(at), outer.to(at));
  }
  return runs;
}

/** @param skip Characters at the start of each run that belong to what stands before. */
function base64(text: string, runs: Runs, skip: number): Decoded | undefined {
  const bytes = new Bytes(runs.size);
  for (let index = 0; index < runs.length; index++) {
    const start = runs.from(index);
    const end = runs.to(index);
    bytes.separate(start);
    for (let from = start + skip; from + 1 < end; from += 4) {
      const left = end - from;
      const second = SIXTETS[text.charCodeAt(from + 1)];
      bytes.add(
        SIXTETS[text.charCodeAt(from)] << 2 | second >> 4,
        from,
        from + 2,
      );
      if (left < 3) break;
      const third = SIXTETS[text.charCodeAt(from + 2)];
      bytes.add((second & 15) << 4 | third >> 2, from + 1, from + 3);
      if (left < 4) break;
      const fourth = SIXTETS[text.charCodeAt(from + 3)];
      bytes.add((third & 3) << 6 | fourth, from + 2, from + 4);
    }
  }
  return bytes.decoded();
}

function hex(text: string, runs: Runs, skip: number): Decoded | undefined {
  const bytes = new Bytes(runs.size);
  for (let index = 0; index < runs.length; index++) {
    const start = runs.from(index);
    const end = runs.to(index);
    bytes.separate(start);
    for (let from = start + skip; from + 1 < end; from += 2) {
      const byte = NIBBLES[text.charCodeAt(from)] << 4 |
        NIBBLES[text.charCodeAt(from + 1)];
      bytes.add(byte, from, from + 2);
    }
  }
  return bytes.decoded();
}

/** No form of a secret is shorter. */
const MIN_LENGTH = 4;
const ASCII = new TextDecoder("latin1");

/** Bytes that were decoded, as a text of what may be one: stretches of ASCII that can be seen. */
class Bytes {
  readonly #codes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #length = 0;
  /** Where the stretch under way begins. */
  #from = 0;

  /** @param most How many bytes there can be, and as many bounds between them. */
  constructor(most: number) {
    this.#codes = new Uint8Array(most + 1);
    this.#starts = new Uint32Array(most + 1);
    this.#ends = new Uint32Array(most + 2);
  }

  add(byte: number, from: number, to: number): void {
    if (byte < 0x20 || byte > 0x7e) return this.separate(from);
    const at = this.#length++;
    this.#codes[at] = byte;
    this.#starts[at] = from;
    this.#ends[at + 1] = to;
  }

  /** What stands on both sides does not belong together. */
  separate(at: number): void {
    if (this.#length - this.#from < MIN_LENGTH) {
      this.#length = this.#from;
      return;
    }
    this.#codes[this.#length] = 0;
    this.#starts[this.#length++] = at;
    this.#ends[this.#length] = at;
    this.#from = this.#length;
  }

  decoded(): Decoded | undefined {
    this.separate(0);
    const length = this.#length;
    if (length === 0) return undefined;
    return {
      text: ASCII.decode(this.#codes.subarray(0, length)),
      starts: this.#starts,
      ends: this.#ends,
    };
  }
}

function decode(
  text: string,
  escapes: RegExp,
  unitsOf: (escape: string) => readonly Unit[],
): Decoded | undefined {
  const starts = new Uint32Array(text.length + 1);
  const behind: number[] = [];
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
      if (length > 1) behind.push(out.length);
    }
  }
  if (from === 0) return undefined;
  for (let at = from; at <= text.length; at++) {
    starts[out.length + at - from] = at;
  }
  out += text.slice(from);
  return { text: out, starts, escapes: behind };
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
