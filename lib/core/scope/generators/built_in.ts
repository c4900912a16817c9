import type { Generator, Generators } from "../sources.ts";
import { formatDate, offsetDate } from "./date.ts";
import { atMost, numberArgument, textArgument } from "./arguments.ts";

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
