import type { Generator, Generators } from "../execution.ts";

const OFFSET = /([+-]?)\s*(\d+)\s*(ms|y|M|w|d|h|m|s)/g;
const WHOLE_OFFSET = /^(?:\s*(?:[+-]\s*)?\d+(?:\s*(?:ms|y|M|w|d|h|m|s)))+\s*$/;
const TOKENS =
  /\[([^[\]]*)\]|YYYY|YY|MM|M|DD|D|HH|H|hh|h|mm|m|ss|s|SSS|A|a|ZZ|Z|X|x/g;

/**
 * Moves a date by an offset such as `+1d`, `-2h30m` or `1M`: years (y), months
 * (M), weeks (w), days (d), hours (h), minutes (m), seconds (s), milliseconds
 * (ms), in UTC. A part without a sign takes the one before.
 *
 * @throws {RangeError} When the offset is not one, or leads out of the range of dates.
 */
function offsetDate(date: Date, offset: string | undefined): Date {
  if (offset === undefined || offset.trim() === "") return date;
  if (!WHOLE_OFFSET.test(offset)) {
    throw new RangeError(
      `expected an offset such as "+1d" or "-2h30m", found "${offset}"`,
    );
  }
  const moved = new Date(date.getTime());
  let sign = 1;
  for (const [, signText, digits, unit] of offset.matchAll(OFFSET)) {
    if (signText !== "") sign = signText === "-" ? -1 : 1;
    move(moved, sign * Number(digits), unit);
  }
  if (Number.isNaN(moved.getTime())) {
    throw new RangeError(
      `the offset "${offset}" leads out of the range of dates`,
    );
  }
  return moved;
}

function move(date: Date, count: number, unit: string): void {
  switch (unit) {
    case "y":
      return moveMonths(date, 12 * count);
    case "M":
      return moveMonths(date, count);
    case "w":
      return void date.setUTCDate(date.getUTCDate() + 7 * count);
    case "d":
      return void date.setUTCDate(date.getUTCDate() + count);
    case "h":
      return void date.setTime(date.getTime() + count * 3_600_000);
    case "m":
      return void date.setTime(date.getTime() + count * 60_000);
    case "s":
      return void date.setTime(date.getTime() + count * 1000);
    default:
      return void date.setTime(date.getTime() + count);
  }
}

/** A month later than January 31st is the last of February, not in March. */
function moveMonths(date: Date, count: number): void {
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0),
  ).getUTCDate();
  date.setUTCDate(Math.min(day, last));
}

/**
 * Formats a date in UTC: `YYYY YY MM M DD D HH H hh h mm m ss s SSS A a Z ZZ X x`,
 * text in square brackets as it is; `iso` (the default), `unix` (seconds) and
 * `ms` stand for themselves.
 */
function formatDate(date: Date, format: string | undefined): string {
  if (format === undefined || format === "" || format === "iso") {
    return date.toISOString();
  }
  if (format === "unix") return String(Math.floor(date.getTime() / 1000));
  if (format === "ms") return String(date.getTime());
  return format.replace(
    TOKENS,
    (token, literal: string | undefined) => literal ?? dateToken(date, token),
  );
}

function dateToken(date: Date, token: string): string {
  const hours = date.getUTCHours();
  const twelve = hours % 12 === 0 ? 12 : hours % 12;
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  const two = (number: number) => String(number).padStart(2, "0");
  switch (token) {
    case "YYYY":
      return year;
    case "YY":
      return year.slice(-2);
    case "MM":
      return two(date.getUTCMonth() + 1);
    case "M":
      return String(date.getUTCMonth() + 1);
    case "DD":
      return two(date.getUTCDate());
    case "D":
      return String(date.getUTCDate());
    case "HH":
      return two(hours);
    case "H":
      return String(hours);
    case "hh":
      return two(twelve);
    case "h":
      return String(twelve);
    case "mm":
      return two(date.getUTCMinutes());
    case "m":
      return String(date.getUTCMinutes());
    case "ss":
      return two(date.getUTCSeconds());
    case "s":
      return String(date.getUTCSeconds());
    case "SSS":
      return String(date.getUTCMilliseconds()).padStart(3, "0");
    case "A":
      return hours < 12 ? "AM" : "PM";
    case "a":
      return hours < 12 ? "am" : "pm";
    case "Z":
      return "+00:00";
    case "ZZ":
      return "+0000";
    case "X":
      return String(Math.floor(date.getTime() / 1000));
    default:
      return String(date.getTime());
  }
}

const HEX = "0123456789abcdef";
const LETTERS_AND_DIGITS =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const MAX_LENGTH = 1024 * 1024;

const uuid: Generator = (args, { random }) => {
  atMost(args, 0);
  // RFC 9562, version 4: random but for the version and variant digits.
  let text = "";
  for (let digit = 0; digit < 32; digit++) {
    if (digit === 8 || digit === 12 || digit === 16 || digit === 20) {
      text += "-";
    }
    const drawn = Math.floor(random() * 16);
    if (digit === 12) text += "4";
    else text += HEX[digit === 16 ? 8 + (drawn & 3) : drawn];
  }
  return text;
};

const randomInt: Generator = (args, { random }) => {
  atMost(args, 2);
  const [low, high] = args.length === 1 ? [0, numberArgument(args, 0, 0)] : [
    numberArgument(args, 0, 0),
    numberArgument(args, 1, 1000),
  ];
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || low > high) {
    throw new RangeError(
      "expected two whole numbers, the smaller one first, such as $randomInt(1, 6)",
    );
  }
  return low + Math.floor(random() * (high - low + 1));
};

const randomFloat: Generator = (args, { random }) => {
  atMost(args, 2);
  const [low, high] = args.length === 1
    ? [0, numberArgument(args, 0, 0)]
    : [numberArgument(args, 0, 0), numberArgument(args, 1, 1)];
  if (low > high) {
    throw new RangeError("expected two numbers, the smaller one first");
  }
  return low + random() * (high - low);
};

function randomText(alphabet: string, standard: number): Generator {
  return (args, { random }) => {
    atMost(args, 1);
    const length = numberArgument(args, 0, standard);
    if (!Number.isInteger(length) || length < 0 || length > MAX_LENGTH) {
      throw new RangeError(`expected a length from 0 to ${MAX_LENGTH}`);
    }
    let text = "";
    for (let at = 0; at < length; at++) {
      text += alphabet[Math.floor(random() * alphabet.length)];
    }
    return text;
  };
}

const timestamp: Generator = (args, { now }) => {
  atMost(args, 0);
  return Math.floor(now() / 1000);
};

const isoTimestamp: Generator = (args, { now }) => {
  atMost(args, 0);
  return new Date(now()).toISOString();
};

const date: Generator = (args, { now }) => {
  atMost(args, 2);
  const moment = offsetDate(
    new Date(now()),
    textArgument(args, 1, "an offset"),
  );
  return formatDate(moment, textArgument(args, 0, "a format"));
};

/**
 * The generators that need no library, by name without the dollar sign:
 * `uuid` (also `guid` and `randomUUID`), `timestamp` (seconds), `isoTimestamp`,
 * `date(format, offset)`, `randomInt(min, max)` (both included; 0 to 1000),
 * `randomFloat(min, max)` (0 to 1), `randomString(n)` (16 letters and digits),
 * `randomHex(n)` (16 digits).
 */
export const BUILT_IN_GENERATORS: Generators = new Map<string, Generator>([
  ["uuid", uuid],
  ["guid", uuid],
  ["randomUUID", uuid],
  ["timestamp", timestamp],
  ["isoTimestamp", isoTimestamp],
  ["date", date],
  ["randomInt", randomInt],
  ["randomFloat", randomFloat],
  ["randomString", randomText(LETTERS_AND_DIGITS, 16)],
  ["randomHex", randomText(HEX, 16)],
]);

/**
 * Checks the number of arguments.
 *
 * @throws {RangeError} When there are more than `most`.
 */
export function atMost(
  args: readonly (string | number)[],
  most: number,
): void {
  if (args.length <= most) return;
  throw new RangeError(
    most === 0
      ? "it takes no arguments"
      : `it takes at most ${most} ${most === 1 ? "argument" : "arguments"}`,
  );
}

/**
 * A generator's argument as a number.
 *
 * @param standard What an absent argument stands for.
 * @throws {RangeError} When it is not a number.
 */
function numberArgument(
  args: readonly (string | number)[],
  index: number,
  standard: number,
): number {
  const given = args[index];
  if (given === undefined) return standard;
  const number = typeof given === "number"
    ? given
    : Number(given.trim() || NaN);
  if (!Number.isFinite(number)) {
    throw new RangeError(`expected a number, found "${given}"`);
  }
  return number;
}

/**
 * A generator's argument as text; undefined when absent.
 *
 * @throws {RangeError} When it is not quoted.
 */
function textArgument(
  args: readonly (string | number)[],
  index: number,
  what: string,
): string | undefined {
  const given = args[index];
  if (given === undefined || typeof given === "string") return given;
  throw new RangeError(`expected ${what} in quotes, found ${given}`);
}
