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
export function offsetDate(date: Date, offset: string | undefined): Date {
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
export function formatDate(date: Date, format: string | undefined): string {
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
