/** A part of a regular expression, as far as a text is made of it. */
type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "start" | "end" }
  | { readonly kind: "group"; readonly parts: readonly Part[] }
  | {
    readonly kind: "repeat";
    readonly part: Part;
    readonly min: number;
    readonly max: number;
  };

/** What characters a class has. */
type Members = (character: string) => boolean;

/** Longer texts are not made. */
const MAX_LENGTH = 1_000;
/** How many parts a text is made of, in all that is tried: groups may be empty. */
const MAX_STEPS = 200_000;
/** The characters of texts, the most readable first. */
const CHARACTERS = [
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890",
  ..."-_. /:@#+,;=!$%&'()*?<>[]^`{|}~\"\\\n\t",
];

/**
 * A text that a pattern of a schema matches. Undefined where the pattern has
 * what needs a search, such as `(?=…)`, or no such text has the length. It is
 * made, not tried: a pattern can take forever on a text that does not match.
 */
export function patternText(
  pattern: string,
  { least = 1, most = MAX_LENGTH }: { least?: number; most?: number } = {},
): string | undefined {
  try {
    const parts = new Reader(pattern).all();
    const limit = Math.min(least, MAX_LENGTH);
    const steps = { left: MAX_STEPS };
    for (let more = 0; more <= limit; more++) {
      const text = made(parts, more, steps);
      const { length } = [...text];
      if (length > most) return undefined;
      if (length >= least) return text;
    }
    return undefined;
  } catch {
    // It is not valid, has what is not read, or nests too deeply.
    return undefined;
  }
}

/** The text of parts, each repeated `more` times than it has to be, if it may. */
function made(
  parts: readonly Part[],
  more: number,
  steps: { left: number },
): string {
  let text = "";
  let hasEnded = false;
  const add = (part: Part) => {
    if (steps.left-- <= 0) throw new NotRead();
    switch (part.kind) {
      case "text":
        text += part.text;
        if (hasEnded || text.length > MAX_LENGTH) throw new NotRead();
        break;
      case "start":
        if (text !== "") throw new NotRead();
        break;
      case "end":
        hasEnded = true;
        break;
      case "group":
        part.parts.forEach(add);
        break;
      case "repeat": {
        const times = Math.min(part.max, part.min + more);
        if (times > MAX_LENGTH) throw new NotRead();
        for (let count = 0; count < times; count++) add(part.part);
        break;
      }
    }
  };
  parts.forEach(add);
  return text;
}

class NotRead extends Error {}

/** Reads a pattern; of alternatives it keeps the first. */
class Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    // What is no pattern has no text.
    new RegExp(pattern, "u");
    this.#characters = [...pattern];
  }

  all(): readonly Part[] {
    const parts = this.#alternatives();
    if (this.#at < this.#characters.length) throw new NotRead();
    return parts;
  }

  #alternatives(): readonly Part[] {
    const first = this.#sequence();
    while (this.#take("|")) this.#sequence();
    return first;
  }

  #sequence(): readonly Part[] {
    const parts: Part[] = [];
    while (this.#at < this.#characters.length && !this.#is("|", ")")) {
      parts.push(this.#repeated(this.#part()));
    }
    return parts;
  }

  #part(): Part {
    const character = this.#next();
    switch (character) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case "(":
        return this.#group();
      case "[":
        return textOf(this.#class());
      case ".":
        return textOf((one) => one !== "\n");
      case "\\":
        return textOf(this.#escape());
      default:
        return { kind: "text", text: character };
    }
  }

  #group(): Part {
    if (this.#take("?") && !this.#take(":")) {
      if (!this.#take("<") || this.#is("=", "!")) throw new NotRead();
      while (this.#next() !== ">");
    }
    const parts = this.#alternatives();
    if (!this.#take(")")) throw new NotRead();
    return { kind: "group", parts };
  }

  #repeated(part: Part): Part {
    const times = this.#times();
    if (times === undefined) return part;
    this.#take("?");
    return { kind: "repeat", part, ...times };
  }

  #times(): { min: number; max: number } | undefined {
    if (this.#take("*")) return { min: 0, max: Infinity };
    if (this.#take("+")) return { min: 1, max: Infinity };
    if (this.#take("?")) return { min: 0, max: 1 };
    if (!this.#take("{")) return undefined;
    let text = "";
    while (!this.#take("}")) text += this.#next();
    const [min, max = min] = text.split(",");
    return { min: Number(min), max: max === "" ? Infinity : Number(max) };
  }

  /** The members of a class, whose bracket is read. */
  #class(): Members {
    const isNot = this.#take("^");
    const members: Members[] = [];
    while (!this.#take("]")) {
      const first = this.#member();
      if (!this.#is("-") || this.#characters[this.#at + 1] === "]") {
        members.push(first.members);
        continue;
      }
      this.#next();
      const [from, to] = [first.code, this.#member().code];
      if (from === undefined || to === undefined) throw new NotRead();
      members.push((one) => {
        const code = one.codePointAt(0)!;
        return from <= code && code <= to;
      });
    }
    const has: Members = (one) => members.some((it) => it(one));
    return isNot ? (one) => !has(one) : has;
  }

  #member(): { members: Members; code?: number } {
    const character = this.#next();
    if (character === "\\") {
      const start = this.#at;
      const members = this.#escape();
      const isClass = /[dswp]/i.test(this.#characters[start]);
      const found = isClass ? undefined : CHARACTERS.find(members);
      return {
        members,
        ...(found !== undefined && { code: found.codePointAt(0)! }),
      };
    }
    return {
      members: (one) => one === character,
      code: character.codePointAt(0)!,
    };
  }

  /** What is escaped by a backslash, which is read. */
  #escape(): Members {
    let text = `\\${this.#next()}`;
    if (/^\\[1-9bBkc]/.test(text)) throw new NotRead();
    if (this.#is("{") && /^\\[pPu]/.test(text)) {
      while (!text.endsWith("}")) text += this.#next();
    } else {
      const digits = text === "\\x" ? 2 : text === "\\u" ? 4 : 0;
      for (let count = 0; count < digits; count++) text += this.#next();
    }
    const one = new RegExp(`^${text}$`, "u");
    return (character) => one.test(character);
  }

  #is(...characters: readonly string[]): boolean {
    return characters.includes(this.#characters[this.#at]);
  }

  #take(character: string): boolean {
    if (!this.#is(character)) return false;
    this.#at++;
    return true;
  }

  #next(): string {
    if (this.#at >= this.#characters.length) throw new NotRead();
    return this.#characters[this.#at++];
  }
}

function textOf(members: Members): Part {
  const text = CHARACTERS.find(members);
  if (text === undefined) throw new NotRead();
  return { kind: "text", text };
}
