import { countProblem } from "../../host/sleep.ts";
import { didYouMean, nearest } from "../../core/source/nearest.ts";
import { locationOf } from "../../core/source/diagnostic.ts";
import type { Origin } from "../../core/source/origin.ts";
import { usageError } from "../usage_error.ts";

/** What a command line says, read by flag name and checked by kind. */
export class FlagValues {
  /** The command that was given them. */
  readonly command: string;
  readonly positionals: readonly string[];
  /** What was given, by name of the flag. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Where a file gives a flag; absent: the command line does. */
  readonly origins: ReadonlyMap<string, Origin>;

  constructor(
    command: string,
    positionals: readonly string[],
    values: ReadonlyMap<string, readonly string[]>,
    origins: ReadonlyMap<string, Origin> = new Map(),
  ) {
    this.command = command;
    this.positionals = positionals;
    this.values = values;
    this.origins = origins;
  }

  /** Whether the flag was given. */
  has(name: string): boolean {
    return this.values.has(name);
  }

  /** The value given last. */
  text(name: string): string | undefined {
    return this.values.get(name)?.at(-1);
  }

  /** The folder given last, without the slash that completion of a shell adds. */
  folder(name: string): string | undefined {
    return this.text(name)?.replace(/(?<=[^/\\:])[/\\]+$/, "");
  }

  /** Every value given, in order. */
  all(name: string): readonly string[] {
    return this.values.get(name) ?? [];
  }

  /** The parts of every value given, split at commas. */
  list(name: string): readonly string[] {
    const parts = this.all(name).flatMap((value) => value.split(","))
      .map((part) => part.trim()).filter((part) => part !== "");
    if (parts.length === 0 && this.has(name)) {
      throw this.#wrong(name, this.all(name).join(), "it lists nothing");
    }
    return parts;
  }

  /** For an optional list: everything (`--flag`), or the listed (`--flag=a,b`). */
  listOrAll(name: string): true | readonly string[] {
    return this.all(name).includes("") ? true : this.list(name);
  }

  /** Every value given, split at its first `=`; `syntax` is how it is written. */
  pairs(
    name: string,
    syntax = "NAME=VALUE",
  ): readonly (readonly [name: string, value: string])[] {
    return this.all(name).map((value) => {
      const equals = value.indexOf("=");
      if (equals < 1) {
        const lack = equals < 0 ? 'no "="' : 'nothing before its "="';
        // The value stays out of the message: it may be a secret.
        throw this.refuse(
          name,
          `Cannot use "--${name}": its value has ${lack}, write "--${name} ${syntax}"`,
        );
      }
      return [value.slice(0, equals), value.slice(equals + 1)] as const;
    });
  }

  /**
   * A whole number, `least` (default 0) or more, as far as timers count.
   *
   * @param unit What it counts, as a message says it.
   */
  integer(
    name: string,
    { least = 0, unit }: { readonly least?: number; readonly unit?: string } =
      {},
  ): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    const problem = countProblem(/^-?\d+$/.test(value) ? number : NaN, least);
    if (problem !== undefined) {
      const counted = Number.isInteger(number) || unit === undefined
        ? problem
        : `${problem} of ${unit}${inMilliseconds(value, unit)}`;
      throw this.#wrong(name, value, counted);
    }
    return number;
  }

  /** One of a few words. */
  choice<const T extends string>(
    name: string,
    choices: readonly T[],
  ): T | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : this.oneOf(name, value, choices);
  }

  /** One of a few words; the first of them where nothing is given. */
  choiceOrFirst<const T extends string>(
    name: string,
    choices: readonly [T, ...T[]],
  ): T {
    return this.choice(name, choices) ?? choices[0];
  }

  /** Checks that a part of a flag's value is one of a few words. */
  oneOf<const T extends string>(
    name: string,
    value: string,
    choices: readonly T[],
  ): T {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const near = nearest(value, choices);
    const hint = didYouMean(near);
    throw this.#wrong(
      name,
      value,
      `not one of ${choices.join(", ")}${hint}`,
    );
  }

  /** A point in time, in milliseconds since the epoch. */
  time(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const time = parseTime(value);
    if (Number.isNaN(time)) {
      throw this.#wrong(
        name,
        value,
        'not an ISO 8601 time such as "2026-01-31T12:00:00Z"',
      );
    }
    return time;
  }

  /** The error for what is wrong with a flag; it points into the file that gives it. */
  refuse(name: string, message: string): Error {
    const origin = this.origins.get(name);
    return usageError(message, {
      command: this.command,
      ...(origin && { location: locationOf(origin) }),
    });
  }

  #wrong(name: string, value: string, why: string): Error {
    return this.refuse(name, `Cannot use "--${name} ${value}": ${why}`);
  }
}

/** Milliseconds in the units that other programs take. */
const DURATIONS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
};

/** How to write a duration that has a unit of its own; empty for any other text. */
function inMilliseconds(value: string, unit: string): string {
  const number = millisecondsOf(value);
  return unit !== "milliseconds" || number === undefined
    ? ""
    : `, write ${number}`;
}

/** The milliseconds of a duration that has a unit of its own; undefined for any other text. */
export function millisecondsOf(value: string): number | undefined {
  const [, amount, own = ""] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/i.exec(value) ?? [];
  const factor = new Map(Object.entries(DURATIONS)).get(own.toLowerCase());
  if (factor === undefined) return undefined;
  const number = Number(amount) * factor;
  return countProblem(number) === undefined ? number : undefined;
}

/** A date, or a date and time with its offset: nothing that depends on the machine's time zone. */
function parseTime(text: string): number {
  const match =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/
      .exec(text);
  if (match === null) return NaN;
  // Date.parse takes 30 February for 1 March.
  const day = Date.parse(match[1]);
  if (Number.isNaN(day)) return NaN;
  if (!new Date(day).toISOString().startsWith(match[1])) return NaN;
  return Date.parse(text);
}
