/** What a flag of a program means for a request. */
export type CommandFlag =
  /** Has a meaning, by this name. */
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "switch"; readonly name: string }
  /** Is about the program itself, its output, or what Brace does anyway. */
  | { readonly kind: "ignored"; readonly hasValue: boolean };

/** Says of a flag whose number is in a variable where the number goes. */
export function readsNoVariable(flag: string, key: string): string {
  return `Left out ${flag}: Brace reads no variable there, write the number into ${key}`;
}

/** The flags of a program: a long name each, with a letter behind it where it has one. */
export interface FlagLists {
  /** Flags with a value that say something of the request. */
  readonly values: readonly string[];
  /** Flags without one. */
  readonly switches: readonly string[];
  /** Flags without a value that change nothing of the request. */
  readonly harmless: readonly string[];
  /** Flags with a value that change nothing of the request. */
  readonly harmlessValues: readonly string[];
}

/** How a program reads its flags. */
export interface FlagStyle {
  /** What stands alone is given under this name. */
  readonly alone: string;
  /** Whether `--name=value` is a flag with its value. */
  readonly equals: boolean;
  /** Whether long names may have one dash, so that letters do not stand together. */
  readonly oneDash: boolean;
}

/** What a command's words say, in order; and the flags that are unknown. */
export interface CommandArguments {
  /** Flags with their values, and what stands alone. */
  readonly given: readonly { readonly name: string; readonly value: string }[];
  readonly unknown: readonly string[];
}

/** Makes what reads the words behind a program's name. */
export function argumentsReader(
  { values, switches, harmless, harmlessValues }: FlagLists,
  style: FlagStyle,
): (words: readonly string[]) => CommandArguments {
  const long = new Map<string, CommandFlag>();
  const short = new Map<string, CommandFlag>();
  for (
    const [list, make] of [
      [values, (name: string): CommandFlag => ({ kind: "value", name })],
      [switches, (name: string): CommandFlag => ({ kind: "switch", name })],
      [harmless, (): CommandFlag => ({ kind: "ignored", hasValue: false })],
      [
        harmlessValues,
        (): CommandFlag => ({ kind: "ignored", hasValue: true }),
      ],
    ] as const
  ) {
    for (const entry of list) {
      const [name, letter] = entry.split(" ");
      const flag = make(name);
      long.set(name, flag);
      if (letter !== undefined) short.set(letter, flag);
    }
  }
  return (words) => new Reading({ long, short }, style, words).read();
}

interface Flags {
  readonly long: ReadonlyMap<string, CommandFlag>;
  readonly short: ReadonlyMap<string, CommandFlag>;
}

class Reading {
  readonly #given: { name: string; value: string }[] = [];
  readonly #unknown: string[] = [];
  #at = 0;

  constructor(
    readonly flags: Flags,
    readonly style: FlagStyle,
    readonly words: readonly string[],
  ) {}

  read(): CommandArguments {
    const { alone, oneDash } = this.style;
    let isOver = false;
    for (; this.#at < this.words.length; this.#at++) {
      const word = this.words[this.#at];
      if (isOver || !word.startsWith("-") || word === "-") {
        this.#given.push({ name: alone, value: word });
      } else if (word === "--") isOver = true;
      else if (oneDash || word.startsWith("--")) this.#long(word);
      else this.#letters(word);
    }
    return { given: this.#given, unknown: this.#unknown };
  }

  #next(): string {
    return this.words[++this.#at] ?? "";
  }

  #long(word: string): void {
    const { long } = this.flags;
    const equals = this.style.equals ? word.indexOf("=") : -1;
    const written = equals === -1 ? word : word.slice(0, equals);
    const value = equals === -1 ? undefined : word.slice(equals + 1);
    const name = written.replace(/^--?/, "");
    const flag = long.get(name) ?? long.get(name.replace(/^no-/, ""));
    if (flag === undefined) this.#unknown.push(written);
    else if (flag.kind === "switch") {
      const isOff = !long.has(name) || value === "false";
      if (!isOff) this.#given.push({ name: flag.name, value: "" });
    } else if (flag.kind === "value") {
      this.#given.push({ name: flag.name, value: value ?? this.#next() });
    } else if (flag.hasValue && value === undefined) this.#next();
  }

  /** Letters may stand together, with the last one's value behind. */
  #letters(word: string): void {
    for (let at = 1; at < word.length; at++) {
      const flag = this.flags.short.get(word[at]);
      if (flag === undefined) {
        // Such as a variable behind a flag: no letter of it is a flag.
        this.#unknown.push(/\w/.test(word[at]) ? `-${word[at]}` : word);
        return;
      }
      if (flag.kind === "switch") {
        this.#given.push({ name: flag.name, value: "" });
        continue;
      }
      if (flag.kind === "ignored" && !flag.hasValue) continue;
      const rest = word.slice(at + 1);
      const isWritten = this.style.equals && rest.startsWith("=");
      const value = isWritten ? rest.slice(1) : rest || this.#next();
      if (flag.kind === "value") this.#given.push({ name: flag.name, value });
      return;
    }
  }
}
