/** A date of the REST Client: `$datetime "YYYY-MM-DD" -1 d`. */
interface HttpDate {
  readonly isLocal: boolean;
  /** A format of moment's; absent for `iso8601` and `rfc1123`. */
  readonly format?: string;
  readonly word?: string;
  readonly move: string;
}

const DATE =
  /^\$(datetime|localDatetime)\s+(?:(iso8601|rfc1123)|"([^"]*)"|'([^']*)')(?:\s+(\S.*))?$/;

function readDate(inside: string): HttpDate | undefined {
  const [all, name, word, double, single, move = ""] = DATE.exec(inside) ?? [];
  return all === undefined ? undefined : {
    isLocal: name === "localDatetime",
    ...(word === undefined ? { format: double ?? single } : { word }),
    move,
  };
}

/** A date by Brace's generators; undefined where they have no such format. */
export function datetime(inside: string): string | undefined {
  const date = readDate(inside);
  if (date === undefined || date.word === "rfc1123") return undefined;
  const { isLocal, format, move } = date;
  if (format !== undefined) {
    return isFormat(format) ? moved(format, move) : undefined;
  }
  if (!isLocal) return move === "" ? "{{$isoTimestamp}}" : moved("iso", move);
  // The same moment, with the offset that tells it.
  return moved("YYYY-MM-DDTHH:mm:ssZ", move);
}

/** Whether a date in local time becomes one in UTC, which can be another day. */
export function isInUtcInstead(inside: string): boolean {
  const { isLocal, format } = readDate(inside) ?? {};
  return isLocal === true && format !== undefined && !/^[Xx]$/.test(format);
}

/** The variables that notes propose for dates: another date gets another name. */
export class DateNames {
  readonly #names = new Map<string, string>();
  #number = 0;

  constructor(readonly isTaken: (name: string) => boolean) {}

  /** The name for what a call makes. */
  of(call: string): string {
    let name = this.#names.get(call);
    while (name === undefined || this.isTaken(name)) {
      this.#number++;
      name = `date${this.#number === 1 ? "" : this.#number}`;
    }
    this.#names.set(call, name);
    return name;
  }
}

/** What is said of a date that becomes another one, or none; undefined for other placeholders. */
export function dateNote(
  shown: string,
  inside: string,
  names: DateNames,
): string | undefined {
  const date = readDate(inside);
  const call = date && callOf(date);
  if (call === undefined) return undefined;
  const name = names.of(call);
  const made = datetime(inside);
  const write =
    `write {{${name}}}, and set it in a before-request script, client.setVar("${name}", ${call})`;
  return made === undefined
    ? `${shown} is not an expression of Brace's: ${write}`
    : `${shown} is local time, but ${made} is in UTC: for local time ${write}`;
}

/** The call that makes what moment makes of a date. */
function callOf(
  { isLocal, format, word, move }: HttpDate,
): string | undefined {
  const [, amount, unit] = move === "" ? ["", "", ""] : MOVE.exec(move) ?? [];
  if (amount === undefined) return undefined;
  const written = word === "rfc1123"
    ? `ddd, DD MMM YYYY HH:mm:ss ${isLocal ? "ZZ" : "[GMT]"}`
    : format ?? "";
  return `require("moment")${isLocal ? "" : ".utc"}()${
    amount === "" ? "" : `.add(${Number(amount)}, "${unit}")`
  }.format(${JSON.stringify(written)})`;
}

const MOVE = /^([+-]?\d+)\s+(y|Q|M|w|d|h|m|s|ms)$/;

/** `$date` with a format, moved by an amount and a unit such as `-1 d`. */
export function moved(format: string, move: string): string | undefined {
  if (move === "") return `{{$date('${format}')}}`;
  const [, amount, unit] = MOVE.exec(move) ?? [];
  if (amount === undefined) return undefined;
  const [count, ofUnit] = unit === "Q"
    ? [3 * Number(amount), "M"]
    : [Number(amount), unit];
  return `{{$date('${format}', '${count < 0 ? "" : "+"}${count}${ofUnit}')}}`;
}

const TOKENS = /YYYY|YY|MM?|DD?|HH?|hh?|mm?|ss?|SSS|ZZ?|[XxAaT]/g;

/** Whether a format means the same in Brace. */
function isFormat(text: string): boolean {
  const format = text.replace(/\[[^[\]'"{}\\]*\]/g, "");
  return !/[A-Za-z'"\\[\]{}]/.test(format.replace(TOKENS, "")) &&
    !/(?<!Y)YYY(?!Y)|M{3}|D{3}|H{3}|h{3}|m{3}|s{3}|Z{3}/.test(format);
}
